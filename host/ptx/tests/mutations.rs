// SPDX-License-Identifier: Apache-2.0
//! Mutated PTX is refused, faults or runs, but never panics. `WARPSMITH_MUTATIONS` says how many mutants are tried; the
//! mutant of a seed is always the same.

use std::panic::{catch_unwind, AssertUnwindSafe};
use warpsmith_ptx::*;

const SOURCES: [&str; 2] = [include_str!("data/snippets.ptx"), include_str!("data/nvcc_style.ptx")];
/// Warp instructions that a mutant may execute.
const STEPS: usize = 1500;
const NUMBERS: [&str; 9] =
    ["0", "1", "31", "32", "255", "4294967295", "-1", "18446744073709551615", "0x8000000000000000"];

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

fn mutant(seed: u64) -> String {
    let mut rng = Rng(seed);
    let source = SOURCES[rng.below(SOURCES.len())];
    let separator = |c: char| c.is_whitespace() || ",;[](){}.+".contains(c);
    let mut words: Vec<String> = source.split_inclusive(separator).map(str::to_owned).collect();
    for _ in 0..1 + rng.below(6) {
        let (a, b) = (rng.below(words.len()), rng.below(words.len()));
        match rng.below(7) {
            0 => words.swap(a, b),
            1 => words[a] = words[b].clone(),
            2 => {
                words.remove(a);
            }
            3 => words.insert(a, words[b].clone()),
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

/// What became of a mutant.
#[derive(Default, Debug)]
struct Outcomes {
    refused: u32,
    kernels_refused: u32,
    kernels_faulted: u32,
    kernels_ran: u32,
}

fn try_out(text: &str, outcomes: &mut Outcomes) {
    let Ok(mut module) = Module::parse(text, "mutant.ptx") else {
        outcomes.refused += 1;
        return;
    };
    let mut memory = GlobalMemory::new(16 << 20).unwrap();
    let mut room = true;
    module.link(|variable| {
        let placed = memory.alloc_named(variable.size, &variable.name);
        room &= placed.is_ok();
        placed.unwrap_or_default()
    });
    let data = memory.alloc(4096);
    let (true, Ok(data)) = (room, data) else {
        outcomes.refused += 1;
        return;
    };
    for kernel in module.kernels() {
        if kernel.error.is_some() || kernel.local_bytes > 1 << 20 {
            outcomes.kernels_refused += 1;
            continue;
        }
        let mut params = vec![0; kernel.param_bytes as usize];
        for param in kernel.params.iter().filter(|p| p.size == 8) {
            params[param.offset as usize..][..8].copy_from_slice(&data.to_le_bytes());
        }
        match run(kernel, &params, &mut memory) {
            Ok(()) => outcomes.kernels_ran += 1,
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                outcomes.kernels_faulted += 1;
            }
        }
    }
}

/// Runs one warp for a while; every barrier opens at once.
fn run(kernel: &Kernel, params: &[u8], memory: &mut GlobalMemory) -> Result<(), Fault> {
    let shape =
        CtaShape { block: [32, 1, 1], grid: [2, 1, 1], ctaid: [1, 0, 0], dynamic_shared: 256, slot: 0 };
    let (mut cta, mut warp) = (CtaState::new(kernel, shape), WarpState::new(kernel, 0, &shape));
    let mut access = Access::default();
    for step in 0..STEPS {
        if warp.done() {
            break;
        }
        let clock = step as u64;
        let mut env = Env {
            params,
            memory: Memory::Direct(memory),
            warp: 0,
            smid: 0,
            nsmid: 1,
            nwarpid: 48,
            gridid: 0,
            clock,
            globaltimer: clock,
        };
        if let Effect::Barrier { id, .. } = execute(kernel, &mut warp, &mut cta, &mut env, &mut access)? {
            release_barrier(kernel, &mut cta, id, [&mut warp]);
        }
    }
    Ok(())
}

#[test]
fn mutated_ptx_never_panics() {
    let count = std::env::var("WARPSMITH_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let mut outcomes = Outcomes::default();
    for seed in 0..count {
        let text = mutant(seed);
        let done = catch_unwind(AssertUnwindSafe(|| try_out(&text, &mut outcomes)));
        assert!(done.is_ok(), "the mutant of seed {seed} panics:\n{text}");
    }
    println!("mutants of seeds 0 to {}: {outcomes:?}", count - 1);
    // The mutations are of use only if they reach every stage.
    let Outcomes { refused, kernels_refused, kernels_faulted, kernels_ran } = outcomes;
    assert!([refused, kernels_refused, kernels_faulted, kernels_ran].iter().all(|n| *n > 0));
}
