//! Tells a published package, which holds the shared data itself, from the repository, where it lies beside the crates.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(packaged)");
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo lays the manifest as it was written into every package that it makes.
    if std::path::Path::new("Cargo.toml.orig").exists() {
        println!("cargo::rustc-cfg=packaged");
    }
}
