// SPDX-License-Identifier: Apache-2.0
//! `ilp_scoreboard`, `ilp_bypass` and `simt_bpred` as the hazard control of one SM.

use serde::{Deserialize, Serialize};
use warpsmith_units::ilp::params::{BpMode, Params};
use warpsmith_units::ilp::scoreboard::{BARRIER, BRANCH, LOAD, STORE};
use warpsmith_units::ilp::{bpred, bypass, scoreboard};
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::stats::IlpStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, HazardControl, HazardOut, Instruction, Issued, Kind, PipelineEvents, Place, UnitError,
    WarpRegisters,
};
use crate::stats::UnitStats;
use crate::types::bits;

/// The three modules as the hazard control of one SM.
pub struct IlpCore<S, B, P> {
    scoreboard: S,
    bypass: B,
    predictor: P,
    params: Params,
    state: State,
    /// The inputs of this cycle.
    scoreboard_in: scoreboard::In,
    predictor_in: bpred::In,
    /// A kernel has more registers than there are numbers.
    failure: Option<String>,
    stats: IlpStats,
}

/// What a lookup of the predictor gave.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Prediction {
    taken: bool,
    index: u32,
}

/// The physical numbers of a warp's registers (decision I23).
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Numbers {
    /// So many from the first on.
    first: u32,
    count: u32,
    /// Registers with one of their own; the others share the last.
    own: u32,
}

/// Numbers of a warp at least: one for a register, one for all others.
const PAIR: u32 = 2;

/// What stands beside the modules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    /// By warp.
    numbers: Vec<Numbers>,
    /// Warps with a decoded instruction, and with an unresolved branch.
    decoded: u64,
    branching: u64,
    /// By warp: the prediction of its next branch, and of its unresolved one.
    next: Vec<Prediction>,
    unresolved: Vec<Prediction>,
    /// The last cycles in which something issued, this one lowest.
    issues: u32,
    /// A beat of a commit shows in this cycle, and whether it is the last of its entry.
    committing: bool,
    last_beat: bool,
}

fn bit(warp: Option<u8>) -> u64 {
    warp.map_or(0, |warp| 1 << warp)
}

impl<S, B, P> IlpCore<S, B, P>
where
    S: Combinational<In = scoreboard::In, Out = scoreboard::Out>,
    B: Combinational<In = bypass::In, Out = bypass::Out>,
    P: Combinational<In = bpred::In, Out = bpred::Out>,
{
    /// Resets the modules, made for `params`, and attaches them.
    pub fn new(mut scoreboard: S, mut bypass: B, mut predictor: P, params: &Params) -> Self {
        scoreboard.reset();
        bypass.reset();
        predictor.reset();
        let none = vec![Prediction::default(); params.n_warps as usize];
        Self {
            scoreboard,
            bypass,
            predictor,
            params: params.clone(),
            state: State {
                numbers: vec![Numbers::default(); params.n_warps as usize],
                next: none.clone(),
                unresolved: none,
                ..State::default()
            },
            scoreboard_in: scoreboard::In::default(),
            predictor_in: bpred::In::default(),
            failure: None,
            stats: IlpStats::default(),
        }
    }

    /// The physical number of a register of `warp`.
    fn tag(&self, warp: u8, register: u16) -> u32 {
        let Numbers { first, own, .. } = self.state.numbers[usize::from(warp)];
        (first + u32::from(register).min(own)) & ((1 << self.params.tag_w) - 1)
    }

    /// Whether a register of `warp` has a number of its own.
    fn is_numbered(&self, warp: u8, register: u16) -> bool {
        u32::from(register) < self.state.numbers[usize::from(warp)].own
    }

    /// The first numbers, not below `floor`, of a row of `wanted` that none of the warps `others` has, or else of the longest, and how
    /// many they are.
    fn free_numbers(&self, wanted: u32, others: u64, floor: u32) -> (u32, u32) {
        let mut taken: Vec<Numbers> = bits(others).map(|warp| self.state.numbers[warp as usize]).collect();
        taken.sort_by_key(|one| one.first);
        let end = Numbers { first: 1 << self.params.tag_w, ..Numbers::default() };
        let (mut from, mut longest) = (floor, (floor, 0));
        for next in taken.into_iter().chain([end]) {
            let free = next.first.saturating_sub(from);
            if free >= wanted {
                return (from, wanted);
            }
            if free > longest.1 {
                longest = (from, free);
            }
            from = from.max(next.first + next.count);
        }
        longest
    }

    /// Its source registers that have numbers of their own: which of them count, and their numbers.
    fn sources(&self, one: &Instruction) -> (u8, u64) {
        let read = one.sources[..one.source_count.into()].iter();
        let numbered = read.filter(|register| self.is_numbered(one.warp, **register));
        numbered.enumerate().fold((0, 0), |(valid, tags), (n, register)| {
            let tag = u64::from(self.tag(one.warp, *register)) << (n * self.params.tag_w as usize);
            (valid | 1 << n, tags | tag)
        })
    }

    fn predicts(&self) -> bool {
        self.params.sb_en && self.params.bp_mode != BpMode::Off
    }

    /// The next instruction of a warp is checked, and looked up if it is a branch.
    fn check(&mut self, one: &Instruction) {
        let (src_valid, src_tag) = self.sources(one);
        let dst_tag = one.destination.map_or(0, |register| self.tag(one.warp, register));
        let read = &one.sources[..one.source_count.into()];
        let unnumbered =
            self.params.sb_en && !read.iter().all(|register| self.is_numbered(one.warp, *register));
        let predicts = self.predicts();
        let class = match one.kind {
            Kind::Load => LOAD,
            Kind::Store => STORE,
            Kind::Atomic => LOAD | STORE,
            Kind::Barrier => BARRIER,
            Kind::Branch(_) if predicts => BRANCH,
            _ => 0,
        };
        let i = &mut self.scoreboard_in;
        i.chk_valid = true;
        i.chk_warp = one.warp;
        (i.chk_src_valid, i.chk_src_tag) = (src_valid, src_tag);
        (i.chk_dst_valid, i.chk_dst_tag) = (one.destination.is_some(), dst_tag);
        i.chk_active = one.active;
        i.chk_class = class | if one.alone || unnumbered { BARRIER } else { 0 };
        self.stats.unnumbered += u64::from(unnumbered);
        self.state.decoded |= 1 << one.warp;
        if let (Kind::Branch(branch), true) = (one.kind, predicts) {
            let i = &mut self.predictor_in;
            i.lk_valid = true;
            (i.lk_pc, i.lk_target, i.lk_oracle) = (branch.pc, branch.target, branch.taken);
            i.lk_warp = one.warp;
        }
    }

    /// A branch that was predicted is resolved.
    fn resolve(&mut self, events: &PipelineEvents) {
        let Some(branch) = events.resolved.filter(|branch| branch.predicted) else { return };
        let prediction = self.state.unresolved[usize::from(branch.warp)];
        let i = &mut self.predictor_in;
        i.rs_valid = true;
        (i.rs_warp, i.rs_active, i.rs_taken) = (branch.warp, branch.active, branch.taken);
        (i.rs_pred, i.rs_idx) = (prediction.taken, prediction.index);
        let o = self.predictor.eval(&self.predictor_in);
        let i = &mut self.scoreboard_in;
        i.br_res_valid = true;
        (i.br_res_warp, i.br_res_mis) = (branch.warp, o.rs_mis);
        // Of a divergent branch the side goes first that the SIMT stack has on top (decision I18).
        i.br_res_mask = if o.rs_div { branch.follow } else { o.rs_follow };
        let s = &mut self.stats;
        s.branches_predicted += 1;
        s.branches_divergent += u64::from(o.rs_div);
        s.branches_wrong += u64::from(o.rs_mis);
        self.state.branching &= !(1 << branch.warp);
        if o.rs_mis {
            self.state.decoded &= !(1 << branch.warp);
        }
    }

    /// What is alone in flight ends, and what can be used.
    fn end(&mut self, events: &PipelineEvents) {
        let (p, s) = (&self.params, &self.state);
        let mut over = bit(events.direct_late);
        if !p.bypass_en {
            over |= bit(events.direct_alu);
        }
        if !p.sb_en {
            over |= bit(events.direct_empty) | events.stored | bit(events.resolved.map(|b| b.warp));
        }
        let i = &mut self.scoreboard_in;
        if s.issues & ((1 << p.alu_lat) - 1) != 0 {
            let o = self.bypass.eval(&bypass::In { bypass_en: p.bypass_en, ..bypass::In::default() });
            (i.av_valid, i.av_entry) = (o.av_valid, o.av_entry);
            over |= u64::from(o.dwb_valid) << o.dwb_warp;
        }
        i.dwb_mask = over;
        i.st_done_mask = events.stored;
    }

    /// Counts a cycle, with what the scoreboard showed in it and shows in the next one.
    fn count(&mut self, o: &scoreboard::Out) {
        let (s, state, i) = (&mut self.stats, &mut self.state, &self.scoreboard_in);
        s.commit_waits += u64::from(state.committing && !i.cm_ready);
        s.committed += u64::from(state.last_beat && i.cm_ready);
        s.entries_used += u64::from(self.params.sb_entries - u32::from(o.free_count));
        state.committing = o.cm_valid;
        state.last_beat = o.cm_valid && u32::from(o.cm_beat) + 1 == self.params.commit_beats;
    }

    /// What the issue of an instruction comes to.
    fn issue(&mut self, issued: &Issued, o: &scoreboard::Out, bypassed: u8) -> HazardOut {
        let (p, one) = (&self.params, &issued.instruction);
        let place = match (o.iss_entry_valid, o.iss_solo) {
            (true, _) => Place::Entry(o.iss_entry),
            (_, true) => Place::Direct,
            _ => Place::Nowhere,
        };
        let s = &mut self.stats;
        s.issued_entry += u64::from(o.iss_entry_valid);
        s.issued_solo += u64::from(o.iss_solo);
        s.operands_bypassed += u64::from(bypassed.count_ones());
        s.operands_entry += u64::from((o.src_hit & !bypassed).count_ones());
        s.nullified += u64::from(issued.wrong_path);
        self.state.decoded &= !(1 << one.warp);
        let is_branch = matches!(one.kind, Kind::Branch(_));
        let prediction = if self.predicts() && is_branch {
            let prediction = self.state.next[usize::from(one.warp)];
            self.state.unresolved[usize::from(one.warp)] = prediction;
            self.state.branching |= 1 << one.warp;
            Some(prediction.taken)
        } else {
            self.stats.branches_unpredicted += u64::from(is_branch || one.kind == Kind::Indirect);
            None
        };
        let by_bypass = p.bypass_en && one.kind == Kind::Alu && one.destination.is_some();
        let refetches = !p.sb_en && p.front_lat > 0 && !by_bypass;
        HazardOut { place: Some(place), refetches, prediction, over: 0 }
    }
}

impl IlpCore<scoreboard::Model, bypass::Model, bpred::Model> {
    /// Of the reference models.
    pub fn of_models(params: &Params) -> Self {
        let (scoreboard, bypass) = (scoreboard::Model::new(params), bypass::Model::new(params));
        Self::new(scoreboard, bypass, bpred::Model::new(params), params)
    }
}

impl<S: Snapshot, B: Snapshot, P: Snapshot> Saved for IlpCore<S, B, P> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.scoreboard.snapshot())?;
        to.put(&self.bypass.snapshot())?;
        to.put(&self.predictor.snapshot())?;
        to.put(&(&self.state, &self.failure, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.scoreboard.restore(from.take()?)?;
        self.bypass.restore(from.take()?)?;
        self.predictor.restore(from.take()?)?;
        (self.state, self.failure, self.stats) = from.take()?;
        let warps = self.params.n_warps as usize;
        if self.state.next.len() != warps || self.state.numbers.len() != warps {
            return Err(StateError::Mismatch(
                "numbers and predictions are those of another SM's warps".into(),
            ));
        }
        Ok(())
    }
}

impl<S, B, P> Attachment for IlpCore<S, B, P>
where
    S: Unit + Snapshot + Send,
    B: Unit + Snapshot + Send,
    P: Unit + Snapshot + Send,
{
    fn check(&self) -> Result<(), UnitError> {
        let modules = [self.scoreboard.failure(), self.bypass.failure(), self.predictor.failure()];
        let failed = self.failure.clone().into_iter().chain(modules.into_iter().flatten()).next();
        failed.map_or(Ok(()), |what| Err(UnitError(what)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<S, B, P> HazardControl for IlpCore<S, B, P>
where
    S: Combinational<In = scoreboard::In, Out = scoreboard::Out> + Snapshot + Send,
    B: Combinational<In = bypass::In, Out = bypass::Out> + Snapshot + Send,
    P: Combinational<In = bpred::In, Out = bpred::Out> + Snapshot + Send,
{
    fn launched(&mut self, warp: u32, registers: &WarpRegisters) {
        let WarpRegisters { written, warps, others, mixed } = *registers;
        let all = 1 << self.params.tag_w;
        // Each warp slot keeps two for the warp that finds no row beside those of another kernel.
        let floor = if mixed { (PAIR * self.params.n_warps).min(all) } else { 0 };
        let wanted = written.min(all / warps.max(1));
        let (mut first, mut count) = self.free_numbers(wanted, others, floor);
        if mixed && count < wanted.min(PAIR) && floor < all {
            (first, count) = (PAIR * warp, PAIR);
        }
        let own = if written <= count { written } else { count.saturating_sub(1) };
        self.state.numbers[warp as usize] = Numbers { first, count, own };
        if own == 0 && written > 0 {
            self.failure = Some(format!(
                "the {} numbers of ilp:tag_w={} are not two for each of {warps} warps of an SM; attach it with a larger tag_w",
                1 << self.params.tag_w,
                self.params.tag_w
            ));
        }
    }

    fn ready(&mut self, events: &PipelineEvents, slot: bool) -> u64 {
        let p = &self.params;
        self.scoreboard_in =
            scoreboard::In { sb_en: p.sb_en, cm_ready: !events.register_port, ..scoreboard::In::default() };
        self.predictor_in = bpred::In { mode: p.bp_mode as u8, ..bpred::In::default() };
        self.resolve(events);
        self.end(events);
        if let Some(next) = &events.decoded {
            self.check(next);
        }
        let i = &mut self.scoreboard_in;
        if let Some(beat) = events.alu {
            (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask) = (true, beat.entry, beat.beat, beat.threads);
        }
        if let Some(beat) = events.late {
            (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask) = (true, beat.entry, beat.beat, beat.threads);
        }
        if !slot || self.state.decoded == 0 {
            return 0;
        }
        let ready = self.scoreboard.eval(&self.scoreboard_in).ready;
        self.stats.waiting_warps += u64::from((self.state.decoded & !ready).count_ones());
        ready
    }

    fn step(&mut self, _: &PipelineEvents, issued: Option<&Issued>) -> HazardOut {
        let mut stage = bypass::In {
            bypass_en: self.params.bypass_en,
            kill_valid: self.scoreboard_in.br_res_valid && self.scoreboard_in.br_res_mis,
            kill_warp: self.scoreboard_in.br_res_warp,
            ..bypass::In::default()
        };
        if let Some(Issued { instruction: one, .. }) = issued {
            let (src_valid, src_tag) = self.sources(one);
            let dst = one.destination.map(|register| self.tag(one.warp, register));
            let predicted = self.predicts() && matches!(one.kind, Kind::Branch(_));
            let i = &mut self.scoreboard_in;
            i.iss_valid = true;
            i.iss_warp = one.warp;
            (i.iss_src_valid, i.iss_src_tag) = (src_valid, src_tag);
            (i.iss_dst_valid, i.iss_dst_tag) = (dst.is_some(), dst.unwrap_or(0));
            i.iss_active = one.active;
            i.iss_fixed = one.kind == Kind::Alu;
            i.iss_store = matches!(one.kind, Kind::Store | Kind::Atomic);
            i.iss_branch = predicted;
            stage.iss_valid = true;
            stage.iss_warp = one.warp;
            (stage.iss_src_valid, stage.iss_src_tag) = (src_valid, src_tag);
            (stage.iss_dst_valid, stage.iss_dst_tag) = (i.iss_dst_valid, i.iss_dst_tag);
            stage.iss_fixed = i.iss_fixed;
            stage.iss_spec = self.state.branching >> one.warp & 1 == 1;
        }
        let o = self.scoreboard.step(&self.scoreboard_in);
        (stage.iss_entry_valid, stage.iss_entry, stage.iss_solo) =
            (o.iss_entry_valid, o.iss_entry, o.iss_solo);
        let selected = self.bypass.step(&stage).byp_sel;
        self.state.issues = self.state.issues << 1 | u32::from(stage.iss_valid);
        if self.predictor_in.lk_valid || self.predictor_in.rs_valid {
            let shown = self.predictor.step(&self.predictor_in);
            if shown.pr_valid {
                let prediction = Prediction { taken: shown.pr_taken, index: shown.pr_idx };
                self.state.next[usize::from(self.predictor_in.lk_warp)] = prediction;
            }
        }
        self.count(&o);
        let out = issued.map(|issued| self.issue(issued, &o, selected)).unwrap_or_default();
        HazardOut { over: self.scoreboard_in.dwb_mask, ..out }
    }

    fn refetch(&self) -> u32 {
        self.params.front_lat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Core = IlpCore<scoreboard::Model, bypass::Model, bpred::Model>;

    fn core() -> Core {
        IlpCore::of_models(&Params::PAPER)
    }

    fn launch(core: &mut Core, warp: u32, written: u32, warps: u32, others: u64) -> Vec<u32> {
        launched(core, warp, WarpRegisters { written, warps, others, mixed: false })
    }

    fn launched(core: &mut Core, warp: u32, registers: WarpRegisters) -> Vec<u32> {
        let written = registers.written;
        core.launched(warp, &registers);
        (0..written as u16).map(|register| core.tag(warp as u8, register)).collect()
    }

    #[test]
    fn warps_of_kernels_with_different_numbers_of_registers_have_no_number_in_common() {
        let mut core = core();
        let mut numbers = launch(&mut core, 0, 25, 3, 0);
        numbers.extend(launch(&mut core, 1, 14, 32, 0b1));
        numbers.extend(launch(&mut core, 2, 25, 3, 0b11));
        // The second one has left: its place is too small for the fourth, and has room for the fifth.
        let gone: Vec<u32> = numbers.drain(25..39).collect();
        numbers.extend(launch(&mut core, 1, 20, 8, 0b101));
        let last = launch(&mut core, 3, 14, 32, 0b111);
        assert_eq!(last, gone);
        numbers.extend(last);
        let given = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), given);
        assert!(core.failure.is_none());
    }

    #[test]
    fn a_warp_that_finds_fewer_numbers_than_registers_shares_its_last_and_one_that_finds_none_is_an_error() {
        let mut core = core();
        let mut others = 0;
        // 512 numbers: 20 warps of 25 leave 12.
        for warp in 0..20 {
            launch(&mut core, warp, 25, 20, others);
            others |= 1 << warp;
        }
        let numbers = launch(&mut core, 20, 25, 20, others);
        assert_eq!((numbers[0], numbers[11], numbers[24]), (500, 511, 511));
        assert!(core.is_numbered(20, 10) && !core.is_numbered(20, 11));
        assert!(core.failure.is_none());
        launch(&mut core, 21, 25, 20, others | 1 << 20);
        assert!(core.failure.unwrap().contains("tag_w"));
    }

    #[test]
    fn beside_warps_of_another_kernel_every_warp_finds_two_numbers_that_no_other_has() {
        let mut core = core();
        let mut others = 0;
        let mut numbers = Vec::new();
        // Three warps of a kernel that has an SM almost for itself, then the warps of one that fills it.
        for (warp, written, warps) in
            (0..3).map(|warp| (warp, 140, 3)).chain((3..32).map(|warp| (warp, 14, 32)))
        {
            let mut own = launched(&mut core, warp, WarpRegisters { written, warps, others, mixed: true });
            own.dedup();
            assert!(own.len() >= 2, "warp {warp}");
            numbers.extend(own);
            others |= 1 << warp;
        }
        let given = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), given);
        assert!(core.failure.is_none());
    }
}
