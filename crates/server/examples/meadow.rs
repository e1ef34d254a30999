//! Serves the tiny game of the tests, to look at the pages with.

use std::sync::Arc;

use server::{Catalog, Clause, Games, Scenario, ScenarioCard, Staff};

#[path = "../tests/common/scouts.rs"]
mod scouts;

struct Meadows;

impl Catalog for Meadows {
    fn list(&self) -> Vec<ScenarioCard> {
        vec![ScenarioCard {
            id: "meadow".into(),
            system: "scouts".into(),
            title: "Scouts in a meadow".into(),
            description: "Three scouts a side and two hidden camps.".into(),
            turns: 6,
            ..Default::default()
        }]
    }
    fn open(&self, _: &str, _: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Ok(Arc::new(scouts::Meadow(scouts::setup([[2, 2, 2], [1, 2, 3]]))))
    }
    fn map(&self, _: &str) -> Option<String> {
        let options = hexmap::render::Options { interactive: true, ..hexmap::render::Options::bare() };
        Some(hexmap::render::svg(&scouts::setup([[0; 3]; 2]).map, &options))
    }
    fn clause(&self, _: &str) -> Option<Clause> {
        None
    }
    fn clauses(&self, _: &str) -> Vec<Clause> {
        Vec::new()
    }
}

#[tokio::main]
async fn main() {
    let file = std::env::temp_dir().join(format!("meadow-{}.db", std::process::id()));
    let table = Games::open(&file, Arc::new(Meadows), Staff::random()).expect("a database");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:1999").await.expect("a free port");
    println!("http://127.0.0.1:1999");
    server::serve(listener, table).await.expect("serving");
}
