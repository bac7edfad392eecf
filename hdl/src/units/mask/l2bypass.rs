// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::Params;

use crate::block;
use crate::comment;

block! {
    /// MASK's decision about a walk read (specification section 2.7): whether it goes past the L2 cache. Combinational: it holds while the
    /// read waits. Nothing is kept, so nothing uses clock and reset, which every module has.
    pub struct L2Bypass<PA, LEVELS> = "mask_l2bypass";
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub wm_addr: Signal<In, Bits<PA>>,
    pub wm_depth: Signal<In, Bits<3>>,
    pub bypass_bits: Signal<In, Bits<LEVELS>>,
    pub en_l2bypass: Signal<In, Bit>,
    pub wm_bypass: Signal<Out, Bit>,
    line: Signal<Local, Bits<PA>>,
    folded: Signal<Local, Bits<PA>>,
    leader: Signal<Local, Bit>,
    /// Depths that bypass.
    depths: Signal<Local, Bits<8>>,
    line_bits: Constant<Bits<3>> = Constant::new(7.into()),
    /// Bits of a group, and of two.
    group: Constant<Bits<5>> = Constant::new(u64::from(params.l2b_leader_log2).into()),
    groups: Constant<Bits<5>> = Constant::new(u64::from(2 * params.l2b_leader_log2).into()),
    group_mask: Constant<Bits<8>> = Constant::new(((1u64 << params.l2b_leader_log2) - 1).into()),
    /// There are leaders.
    leaders: Constant<Bit> = Constant::new(params.l2b_leader_log2 > 0),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A line is a leader if three groups of its lowest bits are even, each bit with its like (D20).");
        self.line.next = self.wm_addr.val() >> self.line_bits.val();
        self.folded.next = ((self.line.val() ^ (self.line.val() >> self.group.val()))
            ^ (self.line.val() >> self.groups.val()))
            & bit_cast::<PA, 8>(self.group_mask.val());
        self.leader.next = self.leaders.val() && !self.folded.val().any();
        self.depths.next = bit_cast::<8, LEVELS>(self.bypass_bits.val()) << 1;
        self.wm_bypass.next = (self.en_l2bypass.val() && self.depths.val().get_bit(self.wm_depth.val().index()))
            && !self.leader.val();
    }
}
