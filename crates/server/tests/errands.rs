//! Computer players go on without a visitor where a person waits for them, on a file and with two servers on one PostgreSQL.

mod common;

use std::time::Duration;

use common::{App, Folder};
use serde_json::json;
use server::{Place, Settings};
use store::{throwaway, values};

/// Nobody is ever said to look.
fn settings(go_on: Duration) -> Settings {
    Settings { attended: Duration::ZERO, go_on, ..Settings::default() }
}

const A_WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

/// A game in which the computer player is asked and the Union waits for him. He has the seat only from now on, so that he could
/// not have answered before.
async fn waits(app: &App) -> String {
    let game = app.two_players("meadow").await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    let seat = "UPDATE seat SET officer = 'random', token = NULL
                WHERE side = 1 AND game = (SELECT key FROM game WHERE id = ?1)";
    let id = game.id.clone();
    app.games.store().base().write(move |sql| sql.execute(seat, &values![id])).await.unwrap();
    assert_eq!(waiting(app, &game.id).await, 2);
    game.id
}

/// Who is asked, looked up without looking at the game.
async fn waiting(app: &App, id: &str) -> i64 {
    let id = id.to_owned();
    let select =
        "SELECT summary.waiting FROM summary JOIN game ON game.key = summary.game WHERE game.id = ?1";
    app.games.store().base().read(move |sql| sql.number(select, &values![id])).await.unwrap()
}

#[tokio::test]
async fn after_a_restart_a_computer_player_goes_on_for_who_waits() {
    let folder = Folder::new();
    let mut places = vec![Place::File(folder.file())];
    places.extend(throwaway::shared().map(|cluster| Place::Postgres(cluster.database())));
    for mut place in places {
        let before = App::at(&place, settings(A_WEEK));
        let (many, old) =
            ([waits(&before).await, waits(&before).await, waits(&before).await], waits(&before).await);
        let both = json!({"union": {"kind": "computer"}, "confederate": {"kind": "computer"}});
        let alone = before.ok("/games", None, json!({"scenario": "meadow", "seats": both})).await;
        let alone = alone["id"].as_str().unwrap().to_owned();
        let age = "UPDATE summary SET touched = 1 WHERE game = (SELECT key FROM game WHERE id = ?1)";
        let aged = old.clone();
        before.games.store().base().write(move |sql| sql.execute(age, &values![aged])).await.unwrap();
        before.games.close().await.unwrap();
        // Another server has the games now; where several can, two have.
        let copy = Folder::new();
        if let Place::File(file) = &place {
            std::fs::copy(file, copy.file()).unwrap();
            place = Place::File(copy.file());
        }
        let app = App::at(&place, settings(A_WEEK));
        app.listen().await;
        let other = matches!(place, Place::Postgres(_)).then(|| App::at(&place, settings(A_WEEK)));
        if let Some(other) = &other {
            other.listen().await;
        }
        for id in &many {
            let mut patience = 1_000;
            while waiting(&app, id).await & 1 == 0 {
                patience -= 1;
                assert!(patience > 0, "{place}: the computer player does not go on");
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        assert_eq!(waiting(&app, &old).await, 2, "{place}: what nobody has touched for long is left alone");
        assert_eq!(waiting(&app, &alone).await, 3, "{place}: and so are computer players among themselves");
    }
}

#[tokio::test]
async fn an_owner_may_let_them_sleep() {
    let folder = Folder::new();
    let before = App::at(&Place::File(folder.file()), settings(A_WEEK));
    let id = waits(&before).await;
    before.games.close().await.unwrap();
    let copy = Folder::new();
    std::fs::copy(folder.file(), copy.file()).unwrap();
    let app = App::at(&Place::File(copy.file()), settings(Duration::ZERO));
    app.listen().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(waiting(&app, &id).await, 2);
}
