//! Builds again when a file is added to the browser client, not only when one changes.

fn main() {
    println!("cargo:rerun-if-changed=../../web/index.html");
    for folder in
        ["../../web", "../../web/js", "../../web/js/pages", "../../web/js/board", "../../web/js/panels"]
    {
        println!("cargo:rerun-if-changed={folder}");
    }
}
