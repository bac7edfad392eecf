// SPDX-License-Identifier: Apache-2.0
//! The worked example of Mascar (Figure 4.2; specification section 10) in the SM: three warps, each with two loads and
//! four operations on both, one load and one operation a cycle. A load that the L1 takes in cycle t is back, and its place
//! free, in cycle t + 6; `places` loads fit at a time.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{GlobalMemory, Module};
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};
use warpsmith_units::{ForeignState, Snapshot, Unit};

use super::{DeviceMemory, Owner, RunningKernel, Sm, Surroundings};
use crate::attachments::SmSockets;
use crate::launch::{LaunchSpec, Occupancy};
use crate::machine::{MachineSpec, OpTiming};
use crate::mem::Served;
use crate::policy::{Lrr, Unthrottled};
use crate::socket::PerScheduler;
use crate::types::SmCycle;
use crate::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler};

const WARPS: u64 = 3;
const OPERATIONS: u64 = 4;

/// The warps meet at a barrier before the example. What follows on it waits for a division that outlasts it.
const TEXT: &str = "
    .version 6.0
    .target sm_35
    .address_size 64
    .visible .entry example(.param .u64 data) {
        .reg .b32 %r<8>;
        .reg .f32 %f<8>;
        .reg .b64 %rd<4>;
        mov.u32 %r1, %tid.x;
        shr.u32 %r2, %r1, 5;
        shl.b32 %r3, %r2, 8;
        cvt.u64.u32 %rd2, %r3;
        ld.param.u64 %rd1, [data];
        add.s64 %rd3, %rd1, %rd2;
        div.u32 %r5, %r1, 3;
        bar.sync 0;
        ld.global.f32 %f1, [%rd3];
        ld.global.f32 %f2, [%rd3+128];
        div.approx.f32 %f3, %f1, %f2;
        div.approx.f32 %f4, %f1, %f2;
        div.approx.f32 %f5, %f1, %f2;
        div.approx.f32 %f6, %f1, %f2;
        add.s32 %r6, %r5, 1;
        ret;
    }";

/// Memory access priority from the first cycle on.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Saturated;

impl Unit for Saturated {
    type In = sat::In;
    type Out = sat::Out;
    fn reset(&mut self) {}
    fn step(&mut self, _: &sat::In) -> sat::Out {
        sat::Out { mp: true }
    }
}

impl Snapshot for Saturated {
    type State = ();
    fn snapshot(&self) {}
    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

fn machine(places: u32) -> MachineSpec {
    let mut machine = MachineSpec::load("mascar").expect("the machine is built in");
    let sm = &mut machine.sm;
    // Nothing of the pipeline is longer or narrower than the example.
    (sm.operand_latency, sm.fetch_width, sm.ibuffer, sm.ldst_queue) = (0, 8, 8, 1);
    sm.sfu = OpTiming { latency: 1, initiation: 1 };
    sm.int.div = OpTiming { latency: 200, initiation: 1 };
    // A load holds its entry of the miss queue until its data is there.
    machine.l1.miss_queue = places;
    machine
}

/// Cycles from the first load to the last operation, both included.
fn cycles(places: u32, mascar: bool) -> u64 {
    let machine = machine(places);
    let (mshr_entries, mq_entries) = (machine.l1.mshrs, places);
    let params = Params { mshr_entries, mq_entries, ..Params::PAPER };
    let mut sockets = SmSockets {
        throttle: Some(Box::new(Unthrottled::default())),
        issue: Some(Box::new(PerScheduler::new(machine.sm.schedulers, Lrr::default))),
        ..SmSockets::default()
    };
    if mascar {
        let scheduler = sched::Model::new(&params);
        sockets.issue = Some(Box::new(MascarScheduler::new(scheduler, &params)));
        sockets.miss_rule = Some(Box::new(MascarDetector::new(Saturated, &params)));
        sockets.path = Some(Box::new(MascarQueue::new(rexq::Model::new(&params))));
    }
    let mut memory = GlobalMemory::new(1 << 20).expect("a mebibyte is there");
    let data = memory.alloc(256 * WARPS).expect("the data fit");
    let mut module = Module::parse(TEXT, "example").expect("the example is PTX");
    module.link(|_| 0);
    let launch = LaunchSpec {
        module: Arc::new(module),
        kernel: 0,
        grid: [1, 1, 1],
        block: [32 * WARPS as u32, 1, 1],
        dynamic_shared: 0,
        params: data.to_le_bytes().to_vec(),
    };
    let occupancy = Occupancy::of(&launch, &machine.sm).expect("three warps fit");
    let kernel =
        RunningKernel::new(&launch, None, occupancy, &machine.sm, Owner::default(), machine.sm.count, 1);
    let mut sm = Sm::new(0, &machine, sockets, None);
    sm.start(&kernel);
    sm.launch_cta(&kernel, [0; 3]).expect("no trace is read");
    run(&mut sm, &kernel, &mut memory)
}

fn run(sm: &mut Sm, kernel: &RunningKernel, memory: &mut GlobalMemory) -> u64 {
    let (mut first, mut taken) = (None, 0);
    let mut due = VecDeque::new();
    for now in 1..1000 {
        if due.front() == Some(&now) {
            due.pop_front();
            let request = sm.next_request().expect("a load is on its way");
            sm.request_sent();
            sm.respond(request.response(Served::Hit));
        }
        let (now, nanoseconds) = (SmCycle(now), 0);
        if sm.counts().sm.loads == 0 {
            // The scheduler of warps 0 and 2 begins.
            sm.first_scheduler = 0;
        }
        let around = Surroundings {
            kernels: &[Some(kernel)],
            now,
            nanoseconds,
            first_sm: 0,
            sms: 1,
            gwde_empty: true,
            pages: None,
        };
        sm.step(&around, &mut DeviceMemory::Own(&mut [Some(&mut *memory)]))
            .unwrap_or_else(|_| panic!("the example stops"));
        let misses = sm.counts().l1.misses;
        if misses > taken {
            (first, taken) = (first.or(Some(now.0)), misses);
            due.push_back(now.0 + 6);
        }
        if sm.counts().sm.sfu_lanes == 32 * OPERATIONS * WARPS {
            assert_eq!(taken, 2 * WARPS);
            // A load of the example issues in the cycle in which the L1 takes it, a cycle later than here.
            return now.0 - first.unwrap_or_default() + 1;
        }
    }
    panic!("the example does not end");
}

/// Cycles that the worked example of Mascar takes in an SM with the reference model: round robin without a limit of
/// loads, round robin with two at a time, and Mascar with two at a time (Figure 4.2).
pub fn worked_example() -> [u64; 3] {
    [cycles(64, false), cycles(2, false), cycles(2, true)]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_worked_example_takes_21_cycles_without_a_limit_26_with_two_loads_at_a_time_and_23_with_mascar() {
        assert_eq!(super::worked_example(), [21, 26, 23]);
    }
}
