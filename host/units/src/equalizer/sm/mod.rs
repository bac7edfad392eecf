// SPDX-License-Identifier: Apache-2.0
//! `eq_sm`: the per-SM half of Equalizer.

mod decision;
mod environment;
mod invariants;
mod model;

pub use decision::{arm, decide, Action, Arm, Sums};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};

use super::params::Params;
use crate::mask::{bits, ones64};
use crate::packed;
use crate::ports::ports;
use crate::Module;

/// Words of the flattened `warp_cta` port at its widest (64 warps x 5 bits).
pub const WARP_CTA_WORDS: usize = 10;

ports! {
    /// Inputs of `eq_sm` in one SM cycle (specification section 5.1). Bit `i` of a vector is slot `i`.
    pub struct In: In, p: Params;
    /// 0: count nothing, vote NONE, `num_blocks` held at the kernel's limit.
    en: bool = 1;
    /// Some grid is in flight on the GPU; 0 forces NONE votes.
    grid_active: bool = 1;
    /// Pulse: a kernel starts; `w_cta_in` and `nb_max_in` are valid.
    kernel_start: bool = 1;
    /// Warps per CTA of the kernel.
    w_cta_in: u8 = p.w_cta_width();
    /// Concurrent CTAs of the kernel at most (resource limit), at least 1.
    nb_max_in: u8 = p.nb_width();
    /// The warp slot holds a warp.
    slot_live: u64 = p.n_warps as usize;
    /// The head instruction buffer entry is valid.
    ib_valid: u64 = p.n_warps as usize;
    /// The warp waits at a barrier.
    at_barrier: u64 = p.n_warps as usize;
    /// The head instruction's operands are ready in the scoreboard.
    sb_ready: u64 = p.n_warps as usize;
    /// The head instruction is a memory instruction.
    is_mem: u64 = p.n_warps as usize;
    /// The warp issued in this cycle.
    issued: u64 = p.n_warps as usize;
    /// No further memory instruction can enter the LD/ST queue in this cycle.
    lsu_blocked: bool = 1;
    /// CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed little-endian.
    warp_cta: [u32; WARP_CTA_WORDS] = p.n_warps as usize * p.cta_id_width();
    /// Pulses: the CTA slot becomes resident.
    cta_launch: u32 = p.n_cta as usize;
    /// Pulses: the CTA of the slot finishes.
    cta_done: u32 = p.n_cta as usize;
    /// The global work distribution engine has no undispatched CTA left.
    gwde_empty: bool = 1;
    /// The global work distribution engine accepts the request; `cta_launch` follows later.
    gwde_gnt: bool = 1;
}

ports! {
    /// Outputs of `eq_sm`, as seen in the following cycle.
    pub struct Out: Out, p: Params;
    /// Request for one new CTA.
    gwde_req: bool = 1;
    /// The scheduler must not issue these warps.
    pause_warp: u64 = p.n_warps as usize;
    /// The same per CTA slot.
    pause_cta: u32 = p.n_cta as usize;
    /// Pulse, once per epoch: `vote` is valid.
    vote_valid: bool = 1;
    /// 0 NONE, 1 COMP, 2 MEM.
    vote: u8 = 2;
    /// Target of concurrently running CTAs.
    num_blocks: u8 = p.nb_width();
    /// Sum of Active warps that the last decision used.
    dbg_acc_active: u32 = p.acc_width();
    /// Sum of Waiting warps that the last decision used.
    dbg_acc_wait: u32 = p.acc_width();
    /// Sum of Xalu warps that the last decision used.
    dbg_acc_xalu: u32 = p.acc_width();
    /// Sum of Xmem warps that the last decision used.
    dbg_acc_xmem: u32 = p.acc_width();
}

impl From<&Out> for Sums {
    /// The sums that the last decision used.
    fn from(out: &Out) -> Sums {
        Sums {
            active: out.dbg_acc_active,
            wait: out.dbg_acc_wait,
            xalu: out.dbg_acc_xalu,
            xmem: out.dbg_acc_xmem,
        }
    }
}

/// CTA slot of warp `warp` in a flattened `warp_cta` map of `width` bits a warp.
pub fn cta_of(map: &[u32; WARP_CTA_WORDS], warp: usize, width: usize) -> usize {
    packed::get(map, warp, width) as usize
}

/// Writes the CTA slot of warp `warp` into a flattened `warp_cta` map of `width` bits a warp.
pub fn set_cta_of(map: &mut [u32; WARP_CTA_WORDS], warp: usize, width: usize, cta: usize) {
    packed::set(map, warp, width, cta as u32);
}

/// Inverse of the `warp_cta` map, kept while the map stands: the warps of each CTA slot.
#[derive(Clone, Debug)]
struct WarpsOfCta {
    map: [u32; WARP_CTA_WORDS],
    warps: [u64; 32],
    n_warps: usize,
    width: usize,
}

impl WarpsOfCta {
    fn new(params: &Params) -> WarpsOfCta {
        let n_warps = params.n_warps as usize;
        let mut inverse =
            WarpsOfCta { map: [0; WARP_CTA_WORDS], warps: [0; 32], n_warps, width: params.cta_id_width() };
        inverse.warps[0] = ones64(params.n_warps);
        inverse
    }

    /// The warps whose CTA slot is in `ctas`.
    fn select(&mut self, map: &[u32; WARP_CTA_WORDS], ctas: u32) -> u64 {
        if *map != self.map {
            self.map = *map;
            self.warps = [0; 32];
            for w in 0..self.n_warps {
                self.warps[cta_of(map, w, self.width)] |= 1 << w;
            }
        }
        bits(ctas).fold(0, |warps, cta| warps | self.warps[cta])
    }
}

/// The module `eq_sm`.
pub struct EqSm;

impl Module for EqSm {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "eq_sm";
    const TRACED: &'static [&'static str] = Self::BUILT_IN;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(_: &Params, input: &In) -> Out {
        Out { num_blocks: 1, gwde_req: !input.gwde_empty, ..Out::default() }
    }

    fn end_pulses(input: &mut In) {
        (input.kernel_start, input.cta_launch, input.cta_done) = (false, 0, 0);
    }
}
