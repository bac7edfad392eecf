// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::line_check::LineCheck;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR};

block! {
    /// Mosaic's engine that makes 512 base pages a large page where they are, by bits of the page tables, and takes it apart again (specification
    /// sections 2.4 and 2.9).
    /// Protocol: one command at a time. Each operation on page tables is atomic, stays until it is taken, and is done in any order; a phase of a
    /// command begins when all operations of the one before are done. All outputs are functions of registers.
    pub struct Coalescer<ASID, LVPN, TABLE, ADDRESS, LPPN, DEPTHS, TAGS, TAG, READ, DATA> = "mosaic_coalescer";
    fn new(params: &Params);
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub cmd_valid: Signal<In, Bit>,
    pub cmd_op: Signal<In, Bit>,
    pub cmd_asid: Signal<In, Bits<ASID>>,
    pub cmd_root: Signal<In, Bits<TABLE>>,
    pub cmd_lvpn: Signal<In, Bits<LVPN>>,
    pub cmd_bitmap: Signal<In, Bits<512>>,
    pub m_ready: Signal<In, Bit>,
    pub a_valid: Signal<In, Bit>,
    pub a_tag: Signal<In, Bits<4>>,
    pub a_data: Signal<In, Bits<DATA>>,
    pub fl_ready: Signal<In, Bit>,
    pub fl_done: Signal<In, Bit>,
    pub cmd_ready: Signal<Out, Bit>,
    pub m_valid: Signal<Out, Bit>,
    pub m_op: Signal<Out, Bits<3>>,
    pub m_addr: Signal<Out, Bits<ADDRESS>>,
    pub m_lane_dis: Signal<Out, Bits<16>>,
    pub m_lane_val: Signal<Out, Bits<16>>,
    pub m_tag: Signal<Out, Bits<4>>,
    pub fl_valid: Signal<Out, Bit>,
    pub fl_asid: Signal<Out, Bits<ASID>>,
    pub fl_lvpn: Signal<Out, Bits<LVPN>>,
    pub fl_kind: Signal<Out, Bit>,
    pub large_on: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub status: Signal<Out, Bits<3>>,
    phase: DffR<Bits<3>>,
    /// The command.
    splinter: Dff<Bit>,
    asid: Dff<Bits<ASID>>,
    lvpn: Dff<Bits<LVPN>>,
    bitmap: Dff<Bits<512>>,
    /// Depths from the entry that is read to the one with the large bit.
    above: Dff<Bits<3>>,
    /// Table of the next read, in the end the last one.
    node: Dff<Bits<TABLE>>,
    /// Where the entry with the large bit is.
    entry_address: Dff<Bits<ADDRESS>>,
    /// Operations of the phase that have been taken, 32 at most, and the tag of the next one: tags go round.
    taken: DffR<Bits<6>>,
    tag: DffR<Bits<TAG>>,
    /// Tags of the operations under way, and their lines.
    under_way: DffR<Bits<TAGS>>,
    line: Vec<Dff<Bits<5>>> = array(TAGS),
    announced: DffR<Bit>,
    over: DffR<Bit>,
    result: DffR<Bits<3>>,
    fits: LineCheck<READ, DATA, LPPN> = LineCheck::new(params),
    walks: Signal<Local, Bit>,
    verifies: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    /// The phase has one operation, or one for each line.
    single: Signal<Local, Bit>,
    by_line: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    /// A command begins; an operation is taken.
    begins: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    whole_lvpn: Signal<Local, Bits<64>>,
    index: Signal<Local, Bits<9>>,
    address: Signal<Local, Bits<ADDRESS>>,
    op: Signal<Local, Bits<3>>,
    slot: Signal<Local, Bits<9>>,
    this_tag: Signal<Local, Bits<TAGS>>,
    acked: Signal<Local, Bits<TAGS>>,
    acked_line: Signal<Local, Bits<5>>,
    busy: Signal<Local, Bits<TAGS>>,
    count: Signal<Local, Bits<6>>,
    ends: Signal<Local, Bit>,
    found_valid: Signal<Local, Bit>,
    found_large: Signal<Local, Bit>,
    /// Phases.
    idle: Constant<Bits<3>> = Constant::new(0.into()),
    walk: Constant<Bits<3>> = Constant::new(1.into()),
    check_lines: Constant<Bits<3>> = Constant::new(2.into()),
    set_large: Constant<Bits<3>> = Constant::new(3.into()),
    write_lines: Constant<Bits<3>> = Constant::new(4.into()),
    clear_large: Constant<Bits<3>> = Constant::new(5.into()),
    ask: Constant<Bits<3>> = Constant::new(6.into()),
    flush: Constant<Bits<3>> = Constant::new(7.into()),
    /// Operations.
    or8: Constant<Bits<3>> = Constant::new(1.into()),
    andn8: Constant<Bits<3>> = Constant::new(2.into()),
    or_line: Constant<Bits<3>> = Constant::new(3.into()),
    andn_line: Constant<Bits<3>> = Constant::new(4.into()),
    rd_line: Constant<Bits<3>> = Constant::new(5.into()),
    /// Ends of a command other than OK.
    already: Constant<Bits<3>> = Constant::new(1.into()),
    not_large: Constant<Bits<3>> = Constant::new(2.into()),
    fault: Constant<Bits<3>> = Constant::new(3.into()),
    not_contiguous: Constant<Bits<3>> = Constant::new(4.into()),
    /// Contiguity is checked before the large bit is set.
    verify: Constant<Bit> = Constant::new(params.verify),
    first_above: Constant<Bits<3>> = Constant::new((DEPTHS as u64 - 1).into()),
    last_tag: Constant<Bits<TAG>> = Constant::new((TAGS as u64 - 1).into()),
    one: Constant<Bits<TAGS>> = Constant::new(1.into()),
    all_lines: Constant<Bits<6>> = Constant::new(32.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, taken, tag, under_way, announced, over, result);
        clock!(self, clock, splinter, asid, lvpn, bitmap, above, node, entry_address, fits);
        self.phase.reset.next = self.reset.val();
        self.taken.reset.next = self.reset.val();
        self.tag.reset.next = self.reset.val();
        self.under_way.reset.next = self.reset.val();
        self.announced.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.result.reset.next = self.reset.val();
        self.splinter.d.next = self.splinter.q.val();
        self.asid.d.next = self.asid.q.val();
        self.lvpn.d.next = self.lvpn.q.val();
        self.bitmap.d.next = self.bitmap.q.val();
        self.above.d.next = self.above.q.val();
        self.node.d.next = self.node.q.val();
        self.entry_address.d.next = self.entry_address.q.val();

        comment!("The operation at hand.");
        self.walks.next = self.phase.q.val() == self.walk.val();
        self.verifies.next = self.phase.q.val() == self.check_lines.val();
        self.writes.next = self.phase.q.val() == self.write_lines.val();
        self.single.next = self.walks.val()
            || ((self.phase.q.val() == self.set_large.val()) || (self.phase.q.val() == self.clear_large.val()));
        self.by_line.next = self.verifies.val() || self.writes.val();
        self.offers.next = ((self.single.val() && !self.taken.q.val().any())
            || (self.by_line.val() && (self.taken.q.val() < self.all_lines.val())))
            && !self.under_way.q.val().get_bit(self.tag.q.val().index());
        self.whole_lvpn.next = bit_cast::<64, LVPN>(self.lvpn.q.val());
        self.index.next = 0.into();
        for i in 0..DEPTHS {
            if self.above.q.val() == i.to_bits() {
                self.index.next = self.whole_lvpn.val().get_bits::<9>(i * 9);
            }
        }
        self.address.next = bit_cast::<ADDRESS, TABLE>(self.node.q.val()) << 12;
        self.op.next = 0.into();
        if self.walks.val() {
            self.address.next = self.address.val() | (bit_cast::<ADDRESS, 9>(self.index.val()) << 3);
        } else if self.by_line.val() {
            self.address.next = self.address.val() | (bit_cast::<ADDRESS, 6>(self.taken.q.val()) << 7);
            self.op.next = self.or_line.val();
            if self.verifies.val() {
                self.op.next = self.rd_line.val();
            } else if self.splinter.q.val() {
                self.op.next = self.andn_line.val();
            }
        } else {
            self.address.next = self.entry_address.q.val();
            self.op.next = self.or8.val();
            if self.splinter.q.val() {
                self.op.next = self.andn8.val();
            }
        }
        self.m_valid.next = self.offers.val();
        self.m_op.next = 0.into();
        self.m_addr.next = 0.into();
        self.m_tag.next = 0.into();
        self.m_lane_dis.next = 0.into();
        self.m_lane_val.next = 0.into();
        self.slot.next = bit_cast::<9, 5>(self.taken.q.val().get_bits::<5>(0)) << 4;
        if self.offers.val() {
            self.m_op.next = self.op.val();
            self.m_addr.next = self.address.val();
            self.m_tag.next = bit_cast::<4, TAG>(self.tag.q.val());
            if self.writes.val() {
                self.m_lane_dis.next = !self.m_lane_dis.val();
                if self.splinter.q.val() {
                    self.m_lane_val.next = !self.bitmap.q.val().get_bits::<16>(self.slot.val().index());
                }
            }
        }

        comment!("What is taken, and what is done.");
        self.begins.next = (self.phase.q.val() == self.idle.val()) && self.cmd_valid.val();
        self.accepted.next = self.offers.val() && self.m_ready.val();
        self.this_tag.next = self.one.val() << self.tag.q.val();
        self.acked.next = 0.into();
        if self.a_valid.val() {
            self.acked.next = (self.one.val() << self.a_tag.val()) & self.under_way.q.val();
        }
        self.busy.next = self.under_way.q.val() & (!self.acked.val());
        self.count.next = self.taken.q.val();
        if self.accepted.val() {
            self.busy.next = self.busy.val() | self.this_tag.val();
            self.count.next = self.taken.q.val() + 1;
        }
        self.acked_line.next = 0.into();
        for i in 0..TAGS {
            if self.acked.val().get_bit(i) {
                self.acked_line.next = self.acked_line.val() | self.line[i].q.val();
            }
        }
        self.under_way.d.next = self.busy.val();
        if self.begins.val() {
            self.tag.d.next = 0.into();
        } else if self.accepted.val() {
            self.tag.d.next = self.tag.q.val() + 1;
            if self.tag.q.val() == self.last_tag.val() {
                self.tag.d.next = 0.into();
            }
        }
        for i in 0..TAGS {
            self.line[i].clock.next = self.clock.val();
            self.line[i].d.next = self.line[i].q.val();
            if self.accepted.val() && self.this_tag.val().get_bit(i) {
                self.line[i].d.next = self.taken.q.val().get_bits::<5>(0);
            }
        }
        self.ends.next = (self.acked.val().any() && !self.busy.val().any())
            && (self.single.val() || (self.count.val() == self.all_lines.val()));
        self.found_valid.next = self.a_data.val().get_bit(0);
        self.found_large.next = self.a_data.val().get_bit(7);
        self.fits.clear.next = self.phase.q.val() == self.idle.val();
        self.fits.check.next = self.verifies.val() && self.acked.val().any();
        self.fits.line.next = self.acked_line.val();
        self.fits.data.next = self.a_data.val();

        comment!("Phases.");
        self.announced.d.next = false;
        self.over.d.next = false;
        self.result.d.next = 0.into();
        self.taken.d.next = self.count.val();
        if self.phase.q.val() == self.idle.val() {
            if self.begins.val() {
                self.phase.d.next = self.walk.val();
            }
        } else if self.phase.q.val() == self.ask.val() {
            if self.fl_ready.val() {
                self.phase.d.next = self.flush.val();
            }
        } else if self.phase.q.val() == self.flush.val() {
            if self.fl_done.val() {
                self.phase.d.next = self.idle.val();
                self.over.d.next = true;
            }
        } else if self.ends.val() {
            self.taken.d.next = 0.into();
            if self.walks.val() {
                if !self.found_valid.val() {
                    self.phase.d.next = self.idle.val();
                    self.over.d.next = true;
                    self.result.d.next = self.fault.val();
                } else if !self.above.q.val().any() {
                    if self.splinter.q.val() && self.found_large.val() {
                        self.phase.d.next = self.write_lines.val();
                    } else if self.splinter.q.val() || self.found_large.val() {
                        self.phase.d.next = self.idle.val();
                        self.over.d.next = true;
                        self.result.d.next = self.already.val();
                        if self.splinter.q.val() {
                            self.result.d.next = self.not_large.val();
                        }
                    } else {
                        self.phase.d.next = self.set_large.val();
                        if self.verify.val() {
                            self.phase.d.next = self.check_lines.val();
                        }
                    }
                }
            } else if self.verifies.val() {
                self.phase.d.next = self.set_large.val();
                if self.fits.differs.val() {
                    self.phase.d.next = self.idle.val();
                    self.over.d.next = true;
                    self.result.d.next = self.not_contiguous.val();
                }
            } else if self.writes.val() {
                self.phase.d.next = self.clear_large.val();
                if !self.splinter.q.val() {
                    self.phase.d.next = self.idle.val();
                    self.over.d.next = true;
                }
            } else {
                self.announced.d.next = !self.splinter.q.val();
                self.phase.d.next = self.write_lines.val();
                if self.splinter.q.val() {
                    self.phase.d.next = self.ask.val();
                }
            }
        }

        comment!("The command, and where its walk is.");
        if self.begins.val() {
            self.splinter.d.next = self.cmd_op.val();
            self.asid.d.next = self.cmd_asid.val();
            self.lvpn.d.next = self.cmd_lvpn.val();
            self.bitmap.d.next = self.cmd_bitmap.val();
            self.node.d.next = self.cmd_root.val();
            self.above.d.next = self.first_above.val();
        } else if self.walks.val() && self.ends.val() {
            self.node.d.next = self.a_data.val().get_bits::<TABLE>(12);
            self.entry_address.d.next = self.address.val();
            self.above.d.next = self.above.q.val() - 1;
        }

        self.cmd_ready.next = self.phase.q.val() == self.idle.val();
        self.fl_valid.next = self.phase.q.val() == self.ask.val();
        self.fl_asid.next = 0.into();
        self.fl_lvpn.next = 0.into();
        self.fl_kind.next = false;
        if self.phase.q.val() == self.ask.val() {
            self.fl_asid.next = self.asid.q.val();
            self.fl_lvpn.next = self.lvpn.q.val();
            self.fl_kind.next = !self.bitmap.q.val().all();
        }
        self.large_on.next = self.announced.q.val();
        self.done.next = self.over.q.val();
        self.status.next = self.result.q.val();
    }
}
