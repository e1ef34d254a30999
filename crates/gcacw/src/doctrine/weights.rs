//! What the doctrine weighs and how much: one table, in about victory points.

/// Found by hand, and by playing many games with one figure changed on one side.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// An action must bring more than this, or the initiative is not worth taking.
    pub(crate) effort: f32,
    /// Moving together against each at his best moment.
    pub(crate) together: f32,
    /// A goal that is not held, for whoever stands in it.
    pub(crate) capture: f32,
    /// A goal that is held, for whoever stands in it, by need.
    pub(crate) keep: f32,
    /// The pull of goals.
    pub(crate) pull: f32,
    /// What a unit alone among enemies may lose, of its strength; and cavalry.
    pub(crate) danger: f32,
    pub(crate) danger_horse: f32,
    /// Standing beside an enemy with more friends than he has.
    pub(crate) press: f32,
    /// Good ground.
    pub(crate) ground: f32,
    /// How much more a gain counts than a loss: ahead, even, behind.
    pub(crate) zeal_ahead: f32,
    pub(crate) zeal_even: f32,
    pub(crate) zeal_behind: f32,
    /// What the first, second, third and fourth level of fatigue cost, by the root of the Manpower.
    pub(crate) tired_1: f32,
    pub(crate) tired_2: f32,
    pub(crate) tired_3: f32,
    pub(crate) tired_4: f32,
    /// Disorder, of a unit's Manpower.
    pub(crate) disorder: f32,
    /// A Manpower point, apart from what the scenario gives for it.
    pub(crate) blood: f32,
    /// Strain and flight after a combat, and the goal in the hex that was attacked.
    pub(crate) strain: f32,
    pub(crate) flight: f32,
    pub(crate) prize: f32,
    /// How much a goal that is not held always needs somebody.
    pub(crate) need: f32,
    /// Strength wanted at a goal: against who stands there, who may come, and to keep it.
    pub(crate) guard: f32,
    pub(crate) threat: f32,
    pub(crate) garrison: f32,
    /// Earthworks.
    pub(crate) dig: f32,
}

impl Weights {
    pub(crate) const TABLE: Weights = Weights {
        effort: 0.08,
        together: 0.9,
        capture: 0.9,
        keep: 0.4,
        pull: 1.0,
        danger: 0.35,
        danger_horse: 0.2,
        press: 0.10,
        ground: 0.3,
        zeal_ahead: 0.9,
        zeal_even: 1.15,
        zeal_behind: 1.35,
        tired_1: 0.01,
        tired_2: 0.03,
        tired_3: 0.12,
        tired_4: 0.22,
        disorder: 0.1,
        blood: 0.25,
        strain: 1.0,
        flight: 1.0,
        prize: 0.8,
        need: 0.12,
        guard: 1.3,
        threat: 0.5,
        garrison: 0.9,
        dig: 0.10,
    };
}
