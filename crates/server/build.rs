//! Builds again when a file is added to the browser client, not only when one changes.

fn main() {
    println!("cargo:rerun-if-changed=../../web/index.html");
    for folder in ["", "/fonts", "/js", "/js/pages", "/js/board", "/js/game", "/js/panels"] {
        println!("cargo:rerun-if-changed=../../web{folder}");
    }
}
