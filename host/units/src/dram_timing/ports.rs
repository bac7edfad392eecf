// SPDX-License-Identifier: Apache-2.0
//! The ports that every DRAM controller has (specification section 5): requests in, readiness and commands out.

/// Declares `In` and `Out` of a controller: the shared ports, then its own.
macro_rules! controller_ports {
    (
        $(#[$in_meta:meta])* In { $($in_ports:tt)* }
        $(#[$out_meta:meta])* Out { $($out_ports:tt)* }
        $p:ident: $Params:ty
    ) => {
        $crate::ports::ports! {
            $(#[$in_meta])*
            pub struct In: In, $p: $Params;
            /// A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
            req_valid: bool = 1;
            /// Its source: CPUs from 0, then GPUs.
            req_src: u8 = $p.channel.src_width();
            /// Its identification, which `cmd_id` repeats.
            req_id: u32 = $p.channel.id_bits as usize;
            /// 0 read, 1 write.
            req_wr: bool = 1;
            /// Its bank.
            req_bank: u8 = $p.channel.bank_width();
            /// Its row.
            req_row: u32 = $p.channel.row_bits as usize;
            /// Its column, in bursts.
            req_col: u32 = $p.channel.col_bits as usize;
            $($in_ports)*
        }

        $crate::ports::ports! {
            $(#[$out_meta])*
            pub struct Out: Out, $p: $Params;
            /// Bit `s`: a request of source `s` is accepted in this cycle.
            src_ready: u64 = $p.channel.n_src() as usize;
            /// A command goes to the DRAM in this cycle; it is never stalled.
            cmd_valid: bool = 1;
            /// 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
            cmd: u8 = 2;
            /// Bank of the command.
            cmd_bank: u8 = $p.channel.bank_width();
            /// Row of the request that the command serves.
            cmd_row: u32 = $p.channel.row_bits as usize;
            /// Column of the request that the command serves.
            cmd_col: u32 = $p.channel.col_bits as usize;
            /// Identification of the request that the command serves.
            cmd_id: u32 = $p.channel.id_bits as usize;
            /// Source of the request that the command serves.
            cmd_src: u8 = $p.channel.src_width();
            $($out_ports)*
        }

        impl $crate::dram_timing::ControllerIn for In {
            fn present(&mut self, request: Option<&$crate::dram_timing::Request>) {
                let r = request.copied().unwrap_or_default();
                self.req_valid = request.is_some();
                (self.req_src, self.req_id, self.req_wr) = (r.src, r.id, r.wr);
                (self.req_bank, self.req_row, self.req_col) = (r.bank, r.row, r.col);
            }

            fn request(&self, channel: &$crate::dram_timing::Channel) -> Option<$crate::dram_timing::Request> {
                let request = || $crate::dram_timing::Request {
                    src: self.req_src,
                    id: self.req_id,
                    wr: self.req_wr,
                    bank: self.req_bank,
                    row: self.req_row,
                    col: self.req_col,
                };
                self.req_valid.then(request).and_then(|r| channel.fit(r))
            }
        }

        impl $crate::dram_timing::ControllerOut for Out {
            fn src_ready(&self) -> u64 {
                self.src_ready
            }

            fn command(&self) -> Option<$crate::dram_timing::Issue> {
                self.cmd_valid.then(|| $crate::dram_timing::Issue {
                    command: $crate::dram_timing::Command::of(self.cmd),
                    request: $crate::dram_timing::Request {
                        src: self.cmd_src,
                        id: self.cmd_id,
                        wr: self.cmd == $crate::dram_timing::Command::Wr as u8,
                        bank: self.cmd_bank,
                        row: self.cmd_row,
                        col: self.cmd_col,
                    },
                })
            }

            #[allow(clippy::needless_update)] // a controller may have no outputs of its own
            fn of(src_ready: u64, issue: Option<&$crate::dram_timing::Issue>) -> Out {
                let Some($crate::dram_timing::Issue { command, request: r }) = issue else {
                    return Out { src_ready, ..Out::default() };
                };
                Out {
                    src_ready,
                    cmd_valid: true,
                    cmd: *command as u8,
                    cmd_bank: r.bank,
                    cmd_row: r.row,
                    cmd_col: r.col,
                    cmd_id: r.id,
                    cmd_src: r.src,
                    ..Out::default()
                }
            }
        }
    };
}
pub(crate) use controller_ports;
