// SPDX-License-Identifier: Apache-2.0
//! Speed of the cycle model on whole kernels; the items are SM cycles, summed over the SMs.

use divan::counter::ItemsCount;

#[path = "../tests/kernels/support.rs"]
#[allow(dead_code)] // the tests use the rest
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::equalizer::{EqualizerFrequency, EqualizerThrottle};
use warpsmith_gpu::{policy, Attachments};
use warpsmith_units::equalizer::params::{Mode, Params};
use warpsmith_units::equalizer::{fm, sm};

fn main() {
    divan::main();
}

/// What sits in the sockets.
#[derive(Clone, Copy, Debug)]
enum With {
    Baseline,
    /// The reference models of Equalizer, performance mode.
    Equalizer,
    Ccws,
}

impl With {
    fn attach(self, machine: &MachineSpec, a: &mut Attachments) {
        match self {
            With::Baseline => {}
            With::Equalizer => {
                let params = Params::FERMI;
                a.throttle(machine, |_| Box::new(EqualizerThrottle::new(sm::Model::new(&params), true)));
                a.frequency(machine, |_| {
                    Box::new(EqualizerFrequency::new(fm::Model::new(&params), Mode::Performance))
                });
            }
            With::Ccws => {
                policy::attach("ccws", &[], machine, a).expect("a registered policy");
            }
        }
    }
}

const WITH: [With; 3] = [With::Baseline, With::Equalizer, With::Ccws];

/// A coalesced stream: memory-bound.
#[divan::bench(sample_count = 5, sample_size = 1, args = WITH)]
fn stream(bencher: divan::Bencher, with: With) {
    measure(bencher, move || prepare_stream(with));
}

/// The same on several threads.
#[divan::bench(sample_count = 5, sample_size = 1, args = [1, 2, 4])]
fn stream_on_threads(bencher: divan::Bencher, threads: usize) {
    measure(bencher, move || {
        let mut prepared = prepare_stream(With::Baseline);
        prepared.0.gpu.set_threads(threads).expect("threads");
        prepared
    });
}

fn prepare_stream(with: With) -> Prepared {
    let n = 1 << 20;
    let mut bench = Bench::with(include_str!("../tests/kernels/vector_add.ptx"), |m, a| with.attach(m, a));
    let data = vec![0; n as usize];
    let args = [bench.upload(&data), bench.upload(&data), bench.upload(&data), Arg::U32(n)];
    (bench, "vector_add", n / 256, args.to_vec())
}

/// Random gathers: every lane its own line.
#[divan::bench(sample_count = 5, sample_size = 1, args = WITH)]
fn gather(bencher: divan::Bencher, with: With) {
    let words = 1 << 22;
    measure(bencher, move || {
        let mut bench = Bench::with(include_str!("../tests/kernels/gather.ptx"), |m, a| with.attach(m, a));
        let (table, out) = (bench.upload(&vec![1; words]), bench.upload(&[0; 256 * 120]));
        let args = [table, out, Arg::U32(words as u32 - 1), Arg::U32(4)];
        (bench, "gather", 120, args.to_vec())
    });
}

/// Data-dependent loops without memory: compute-bound, diverging.
#[divan::bench(sample_count = 5, sample_size = 1, args = WITH)]
fn collatz(bencher: divan::Bencher, with: With) {
    let n = 256 * 120;
    measure(bencher, move || {
        let mut bench = Bench::with(include_str!("../tests/kernels/collatz.ptx"), |m, a| with.attach(m, a));
        let args = [bench.upload(&vec![0; n]), Arg::U32(n as u32)];
        (bench, "collatz", 120, args.to_vec())
    });
}

type Prepared = (Bench, &'static str, u32, Vec<Arg>);

/// Times one launch of what `prepare` makes; a first run gives the number of SM cycles.
fn measure(bencher: divan::Bencher, prepare: impl Fn() -> Prepared + Copy) {
    let (mut bench, kernel, grid, args) = prepare();
    let cycles = bench.run(kernel, grid, 256, &args).cycles * u64::from(bench.gpu.machine().sm.count);
    bencher
        .counter(ItemsCount::new(cycles))
        .with_inputs(prepare)
        .bench_local_values(|(mut bench, kernel, grid, args)| bench.run(kernel, grid, 256, &args));
}
