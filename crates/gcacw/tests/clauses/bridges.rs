//! Bridges (10.0).

use table::{Side, rule};

use crate::world::{Game, World, world};

/// A minor river between 0505 and 0506 with a broken bridge, and a unit on its west bank at rest.
fn broken(side: &str, keys: &str) -> World {
    world()
        .game("SIV", 1862)
        .settings("advanced = true")
        .way("road", &["0505", "0506"])
        .water("minor-river", &["0505/0506"])
        .crossing("bridge", "0505/0506")
        .map("[[border]]\nsides = [\"0504/0505\", \"0505/0405\", \"0505/0605\", \"0505/0404\", \"0505/0604\", \"0505/0506\"]")
        .infantry(side, "Banks", "0505", 5, "")
        .infantry("u", "Far", "0101", 2, "")
        .infantry("c", "Ashby", "1212", 2, "")
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"")
        .scenario(keys)
}

/// The county that 0506 lies in, named by its one town.
fn county(held_by: &str) -> String {
    format!(
        "[campaign]\nrules = \"bac\"\n[[campaign.county]]\nname = \"Page\"\nhexes = [\"0506\"]\npoints = 1\nheld_by = {held_by:?}"
    )
}

/// The Recovery Phase of the first turn, in which nobody has marched, as it comes to a side.
fn recovery(world: World, side: Side) -> Game {
    let mut game = world.begin_with(1);
    game.pass_to("recovery-work", 1);
    while game.seat() != side {
        game.give("done", &[]);
    }
    game
}

#[rule("G10.3-6")]
#[test]
fn in_the_valley_the_union_repairs_in_its_own_counties() {
    let union = |world| recovery(world, Side::Union);
    assert!(union(broken("u", &county("union"))).offers("repair Banks > 0506"));
    assert_eq!(union(broken("u", &county("confederate"))).refused("repair Banks > 0506"), "G10.3-6");
    let valley = recovery(broken("c", &county("union")), Side::Confederate);
    assert!(valley.offers("repair Banks > 0506"), "the rule binds the Union alone");
    // Without counties nobody knows whose they are.
    assert!(union(broken("u", "")).offers("repair Banks > 0506"));
    // In other games counties do not matter.
    let clouds = broken("u", &county("confederate")).game("BAC", 1863);
    assert!(union(clouds).offers("repair Banks > 0506"));
}
