// SPDX-License-Identifier: Apache-2.0
//! A kernel of an application that reads at random, and what it must write.

use warpsmith_gpu::{Gpu, Job, KernelEnd, KernelRecord, LaunchSpec, RunFreely};

use super::support::{Arg, Bench};

const GATHER: &str = include_str!("gather.ptx");

const WORDS: u32 = 1 << 14;
const BLOCK: u32 = 256;

/// What `gather` of an application reads, writes and is asked for.
pub struct Gather {
    pub application: u8,
    pub launch: LaunchSpec,
    pub out: u64,
    ctas: u32,
    seed: u32,
}

impl Gather {
    /// Data in the memory of the application that depend on `seed`; a CTA writes `BLOCK` words, after so many rounds.
    pub fn new(gpu: &mut Gpu, application: u8, ctas: u32, rounds: u32, seed: u32) -> Gather {
        let memory = gpu.memory_of(application);
        let table = memory.alloc(u64::from(4 * WORDS)).unwrap();
        let bytes: Vec<u8> = (0..WORDS).flat_map(|i| value(seed, i).to_le_bytes()).collect();
        memory.write(table, &bytes).unwrap();
        let out = memory.alloc(u64::from(4 * ctas * BLOCK)).unwrap();
        let args = [Arg::U64(table), Arg::U64(out), Arg::U32(WORDS - 1), Arg::U32(rounds)];
        let launch = Bench::new(GATHER).spec("gather", ctas, BLOCK, &args);
        Gather { application, launch, out, ctas, seed }
    }

    pub fn start(&self, gpu: &mut Gpu) {
        gpu.start_of(self.application, &Job::Launch(self.launch.clone())).unwrap();
    }

    /// Whether the kernel, of so many rounds, has written what it should.
    pub fn check(&self, gpu: &mut Gpu, rounds: u32) {
        let mut bytes = vec![0; (4 * self.ctas * BLOCK) as usize];
        gpu.memory_of(self.application).read(self.out, &mut bytes).unwrap();
        for (i, word) in (0..).zip(bytes.chunks(4)) {
            let (mut index, mut sum) = (i, 0u32);
            for _ in 0..rounds {
                index = 1_664_525u32.wrapping_mul(index).wrapping_add(1_013_904_223);
                sum = sum.wrapping_add(value(self.seed, index >> 8 & (WORDS - 1)));
            }
            assert_eq!(u32::from_le_bytes(word.try_into().unwrap()), sum, "word {i} of {}", self.application);
        }
    }
}

fn value(seed: u32, i: u32) -> u32 {
    (i ^ seed).wrapping_mul(2_654_435_761)
}

/// Runs everything that is under way to its end.
pub fn finish(gpu: &mut Gpu) -> Vec<KernelEnd> {
    let mut ends = Vec::new();
    while gpu.is_running() {
        ends.extend(gpu.advance(&mut RunFreely));
    }
    ends
}

pub fn record(end: &KernelEnd) -> &KernelRecord {
    end.end.as_ref().unwrap_or_else(|error| panic!("{error}"))
}
