// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::apogee::params::Params;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, ShiftList};

block! {
    /// Takes loads (decisions P5 to P8): keeps what the table needs of each until its commit, with the last load before it (LAL), and
    /// tells when the oldest one may be looked up: `issue_latency` less 6 cycles after its first beat at the earliest.
    pub struct Intake<WARPS, WARP, PC, WAIT, WAITING, DELAY, LOAD> = "apogee_intake"
        where WARP = bits(WARPS), WAITING = clog2(WAIT + 1), LOAD = 2 * PC + WARP + 1;
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget all loads at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// A beat comes.
    pub ld_v: Signal<In, Bit>,
    /// It is the first, the last one of its load.
    pub ld_first: Signal<In, Bit>,
    pub ld_last: Signal<In, Bit>,
    /// PC and warp of the load.
    pub ld_pc: Signal<In, Bits<PC>>,
    pub ld_warp: Signal<In, Bits<WARP>>,
    /// A beat would be taken.
    pub ready: Signal<Out, Bit>,
    /// A beat is taken.
    pub take: Signal<Out, Bit>,
    /// It is the first one of its load.
    pub take_first: Signal<Out, Bit>,
    /// The oldest load is looked up.
    pub look: Signal<In, Bit>,
    /// It leaves.
    pub commit: Signal<In, Bit>,
    /// It may be looked up.
    pub due: Signal<Out, Bit>,
    /// PC and warp of the oldest load.
    pub pc: Signal<Out, Bits<PC>>,
    pub warp: Signal<Out, Bits<WARP>>,
    /// There was a load before it, with this PC.
    pub last_valid: Signal<Out, Bit>,
    pub last_pc: Signal<Out, Bits<PC>>,
    /// The last load of each warp.
    known: DffR<Bits<WARPS>>,
    last: Vec<Dff<Bits<PC>>> = array(WARPS),
    /// Further beats of a load are awaited.
    open: DffR<Bit>,
    /// First beats of the last three cycles.
    recent: DffR<Bits<3>>,
    /// Loads whose lookup is not yet due, by the cycles since their first beat.
    line: DffR<Bits<DELAY>>,
    /// Loads whose lookup is due.
    ripe: DffR<Bits<WAITING>>,
    startable: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    slot: Signal<Local, Bits<WARP>>,
    moved: Signal<Local, Bits<DELAY>>,
    ripens: Signal<Local, Bit>,
    load: Signal<Local, Bits<LOAD>>,
    oldest: Signal<Local, Bits<LOAD>>,
    used: Signal<Local, Bits<WAIT>>,
    /// Loads behind the oldest are of no use yet.
    unused: Signal<Local, Bit>,
    loads: ShiftList<WAIT, LOAD> = ShiftList::new(),
    all_loads: Constant<Bits<WAIT>> = Constant::new(!Bits::<WAIT>::default()),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    last_load: Constant<Bits<32>> = Constant::new((WAIT as u64 - 1).into()),
    last_step: Constant<Bits<32>> = Constant::new((DELAY as u64 - 1).into()),
    /// Where warp and last load are in what is kept, above the PC.
    warp_at: Constant<Bits<32>> = Constant::new((PC as u64).into()),
    last_at: Constant<Bits<32>> = Constant::new(((WARP + PC) as u64).into()),
    last_valid_at: Constant<Bits<32>> = Constant::new(((PC + WARP + PC) as u64).into()),
    /// Each warp has a last load of its own, or none has (A9).
    slots: Constant<Bits<WARP>> = Constant::new((((1u64 << WARP) - 1) * u64::from(params.lal_per_warp)).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, known, open, recent, line, ripe);
        clock!(self, clock, loads);
        self.known.reset.next = self.reset.val();
        self.open.reset.next = self.reset.val();
        self.recent.reset.next = self.reset.val();
        self.line.reset.next = self.reset.val();
        self.ripe.reset.next = self.reset.val();
        self.loads.reset.next = self.reset.val();
        for i in 0..WARPS {
            self.last[i].clock.next = self.clock.val();
            self.last[i].d.next = self.last[i].q.val();
        }

        comment!("A load begins if there is a place, and at most every fourth cycle.");
        self.used.next = self.loads.used.val();
        self.startable.next =
            !self.recent.q.val().any() && !self.used.val().get_bit(self.last_load.val().index());
        self.ready.next = self.open.q.val() || self.startable.val();
        self.starts.next =
            self.ld_v.val() && self.ld_first.val() && self.startable.val() && !self.open.q.val();
        self.goes_on.next = self.ld_v.val() && self.open.q.val();
        self.take.next = self.starts.val() || self.goes_on.val();
        self.take_first.next = self.starts.val();
        if self.starts.val() || self.goes_on.val() {
            self.open.d.next = !self.ld_last.val();
        }
        self.recent.d.next = self.recent.q.val() << 1;
        if self.starts.val() {
            self.recent.d.next = (self.recent.q.val() << 1) | 1;
        }
        if self.clear.val() {
            self.open.d.next = false;
            self.recent.d.next = 0.into();
        }

        comment!("The last load before it, and it becomes that of the next one.");
        self.slot.next = self.ld_warp.val() & self.slots.val();
        if self.starts.val() {
            self.known.d.next = self.known.q.val() | (self.one.val() << self.slot.val());
        }
        if self.clear.val() {
            self.known.d.next = 0.into();
        }
        if self.starts.val() {
            self.last[self.slot.val().index()].d.next = self.ld_pc.val();
        }
        self.load.next =
            (bit_cast::<LOAD, 1>(self.known.q.val().get_bit(self.slot.val().index()).into()) << self.last_valid_at.val())
            | (bit_cast::<LOAD, PC>(self.last[self.slot.val().index()].q.val()) << self.last_at.val())
            | (bit_cast::<LOAD, WARP>(self.ld_warp.val()) << self.warp_at.val())
            | bit_cast::<LOAD, PC>(self.ld_pc.val());
        self.loads.clear.next = self.clear.val();
        self.loads.offer.next = self.starts.val();
        self.loads.push.next = self.starts.val();
        self.loads.data.next = self.load.val();
        self.loads.take.next = self.commit.val();
        self.loads.up.next = self.all_loads.val();
        self.oldest.next = self.loads.words[0].val();
        self.pc.next = self.oldest.val().get_bits::<PC>(0);
        self.warp.next = self.oldest.val().get_bits::<WARP>(self.warp_at.val().index());
        self.last_pc.next = self.oldest.val().get_bits::<PC>(self.last_at.val().index());
        self.last_valid.next = self.oldest.val().get_bit(self.last_valid_at.val().index());
        self.unused.next = self.loads.first_next.val().any();
        for i in 0..WAIT {
            self.unused.next = self.unused.val() || self.loads.words[i].val().any();
        }

        comment!("A load is due when its first beat leaves the delay line.");
        self.moved.next = self.line.q.val() << 1;
        if self.starts.val() {
            self.moved.next = (self.line.q.val() << 1) | 1;
        }
        self.ripens.next = self.moved.val().get_bit(self.last_step.val().index());
        self.due.next = self.ripe.q.val().any();
        self.line.d.next = self.moved.val();
        if self.ripens.val() && !self.look.val() {
            self.ripe.d.next = self.ripe.q.val() + 1;
        }
        if self.look.val() && !self.ripens.val() {
            self.ripe.d.next = self.ripe.q.val() - 1;
        }
        if self.clear.val() {
            self.line.d.next = 0.into();
            self.ripe.d.next = 0.into();
        }
    }
}
