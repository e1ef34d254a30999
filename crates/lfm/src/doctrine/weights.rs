//! What the doctrine weighs and how much: one table, in about victory points.

table::weights! {
    /// Found by hand. What keeps men from being given up in overfull hexes is not among them: that is not to be traded for
    /// anything.
    pub(crate) struct Weights {
        /// The pull of places on troops.
        pull: 0.8,
        /// How much less a place pulls for every turn's march.
        pull_far: 1.0,
        /// The pull of all places but the one that pulls most.
        pull_others: 0.15,
        /// How much a place that is not held always needs somebody.
        need_open: 0.35,
        /// How much more it needs him where the side is stronger than the enemy.
        need_stronger: 0.5,
        /// How much a place that is held needs somebody, by how much stronger the enemy is about it.
        need_held: 0.8,
        /// Strength points that are always reckoned with about a place.
        need_unseen: 3.0,
        /// Who is farther from a place than this, in hexes, has no say about it.
        say_far: 10.0,
        /// A place that is not held, for whoever stands in it.
        capture: 1.0,
        /// A place that is held, for whoever stands in it under threat.
        keep: 0.35,
        /// Any hex that somebody is driven out of.
        ground: 0.3,
        /// A place in that hex, of what it counts.
        ground_place: 0.5,
        /// Points behind at which a side presses its hardest when the time is over.
        press_points: 4.0,
        /// As many more for every turn that is left.
        press_turns: 3.0,
        /// Strength points against a hex that make it as hot as it gets.
        hot: 8.0,
        /// Good ground under threat.
        strong: 0.25,
        /// Works that were built, as so much good ground.
        works: 1.6,
        /// A friendly stack beside a hex under threat.
        friends: 0.12,
        /// Men in disorder under threat.
        broken: 0.4,
        /// What the enemy may do to a strength point in his turn.
        danger: 0.45,
        /// The odds from which he may do anything.
        danger_from: 0.8,
        /// The odds beyond that at which he may do all of it.
        danger_span: 2.2,
        /// How much of the strength of friends nearby counts against him.
        danger_help: 0.6,
        /// How much good ground counts against him.
        danger_strong: 0.2,
        /// A strength point under threat beyond those who fight from one hex.
        crowd: 0.15,
        /// Order that is lost by marching away from the enemy's side.
        leave: 1.0,
        /// Order that is lost by standing with men in disorder.
        infection: 1.0,
        /// A regiment away from its brigade.
        astray: 0.5,
        /// Every hex that it is away from it.
        astray_far: 0.15,
        /// Every hex that it is away from its commander.
        astray_chief: 0.2,
        /// The blow that who stands next to the enemy expects in the enemy's turn.
        blow: 1.0,
        /// Being next to the enemy in one's own turn, when the side has to press.
        contact_press: 0.5,
        /// How much of an attack is weighed as if all came who are called to it.
        hope: 0.75,
        /// What an attack has to bring, or nobody is sent to it.
        assault: 0.25,
        /// How much less it has to bring when the side has to press.
        assault_press: 0.5,
        /// How much sooner those set out who are called to an attack.
        assault_first: 1.0,
        /// Setting out for less than this is not worth the trouble.
        trouble: 0.05,
        /// A strength point of average men, beyond the points that its loss gives away.
        men: 0.35,
        /// A strength point's order.
        order: 0.2,
        /// A brigade that is shattered by a loss.
        shatters: 1.5,
        /// A brigade that is wiped out by a loss, of what it counts.
        wiped_out: 0.7,
        /// A retreat of men in disorder, of what one of their units is worth.
        rout: 0.9,
        /// What an attacker loses, against what he takes.
        price: 1.0,
        /// What an exchange costs the attacker, of what one of the defender's units is worth.
        exchange: 0.15,
        /// What a stack could add to another attack of the round.
        elsewhere: 0.7,
        /// A hex that is kept by not breaking off.
        break_off_hex: 0.3,
        /// By how much the next round has to be worse than going, for a defender to break off.
        break_off_stay: 0.2,
        /// How much what is kept counts for an attacker who may break off.
        break_off_ground: 0.3,
        /// How much less he breaks off when the side has to press.
        break_off_press: 0.5,
        /// How much more he breaks off towards the night.
        break_off_dusk: 1.0,
        /// The next blow, for who may stand in cover after a defeat.
        stand_blow: 0.5,
        /// The next blow, for a battered unit that may stay in cover.
        cover_blow: 0.4,
        /// The hex of a battered unit in cover.
        cover_hex: 0.3,
        /// How much the ground of that hex counts.
        cover_ground: 0.3,
        /// What it costs cavalry to go before combat, beyond the ground.
        evade: 0.4,
        /// A strength point that leaves the map in a retreat.
        off_map: 0.5,
        /// Having to go on to a second hex in a retreat.
        onward: 0.3,
        /// An enemy strength point that could come where men in disorder retreat to.
        calm: 0.06,
        /// What a hex has to be better, for an advance after combat.
        advance: 0.0,
        /// A unit that fire drives out of its hex.
        fire_driven: 0.7,
        /// The ground that it leaves.
        fire_ground: 0.3,
        /// How much of that counts where it need not go.
        fire_stands: 0.3,
        /// The pull of places on guns.
        guns_pull: 0.15,
        /// What a strength point of guns can do to a target in sight.
        guns_power: 0.12,
        /// What any target in sight is worth to guns.
        guns_target: 0.4,
        /// A friendly stack beside guns.
        guns_friends: 0.25,
        /// Infantry in one hex with guns.
        guns_escort: 0.4,
        /// Guns next to the enemy.
        guns_contact: 2.5,
        /// A strength point that could come against guns, beyond those about them.
        guns_danger: 0.12,
        /// What riders lose by a charge, of their order.
        charge_blown: 0.7,
        /// Works, by the place that they guard.
        dig: 0.08,
        /// The trouble of digging.
        dig_trouble: 0.2,
        /// How much less is dug when the side has to press.
        dig_press: 0.5,
        /// A commander who has one of his own within his range.
        staff_near: 0.5,
        /// Every hex that one of them is out of it.
        staff_far: 0.1,
        /// A commander next to the enemy.
        staff_contact: 0.6,
        /// A strength point that could come against a commander, beyond those about him.
        staff_danger: 0.04,
        /// A strength point that could come where troops enter the map, beyond those about it.
        enter_danger: 0.1,
        /// The pull of places on a regiment that returns.
        home_pull: 0.3,
        /// A strength point that could come where somebody is put, beyond those about it.
        home_danger: 0.08,
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::TABLE
    }
}
