//! Files that are new in `data/` must be embedded too: a macro alone would not see them come.

fn main() {
    println!("cargo:rerun-if-changed=../../data");
}
