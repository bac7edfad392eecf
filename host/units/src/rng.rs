// SPDX-License-Identifier: Apache-2.0
//! The random numbers of the stimulus: small, fast, and the same for a seed for ever.

/// A 64-bit counter with a mixing function (SplitMix64: Steele, Lea, Flood 2014).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rng(u64);

impl Rng {
    /// The numbers of a seed; any seed will do.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// 64 independent random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number in `0..n`, for `n` of at least 1.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// 64 bits of which each is set with probability `eighths`/8.
    pub fn dense(&mut self, eighths: u32) -> u64 {
        match eighths {
            0 => 0,
            8.. => u64::MAX,
            // Binary expansion of the probability, least significant digit first.
            _ => (0..3).fold(0, |mask, digit| {
                if eighths >> digit & 1 == 1 {
                    mask | self.bits()
                } else {
                    mask & self.bits()
                }
            }),
        }
    }

    /// One of the set bits of `mask`; `None` if there is none.
    pub fn pick(&mut self, mask: impl Into<u64>) -> Option<usize> {
        let mask = mask.into();
        let nth = if mask == 0 { return None } else { self.below(mask.count_ones()) };
        let rest = (0..nth).fold(mask, |m, _| m & (m - 1));
        Some(rest.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn density_is_the_asked_fraction_of_bits() {
        let mut rng = Rng::new(1);
        for eighths in 0..=8 {
            let ones: u32 = (0..10_000).map(|_| rng.dense(eighths).count_ones()).sum();
            let expected = 80_000 * eighths;
            assert!(ones.abs_diff(expected) < 2_000, "{eighths}/8: {ones} of 640000");
        }
    }

    #[test]
    fn pick_returns_only_set_bits_and_all_of_them() {
        let mut rng = Rng::new(2);
        let seen = (0..1000).fold(0u32, |seen, _| seen | 1 << rng.pick(0x8000_0011u32).unwrap());
        assert_eq!(seen, 0x8000_0011);
        assert_eq!(rng.pick(0u32), None);
    }
}
