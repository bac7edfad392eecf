// SPDX-License-Identifier: Apache-2.0
//! The worked example of specification section 10 (figure 4.2 of the dissertation): three warps, each with two loads and
//! four operations that need both. A load issued in cycle t holds one of the memory's places until t + 5, and its data can
//! be used from t + 6 on. One memory instruction and one operation can be issued in a cycle.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sched::In;
use warpsmith_units::Parameters;

use super::sched::Harness;
use crate::directed::directed;
use crate::BenchError;

const WARPS: usize = 3;
const LOADS: u32 = 2;
const OPERATIONS: u32 = 4;
/// Cycles after a load's issue from which on its data are there and its place is free.
const LATENCY: u64 = 6;

/// The warps and the memory. The first cycle is number 1.
struct Toy {
    cycle: u64,
    /// Loads that may be outstanding.
    places: usize,
    /// Instructions that each warp has issued.
    issued: [u32; WARPS],
    /// Issue cycle of each load, by warp.
    loads: Vec<(usize, u64)>,
}

impl Toy {
    fn new(places: usize) -> Toy {
        Toy { cycle: 1, places, issued: [0; WARPS], loads: vec![] }
    }

    fn done(&self) -> bool {
        self.issued.iter().all(|n| *n == LOADS + OPERATIONS)
    }

    fn outstanding(&self) -> impl Iterator<Item = usize> + '_ {
        self.loads.iter().filter(|(_, issue)| self.cycle < issue + LATENCY).map(|(warp, _)| *warp)
    }

    fn memory_free(&self) -> bool {
        self.outstanding().count() < self.places
    }

    fn at_load(&self, warp: usize) -> bool {
        self.issued[warp] < LOADS
    }

    fn at_operation(&self, warp: usize) -> bool {
        !self.at_load(warp) && self.issued[warp] < LOADS + OPERATIONS
    }

    fn waits_for_data(&self, warp: usize) -> bool {
        self.at_operation(warp) && self.outstanding().any(|w| w == warp)
    }

    fn issue(&mut self, warp: usize) {
        if self.at_load(warp) {
            self.loads.push((warp, self.cycle));
        }
        self.issued[warp] += 1;
    }

    fn set(&self, of: impl Fn(usize) -> bool) -> u64 {
        (0..WARPS).filter(|w| of(*w)).fold(0, |set, w| set | 1 << w)
    }
}

/// The cycle of the last operation under loose round robin.
fn round_robin(places: usize) -> u64 {
    let mut toy = Toy::new(places);
    let mut next = [0; 2];
    while !toy.done() {
        let can = [
            |toy: &Toy, w: usize| toy.at_load(w) && toy.memory_free(),
            |toy: &Toy, w: usize| toy.at_operation(w) && !toy.waits_for_data(w),
        ];
        let pick = |n: usize| (0..WARPS).map(|k| (next[n] + k) % WARPS).find(|w| can[n](&toy, *w));
        let picks = [pick(0), pick(1)];
        for (next, pick) in next.iter_mut().zip(picks) {
            if let Some(warp) = pick {
                toy.issue(warp);
                *next = warp + 1;
            }
        }
        toy.cycle += 1;
    }
    toy.cycle - 1
}

/// The cycle of the last operation with Mascar's scheduler in the configuration `config`, in MP from the first cycle on,
/// and with two loads outstanding at most.
fn mascar(config: &str) -> Result<(Harness, u64), BenchError> {
    let p = Params::named(config)?;
    let mut input = In { mp: true, slot_live: 0b111, comp_free: (1 << p.n_sched) - 1, ..In::default() };
    for w in 0..p.n_warps {
        input.set_rank(w, w as u8, &p);
    }
    let mut h = Harness::start(&p, input)?;
    let mut toy = Toy::new(2);
    while !toy.done() && toy.cycle < 100 {
        h.input.ib_valid = toy.set(|w| toy.at_load(w) || toy.at_operation(w));
        h.input.head_is_mem = toy.set(|w| toy.at_load(w));
        h.input.dep_ll = toy.set(|w| toy.waits_for_data(w));
        h.input.ops_ready = !h.input.dep_ll;
        h.input.lsu_free = toy.memory_free();
        h.step()?;
        let granted: Vec<_> = (0..p.n_sched).filter_map(|s| h.out.grant(s, &p)).collect();
        let operations = granted.iter().filter(|g| !g.mem).count();
        h.expect("at most one operation a cycle", operations <= 1, true)?;
        granted.iter().for_each(|g| toy.issue(g.warp.into()));
        toy.cycle += 1;
    }
    Ok((h, toy.cycle - 1))
}

directed! {
    fn the_worked_example_takes_21_and_26_cycles_round_robin_and_23_with_mascar_or_31_without_co_issue() {
        let (h, two_schedulers) = mascar("small")?;
        h.expect("round robin, any number of loads outstanding", round_robin(usize::MAX), 21)?;
        h.expect("round robin, two loads outstanding", round_robin(2), 26)?;
        h.expect("Mascar", two_schedulers, 23)?;
        let (h, paper) = mascar("paper")?;
        h.expect("Mascar, 48 warps", paper, 23)?;
        let (h, one_scheduler) = mascar("single")?;
        h.expect("Mascar without co-issue", one_scheduler, 31)
    }
}
