//! Helpers for the figures of a position: see [`Commander::figures`](crate::Commander::figures).

/// Bends a figure so that it never goes beyond 1: what is far away matters less and less. Plain arithmetic, so
/// that it is the same on every machine.
pub fn soft(figure: f32) -> f32 {
    figure / (1.0 + figure.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_figure_keeps_its_sign_and_its_order_and_stays_below_one() {
        assert_eq!(soft(0.0), 0.0);
        assert_eq!(soft(-1.0), -0.5);
        assert!(soft(3.0) < soft(4.0) && soft(1e9) <= 1.0);
    }
}
