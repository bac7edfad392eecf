// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::collapsing_buffer::CollapsingBuffer;
use super::timestamp_buffer::TimestampBuffer;
use crate::block;
use crate::comment;
use crate::prim::DffR;
use crate::units::dram_timing::{DramTiming, ACT, PRE, RD, WR};

/// Declares the controller with one of the buffers, which may have an input that says whether an entry is in use; rust-hdl has no generic sub-blocks.
macro_rules! controller {
    ($(#[doc = $doc:literal])* $name:ident, $module:literal, $buffer:ident [$($width:ident),*] $($used:ident)?) => {
        block! {
            $(#[doc = $doc])*
            pub struct $name<N, INDEX, COUNT, CPUS, SRCS, SRC, BANKS, BANK, ROW, COL, ID, REST $(, $width)*> = $module;
            fn new(params: &Params);
            /// Clock of the controller, which is the DRAM's command clock.
            pub clock: Signal<In, Clock>,
            /// Synchronous reset, active high.
            pub reset: Signal<In, Bit>,
            pub req_valid: Signal<In, Bit>,
            pub req_src: Signal<In, Bits<SRC>>,
            pub req_id: Signal<In, Bits<ID>>,
            pub req_wr: Signal<In, Bit>,
            pub req_bank: Signal<In, Bits<BANK>>,
            pub req_row: Signal<In, Bits<ROW>>,
            pub req_col: Signal<In, Bits<COL>>,
            pub src_ready: Signal<Out, Bits<SRCS>>,
            pub cmd_valid: Signal<Out, Bit>,
            pub cmd: Signal<Out, Bits<2>>,
            pub cmd_bank: Signal<Out, Bits<BANK>>,
            pub cmd_row: Signal<Out, Bits<ROW>>,
            pub cmd_col: Signal<Out, Bits<COL>>,
            pub cmd_id: Signal<Out, Bits<ID>>,
            pub cmd_src: Signal<Out, Bits<SRC>>,
            /// Entries in use.
            occupied: DffR<Bits<COUNT>>,
            /// Those of the GPUs.
            gpu_occupied: DffR<Bits<COUNT>>,
            /// The sources that are GPUs.
            gpus: Signal<Local, Bits<SRCS>>,
            /// The source of the request, one-hot.
            source: Signal<Local, Bits<SRCS>>,
            accept: Signal<Local, Bit>,
            accept_gpu: Signal<Local, Bit>,
            free: Signal<Local, Bit>,
            free_gpu: Signal<Local, Bit>,
            served: Signal<Local, Bits<SRC>>,
            rest: Signal<Local, Bits<REST>>,
            buffer: $buffer<N, INDEX, BANKS, BANK, ROW, REST $(, $width)*> = $buffer::new(params),
            timing: DramTiming<BANKS, BANK, ROW> = DramTiming::new(&params.channel.timing),
            one: Constant<Bits<SRCS>> = Constant::new(1.into()),
            all: Constant<Bits<SRCS>> = Constant::new(!Bits::default()),
            /// The sources from this one on are GPUs.
            cpus: Constant<Bits<32>> = Constant::new((CPUS as u64).into()),
            /// Entries of the buffer.
            entries: Constant<Bits<COUNT>> = Constant::new((N as u64).into()),
            /// Entries that the GPUs together may hold; the others are reserved for CPUs (S19).
            gpu_entries: Constant<Bits<COUNT>> = Constant::new(u64::from(params.gpu_limit()).into()),
            /// Where the identification and the source are in `rest`, above the column.
            id_at: Constant<Bits<32>> = Constant::new(((SRC + COL) as u64).into()),
            src_at: Constant<Bits<32>> = Constant::new((COL as u64).into()),
            pre: Constant<Bits<2>> = Constant::new(PRE.into()),
            act: Constant<Bits<2>> = Constant::new(ACT.into()),
            rd: Constant<Bits<2>> = Constant::new(RD.into()),
            wr: Constant<Bits<2>> = Constant::new(WR.into()),

            =>
            #[hdl_gen]
            fn update(&mut self) {
                dff_setup!(self, clock, occupied, gpu_occupied);
                clock!(self, clock, buffer, timing);
                self.occupied.reset.next = self.reset.val();
                self.gpu_occupied.reset.next = self.reset.val();
                self.buffer.reset.next = self.reset.val();
                self.timing.reset.next = self.reset.val();

                self.gpus.next = self.all.val() << self.cpus.val();
                self.src_ready.next = 0.into();
                if self.occupied.q.val() != self.entries.val() {
                    self.src_ready.next = !self.gpus.val();
                    if self.gpu_occupied.q.val() < self.gpu_entries.val() {
                        self.src_ready.next = self.all.val();
                    }
                }
                self.source.next = self.one.val() << self.req_src.val();
                self.accept.next = self.req_valid.val() && (self.src_ready.val() & self.source.val()).any();
                self.accept_gpu.next = self.accept.val() && (self.source.val() & self.gpus.val()).any();

                $(self.buffer.$used.next = self.occupied.q.val().any();)?
                self.buffer.insert.next = self.accept.val();
                self.buffer.insert_wr.next = self.req_wr.val();
                self.buffer.insert_bank.next = self.req_bank.val();
                self.buffer.insert_row.next = self.req_row.val();
                self.rest.next = (bit_cast::<REST, ID>(self.req_id.val()) << self.id_at.val())
                    | (bit_cast::<REST, SRC>(self.req_src.val()) << self.src_at.val())
                    | bit_cast::<REST, COL>(self.req_col.val());
                self.buffer.insert_rest.next = self.rest.val();
                self.buffer.open.next = self.timing.open.val();
                for b in 0..BANKS {
                    self.buffer.open_row[b].next = self.timing.open_row[b].val();
                }
                self.buffer.pre_ok.next = self.timing.pre_ok.val();
                self.buffer.act_ok.next = self.timing.act_ok.val();
                self.buffer.rd_ok.next = self.timing.rd_ok.val();
                self.buffer.wr_ok.next = self.timing.wr_ok.val();

                comment!("The command that the entry needs.");
                self.cmd_valid.next = self.buffer.serve.val();
                self.cmd.next = self.pre.val();
                self.cmd_bank.next = 0.into();
                self.cmd_row.next = 0.into();
                self.cmd_col.next = 0.into();
                self.cmd_id.next = 0.into();
                self.cmd_src.next = 0.into();
                if self.buffer.serve.val() {
                    if self.buffer.hit.val() {
                        self.cmd.next = self.rd.val();
                        if self.buffer.wr.val() {
                            self.cmd.next = self.wr.val();
                        }
                    } else if !self.timing.open.val().get_bit(self.buffer.bank.val().index()) {
                        self.cmd.next = self.act.val();
                    }
                    self.cmd_bank.next = self.buffer.bank.val();
                    self.cmd_row.next = self.buffer.row.val();
                    self.cmd_col.next = self.buffer.rest.val().get_bits::<COL>(0);
                    self.cmd_id.next = self.buffer.rest.val().get_bits::<ID>(self.id_at.val().index());
                    self.cmd_src.next = self.buffer.rest.val().get_bits::<SRC>(self.src_at.val().index());
                }
                self.timing.cmd_valid.next = self.cmd_valid.val();
                self.timing.cmd.next = self.cmd.val();
                self.timing.cmd_bank.next = self.cmd_bank.val();
                self.timing.cmd_row.next = self.cmd_row.val();

                self.served.next = self.buffer.rest.val().get_bits::<SRC>(self.src_at.val().index());
                self.free.next = self.buffer.serve.val() && self.buffer.hit.val();
                self.free_gpu.next =
                    self.free.val() && ((self.one.val() << self.served.val()) & self.gpus.val()).any();
                if self.accept.val() && !self.free.val() {
                    self.occupied.d.next = self.occupied.q.val() + 1;
                }
                if self.free.val() && !self.accept.val() {
                    self.occupied.d.next = self.occupied.q.val() - 1;
                }
                if self.accept_gpu.val() && !self.free_gpu.val() {
                    self.gpu_occupied.d.next = self.gpu_occupied.q.val() + 1;
                }
                if self.free_gpu.val() && !self.accept_gpu.val() {
                    self.gpu_occupied.d.next = self.gpu_occupied.q.val() - 1;
                }
            }
        }
    };
}

controller! {
    /// FR-FCFS DRAM controller of one channel with one content-addressed request buffer: row hits first, then the oldest
    /// (specification section 8.3.1). Each entry has a time stamp.
    /// A scheduler, not a whole memory controller: refresh, initialisation and the data path are outside; docs/units/sms.md
    /// says what a user adds.
    /// Protocol: a request is taken in a cycle in which `req_valid` and its source's bit of `src_ready` are 1. A command is
    /// there for one cycle and never stalls.
    Frfcfs, "frfcfs", TimestampBuffer [AGE, SIZE, PLACE, GROUPS, GROUP, SLOTS, STAMPS, PLACES, PLANES, PAIRS] used
}

controller! {
    /// FR-FCFS DRAM controller of one channel with one content-addressed request buffer: row hits first, then the oldest
    /// (specification section 8.3.1). The entries are kept in order of age.
    /// A scheduler, not a whole memory controller: refresh, initialisation and the data path are outside; docs/units/sms.md
    /// says what a user adds.
    /// Protocol: a request is taken in a cycle in which `req_valid` and its source's bit of `src_ready` are 1. A command is
    /// there for one cycle and never stalls.
    FrfcfsCollapse, "frfcfs_collapsing", CollapsingBuffer []
}
