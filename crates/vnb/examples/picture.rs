//! Draws a table file: `cargo run -p hardtack-vnb --example picture -- FILE > table.svg`.

fn main() {
    let file = std::env::args().nth(1).unwrap_or_else(|| "data/examples/crossroads.table.toml".into());
    let text = std::fs::read_to_string(&file).expect("the table can be read");
    let table = vnb::load_table(&file, &text).unwrap_or_else(|faults| panic!("{faults}"));
    println!("{}", vnb::draw(&table, &vnb::Picture::default()));
}
