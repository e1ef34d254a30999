//! What is written reads back.

use super::*;
use crate::order::read::NoOrder;
use crate::setup::Setup;

fn setup() -> Setup {
    let table = "format = 'hardtack-table/1'\nname = 'Plain'\n[[feature]]\nkind = 'fortress'\nname = 'Fort Gaines'\n\
        shape = { polygon = [[60, 60], [70, 60], [70, 70], [60, 70]] }\n[[feature]]\nkind = 'fortress'\n\
        shape = { polygon = [[80, 60], [90, 60], [90, 70], [80, 70]] }\n";
    let mut text =
        "format = 'hardtack-scenario/1'\nsystem = 'vnb'\nname = 'Duel'\ntable = 't'\nfirst = 'union'\n"
            .to_owned();
    for (n, name) in
        ["Stone", "Bridge guard", "O'Neal", "with", "14", "The \\\"Bloody\\\" 7th, foot"].iter().enumerate()
    {
        text += &format!(
            "[[stand]]\nside = 'union'\nname = \"{name}\"\ntype = 'infantry-brigade'\nweapon = 'rifled-musket'\nx = {}\ny = 5\n",
            10 * n + 5
        );
    }
    crate::load("duel", &text, &mut |_| Ok(table.to_owned())).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_written_order_reads_back() {
    let setup = setup();
    let texts = [
        "pick Stone",
        "move Stone 34.50,20.25@90",
        "move \"Bridge guard\" 34.50,20.25@90.50 disorder",
        "march O'Neal 3.00,4.00",
        "form Stone @0",
        "reform Stone @180",
        "limber Stone",
        "unlimber Stone",
        "mount Stone",
        "dismount Stone",
        "stand-up Stone",
        "recover Stone",
        "stationary Stone",
        "step-back \"with\"",
        "leave Stone 3 @270",
        "charge Stone \"Bridge guard\" @180",
        "attach Stone O'Neal",
        "reinforce \"14\" Stone",
        "enter Stone 0.00,12.00@90",
        "done",
        "end",
        "rally Stone @359.99",
        "cover 1.00,2.00@3",
        "decline",
        "advance \"The \\\"Bloody\\\" 7th, foot\" 2.50",
        "turn Stone @45",
        "break Stone @45 12.00",
        "break Stone @45 0.00 into \"with\"",
        "ground Stone",
        "attack Stone",
        "attack Stone with O'Neal,\"Bridge guard\",\"The \\\"Bloody\\\" 7th, foot\",\"with\"",
        "answer Stone",
        "give-way 2",
        "lose Stone",
        "follow",
        "fire Stone at \"Bridge guard\"",
        "bombard Stone \"Fort Gaines\" 1.00,2.00",
        "bombard Stone 1 1.00,2.00",
        "convert Stone O'Neal,\"14\"",
    ];
    for text in texts {
        let order = read(&setup, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&setup, &order), text);
    }
}

#[test]
fn numbers_of_the_roster_are_read_too() {
    let setup = setup();
    for (numbers, names) in [
        ("move 0 34.50,20.25@90", "move Stone 34.50,20.25@90"),
        ("attack 1 with 2,0", "attack \"Bridge guard\" with O'Neal,Stone"),
        ("bombard 0 0 1.00,2.00", "bombard Stone \"Fort Gaines\" 1.00,2.00"),
    ] {
        assert_eq!(read(&setup, numbers).map(|o| write(&setup, &o)).as_deref(), Ok(names));
    }
}

#[test]
fn nonsense_is_no_order() {
    let setup = setup();
    for text in [
        "",
        "move",
        "move Stone 1,1",
        "move \"Bridge guard 1,1@1",
        "attack Stone with",
        "charge 1 2 @nan",
        "move 1 1e9,0@0",
    ] {
        assert_eq!(read(&setup, text), Err(NoOrder::Unreadable), "{text}");
    }
    assert_eq!(read(&setup, "move Lee 1,1@1"), Err(NoOrder::Nobody("Lee".into())));
    assert_eq!(read(&setup, "bombard Stone Sumter 1,1"), Err(NoOrder::Nowhere("Sumter".into())));
}
