// SPDX-License-Identifier: Apache-2.0
//! Mutants of valid inputs: what a reader must refuse or take, but never panic at. The mutant of a seed is always the same.

/// Numbers at the borders of types and of what is sensible.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "31",
    "32",
    "255",
    "65536",
    "4294967295",
    "-1",
    "18446744073709551615",
    "0x8000000000000000",
    "1e400",
    "nan",
];

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }
}

/// A mutant of one of these texts: words are exchanged, repeated, left out, damaged or become numbers.
pub fn text(seed: u64, sources: &[&str]) -> String {
    let mut rng = Rng(seed);
    let source = sources[rng.below(sources.len())];
    let separator = |c: char| c.is_whitespace() || ",;:=[](){}\".+".contains(c);
    let mut words: Vec<String> = source.split_inclusive(separator).map(str::to_owned).collect();
    for _ in 0..1 + rng.below(6) {
        let (a, b) = (rng.below(words.len()), rng.below(words.len()));
        match rng.below(7) {
            0 => words.swap(a, b),
            1 => words[a] = words[b].clone(),
            2 if words.len() > 1 => {
                words.remove(a);
            }
            2 | 3 => words.insert(a, words[b].clone()),
            4 => {
                let tail: String = words[a].chars().rev().take_while(|c| separator(*c)).collect();
                words[a] = NUMBERS[rng.below(NUMBERS.len())].to_owned() + &tail;
            }
            5 => {
                let mut chars: Vec<char> = words[a].chars().collect();
                let at = rng.below(chars.len());
                chars[at] = char::from(rng.below(128) as u8);
                words[a] = chars.into_iter().collect();
            }
            _ => {
                let end = (a + rng.below(40)).min(words.len());
                let part: Vec<String> = words[a..end].to_vec();
                words.splice(b..b, part);
            }
        }
    }
    if rng.below(50) == 0 {
        words.truncate(rng.below(words.len()) + 1);
    }
    words.concat()
}

/// A mutant of these bytes: some are changed, left out or repeated, or the end is missing.
pub fn bytes(seed: u64, source: &[u8]) -> Vec<u8> {
    let mut rng = Rng(seed);
    let mut bytes = source.to_vec();
    for _ in 0..1 + rng.below(6) {
        if bytes.is_empty() {
            break;
        }
        let a = rng.below(bytes.len());
        match rng.below(6) {
            0 => bytes[a] = rng.below(256) as u8,
            1 => bytes[a] ^= 1 << rng.below(8),
            2 => bytes[a] = [0, 0x7f, 0x80, 0xff][rng.below(4)],
            3 => {
                bytes.remove(a);
            }
            4 => {
                let end = (a + 1 + rng.below(16)).min(bytes.len());
                let part = bytes[a..end].to_vec();
                bytes.splice(a..a, part);
            }
            _ => {
                let end = (a + 1 + rng.below(8)).min(bytes.len());
                bytes[a..end].fill(0xff);
            }
        }
    }
    if rng.below(20) == 0 {
        bytes.truncate(rng.below(bytes.len() + 1));
    }
    bytes
}

/// The seeds to try: so many as `$WARPSMITH_MUTATIONS` says, or else `few`; or only `$WARPSMITH_SEED`, to run a mutant again.
/// What costs a process for each mutant tries one in `every`.
pub fn seeds(few: u64, every: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    match (number("WARPSMITH_SEED"), number("WARPSMITH_MUTATIONS")) {
        (Some(seed), _) => seed..seed + 1,
        (None, Some(count)) => 0..count / every,
        (None, None) => 0..few,
    }
}

/// Tries mutants: `attempt` may panic, and then the seed is named with how to run it again.
pub fn try_all(seeds: std::ops::Range<u64>, mut attempt: impl FnMut(u64)) {
    for seed in seeds {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| attempt(seed)));
        assert!(done.is_ok(), "the mutant of seed {seed} fails; run it again with WARPSMITH_SEED={seed}");
    }
}
