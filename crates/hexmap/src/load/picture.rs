//! `[picture]` and `[art]`: pictures beside the map. Whether the files are there is not asked: a map without them is drawn.

use super::Loader;
use super::keys::{ArtKeys, PictureKeys, Text};
use crate::map::Art;
use crate::picture::{Draw, Fit, LEAST_HEX, Picture};
use toml::Spanned;

/// How pictures end.
const ENDINGS: [&str; 4] = [".jpg", ".jpeg", ".png", ".webp"];

impl Loader<'_, '_> {
    pub(super) fn picture(&mut self, keys: &Spanned<PictureKeys>) -> Option<Picture> {
        let (span, keys) = (keys.span(), keys.get_ref());
        self.is_picture("[picture] file", &keys.file);
        let [dx, dy] = *keys.hex.get_ref();
        if !(dx >= LEAST_HEX && dy >= LEAST_HEX && dx.is_finite() && dy.is_finite()) {
            let what = format!(
                "[{dx}, {dy}]: expected pixels from column to column and from row to row, at least {LEAST_HEX}"
            );
            self.fault(keys.hex.span(), "[picture] hex", what);
        }
        if !keys.origin.iter().all(|at| at.is_finite()) {
            self.fault(span, "[picture] origin", "expected the pixel of the first hex such as [120.5, 88]");
        }
        let turn = self.within("[picture] turn", keys.turn.as_ref(), (-45.0, 45.0), 0.0);
        let opacity = self.within("[picture] opacity", keys.opacity.as_ref(), (0.0, 1.0), 1.0);
        let draw = keys.draw.as_ref().map_or(Some(Draw::Grid), |word| self.draw(word))?;
        let fit = Fit { origin: keys.origin, hex: [dx, dy], turn };
        Some(Picture { file: keys.file.get_ref().clone(), fit, opacity, draw })
    }

    fn within(
        &mut self,
        key: &str,
        value: Option<&Spanned<f64>>,
        (low, high): (f64, f64),
        usual: f64,
    ) -> f64 {
        let Some(value) = value else { return usual };
        let number = *value.get_ref();
        if !(low..=high).contains(&number) {
            self.fault(value.span(), key, format!("{number}: expected {low} to {high}"));
        }
        number
    }

    fn draw(&mut self, word: &Text) -> Option<Draw> {
        match word.get_ref().as_str() {
            "grid" => Some(Draw::Grid),
            "all" => Some(Draw::All),
            "none" => Some(Draw::None),
            other => {
                self.fault(word.span(), "[picture] draw", format!("`{other}`: expected grid, all or none"));
                None
            }
        }
    }

    /// A file beside the map, that is a picture by its name.
    fn is_picture(&mut self, key: &str, name: &Text) {
        let text = name.get_ref();
        if !is_beside(text) {
            self.fault(name.span(), key, format!("`{text}`: expected the name of a file beside the map"));
        } else if !ENDINGS.iter().any(|ending| text.to_ascii_lowercase().ends_with(ending)) {
            let what = format!("`{text}`: expected a picture that ends in {}", ENDINGS.join(", "));
            self.fault(name.span(), key, what);
        }
    }

    pub(super) fn art(&mut self, keys: &ArtKeys) -> Option<Art> {
        let folder = keys.folder.get_ref();
        if !is_beside(folder) {
            let what = format!("`{folder}`: expected the name of a folder beside the map");
            self.fault(keys.folder.span(), "[art] folder", what);
        }
        self.is_picture("[art] name", &keys.name);
        if !keys.name.get_ref().contains("{name}") {
            let what = format!(
                "`{}`: expected {{name}} in it, such as \"{{side}}_{{name}}.png\"",
                keys.name.get_ref()
            );
            self.fault(keys.name.span(), "[art] name", what);
        }
        Some(Art { folder: folder.clone(), name: keys.name.get_ref().clone() })
    }
}

fn is_beside(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', ':'])
}
