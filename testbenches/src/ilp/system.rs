// SPDX-License-Identifier: Apache-2.0
//! Scoreboard, bypass and branch predictor together in the front end of an SM of the cycle model: when the instructions of one warp
//! issue (specification section 2.0, claim 10).

use std::sync::{Arc, Mutex, PoisonError};

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::ilp::IlpCore;
use warpsmith_gpu::Attachments;
use warpsmith_units::ilp::params::{BpMode, Params};
use warpsmith_units::ilp::{scoreboard, Bpred, Bypass, Scoreboard};

use crate::directed::directed;
use crate::in_gpu::{expect, Attached, Kernel};
use crate::BenchError;

/// Far more SM cycles than any program here needs.
const LIMIT: u64 = 50_000;

/// Instructions before the body of a kernel, a barrier last.
const BEFORE: usize = 5;

/// What the scoreboard has seen.
#[derive(Clone, Debug, Default)]
struct Seen {
    cycle: u64,
    /// When instructions issued, and which of them were predicted branches.
    issues: Vec<u64>,
    branches: Vec<u64>,
    /// Branches that were resolved, and those predicted wrongly.
    resolved: usize,
    wrong: usize,
    /// Entries that were removed.
    killed: u32,
}

impl Seen {
    fn cycle(&mut self, i: &scoreboard::In, o: &scoreboard::Out) {
        if i.iss_valid {
            self.issues.push(self.cycle);
        }
        if i.iss_valid && i.iss_branch {
            self.branches.push(self.cycle);
        }
        self.resolved += usize::from(i.br_res_valid);
        self.wrong += usize::from(i.br_res_valid && i.br_res_mis);
        self.killed += o.kill_mask.count_ones();
        self.cycle += 1;
    }

    /// Cycles between the instructions of the body, from one to the next.
    fn distances(&self, instructions: usize) -> Vec<u64> {
        self.issues[BEFORE..][..instructions].windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// Cycles from the last predicted branch to the first instruction of its warp that issues when it has been resolved or, if
    /// nothing issues behind it, is resolved.
    fn restart(&self, resolve: u64) -> Option<u64> {
        let branch = *self.branches.last()?;
        self.issues.iter().find(|cycle| **cycle > branch + resolve).map(|next| next - branch)
    }
}

/// A core with EX stages of which the last resolves branches.
fn core(stages: u32, sb_en: bool, bypass_en: bool, bp_mode: BpMode) -> Params {
    let base = if stages == 4 { Params::L4 } else { Params::PAPER };
    Params { sb_en, bypass_en, bp_mode, ..base }
}

/// Runs `body` in one warp; `%r1` is the number of the thread at first, and its result at last.
fn run(p: &Params, body: &str, result: impl Fn(u32) -> u32) -> Result<Seen, BenchError> {
    let mut machine = MachineSpec::load("ilp").map_err(|e| BenchError::CycleModel(e.to_string()))?;
    machine.sm.count = 1;
    if let Some(front) = &mut machine.front_end {
        (front.alu_latency, front.branch_stage) = (p.alu_lat, p.br_stage);
    }
    let seen = Arc::new(Mutex::new(Seen::default()));
    let see = seen.clone();
    let see = move |i: &scoreboard::In, o: &scoreboard::Out| {
        see.lock().unwrap_or_else(PoisonError::into_inner).cycle(i, o);
    };
    let scoreboard = Attached::<Scoreboard>::new(p, Box::new(see))?;
    let bypass = Attached::<Bypass>::new(p, Box::new(|_, _| ()))?;
    let predictor = Attached::<Bpred>::new(p, Box::new(|_, _| ()))?;
    let mut attachments = Attachments::baseline();
    attachments.sms(&machine)[0].hazards = Some(Box::new(IlpCore::new(scoreboard, bypass, predictor, p)));
    let ptx = format!(
        ".version 6.0
        .target sm_35
        .address_size 64
        .visible .entry bench(.param .u64 data, .param .u64 out) {{
            .reg .b32 %r<16>;
            .reg .b64 %rd<4>;
            .reg .pred %p<4>;
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd2, %r1, 4;
            add.s64 %rd3, %rd1, %rd2;
            bar.sync 0;
            {body}
            st.global.u32 [%rd3], %r1;
            ret;
        }}"
    );
    let kernel = Kernel { ptx: &ptx, ctas: 1, threads: 32, data: &[0], limit: LIMIT };
    let results = kernel.run(machine, attachments)?;
    expect("what the threads compute", results, (0..32).map(result).collect())?;
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(seen)
}

/// A loop of four rounds, whose branch backward is taken three times. When a round begins, the result of the one before has been
/// committed, as it cannot be written again before that under an unresolved branch.
const LOOP: &str = "
            mov.u32 %r2, 0;
        again:
            add.s32 %r2, %r2, 1;
            setp.lt.s32 %p1, %r2, 4;
            add.s32 %r3, %r1, 1;
            @%p1 bra again;
            add.s32 %r1, %r1, %r2;";

/// The cores of section 2.0 without prediction: TLP, BP, SC and BP+SC.
const CORES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

directed! {
    fn dependent_instructions_of_one_warp_issue_at_the_distances_of_section_2_0() {
        let chain = "add.s32 %r1, %r1, 1;\n".repeat(12);
        for (stages, distances) in [(8, [20, 8, 12, 8]), (4, [16, 4, 8, 4])] {
            for ((sb_en, bypass_en), distance) in CORES.into_iter().zip(distances) {
                let p = core(stages, sb_en, bypass_en, BpMode::Off);
                let seen = run(&p, &chain, |thread| thread + 12)?;
                expect("distances of section 2.0", seen.distances(12), vec![distance; 11])?;
            }
        }
        Ok(())
    }

    fn independent_instructions_of_one_warp_issue_in_every_slot_of_a_core_with_a_scoreboard_alone() {
        let body: String = (2..10).map(|r| format!("add.s32 %r{r}, %r1, {r};\n")).collect();
        for (stages, distances) in [(8, [20, 8, 4, 4]), (4, [16, 4, 4, 4])] {
            for ((sb_en, bypass_en), distance) in CORES.into_iter().zip(distances) {
                let seen = run(&core(stages, sb_en, bypass_en, BpMode::Off), &body, |thread| thread)?;
                expect("distances of independent ones", seen.distances(8), vec![distance; 7])?;
            }
        }
        Ok(())
    }

    fn without_if_and_id_in_its_loop_a_core_without_a_scoreboard_issues_when_the_result_is_written() {
        let chain = "add.s32 %r1, %r1, 1;\n".repeat(6);
        for (stages, distance) in [(8, 12), (4, 8)] {
            let p = Params { front_lat: 0, ..core(stages, false, false, BpMode::Off) };
            let seen = run(&p, &chain, |thread| thread + 6)?;
            expect("distances with front_lat = 0", seen.distances(6), vec![distance; 5])?;
        }
        Ok(())
    }

    fn a_branch_that_is_predicted_wrongly_or_not_at_all_costs_its_resolution_and_if_and_id() {
        for (stages, restart) in [(8, 20), (4, 16)] {
            let resolve = u64::from(stages) + 3;
            let p = core(stages, true, true, BpMode::Static);
            let seen = run(&p, LOOP, |thread| thread + 4)?;
            expect("branches, and those predicted wrongly", (seen.resolved, seen.wrong), (4, 1))?;
            expect("restart after a wrong prediction", seen.restart(resolve), Some(restart))?;
            // A round is an addition, a comparison that waits for it, another addition, and a branch for which the comparison is there.
            let round = [u64::from(stages), 4, 4, 4];
            let rounds: Vec<u64> = round.into_iter().cycle().take(15).collect();
            expect("distances while predictions are right", seen.distances(17)[1..].to_vec(), rounds)?;
            expect("something of the wrong path was removed", seen.killed > 0, true)?;

            let seen = run(&core(stages, true, true, BpMode::Off), LOOP, |thread| thread + 4)?;
            let rounds: Vec<u64> = [u64::from(stages), 4, 4, restart].into_iter().cycle().take(16).collect();
            expect("distances without prediction", seen.distances(18)[1..].to_vec(), rounds)?;
        }
        Ok(())
    }

    fn perfect_prediction_is_never_wrong() {
        let seen = run(&core(8, true, true, BpMode::Perfect), LOOP, |thread| thread + 4)?;
        expect("branches, and those predicted wrongly", (seen.resolved, seen.wrong), (4, 0))
    }

    fn a_divergent_branch_goes_on_in_the_next_slot_and_removes_nothing() {
        let body = "
                and.b32 %r2, %r1, 1;
                setp.eq.s32 %p1, %r2, 0;
                @%p1 bra even;
                add.s32 %r1, %r1, 100;
                bra.uni both;
            even:
                add.s32 %r1, %r1, 200;
            both:";
        let result = |thread| thread + if thread % 2 == 0 { 200 } else { 100 };
        for mode in [BpMode::Static, BpMode::Gshare, BpMode::Perfect] {
            let seen = run(&core(8, true, true, mode), body, result)?;
            expect("branches, wrong ones, entries removed", (seen.resolved, seen.wrong, seen.killed), (1, 0, 0))?;
            expect("distance of the first instruction behind it", seen.distances(4)[2], 4)?;
        }
        Ok(())
    }
}
