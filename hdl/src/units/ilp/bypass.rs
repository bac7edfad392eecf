// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::Params;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// The bypass control of an ILP SM (specification section 2.2): one path per lane, from the last EX stage to the first. It follows the
    /// instructions through the stages, says which operands of the one that issues are in the last of them, and when a value can be used.
    /// Protocol: an instruction issued in cycle t is in stage k in t + k; `byp_sel` holds from t + 1 for the beats of a warp instruction. A lane whose
    /// own result is not valid takes the operand that it has read.
    pub struct Bypass<L, LESS, SRC, TAG, TAGS, WARP, K, BEATS, HOLD> = "ilp_bypass";
    fn new(_params: &Params);
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub bypass_en: Signal<In, Bit>,
    pub iss_valid: Signal<In, Bit>,
    pub iss_warp: Signal<In, Bits<WARP>>,
    pub iss_src_valid: Signal<In, Bits<SRC>>,
    pub iss_src_tag: Signal<In, Bits<TAGS>>,
    pub iss_dst_valid: Signal<In, Bit>,
    pub iss_dst_tag: Signal<In, Bits<TAG>>,
    pub iss_fixed: Signal<In, Bit>,
    pub iss_spec: Signal<In, Bit>,
    pub iss_entry_valid: Signal<In, Bit>,
    pub iss_entry: Signal<In, Bits<K>>,
    pub iss_solo: Signal<In, Bit>,
    pub kill_valid: Signal<In, Bit>,
    pub kill_warp: Signal<In, Bits<WARP>>,
    pub kill_all: Signal<In, Bit>,
    pub byp_sel: Signal<Out, Bits<SRC>>,
    pub av_valid: Signal<Out, Bit>,
    pub av_entry: Signal<Out, Bits<K>>,
    pub dwb_valid: Signal<Out, Bit>,
    pub dwb_warp: Signal<Out, Bits<WARP>>,
    /// A bit for each stage, the first lowest: it holds an instruction that writes a register, of fixed latency, issued under an unresolved branch,
    /// with an entry, alone in flight.
    valid: DffR<Bits<L>>,
    fixed: DffR<Bits<L>>,
    spec: DffR<Bits<L>>,
    entry_valid: DffR<Bits<L>>,
    solo: DffR<Bits<L>>,
    tag: Vec<Dff<Bits<TAG>>> = array(L),
    wid: Vec<Dff<Bits<WARP>>> = array(L),
    entry: Vec<Dff<Bits<K>>> = array(L),
    select: DffR<Bits<SRC>>,
    /// Cycles that the selection stays behind this one.
    hold: DffR<Bits<HOLD>>,
    alu: Signal<Local, Bits<L>>,
    removed: Signal<Local, Bits<L>>,
    source: Signal<Local, Bits<TAG>>,
    same: Signal<Local, Bits<SRC>>,
    /// The stage whose instruction's value can be read by the next one that issues.
    with_entry: Signal<Local, Bits<L>>,
    alone: Signal<Local, Bits<L>>,
    available: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    last: Constant<Bits<32>> = Constant::new((L as u64 - 1).into()),
    earlier: Constant<Bits<32>> = Constant::new((L as u64 - 2).into()),
    most: Constant<Bits<HOLD>> = Constant::new((BEATS as u64 - 1).into()),
    tag_bits: Constant<Bits<32>> = Constant::new((TAG as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, fixed, spec, entry_valid, solo, select, hold);
        self.valid.reset.next = self.reset.val();
        self.fixed.reset.next = self.reset.val();
        self.spec.reset.next = self.reset.val();
        self.entry_valid.reset.next = self.reset.val();
        self.solo.reset.next = self.reset.val();
        self.select.reset.next = self.reset.val();
        self.hold.reset.next = self.reset.val();
        for k in 0..L {
            self.tag[k].clock.next = self.clock.val();
            self.tag[k].d.next = self.tag[k].q.val();
            self.wid[k].clock.next = self.clock.val();
            self.wid[k].d.next = self.wid[k].q.val();
            self.entry[k].clock.next = self.clock.val();
            self.entry[k].d.next = self.entry[k].q.val();
        }

        comment!("Each cycle every instruction is a stage further, unless it is removed.");
        self.removed.next = 0.into();
        if self.kill_valid.val() {
            for k in 0..L {
                self.removed.next = self.removed.val().replace_bit(
                    k,
                    (self.wid[k].q.val() == self.kill_warp.val())
                        && (self.kill_all.val() || self.spec.q.val().get_bit(k)),
                );
            }
        }
        self.valid.d.next = ((self.valid.q.val() & (!self.removed.val())) << 1)
            | bit_cast::<L, 1>((self.iss_valid.val() && self.iss_dst_valid.val()).into());
        self.fixed.d.next = (self.fixed.q.val() << 1) | bit_cast::<L, 1>(self.iss_fixed.val().into());
        self.spec.d.next = (self.spec.q.val() << 1) | bit_cast::<L, 1>(self.iss_spec.val().into());
        self.entry_valid.d.next =
            (self.entry_valid.q.val() << 1) | bit_cast::<L, 1>(self.iss_entry_valid.val().into());
        self.solo.d.next = (self.solo.q.val() << 1) | bit_cast::<L, 1>(self.iss_solo.val().into());
        for k in 0..LESS {
            self.tag[k + 1].d.next = self.tag[k].q.val();
            self.wid[k + 1].d.next = self.wid[k].q.val();
            self.entry[k + 1].d.next = self.entry[k].q.val();
        }
        self.tag[0].d.next = self.iss_dst_tag.val();
        self.wid[0].d.next = self.iss_warp.val();
        self.entry[0].d.next = self.iss_entry.val();

        comment!("Operands that are in the last stage when their instruction issues.");
        self.alu.next = self.valid.q.val() & self.fixed.q.val();
        self.source.next = 0.into();
        self.same.next = 0.into();
        if self.bypass_en.val() && self.alu.val().get_bit(self.last.val().index()) {
            for s in 0..SRC {
                self.source.next = self.iss_src_tag.val().get_bits::<TAG>(s * self.tag_bits.val().index());
                self.same.next = self.same.val().replace_bit(
                    s,
                    self.iss_src_valid.val().get_bit(s)
                        && (self.source.val() == self.tag[self.last.val().index()].q.val()),
                );
            }
        }
        if self.hold.q.val().any() {
            self.hold.d.next = self.hold.q.val() - 1;
        } else {
            self.select.d.next = 0.into();
        }
        if self.iss_valid.val() {
            self.select.d.next = self.same.val();
            self.hold.d.next = self.most.val();
        }
        self.byp_sel.next = self.select.q.val();

        comment!("With the path a value can be used a cycle earlier, and an instruction alone in flight is over then.");
        self.with_entry.next = self.alu.val() & self.entry_valid.q.val();
        self.alone.next = self.alu.val() & self.solo.q.val();
        self.available.next = self.with_entry.val().get_bit(self.last.val().index());
        self.over.next = false;
        if self.bypass_en.val() {
            self.available.next = self.with_entry.val().get_bit(self.earlier.val().index());
            self.over.next = self.alone.val().get_bit(self.earlier.val().index());
        }
        self.av_valid.next = self.available.val();
        self.dwb_valid.next = self.over.val();
        self.av_entry.next = 0.into();
        if self.available.val() {
            self.av_entry.next = self.entry[self.last.val().index()].q.val();
            if self.bypass_en.val() {
                self.av_entry.next = self.entry[self.earlier.val().index()].q.val();
            }
        }
        self.dwb_warp.next = 0.into();
        if self.over.val() {
            self.dwb_warp.next = self.wid[self.earlier.val().index()].q.val();
        }
    }
}
