// SPDX-License-Identifier: Apache-2.0
//! DRAM requests a second through one channel: SMS and FR-FCFS of the paper, as reference model and as RTL. All sources
//! send as fast as they are accepted, so that the buffers are full. An item is a request.

use std::collections::VecDeque;

use divan::{counter::ItemsCount, Bencher};
use warpsmith_cosim::Rtl;
use warpsmith_testbenches::dram::Controller;
use warpsmith_units::dram_timing::{Channel, ControllerIn, ControllerOut, Request};
use warpsmith_units::frfcfs::{self, FrFcfs};
use warpsmith_units::sms::{self, Sms};
use warpsmith_units::{Module, Rng, Unit};

/// Requests of an iteration.
const REQUESTS: u32 = 10_000;

/// Each source walks through rows, or jumps to a random one with every request.
const PATTERNS: [&str; 2] = ["stream", "random"];

fn main() {
    divan::main();
}

/// The next request of each source.
struct Sources {
    channel: Channel,
    random: bool,
    rng: Rng,
    last: Vec<Request>,
    /// Source whose turn it is.
    turn: usize,
}

impl Sources {
    fn new(channel: &Channel, pattern: &str) -> Sources {
        let source = |src: u32| Request { src: src as u8, row: 64 * src, ..Request::default() };
        let last = (0..channel.n_src()).map(source).collect();
        Sources { channel: *channel, random: pattern == "random", rng: Rng::new(1), last, turn: 0 }
    }

    /// A request of the next source in turn that is ready.
    fn next(&mut self, ready: u64) -> Option<Request> {
        let n = self.last.len();
        let src = (self.turn..self.turn + n).map(|s| s % n).find(|s| ready >> s & 1 == 1)?;
        self.turn = src + 1;
        let (channel, r) = (&self.channel, &mut self.last[src]);
        r.id = (r.id + 1) % (1 << channel.id_bits);
        r.col = (r.col + 1) % (1 << channel.col_bits);
        if self.random {
            r.bank = self.rng.below(channel.n_bank) as u8;
            r.row = self.rng.below(1 << channel.row_bits);
        } else if r.col == 0 {
            r.bank = (r.bank + 1) % channel.n_bank as u8;
            r.row = (r.row + u32::from(r.bank == 0)) % (1 << channel.row_bits);
        }
        Some(*r)
    }
}

/// Lets `unit` serve requests, over and over.
fn run<T: Controller>(
    bencher: Bencher,
    params: &T::Params,
    mut unit: impl Unit<In = T::In, Out = T::Out>,
    idle: T::In,
    pattern: &str,
) {
    let channel = T::channel(params);
    let mut sources = Sources::new(channel, pattern);
    let mut transfers = VecDeque::new();
    let (mut now, mut out) = (0, T::Out::default());
    bencher.counter(ItemsCount::new(REQUESTS)).bench_local(|| {
        let mut served = 0;
        while served < REQUESTS {
            let mut input = idle;
            input.present(sources.next(out.src_ready()).as_ref());
            if let Some((_, src)) = transfers.front().copied().filter(|(due, _)| *due == now) {
                transfers.pop_front();
                T::complete(&mut input, src);
            }
            out = unit.step(&input);
            now += 1;
            if let Some(issue) = out.command().filter(|issue| issue.command.is_column()) {
                let done = channel.timing.completion(issue.request.wr);
                transfers.push_back((now + u64::from(done), issue.request.src));
                served += 1;
            }
        }
    });
}

#[divan::bench(args = PATTERNS)]
fn sms_model(bencher: Bencher, pattern: &str) {
    let params = sms::params::Params::PAPER;
    run::<Sms>(bencher, &params, Sms::model(&params), sms::In::idle(&params), pattern);
}

#[divan::bench(args = PATTERNS)]
fn sms_rtl(bencher: Bencher, pattern: &str) {
    let params = sms::params::Params::PAPER;
    run::<Sms>(bencher, &params, Rtl::<Sms>::new(&params).unwrap(), sms::In::idle(&params), pattern);
}

#[divan::bench(args = PATTERNS)]
fn frfcfs_model(bencher: Bencher, pattern: &str) {
    let params = frfcfs::params::Params::PAPER;
    run::<FrFcfs>(bencher, &params, FrFcfs::model(&params), frfcfs::In::default(), pattern);
}

#[divan::bench(args = PATTERNS)]
fn frfcfs_rtl(bencher: Bencher, pattern: &str) {
    let params = frfcfs::params::Params::PAPER;
    run::<FrFcfs>(bencher, &params, Rtl::<FrFcfs>::new(&params).unwrap(), frfcfs::In::default(), pattern);
}
