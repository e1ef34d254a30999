use std::sync::atomic::{AtomicUsize, Ordering};

use library::{Plan, TablePlan};

use super::*;
use crate::catalog::{Clause, Scenario, ScenarioCard};

/// Two scenarios on one drawing, which is asked for a counted number of times.
#[derive(Default)]
struct Chest(AtomicUsize);

impl Catalog for Chest {
    fn list(&self) -> Vec<ScenarioCard> {
        ["one", "two"].map(|id| ScenarioCard { id: id.into(), ..Default::default() }).into()
    }
    fn open(&self, id: &str, _: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Err(id.to_owned())
    }
    fn map(&self, _: &str) -> Option<String> {
        None
    }
    fn sheet(&self, id: &str) -> Option<Sheet> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"600\"><circle cx=\"450\" \
                   cy=\"300\" r=\"200\" fill=\"#27a\"/></svg>";
        let plan = Plan::Inches(TablePlan { width: 900.0, height: 600.0, inch: 10.0 });
        ["one", "two"].contains(&id).then(|| Sheet {
            svg: svg.to_owned(),
            plan,
            ground: None,
            photo: None,
            art: None,
        })
    }
    fn clause(&self, _: &str) -> Option<Clause> {
        None
    }
    fn clauses(&self, _: &str) -> Vec<Clause> {
        Vec::new()
    }
}

fn folder(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("hardtack-tiles-{}-{name}", std::process::id()))
}

const TILE: Piece = Piece::Tile { level: 3, column: 1, row: 0 };

#[tokio::test]
async fn many_who_ask_wait_for_one_and_a_new_server_finds_it_on_disk() {
    let folder = folder("many");
    let tiles = Tiles::new(Arc::new(Chest::default()), &folder);
    let hash = tiles.map_of("one").await.unwrap().hash.clone();
    assert_eq!(hash, tiles.map_of("two").await.unwrap().hash, "the same drawing");
    let asked: Vec<_> = (0..50)
        .map(|_| {
            let (tiles, hash) = (tiles.clone(), hash.clone());
            tokio::spawn(async move { tiles.piece(&hash, TILE).await.unwrap() })
        })
        .collect();
    let mut found = Vec::new();
    for one in asked {
        found.push(one.await.unwrap());
    }
    assert!(found[0].starts_with(b"\x89PNG") && found.iter().all(|one| *one == found[0]));
    assert!(lock(&tiles.0.making).is_empty());
    let chest = Arc::new(Chest::default());
    let again = Tiles::new(chest.clone(), &folder);
    assert_eq!(again.piece(&hash, TILE).await.unwrap(), found[0]);
    assert_eq!(chest.0.load(Ordering::Relaxed), 0, "nothing was drawn");
    // What is not on disk is found by the hash alone.
    assert!(again.piece(&hash, Piece::Small).await.unwrap().starts_with(b"\xff\xd8"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn what_is_not_there_is_said_to_be_missing() {
    let folder = folder("missing");
    let tiles = Tiles::new(Arc::new(Chest::default()), &folder);
    let hash = tiles.map_of("one").await.unwrap().hash.clone();
    let far = Piece::Tile { level: 3, column: 9, row: 0 };
    for (hash, piece) in [(hash.as_str(), far), ("0123456789", TILE), ("../etc", TILE)] {
        assert!(matches!(tiles.piece(hash, piece).await, Err(Error::NotFound(_))), "{hash}");
    }
    assert!(matches!(tiles.map_of("three").await, Err(Error::NotFound(_))));
    std::fs::remove_dir_all(&folder).ok();
}
