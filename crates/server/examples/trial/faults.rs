//! Faults: the process killed, a second server, a locked file, a full disk. Nothing acknowledged may be lost, and
//! nothing refused may be there.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::throwaway::Cluster;

use crate::client::{LESSON, Pick, Play};
use crate::server::{Folder, OPEN, Server};
use crate::wire::Wire;
use crate::{Row, Scale};

/// What a client knows of its game.
struct Known {
    play: Play,
    /// The orders that were acknowledged, seat and words.
    acknowledged: Vec<(String, String)>,
    /// One more whose answer never came.
    in_flight: Option<(String, String)>,
}

/// Plays until the server is gone or the game is over.
async fn play(address: String, mut known: Known) -> Known {
    let Ok(mut wire) = Wire::connect(&address).await else { return known };
    if known.play.look(&mut wire).await.is_err() {
        return known;
    }
    while let Some((seat, order)) = known.play.next() {
        known.in_flight = Some((seat.clone(), order.clone()));
        match known.play.give(&mut wire, &seat, &order).await {
            Ok((200, _)) => known.acknowledged.extend(known.in_flight.take()),
            _ => return known,
        }
    }
    known
}

/// Compares what the server has with what it acknowledged; what is wrong.
async fn verify(wire: &mut Wire, known: &mut Known) -> Result<(), String> {
    let path = format!("/games/{}/log?from=0", known.play.id);
    let (status, log) = wire.send("GET", &path, &known.play.token, None).await.map_err(|e| e.to_string())?;
    if status != 200 {
        return Err(format!("a game is gone: {log}"));
    }
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let lines = log["lines"].as_array().into_iter().flatten().skip(1);
    let kept: Vec<(String, String)> = lines.map(|l| (text(l, "seat"), text(l, "order"))).collect();
    let said = known.acknowledged.len();
    if kept.len() < said || kept[..said] != known.acknowledged {
        return Err(format!("{} of {said} acknowledged orders", kept.len()));
    }
    match &kept[said..] {
        [] => {}
        [one] if Some(one) == known.in_flight.as_ref() => {}
        more => return Err(format!("orders nobody sent: {more:?}")),
    }
    (known.acknowledged, known.in_flight) = (kept, None);
    Ok(())
}

/// Kills one of so many servers again and again while all of them are at work, and compares what the others, and the one that
/// comes after, have with what was acknowledged.
async fn killed(scale: &Scale, name: &'static str, count: usize, database: Option<&str>) -> Row {
    const CLIENTS: usize = 16;
    let folders: Vec<Folder> = (0..count).map(|n| Folder::new(&format!("kills{n}"))).collect();
    let more: Vec<&str> =
        OPEN.into_iter().chain(database.iter().flat_map(|at| ["--database", *at])).collect();
    let start = |n: usize| Server::start(&scale.binary, &folders[n].0, &more);
    let mut servers: Vec<Option<Server>> = (0..count).map(|n| Some(start(n))).collect();
    let (mut failed, mut orders) = (0, 0);
    let mut pick = Pick(1863);
    for round in 0..scale.kills {
        let addresses: Vec<String> = servers.iter().flatten().map(|server| server.address.clone()).collect();
        let mut tasks = Vec::new();
        for number in 0..CLIENTS {
            let address = &addresses[number % addresses.len()];
            let mut wire = Wire::connect(address).await.expect("a server that starts");
            let begun = Play::begin(&mut wire, LESSON, json!({"kind": "me"}), pick.0 ^ number as u64).await;
            let known = Known { play: begun.expect("a new game"), acknowledged: Vec::new(), in_flight: None };
            tasks.push(tokio::spawn(play(address.clone(), known)));
        }
        tokio::time::sleep(Duration::from_millis(20 + pick.below(200) as u64)).await;
        let dying = round % count;
        if let Some(server) = servers[dying].take() {
            server.kill();
        }
        let mut clients = Vec::new();
        for task in tasks {
            clients.push(task.await.expect("a client"));
        }
        servers[dying] = Some(start(dying));
        // Those who did not die, and who came after, must know the same.
        for server in servers.iter().flatten() {
            let mut wire = Wire::connect(&server.address).await.expect("a server that starts");
            for known in &mut clients {
                if let Err(why) = verify(&mut wire, known).await {
                    eprintln!("{name}: {why}");
                    failed += 1;
                }
            }
        }
        orders += clients.iter().map(|known| known.acknowledged.len()).sum::<usize>();
    }
    servers.into_iter().flatten().for_each(Server::kill);
    let tried = format!("{} kills", scale.kills);
    let figure = format!("{orders} acknowledged orders, none may be lost or doubled");
    Row { name, tried, failed, figure }
}

pub async fn kills(scale: &Scale) -> Row {
    killed(scale, "kill -9 under load", 1, None).await
}

/// The same of one server on a PostgreSQL, and of one of two; nothing where there is no PostgreSQL.
pub async fn kills_on_postgres(scale: &Scale) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, count) in [("the same on PostgreSQL", 1), ("the same, one of two servers on it", 2)] {
        let Some(cluster) = Cluster::start(true) else { return rows };
        rows.push(killed(scale, name, count, Some(&cluster.database())).await);
    }
    rows
}

pub async fn two_servers(scale: &Scale) -> Row {
    let folder = Folder::new("two");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    let begun = Instant::now();
    let second = Command::new(&scale.binary).args(["serve", "--port", "0", "--data"]).arg(&folder.0).output();
    let second = second.expect("the second one ends");
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    let well = !second.status.success() && told.contains(&server.address);
    if !well {
        eprintln!("two servers: {told}");
    }
    let mut wire = Wire::connect(&server.address).await.expect("the first one answers");
    let goes_on = Play::begin(&mut wire, LESSON, json!({"kind": "me"}), 1).await.is_ok();
    server.kill();
    let figure =
        format!("refused after {:.1} s, with the address of the first", begun.elapsed().as_secs_f64());
    let failed = usize::from(!well) + usize::from(!goes_on);
    Row { name: "a second server on the folder", tried: "1".into(), failed, figure }
}

/// Sends an order and says whether its answer was true; what status it had.
async fn true_answer(wire: &mut Wire, play: &mut Play) -> (bool, u16) {
    let Some((seat, order)) = play.next() else { return (true, 0) };
    let before = play.seq();
    let given = play.give(wire, &seat, &order).await;
    let status = given.map_or(0, |(status, _)| status);
    let table = match play.look(wire).await {
        Ok(table) => table,
        Err(why) => {
            eprintln!("an order was answered with {status}, then the table with {why}");
            return (false, status);
        }
    };
    let well = (play.seq() > before) == (status == 200);
    if !well {
        eprintln!(
            "an order for {before} was answered with {status}, the table says {} {}",
            table["seq"], table["message"]
        );
    }
    (well, status)
}

pub async fn locks(scale: &Scale) -> Row {
    let folder = Folder::new("locks");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    let mut wire = Wire::connect(&server.address).await.expect("a server");
    let (mut tried, mut failed, mut refused) = (0, 0, 0);
    for seconds in [1, 6, 8] {
        let mut plays = Vec::new();
        for number in 0..4 {
            plays.push(Play::begin(&mut wire, LESSON, json!({"kind": "me"}), number).await.expect("a game"));
        }
        let base = rusqlite::Connection::open(folder.0.join("games.db")).expect("the database");
        base.execute_batch("BEGIN IMMEDIATE").expect("a lock");
        let done = Arc::new(AtomicBool::new(false));
        let free = done.clone();
        let holder = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(seconds));
            base.execute_batch("ROLLBACK").expect("the lock goes");
            free.store(true, Ordering::Relaxed);
        });
        for play in &mut plays {
            let (well, status) = true_answer(&mut wire, play).await;
            tried += 1;
            failed += usize::from(!well);
            refused += usize::from(status != 200);
        }
        holder.join().expect("the holder ends");
        for play in &mut plays {
            let (well, status) = true_answer(&mut wire, play).await;
            tried += 1;
            failed += usize::from(!well || status != 200);
        }
    }
    server.kill();
    let figure = format!("{refused} refused, each truly");
    Row { name: "file locked for 1, 6, 8 s", tried: format!("{tried} orders"), failed, figure }
}

pub async fn full_disk(scale: &Scale) -> Row {
    let name = "disk full (3 MiB)";
    let folder = Folder::new("full");
    let mut command = Command::new("unshare");
    // The small disk is there for the server alone.
    let script = "mount -t tmpfs -o size=3m tmpfs \"$0\" && exec \"$1\" serve --port 0 --games-per-minute 0 --data \"$0\"";
    command.args(["-rm", "sh", "-c", script]).arg(&folder.0).arg(&scale.binary);
    let server = Server::run(command);
    if server.address.is_empty() {
        server.kill();
        return Row {
            name,
            tried: "not tried".into(),
            failed: 0,
            figure: "no small disk can be made here".into(),
        };
    }
    let mut wire = Wire::connect(&server.address).await.expect("a server");
    let (mut tried, mut failed, mut refused) = (0, 0, 0);
    let mut plays: Vec<Play> = Vec::new();
    for number in 0..2_000 {
        match Play::begin(&mut wire, LESSON, json!({"kind": "me"}), number).await {
            Ok(play) => plays.push(play),
            Err(_) if refused > 20 => break,
            Err(_) => refused += 1,
        }
        let Some(play) = plays.last_mut() else { continue };
        for _ in 0..5 {
            let (well, status) = true_answer(&mut wire, play).await;
            tried += usize::from(status != 0);
            failed += usize::from(!well);
            refused += usize::from(status == 503);
        }
    }
    if let Err(why) = wire.send("GET", "/scenarios", "", None).await {
        eprintln!("the server does not answer any more: {why}");
        failed += 1;
    }
    server.kill();
    let figure = format!("{refused} refused, each truly; the server stays");
    Row { name, tried: format!("{tried} orders"), failed, figure }
}
