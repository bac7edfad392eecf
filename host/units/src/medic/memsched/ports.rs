// SPDX-License-Identifier: Apache-2.0
//! The ports of `medic_memsched`.

use crate::dram_timing::{Channel, Command, ControllerIn, ControllerOut, Issue, Request};
use crate::medic::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `medic_memsched` in one controller cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A request arrives. It may only be presented when its queue is ready.
    enq_valid: bool = 1;
    /// It goes into the high queue.
    enq_hi: bool = 1;
    /// Its identification, which `cmd_id` repeats.
    enq_id: u32 = p.channel.id_bits as usize;
    /// 0 read, 1 write.
    enq_wr: bool = 1;
    /// Its bank.
    enq_bank: u8 = p.channel.bank_width();
    /// Its row.
    enq_row: u32 = p.channel.row_bits as usize;
    /// Its column, in bursts.
    enq_col: u32 = p.channel.col_bits as usize;
}

ports! {
    /// Outputs of `medic_memsched`, as seen in the following cycle. All are functions of registers.
    pub struct Out: Out, p: Params;
    /// The high queue takes a request.
    rdy_hi: bool = 1;
    /// The low queue takes a request.
    rdy_lo: bool = 1;
    /// A command goes to the DRAM in this cycle; it is never stalled.
    cmd_valid: bool = 1;
    /// 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    cmd: u8 = 2;
    /// Bank of the command.
    cmd_bank: u8 = p.channel.bank_width();
    /// Row of the request that the command serves.
    cmd_row: u32 = p.channel.row_bits as usize;
    /// Column of the request that the command serves.
    cmd_col: u32 = p.channel.col_bits as usize;
    /// Identification of the request that the command serves.
    cmd_id: u32 = p.channel.id_bits as usize;
}

/// The queue that a request goes into is its source: 0 the low one, 1 the high one.
impl ControllerIn for In {
    fn present(&mut self, request: Option<&Request>) {
        let r = request.copied().unwrap_or_default();
        (self.enq_valid, self.enq_hi) = (request.is_some(), r.src == 1);
        (self.enq_id, self.enq_wr, self.enq_bank, self.enq_row, self.enq_col) =
            (r.id, r.wr, r.bank, r.row, r.col);
    }

    fn request(&self, channel: &Channel) -> Option<Request> {
        let request = || Request {
            src: self.enq_hi.into(),
            id: self.enq_id,
            wr: self.enq_wr,
            bank: self.enq_bank,
            row: self.enq_row,
            col: self.enq_col,
        };
        self.enq_valid.then(request).and_then(|r| channel.fit(r))
    }
}

/// The ports do not say which queue a command serves: its source is always 0.
impl ControllerOut for Out {
    fn src_ready(&self) -> u64 {
        u64::from(self.rdy_lo) | u64::from(self.rdy_hi) << 1
    }

    fn command(&self) -> Option<Issue> {
        let command = Command::of(self.cmd);
        self.cmd_valid.then(|| Issue {
            command,
            request: Request {
                src: 0,
                id: self.cmd_id,
                wr: command == Command::Wr,
                bank: self.cmd_bank,
                row: self.cmd_row,
                col: self.cmd_col,
            },
        })
    }

    fn of(src_ready: u64, issue: Option<&Issue>) -> Out {
        let ready = Out { rdy_lo: src_ready & 1 == 1, rdy_hi: src_ready >> 1 & 1 == 1, ..Out::default() };
        let Some(Issue { command, request: r }) = issue else { return ready };
        Out {
            cmd_valid: true,
            cmd: *command as u8,
            cmd_bank: r.bank,
            cmd_row: r.row,
            cmd_col: r.col,
            cmd_id: r.id,
            ..ready
        }
    }
}
