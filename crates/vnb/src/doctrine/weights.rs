//! What the doctrine weighs and how much: one table, in about victory points where nothing else is said.

table::weights! {
    /// Found by many games of the doctrine against itself with all of them changed a little: none means much
    /// by itself.
    pub(crate) struct Weights {
        /// Winning a charge.
        charge_gain: 0.9,
        /// Winning it against somebody in disorder, beside that.
        charge_gain_shaken: 0.34,
        /// Winning it against guns.
        charge_gain_guns: 0.87,
        /// Winning it against somebody on an objective, by its points.
        charge_gain_place: 0.15,
        /// Losing a charge.
        charge_loss: 8.7,
        /// Casualties that a charge inflicts.
        charge_dealt: 1.0,
        /// Casualties that a charge suffers.
        charge_taken: 1.0,
        /// Failing the morale test of a charge in good order.
        shock: 0.4,
        /// Failing it in disorder.
        shock_shaken: 1.3,
        /// How much of a bad place somebody who charges leaves behind counts against the charge.
        charge_from: 0.36,
        /// How far friends who could still join a charge are counted on.
        help: 0.11,

        /// What exhausting a formation adds to the casualties that lead to it.
        exhaustion: 1.0,
        /// What its collapse adds to each casualty after that.
        collapse: 0.25,

        /// Friends, in brigades, hoped for at any objective before the enemy is counted.
        hope: 2.6,
        /// The least that the strengths at an objective make of its value.
        hope_least: 0.61,
        /// The most that they make of it.
        hope_most: 1.5,
        /// Inches from an objective within which strengths are counted.
        hope_reach: 31.0,
        /// What a battery counts for there, in brigades.
        hope_guns: 0.59,
        /// Inches added to the way to each objective: the more of them, the less it matters which is nearest.
        goal_way: 8.6,
        /// How far an objective of ours needs more guards where no enemy is near.
        guard_idle: 0.1,
        /// Where others guard it well enough.
        guard_enough: 0.25,
        /// Where the enemy near it is stronger than its guards.
        guard_wanted: 1.5,
        /// Inches from an objective of ours within which its guards and the enemy are counted.
        guard_reach: 14.0,
        /// What an inch nearer to an objective of ours is worth, by its points.
        pull_held: 0.042,
        /// What an inch nearer to any other objective is worth, by its points.
        pull_taken: 0.029,
        /// The most that an inch nearer to any goal is worth.
        pull_most: 0.12,
        /// The part of a goal's pull that is there from the beginning.
        pull_early: 0.8,
        /// The part that grows until the last turn.
        pull_late: 0.5,
        /// What is left of the pull of an objective of ours that no enemy is near.
        pull_safe: 0.5,
        /// How much nearer than their range guns want to be to the goal, in inches.
        pull_guns: 10.0,

        /// The share of an objective for the first to stand on it, where no enemy does.
        hold_free: 0.45,
        /// The share where an enemy does.
        hold_contested: 0.087,
        /// The share for another who comes to help against an enemy on it.
        hold_help: 0.08,
        /// The share for the only one on an objective of ours with the enemy near.
        hold_alone: 0.36,
        /// The share with no enemy near.
        hold_quiet: 0.056,
        /// The share for another on an objective of ours with the enemy near.
        hold_second: 0.05,
        /// The part of an objective that counts from the beginning.
        hold_early: 0.44,
        /// The part that grows until the last turn.
        hold_late: 0.43,

        /// An inch too far from the middle of one's formation.
        straggle: 0.05,
        /// Inches from the middle of one's formation that are not too far.
        straggle_free: 7.0,
        /// Going where the ground disorders.
        rough: 0.65,
        /// Having the enemy before one's muzzles, by the hits to be expected.
        fire_given: 1.2,
        /// What the fire of limbered guns counts for, from where they would unlimber.
        fire_limbered: 1.7,
        /// What is left of fire at skirmishers and guns.
        fire_saved: 0.32,
        /// Being before the enemy's muzzles.
        fire_taken: 1.2,
        /// The same for guns.
        fire_taken_guns: 0.9,
        /// What woods leave of the enemy's fire.
        shelter: 0.46,
        /// The last strength point under fire, beside what a casualty costs.
        last_point: 0.3,
        /// An enemy in one's flank who may charge.
        flank: 0.87,
        /// Enemies who may charge, as far as they are stronger than oneself and one's friends.
        risk: 0.23,
        /// How much more that counts in disorder.
        brittle: 1.5,
        /// What friends who can come up count for, of those who stand close.
        support_far: 0.3,
        /// Having an enemy within reach of a charge, from his front.
        chance_front: 0.36,
        /// The same from behind his front.
        chance_flank: 0.48,
        /// How much more it is where he is in disorder.
        chance_shaken: 0.37,
        /// How much of its move a stand may need for a charge that is counted on.
        chance_reach: 0.56,
        /// Each friend beside oneself.
        beside: 0.039,
        /// Being settled where the enemy may charge.
        settled: 0.13,
        /// Being in column or limbered there.
        unready: 0.23,

        /// A march column, for each inch of a long way.
        column: 0.018,
        /// Recovering from disorder.
        recover: 1.0,
        /// Settling with the enemy near.
        settle_near: 0.022,
        /// Limbering to get on.
        limber: 0.37,
        /// Dismounting before the enemy at the goal.
        dismount: 0.67,
        /// Standing up to get on.
        stand_up: 0.13,
        /// Going to ground at the right distance.
        to_ground: 0.13,
        /// Each throw for giving way.
        give_way: 0.25,
        /// Following an enemy who was driven off.
        follow: 0.55,

        /// Fighting those in contact before all others.
        target_melee: 0.39,
        /// What is left of a volley at those who are hard to hit.
        target_saved: 0.38,
        /// A hit on a last strength point, beside the casualty.
        target_last: 0.31,
        /// A hit on somebody in disorder, beside the casualty.
        target_shaken: 0.11,

        /// A stand out of its commander's reach.
        post_lost: 0.58,
        /// Inches from a commander at which a stand is out of his reach.
        post_reach: 7.2,
        /// An inch between a commander and each stand that he leads.
        post_far: 0.026,
        /// How much more any other stand counts there than a brigade.
        post_small: 1.3,
        /// Being near those who ran.
        post_routed: 1.3,
        /// Being near the enemy.
        post_danger: 0.22,

        /// How much later a stand is moved for each inch from the enemy.
        pick_far: 0.0067,
        /// How much sooner one in disorder is moved.
        pick_disordered: 0.12,
    }
}
