//! How wide a text is, set in Libertinus Serif, and the fonts themselves.

/// A face of the type the maps are set in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Names and numbers.
    Regular,
    /// Titles and towns.
    Semibold,
    /// Water.
    Italic,
}

/// The fonts of the maps as OpenType files, under the SIL Open Font License: file name and content. A
/// server can offer them to browsers; pictures as PNG are set in them.
pub const FONTS: [(&str, &[u8]); 3] = [
    ("LibertinusSerif-Regular.otf", include_bytes!("../../fonts/LibertinusSerif-Regular.otf")),
    ("LibertinusSerif-Semibold.otf", include_bytes!("../../fonts/LibertinusSerif-Semibold.otf")),
    ("LibertinusSerif-Italic.otf", include_bytes!("../../fonts/LibertinusSerif-Italic.otf")),
];

/// The licence that goes with [`FONTS`].
pub const FONT_LICENSE: &str = include_str!("../../fonts/OFL.txt");

/// Widths of the characters from space to tilde, in thousandths of the size, face by face.
#[rustfmt::skip]
const WIDTHS: [[u16; 95]; 3] = [
    [
        250, 288, 336, 465, 465, 637, 705, 190, 298, 298, 369, 550, 220, 338, 220, 323, 465, 465, 465,
        465, 465, 465, 465, 465, 465, 465, 236, 236, 550, 550, 550, 435, 895, 695, 588, 646, 701, 557,
        485, 685, 730, 297, 322, 637, 528, 839, 699, 702, 541, 702, 587, 485, 597, 661, 652, 951, 660,
        575, 604, 356, 287, 356, 518, 486, 392, 457, 493, 428, 506, 447, 310, 500, 538, 271, 272, 512,
        264, 790, 542, 504, 519, 503, 372, 390, 316, 531, 497, 747, 490, 515, 424, 277, 205, 277, 449,
    ],
    [
        250, 244, 366, 463, 438, 637, 729, 215, 315, 315, 433, 537, 244, 358, 244, 316, 490, 490, 490,
        490, 490, 490, 490, 490, 490, 490, 219, 219, 512, 551, 512, 430, 988, 699, 620, 666, 718, 562,
        513, 727, 723, 319, 380, 660, 538, 853, 710, 730, 550, 730, 609, 475, 597, 678, 636, 998, 708,
        617, 624, 375, 307, 375, 518, 486, 392, 476, 505, 435, 527, 461, 336, 508, 550, 286, 289, 523,
        289, 801, 563, 519, 523, 518, 401, 401, 331, 550, 527, 778, 521, 533, 432, 306, 220, 306, 473,
    ],
    [
        250, 227, 336, 438, 438, 637, 705, 190, 306, 313, 433, 527, 219, 333, 219, 291, 444, 444, 444,
        444, 445, 444, 444, 444, 444, 444, 219, 219, 487, 527, 487, 405, 829, 667, 557, 616, 667, 526,
        457, 664, 673, 280, 414, 637, 519, 804, 666, 668, 499, 668, 555, 454, 544, 634, 597, 909, 628,
        552, 578, 334, 321, 334, 518, 486, 392, 486, 478, 389, 489, 401, 314, 477, 519, 276, 259, 486,
        266, 783, 518, 447, 489, 491, 357, 353, 307, 521, 472, 688, 475, 503, 436, 273, 205, 273, 449,
    ],
];

/// The width of a text in a face and size.
pub fn width(text: &str, face: Face, size: f64) -> f64 {
    let table = &WIDTHS[face as usize];
    let sum: u32 = text
        .chars()
        .map(|c| u32::from((c as usize).checked_sub(32).and_then(|i| table.get(i)).copied().unwrap_or(520)))
        .sum();
    f64::from(sum) / 1000.0 * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_wider() {
        assert!(width("WWW", Face::Regular, 10.0) > width("iii", Face::Regular, 10.0));
        assert!((width("0000", Face::Regular, 10.0) - 18.6).abs() < 1e-9);
        assert!(width("é\u{1F600}\n", Face::Italic, 10.0) > 0.0);
    }

    #[test]
    fn the_fonts_are_there_with_their_licence() {
        assert!(FONTS.iter().all(|(_, font)| font.starts_with(b"OTTO")));
        assert!(FONT_LICENSE.contains("SIL OPEN FONT LICENSE"));
    }
}
