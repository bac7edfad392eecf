// SPDX-License-Identifier: Apache-2.0
//! The ports of `medic_memsched`.

use crate::dram_timing::{Command, Issue, Request};
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

impl In {
    /// Presents a request in this cycle, or none.
    pub fn present(&mut self, request: Option<(&Request, bool)>) {
        let (r, hi) = request.map_or((Request::default(), false), |(r, hi)| (*r, hi));
        (self.enq_valid, self.enq_hi) = (request.is_some(), hi);
        (self.enq_id, self.enq_wr, self.enq_bank, self.enq_row, self.enq_col) =
            (r.id, r.wr, r.bank, r.row, r.col);
    }

    /// The request presented, bits above the widths dropped, and whether it is for the high queue.
    pub fn request(&self, params: &Params) -> Option<(Request, bool)> {
        let request = Request {
            src: 0,
            id: self.enq_id,
            wr: self.enq_wr,
            bank: self.enq_bank,
            row: self.enq_row,
            col: self.enq_col,
        };
        let fit = self.enq_valid.then(|| params.channel.fit(request))?;
        fit.map(|r| (r, self.enq_hi))
    }
}

impl Out {
    /// Outputs with this readiness and command.
    pub fn of(rdy_hi: bool, rdy_lo: bool, issue: Option<&Issue>) -> Out {
        let ready = Out { rdy_hi, rdy_lo, ..Out::default() };
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

    /// The command of the next cycle; the request's source is 0.
    pub fn command(&self) -> Option<Issue> {
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

    /// Whether the queue takes a request in the next cycle.
    pub fn ready(&self, hi: bool) -> bool {
        match hi {
            true => self.rdy_hi,
            false => self.rdy_lo,
        }
    }
}
