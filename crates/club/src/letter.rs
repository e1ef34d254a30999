//! What is told to a person, as words for every channel: one telling may be of several games.

use serde::Serialize;

/// One thing to tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Item {
    /// The word of its kind, for programs.
    pub kind: String,
    /// Of what: the game.
    pub title: String,
    /// What happened, in a sentence.
    pub words: String,
    /// Where to look: the very moment.
    pub link: String,
}

/// What goes out at once on one channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    pub title: String,
    pub items: Vec<Item>,
}

impl Telling {
    /// As plain text.
    pub fn text(&self) -> String {
        let item = |item: &Item| format!("{}: {}\n{}\n", item.title, item.words, item.link);
        self.items.iter().map(item).collect::<Vec<_>>().join("\n")
    }
}

/// A letter: the same words as text and as a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Letter {
    /// What is told of games; `wishes` is where the reader can say that he wants no more of them.
    pub fn of(telling: &Telling, wishes: &str) -> Letter {
        let farewell = "You get this because you asked for it.";
        let rows: String = telling.items.iter().map(row).collect();
        Letter {
            subject: telling.title.clone(),
            text: format!("{}\n{farewell} Change it here: {wishes}\n", telling.text()),
            html: page(&telling.title, &rows, farewell, Some(("Change it", wishes))),
        }
    }

    /// A letter about one thing to do: a sentence and a link.
    pub fn with_link(subject: &str, words: &str, button: &str, link: &str, note: &str) -> Letter {
        let body = format!("<p style=\"{P}\">{}</p>{}", escaped(words), anchor(button, link));
        Letter {
            subject: subject.to_owned(),
            text: format!("{words}\n\n{link}\n\n{note}\n"),
            html: page(subject, &body, note, None),
        }
    }
}

const P: &str = "margin:0 0 14px;font:16px/1.5 Georgia,serif;color:#2b2620";
const SOFT: &str = "margin:18px 0 0;font:13px/1.5 Georgia,serif;color:#6b6255";

fn row(item: &Item) -> String {
    format!(
        "<p style=\"{P}\"><b>{}</b><br>{}</p>{}",
        escaped(&item.title),
        escaped(&item.words),
        anchor("To the table", &item.link)
    )
}

fn anchor(words: &str, link: &str) -> String {
    format!(
        "<p style=\"margin:0 0 22px\"><a href=\"{}\" style=\"display:inline-block;padding:9px 18px;background:#8a2f24;\
         color:#fff;text-decoration:none;border-radius:5px;font:bold 15px Georgia,serif\">{}</a></p>",
        escaped(link),
        escaped(words)
    )
}

/// Paper, ink and a double rule, in what every mail program can show: no picture, nothing from elsewhere.
fn page(title: &str, body: &str, note: &str, link: Option<(&str, &str)>) -> String {
    let link = link.map(|(words, to)| {
        format!(" <a href=\"{}\" style=\"color:#6b6255\">{}</a>", escaped(to), escaped(words))
    });
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
         <body style=\"margin:0;padding:24px 12px;background:#f2ecdf\">\
         <div style=\"max-width:560px;margin:0 auto;padding:22px 26px;background:#fbf8f1;border:1px solid #cfc4ae\">\
         <p style=\"margin:0;font:bold 15px Georgia,serif;color:#6b6255\">Hardtack</p>\
         <h1 style=\"margin:4px 0 16px;padding:0 0 12px;border-bottom:3px double #cfc4ae;font:bold 22px Georgia,serif;\
         color:#2b2620\">{title}</h1>{body}<p style=\"{SOFT}\">{note}{}</p></div></body></html>",
        link.unwrap_or_default(),
        title = escaped(title),
        note = escaped(note),
    )
}

/// Text that stands in a page as it is.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_says_the_same_as_text_and_as_a_page() {
        let item = Item {
            kind: "your-turn".into(),
            title: "Shiloh".into(),
            words: "<script> has moved.".into(),
            link: "https://table.example/game/a?n=3&x=1".into(),
        };
        let telling = Telling { title: "Your turn at Shiloh".into(), items: vec![item] };
        let letter = Letter::of(&telling, "https://table.example/me");
        assert!(letter.text.contains("https://table.example/game/a?n=3&x=1"));
        assert!(letter.html.contains("href=\"https://table.example/game/a?n=3&amp;x=1\""));
        assert!(letter.html.contains("&lt;script&gt; has moved.") && !letter.html.contains("<script>"));
        assert!(letter.text.contains("https://table.example/me") && letter.html.contains("table.example/me"));
    }
}
