//! What the doctrine weighs and how much: one table, in about victory points.

table::weights! {
    /// Found by hand, and by playing many games with one figure changed on one side.
    pub(crate) struct Weights {
        /// An action must bring more than this, or the initiative is not worth taking.
        effort: 0.08,
        /// Moving together against each at his best moment.
        together: 0.9,
        /// A goal that is not held, for whoever stands in it.
        capture: 0.9,
        /// A goal that is held, for whoever stands in it, by need.
        keep: 0.4,
        /// The pull of goals.
        pull: 1.0,
        /// What a unit alone among enemies may lose, of its strength; and cavalry.
        danger: 0.35,
        danger_horse: 0.2,
        /// Standing beside an enemy with more friends than he has.
        press: 0.10,
        /// Good ground.
        ground: 0.3,
        /// How much more a gain counts than a loss: ahead, even, behind.
        zeal_ahead: 0.9,
        zeal_even: 1.15,
        zeal_behind: 1.35,
        /// What the first, second, third and fourth level of fatigue cost, by the root of the Manpower.
        tired_1: 0.01,
        tired_2: 0.03,
        tired_3: 0.12,
        tired_4: 0.22,
        /// Disorder, of a unit's Manpower.
        disorder: 0.1,
        /// A Manpower point, apart from what the scenario gives for it.
        blood: 0.25,
        /// Strain and flight after a combat, and the goal in the hex that was attacked.
        strain: 1.0,
        flight: 1.0,
        prize: 0.8,
        /// How much a goal that is not held always needs somebody.
        need: 0.12,
        /// Strength wanted at a goal: against who stands there, who may come, and to keep it.
        guard: 1.3,
        threat: 0.5,
        garrison: 0.9,
        /// Earthworks.
        dig: 0.10,
    }
}
