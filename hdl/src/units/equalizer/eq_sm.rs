// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use super::accumulator::Accumulator;
use super::block_target::BlockTarget;
use super::cta_control::CtaControl;
use super::decision::Decision;
use super::epoch::Epoch;
use super::sampler::Sampler;
use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Equalizer, per-SM half: counts the states of the warps over an epoch, votes for a frequency change and
    /// steers the number of concurrent CTAs (specification sections 2.1-2.5).
    /// Protocol: the masks of the warps are levels that count in the last cycle of a sample window; `kernel_start`,
    /// `cta_launch` and `cta_done` are pulses. `gwde_req` stays until `gwde_gnt`, or until the need for a CTA is gone;
    /// then it waits for `cta_launch`. The vote comes as a pulse three cycles after the last cycle of an epoch.
    pub struct EqSm<WARPS, CTAS, CTA, MAP, WCTA, BLOCKS, SUM, CYCLE> = "eq_sm";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub en: Signal<In, Bit>,
    pub grid_active: Signal<In, Bit>,
    pub kernel_start: Signal<In, Bit>,
    pub w_cta_in: Signal<In, Bits<WCTA>>,
    pub nb_max_in: Signal<In, Bits<BLOCKS>>,
    pub slot_live: Signal<In, Bits<WARPS>>,
    pub ib_valid: Signal<In, Bits<WARPS>>,
    pub at_barrier: Signal<In, Bits<WARPS>>,
    pub sb_ready: Signal<In, Bits<WARPS>>,
    pub is_mem: Signal<In, Bits<WARPS>>,
    pub issued: Signal<In, Bits<WARPS>>,
    pub lsu_blocked: Signal<In, Bit>,
    pub warp_cta: Signal<In, Bits<MAP>>,
    pub cta_launch: Signal<In, Bits<CTAS>>,
    pub cta_done: Signal<In, Bits<CTAS>>,
    pub gwde_empty: Signal<In, Bit>,
    pub gwde_gnt: Signal<In, Bit>,
    pub gwde_req: Signal<Out, Bit>,
    pub pause_warp: Signal<Out, Bits<WARPS>>,
    pub pause_cta: Signal<Out, Bits<CTAS>>,
    pub vote_valid: Signal<Out, Bit>,
    pub vote: Signal<Out, Bits<2>>,
    pub num_blocks: Signal<Out, Bits<BLOCKS>>,
    pub dbg_acc_active: Signal<Out, Bits<SUM>>,
    pub dbg_acc_wait: Signal<Out, Bits<SUM>>,
    pub dbg_acc_xalu: Signal<Out, Bits<SUM>>,
    pub dbg_acc_xmem: Signal<Out, Bits<SUM>>,
    epoch: Epoch<CYCLE> = Epoch::new(params),
    sampler: Sampler<WARPS, WCTA> = Sampler::new(params),
    active: Accumulator<WCTA, SUM> = Accumulator::new(params),
    waiting: Accumulator<WCTA, SUM> = Accumulator::new(params),
    xalu: Accumulator<WCTA, SUM> = Accumulator::new(params),
    xmem: Accumulator<WCTA, SUM> = Accumulator::new(params),
    decision: Decision<SUM, WCTA> = Decision::new(params),
    block_target: BlockTarget<BLOCKS> = BlockTarget::new(params),
    cta_control: CtaControl<WARPS, CTAS, CTA, MAP, BLOCKS> = CtaControl::new(params),
    /// Warps per CTA of the running kernel.
    w_cta: DffR<Bits<WCTA>> = DffR::new(1.into()),
    /// The epoch under way is partial: its decision votes NONE and changes nothing (W10).
    skip_epoch: DffR<Bit>,
    voted: DffR<Bit>,
    action: DffR<Bits<2>>,
    decided_active: DffR<Bits<SUM>>,
    decided_wait: DffR<Bits<SUM>>,
    decided_xalu: DffR<Bits<SUM>>,
    decided_xmem: DffR<Bits<SUM>>,
    clear: Signal<Local, Bit>,
    valid_decision: Signal<Local, Bit>,
}

impl<
        const WARPS: usize,
        const CTAS: usize,
        const CTA: usize,
        const MAP: usize,
        const WCTA: usize,
        const BLOCKS: usize,
        const SUM: usize,
        const CYCLE: usize,
    > Logic for EqSm<WARPS, CTAS, CTA, MAP, WCTA, BLOCKS, SUM, CYCLE>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, epoch, active, waiting, xalu, xmem, block_target, cta_control);
        dff_setup!(self, clock, w_cta, skip_epoch);
        dff_setup!(self, clock, decided_active, decided_wait, decided_xalu, decided_xmem);
        clock!(self, clock, voted, action);
        self.epoch.reset.next = self.reset.val();
        self.active.reset.next = self.reset.val();
        self.waiting.reset.next = self.reset.val();
        self.xalu.reset.next = self.reset.val();
        self.xmem.reset.next = self.reset.val();
        self.block_target.reset.next = self.reset.val();
        self.cta_control.reset.next = self.reset.val();
        self.w_cta.reset.next = self.reset.val();
        self.skip_epoch.reset.next = self.reset.val();
        self.voted.reset.next = self.reset.val();
        self.action.reset.next = self.reset.val();
        self.decided_active.reset.next = self.reset.val();
        self.decided_wait.reset.next = self.reset.val();
        self.decided_xalu.reset.next = self.reset.val();
        self.decided_xmem.reset.next = self.reset.val();

        self.epoch.en.next = self.en.val();
        self.epoch.kernel_start.next = self.kernel_start.val();

        self.sampler.sample.next = self.epoch.sample.val();
        self.sampler.slot_live.next = self.slot_live.val();
        self.sampler.ib_valid.next = self.ib_valid.val();
        self.sampler.at_barrier.next = self.at_barrier.val();
        self.sampler.sb_ready.next = self.sb_ready.val();
        self.sampler.is_mem.next = self.is_mem.val();
        self.sampler.issued.next = self.issued.val();
        self.sampler.lsu_blocked.next = self.lsu_blocked.val();
        self.sampler.pause_warp.next = self.cta_control.pause_warp.val();

        self.clear.next = self.kernel_start.val() || !self.en.val();
        self.active.clear.next = self.clear.val();
        self.active.decide.next = self.epoch.decide.val();
        self.active.sample.next = self.epoch.sample.val();
        self.active.count.next = self.sampler.n_active.val();
        self.waiting.clear.next = self.clear.val();
        self.waiting.decide.next = self.epoch.decide.val();
        self.waiting.sample.next = self.epoch.sample.val();
        self.waiting.count.next = self.sampler.n_wait.val();
        self.xalu.clear.next = self.clear.val();
        self.xalu.decide.next = self.epoch.decide.val();
        self.xalu.sample.next = self.epoch.sample.val();
        self.xalu.count.next = self.sampler.n_xalu.val();
        self.xmem.clear.next = self.clear.val();
        self.xmem.decide.next = self.epoch.decide.val();
        self.xmem.sample.next = self.epoch.sample.val();
        self.xmem.count.next = self.sampler.n_xmem.val();

        if self.kernel_start.val() {
            self.w_cta.d.next = self.w_cta_in.val();
        }
        if self.clear.val() {
            self.skip_epoch.d.next = true;
        } else if self.epoch.decide.val() {
            self.skip_epoch.d.next = false;
        }

        self.valid_decision.next =
            self.epoch.decide.val() && !self.skip_epoch.q.val() && !self.kernel_start.val();
        self.decision.decide.next = self.valid_decision.val();
        self.decision.w_cta.next = self.w_cta.q.val();
        self.decision.active.next = self.active.sum.val();
        self.decision.waiting.next = self.waiting.sum.val();
        self.decision.xalu.next = self.xalu.sum.val();
        self.decision.xmem.next = self.xmem.sum.val();
        comment!("The vote is a pulse; without a grid it is NONE, but the block decision stands (W12).");
        self.voted.d.next = self.epoch.decide.val();
        self.action.d.next = 0.into();
        if self.grid_active.val() {
            self.action.d.next = self.decision.action.val();
        }
        self.vote_valid.next = self.voted.q.val();
        self.vote.next = self.action.q.val();

        comment!("Sums that the last decision saw.");
        if self.epoch.decide.val() {
            self.decided_active.d.next = self.active.sum.val();
            self.decided_wait.d.next = self.waiting.sum.val();
            self.decided_xalu.d.next = self.xalu.sum.val();
            self.decided_xmem.d.next = self.xmem.sum.val();
        }
        self.dbg_acc_active.next = self.decided_active.q.val();
        self.dbg_acc_wait.next = self.decided_wait.q.val();
        self.dbg_acc_xalu.next = self.decided_xalu.q.val();
        self.dbg_acc_xmem.next = self.decided_xmem.q.val();

        self.block_target.en.next = self.en.val();
        self.block_target.kernel_start.next = self.kernel_start.val();
        self.block_target.nb_max_in.next = self.nb_max_in.val();
        self.block_target.step.next = self.valid_decision.val();
        self.block_target.raise.next = self.decision.raise.val();
        self.block_target.lower.next = self.decision.lower.val();
        self.num_blocks.next = self.block_target.num_blocks.val();

        self.cta_control.num_blocks.next = self.block_target.num_blocks.val();
        self.cta_control.cta_launch.next = self.cta_launch.val();
        self.cta_control.cta_done.next = self.cta_done.val();
        self.cta_control.gwde_empty.next = self.gwde_empty.val();
        self.cta_control.gwde_gnt.next = self.gwde_gnt.val();
        self.cta_control.slot_live.next = self.slot_live.val();
        self.cta_control.warp_cta.next = self.warp_cta.val();
        self.gwde_req.next = self.cta_control.gwde_req.val();
        self.pause_cta.next = self.cta_control.pause_cta.val();
        self.pause_warp.next = self.cta_control.pause_warp.val();
    }
}
