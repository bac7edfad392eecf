// SPDX-License-Identifier: Apache-2.0
//! Means of figures.

/// Geometric mean; 1 of nothing.
pub fn geomean(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().map(|v| v.ln()).sum();
    (sum / values.len().max(1) as f64).exp()
}

/// Harmonic mean; 1 of nothing.
pub fn harmonic(values: &[f64]) -> f64 {
    match values {
        [] => 1.0,
        some => some.len() as f64 / some.iter().map(|v| v.recip()).sum::<f64>(),
    }
}

/// Arithmetic mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harmonic_mean_of_a_gain_and_a_loss_is_nearer_to_the_loss() {
        assert!((harmonic(&[2.0, 0.5]) - 0.8).abs() < 1e-12);
        assert_eq!(harmonic(&[]), 1.0);
    }

    #[test]
    fn the_geometric_mean_of_a_gain_and_its_inverse_is_one() {
        assert!((geomean(&[2.0, 0.5]) - 1.0).abs() < 1e-12);
        assert_eq!(geomean(&[]), 1.0);
    }
}
