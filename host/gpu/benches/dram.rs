// SPDX-License-Identifier: Apache-2.0
//! Requests a second through one DRAM channel with the machine's own scheduler, FR-FCFS, which always has requests to
//! choose from. An item is a line. What SMS and the content-addressed FR-FCFS take is in `testbenches/benches/dram.rs`.

#[path = "../tests/support/traffic.rs"]
mod traffic;

use divan::counter::ItemsCount;
use divan::{black_box, Bencher};

use traffic::Random;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::{AddressMap, Channel, Draining, DramRequest};
use warpsmith_gpu::types::{DramCycle, L2Cycle, Line, Priority};

const LINES: u64 = 10_000;

fn main() {
    divan::main();
}

/// Sends [`LINES`] requests of channel 0 and takes what comes back. `next` gives the number of the line among those of its
/// sub-partition, and whether it is written.
fn channel(bencher: Bencher, next: impl Fn(u64, &mut Random) -> (u64, bool) + Sync) {
    let machine = MachineSpec::load("gtx480").expect("a built-in machine");
    let (map, subs) = (AddressMap::new(&machine), machine.l2.sub_partitions_per_channel as usize);
    bencher.counter(ItemsCount::new(LINES)).bench_local(|| {
        let mut controller = Draining::new(&machine, machine.dram.scheduler);
        let (mut channel, mut random) = (Channel::new(&machine, &controller), Random(1));
        let (mut sent, mut cycle) = (0, 0);
        while sent < LINES || !channel.idle() {
            let (l2, now) = (L2Cycle(cycle), DramCycle(cycle));
            if sent < LINES && channel.can_accept(Priority::Normal) {
                let (local, write) = next(sent / subs as u64, &mut random);
                let partition = sent as usize % subs;
                let place = map.place(partition, Line(local));
                let (local, partition, priority) = (Line(local), partition as u16, Priority::Normal);
                channel.push(
                    l2,
                    DramRequest { place, local, partition, write, priority, ..DramRequest::default() },
                );
                sent += 1;
            }
            channel.tick_l2(l2, now);
            channel.tick(now, &mut controller, &[]);
            for sub in 0..subs {
                black_box(channel.pop_return(sub, now));
            }
            cycle += 1;
        }
    });
}

#[divan::bench]
fn read_stream(bencher: Bencher) {
    channel(bencher, |n, _| (n, false));
}

#[divan::bench]
fn copy_stream(bencher: Bencher) {
    channel(bencher, |n, _| (n / 2 + n % 2 * (1 << 20), n % 2 == 1));
}

#[divan::bench]
fn random_reads(bencher: Bencher) {
    channel(bencher, |_, random| (random.below(1 << 20), false));
}
