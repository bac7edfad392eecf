// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use crate::block;
use crate::comment;

block! {
    /// MeDiC's decision at an input port of the L2 (specification section 2.4): whether a request goes past the L2, allocates no line, or
    /// comes first in the memory controller. Combinational: it holds while the request waits in the port. Nothing is kept, so nothing
    /// uses clock and reset, which every module has.
    pub struct Route<> = "medic_route";
    fn new(params: &Params);
    /// Clock of the L2.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub valid: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub atomic: Signal<In, Bit>,
    pub fence: Signal<In, Bit>,
    pub warp_type: Signal<In, Bits<2>>,
    pub prof: Signal<In, Bit>,
    pub wbyp_en: Signal<In, Bit>,
    pub wms_en: Signal<In, Bit>,
    pub bypass: Signal<Out, Bit>,
    pub no_alloc: Signal<Out, Bit>,
    pub hi: Signal<Out, Bit>,
    pub inval: Signal<Out, Bit>,
    /// The warp mostly misses, which is known.
    misses: Signal<Local, Bit>,
    /// The request must not pass others.
    ordered: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    miss: Constant<Bits<2>> = Constant::new(0.into()),
    read: Constant<Bits<2>> = Constant::new(0.into()),
    write: Constant<Bits<2>> = Constant::new(1.into()),
    /// Writes may bypass too (DEC-9).
    bypass_writes: Constant<Bit> = Constant::new(params.bypass_writes),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.misses.next = (self.valid.val() && self.wbyp_en.val())
            && ((self.warp_type.val() == self.miss.val()) && !self.prof.val());
        self.ordered.next = self.atomic.val() || self.fence.val();
        self.passes.next = (self.misses.val() && !self.ordered.val())
            && ((self.kind.val() == self.read.val())
                || (self.bypass_writes.val() && (self.kind.val() == self.write.val())));
        self.bypass.next = self.passes.val();
        self.no_alloc.next = self.misses.val() && self.ordered.val();
        self.hi.next = (self.valid.val() && self.wms_en.val()) && self.warp_type.val().get_bit(1);
        comment!("A copy of the line in the L2 would be stale.");
        self.inval.next = self.passes.val() && (self.kind.val() == self.write.val());
    }
}
