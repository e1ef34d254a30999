//! The letters that are used, font by font, and the fonts with these letters alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;
use usvg::fontdb::Database;
use usvg::layout::PositionedGlyph;

use super::deflate;

/// The fonts of the maps, in the order of [`hexmap::render::FONTS`].
#[derive(Default)]
pub(super) struct Fonts {
    used: BTreeMap<usize, Used>,
}

/// What is used of a font.
#[derive(Default)]
struct Used {
    letters: GlyphRemapper,
    /// What each letter stands for, by its new number.
    says: BTreeMap<u16, String>,
}

/// A big-endian number of a font file.
fn number(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

/// A table of an OpenType file.
fn table<'a>(data: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let count = usize::from(number(data, 4)?);
    let entry = (0..count).map(|n| 12 + 16 * n).find(|at| data.get(*at..*at + 4) == Some(tag))?;
    let long = |at: usize| Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize);
    let (start, length) = (long(entry + 8)?, long(entry + 12)?);
    data.get(start..start.checked_add(length)?)
}

/// Units of a font in an em.
fn units(data: &[u8]) -> Option<u16> {
    number(table(data, b"head")?, 18).filter(|units| *units > 0)
}

/// The width of a letter in units of the font.
fn advance(data: &[u8], letter: u16) -> Option<u16> {
    let count = number(table(data, b"hhea")?, 34)?.checked_sub(1)?;
    number(table(data, b"hmtx")?, usize::from(letter.min(count)) * 4)
}

impl Fonts {
    /// Font, new number, width in ems of a letter, and units an em. None for what is of no font of ours.
    pub(super) fn letter(
        &mut self,
        db: &Arc<Database>,
        glyph: &PositionedGlyph,
    ) -> Option<(usize, u16, f32, f32)> {
        let name = &db.face(glyph.font)?.post_script_name;
        let fonts = &hexmap::render::FONTS;
        let font = fonts.iter().position(|(file, _)| file.strip_suffix(".otf") == Some(name))?;
        let data = fonts[font].1;
        let old = u16::try_from(glyph.id.0).ok()?;
        let em = f32::from(units(data)?);
        let width = f32::from(advance(data, old)?) / em;
        let used = self.used.entry(font).or_default();
        let letter = used.letters.remap(old);
        used.says.entry(letter).or_insert_with(|| glyph.text.clone());
        Some((font, letter, width, em))
    }

    /// Writes the fonts; the number and the object of each.
    pub(super) fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Vec<(usize, Ref)> {
        self.used.iter().filter_map(|(font, used)| Some((*font, used.write(*font, pdf, next)?))).collect()
    }
}

impl Used {
    fn write(&self, font: usize, pdf: &mut Pdf, next: &mut Ref) -> Option<Ref> {
        const SYSTEM: SystemInfo =
            SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
        let (file, data) = hexmap::render::FONTS.get(font)?;
        // The fonts are our own: they can be cut.
        let cut = subsetter::subset(data, 0, &self.letters).ok()?;
        let outlines = table(&cut, b"CFF ")?;
        let em = f32::from(units(data)?);
        let name = format!("HARDTK+{}", file.strip_suffix(".otf")?);
        let (id, cid, descriptor, map, stream) =
            (next.bump(), next.bump(), next.bump(), next.bump(), next.bump());
        pdf.type0_font(id)
            .base_font(Name(name.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);
        let widths =
            self.letters.remapped_gids().map(|old| f32::from(advance(data, old).unwrap_or(0)) * 1000.0 / em);
        let mut cid_font = pdf.cid_font(cid);
        cid_font
            .subtype(CidFontType::Type0)
            .base_font(Name(name.as_bytes()))
            .system_info(SYSTEM)
            .font_descriptor(descriptor)
            .default_width(0.0);
        cid_font.widths().consecutive(0, widths);
        drop(cid_font);
        let head = table(data, b"head")?;
        let side = |at: usize| number(head, at).map(|v| f32::from(v as i16) * 1000.0 / em);
        let high = |at: usize| number(table(data, b"hhea")?, at).map(|v| f32::from(v as i16) * 1000.0 / em);
        let italic = file.contains("Italic");
        let flags = FontFlags::SERIF | FontFlags::NON_SYMBOLIC;
        pdf.font_descriptor(descriptor)
            .name(Name(name.as_bytes()))
            .flags(if italic { flags | FontFlags::ITALIC } else { flags })
            .bbox(Rect::new(side(36)?, side(38)?, side(40)?, side(42)?))
            .italic_angle(if italic { -12.0 } else { 0.0 })
            .ascent(high(4)?)
            .descent(high(6)?)
            .cap_height(645.0)
            .stem_v(80.0)
            .font_file3(stream);
        let mut says = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
        for (letter, text) in self.says.iter().filter(|(_, text)| !text.is_empty()) {
            says.pair_with_multiple(*letter, text.chars());
        }
        let says = says.finish();
        pdf.cmap(map, &deflate(says.as_slice())).filter(Filter::FlateDecode);
        let outlines = deflate(outlines);
        let mut file = pdf.stream(stream, &outlines);
        file.filter(Filter::FlateDecode);
        file.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        drop(file);
        Some(id)
    }
}
