//! Keyboard and screen, shared by the session and by dice that are rolled by hand.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::rc::Rc;

struct Ends<'a> {
    input: Box<dyn BufRead>,
    out: &'a mut dyn Write,
}

/// A keyboard and a screen; copies are the same ones.
#[derive(Clone)]
pub struct Console<'a>(Rc<RefCell<Ends<'a>>>);

impl<'a> Console<'a> {
    pub fn new(input: Box<dyn BufRead>, out: &'a mut dyn Write) -> Console<'a> {
        Console(Rc::new(RefCell::new(Ends { input, out })))
    }

    /// Shows a prompt and reads a line; `None` when the input has ended.
    pub fn ask(&self, prompt: &str) -> io::Result<Option<String>> {
        let ends = &mut *self.0.borrow_mut();
        write!(ends.out, "{prompt}")?;
        ends.out.flush()?;
        let mut line = Vec::new();
        if ends.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(ends.out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Prints with a function that writes.
    pub fn print<E: From<io::Error>>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        write(self.0.borrow_mut().out)
    }

    pub fn line(&self, text: &str) -> io::Result<()> {
        self.print(|out| crate::text::paragraph(out, "", text))
    }
}
