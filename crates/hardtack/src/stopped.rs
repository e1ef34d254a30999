//! What is said to somebody who stops a series.

use std::path::Path;

use series::results::journal_of;

/// When somebody stops the program (Ctrl-C), says how to go on and ends it. Whatever was kept is kept.
pub fn tell_when_stopped(results: &Path) {
    let kept = journal_of(results).display().to_string();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            eprintln!("\nstopped; the finished games are in {kept}: the same command with --resume goes on");
            std::process::exit(130);
        }
    });
}
