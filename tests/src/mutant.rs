// SPDX-License-Identifier: Apache-2.0
//! Mutants of valid inputs: what a reader must refuse or take, but never panic at. The mutant of a seed is always the same.
//! Tests of other crates include this file.

use std::cell::RefCell;
use std::io::{stderr, Write};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::time::Duration;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestError, TestRunner};

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

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Whether one mutant is run again, which cannot reach all that many do.
pub fn one() -> bool {
    variable("WARPSMITH_SEED").is_some()
}

/// A mutant that takes longer than this has no end; a loaded machine needs some of it.
const LIMIT: Duration = Duration::from_secs(600);

/// Tries mutants: so many as `$WARPSMITH_MUTATIONS` says, or else `few`; or only that of `$WARPSMITH_SEED`. What costs a process
/// for each mutant tries one in `every`. `attempt` panics where a mutant does harm.
///
/// # Panics
/// A mutant does harm: its seed is named with how to run it again. One that has no end ends the process, which says the same.
pub fn try_all(few: u32, every: u32, attempt: impl FnMut(u64)) {
    let (first, last, cases) = match (variable("WARPSMITH_SEED"), variable("WARPSMITH_MUTATIONS")) {
        (Some(seed), _) => (seed, seed, 1),
        (None, Some(count)) => (0, u64::MAX, (count / u64::from(every)).try_into().unwrap_or(u32::MAX)),
        (None, None) => (0, u64::MAX, few),
    };
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    let again = move |seed: u64| {
        let package = env!("CARGO_PKG_NAME");
        format!("run it again: WARPSMITH_SEED={seed} cargo test --release -p {package} -- --exact {test}")
    };
    let watched = watch(again.clone());
    let attempt = RefCell::new(attempt);
    // Seeds next to each other have nothing in common, so that there is no smaller one to look for.
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let tried = TestRunner::new(config).run(&(first..=last).no_shrink(), |seed| {
        watched.send(seed).expect("the watch goes on until this end is closed");
        attempt.borrow_mut()(seed);
        Ok(())
    });
    match tried {
        Err(TestError::Fail(why, seed)) => panic!("the mutant of seed {seed}: {why}\n{}", again(seed)),
        Err(TestError::Abort(why)) => panic!("{why}"),
        Ok(()) => {}
    }
}

/// Takes the seeds of mutants as each begins, and ends the process after one without end.
fn watch(again: impl Fn(u64) -> String + Send + 'static) -> Sender<u64> {
    let (begins, seeds) = channel();
    std::thread::spawn(move || {
        let Ok(mut seed) = seeds.recv() else { return };
        loop {
            match seeds.recv_timeout(LIMIT) {
                Ok(next) => seed = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    // Not by `eprintln`: the harness keeps that until the test ends.
                    let _ = writeln!(stderr(), "the mutant of seed {seed} has no end\n{}", again(seed));
                    std::process::abort();
                }
            }
        }
    });
    begins
}
