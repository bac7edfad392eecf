// SPDX-License-Identifier: Apache-2.0
//! The ports of `mask_dram_sched`.

use crate::mask::params::Params;
use crate::ports::ports;
use crate::{clog2, Wide};

/// The golden queue, as `iss_src` says it: all walk reads.
pub const GOLDEN: u32 = 0;
/// The silver queue: requests of data of the application whose turn it is.
pub const SILVER: u32 = 1;
/// The normal queue: all other requests of data.
pub const NORMAL: u32 = 2;

ports! {
    /// Inputs of `mask_dram_sched` in one core cycle (specification section 5.2).
    pub struct In: In, p: Params;
    /// A request is issued in this cycle if one can be: the channel's command clock has an edge.
    tick: bool = 1;
    /// A walk read arrives; it is taken if `x_ready`.
    x_valid: bool = 1;
    /// Its depth, not 0.
    x_depth: u8 = 3;
    /// Its application, below `num_apps`.
    x_app: u8 = p.app_width();
    /// Its bank.
    x_bank: u8 = clog2(p.n_bank);
    /// Its row.
    x_row: u32 = p.row_bits as usize;
    /// Its column.
    x_col: u32 = p.col_bits as usize;
    /// Its identification.
    x_id: u32 = p.id_bits as usize;
    /// A request of data arrives; it is taken if `d_ready`.
    d_valid: bool = 1;
    /// It is a write.
    d_wr: bool = 1;
    /// Its application, below `num_apps`.
    d_app: u8 = p.app_width();
    /// Its bank.
    d_bank: u8 = clog2(p.n_bank);
    /// Its row.
    d_row: u32 = p.row_bits as usize;
    /// Its column.
    d_col: u32 = p.col_bits as usize;
    /// Its identification.
    d_id: u32 = p.id_bits as usize;
    /// Banks that take a request.
    bank_ready: u32 = p.n_bank as usize;
    /// Banks with an open row.
    open_valid: u32 = p.n_bank as usize;
    /// That row, from bank 0 on.
    open_row: Wide<20> = (p.n_bank * p.row_bits) as usize;
    /// Requests of a turn of each application, 10 bits each, `quota` of `mask_epoch`.
    quota: Wide<10> = 10 * p.num_apps as usize;
    /// Applications that take part.
    app_active: u32 = p.num_apps as usize;
    /// The last cycle of an epoch.
    epoch_tick: bool = 1;
}

ports! {
    /// Outputs of `mask_dram_sched`.
    pub struct Out: Out, p: Params;
    /// The golden queue takes a walk read.
    x_ready: bool = 1;
    /// A request of data of the application `d_app` is taken.
    d_ready: bool = 1, comb;
    /// A request is issued, to a bank that is ready.
    iss_valid: bool = 1, comb;
    /// The queue that it comes from: 0 golden, 1 silver, 2 normal; 0 without a request, like the ports that follow.
    iss_src: u8 = 2, comb;
    /// It is a write.
    iss_wr: bool = 1, comb;
    /// Its depth; 0: data.
    iss_depth: u8 = 3, comb;
    /// Its application.
    iss_app: u8 = p.app_width(), comb;
    /// Its bank.
    iss_bank: u8 = clog2(p.n_bank), comb;
    /// Its row.
    iss_row: u32 = p.row_bits as usize, comb;
    /// Its column.
    iss_col: u32 = p.col_bits as usize, comb;
    /// Its identification.
    iss_id: u32 = p.id_bits as usize, comb;
    /// Requests in the golden queue.
    occ_golden: u8 = clog2(p.golden_depth + 1);
    /// In the silver queue.
    occ_silver: u8 = clog2(p.silver_depth + 1);
    /// In the normal queue.
    occ_normal: u32 = clog2(p.normal_depth + 1);
    /// The application whose turn it is.
    silver_app: u8 = p.app_width();
}
