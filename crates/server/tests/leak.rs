//! What is hidden from a seat does not change a byte of what it is sent.

mod common;

use common::{App, Folder, Game, Meadows};
use serde_json::{Value, json};

/// Two servers with the same game, token for token and seed for seed; only the strengths of the
/// Confederate scouts differ, which the Union player may not know.
async fn twins(folders: &[Folder; 2]) -> ([App; 2], Game) {
    let app = App::on(&folders[0].file());
    let game = app.two_players("meadow").await;
    drop(app);
    // The last handle of a database puts everything into the one file.
    let wait = || std::thread::sleep(std::time::Duration::from_millis(50));
    while folders[0].file().with_extension("db-wal").exists() {
        wait();
    }
    std::fs::copy(folders[0].file(), folders[1].file()).unwrap();
    let apps = [false, true].map(|other| App::with(&folders[other as usize].file(), Meadows { other }));
    (apps, game)
}

async fn seen_by_union(app: &App, game: &Game) -> Vec<Vec<u8>> {
    let orders = app.table(&game.id, None).await["orders"].as_u64().unwrap();
    let union = Some(game.union.as_str());
    let mut seen = Vec::new();
    for token in [union, None] {
        seen.push(app.get_bytes(&format!("/games/{}", game.id), token).await);
        seen.push(app.get_bytes(&format!("/games/{}/log", game.id), token).await);
        seen.push(app.get_bytes(&format!("/games/{}/at/{orders}", game.id), token).await);
    }
    for question in [json!({"ask": "strengths"}), json!({"ask": "nothing"})] {
        seen.push(app.post(&format!("/games/{}/ask", game.id), union, question).await.1.to_string().into());
    }
    seen.push(
        app.post(&format!("/games/{}/why", game.id), union, json!({"piece": "Xenia", "at": "0606"}))
            .await
            .1
            .to_string()
            .into(),
    );
    seen
}

#[tokio::test]
async fn a_seat_is_sent_the_same_bytes_whatever_is_hidden_from_it() {
    let folders = [Folder::new(), Folder::new()];
    let (apps, game) = twins(&folders).await;
    let mut news = [
        apps[0].stream(&game.id, Some(&game.union)).await,
        apps[1].stream(&game.id, Some(&game.union)).await,
    ];
    assert_eq!(news[0].next().await, news[1].next().await);
    // The enemy hides his camp at two different places; then both servers play the same game.
    let mut orders = vec![("confederate", ["camp 0606", "camp 0505"]), ("union", ["camp 0101"; 2])];
    orders.extend([
        ("confederate", ["walk Xenia 0204"; 2]),
        ("confederate", ["end"; 2]),
        ("union", ["end"; 2]),
    ]);
    let mut differed = false;
    for (side, order) in orders {
        let mut answers = Vec::new();
        for n in [0, 1] {
            answers.push(apps[n].order(&game.id, game.token(side), &[order[n]]).await);
        }
        assert_eq!(answers[0].0, answers[1].0);
        if side == "union" {
            assert_eq!(answers[0].1.to_string(), answers[1].1.to_string());
        }
        if answers[0].0.is_success() {
            assert_eq!(news[0].next().await, news[1].next().await, "{order:?}");
        }
        let (a, b) = (seen_by_union(&apps[0], &game).await, seen_by_union(&apps[1], &game).await);
        assert!(a == b, "after {order:?}");
        let own = |n: usize| apps[n].get_bytes_of(&game);
        differed |= own(0).await != own(1).await;
    }
    assert!(differed, "the two games do differ for the one who may know");
}

impl App {
    async fn get_bytes_of(&self, game: &Game) -> Vec<u8> {
        self.get_bytes(&format!("/games/{}", game.id), Some(&game.confederate)).await
    }
}

#[tokio::test]
async fn news_hold_the_orders_of_the_own_side_only() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let mut ann = app.stream(&game.id, Some(&game.union)).await;
    let mut bob = app.stream(&game.id, Some(&game.confederate)).await;
    ann.next().await;
    bob.next().await;
    app.order(&game.id, &game.confederate, &["camp 0606"]).await;
    let (told_ann, told_bob) = (ann.next().await, bob.next().await);
    assert!(!told_ann.contains("0606") && told_ann.contains("has hidden a camp"), "{told_ann}");
    assert!(told_bob.contains("camp 0606"), "{told_bob}");
    let line = told_ann.lines().find_map(|l| l.strip_prefix("data: ")).unwrap();
    let news: Value = serde_json::from_str(line).unwrap();
    assert_eq!(news["seq"], 1);
}
