//! Record files as they are written: JSON lines, a header and one line a decision.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use table::{Header, Line};

/// A record being written. Every line is in the file before the next decision is asked for.
pub struct RecordWriter {
    /// The file it is written into.
    pub path: PathBuf,
    file: BufWriter<File>,
}

impl RecordWriter {
    /// Writes a record from its beginning, in place of what the file held.
    ///
    /// # Errors
    /// The file or its folder cannot be written.
    pub fn create(path: &Path, header: &Header, lines: &[Line]) -> anyhow::Result<RecordWriter> {
        let cannot = || format!("the record `{}` cannot be written", path.display());
        let unfinished = path.with_extension("jsonl.new");
        let mut file = BufWriter::new(File::create(&unfinished).with_context(cannot)?);
        write_line(&mut file, header).with_context(cannot)?;
        for line in lines {
            write_line(&mut file, line).with_context(cannot)?;
        }
        file.flush().with_context(cannot)?;
        fs::rename(&unfinished, path).with_context(cannot)?;
        Ok(RecordWriter { path: path.to_owned(), file })
    }

    /// # Errors
    /// The disk is full or gone.
    pub fn push(&mut self, line: &Line) -> anyhow::Result<()> {
        let written = write_line(&mut self.file, line).and_then(|()| Ok(self.file.flush()?));
        written.with_context(|| format!("the record `{}` cannot be written", self.path.display()))
    }
}

fn write_line(file: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *file, value)?;
    Ok(file.write_all(b"\n")?)
}
