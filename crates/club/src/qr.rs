//! A link as a square code for the camera of another device.

use qrcode::{Color, EcLevel, QrCode};

/// Clear space around the code, in modules: cameras want four.
const MARGIN: usize = 4;

/// The code as SVG, dark on white whatever the page's colours are. `None` if the text is too long.
pub fn svg(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let modules = code.to_colors();
    let dark = modules.iter().enumerate().filter(|(_, color)| **color == Color::Dark);
    let squares: String =
        dark.map(|(n, _)| format!("M{} {}h1v1h-1z", n % width + MARGIN, n / width + MARGIN)).collect();
    let side = width + 2 * MARGIN;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path fill=\"#000\" d=\"{squares}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_square_with_its_three_corners() {
        let svg = svg("https://table.example/in#abcdefghijkmnpqrstuvwxyz23456789").unwrap();
        let side: usize =
            svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        // A finder pattern has a dark corner and a light ring inside it.
        let dark = |x: usize, y: usize| svg.contains(&format!("M{x} {y}h1"));
        let (near, far) = (MARGIN, side - MARGIN - 1);
        for (x, y) in [(near, near), (far, near), (near, far)] {
            assert!(dark(x, y));
        }
        assert!(!dark(near + 1, near + 1) && !dark(near - 1, near));
        assert!(super::svg(&"x".repeat(5_000)).is_none());
    }
}
