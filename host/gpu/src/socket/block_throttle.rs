// SPDX-License-Identifier: Apache-2.0
//! Block throttle: decides how many CTAs of an SM run concurrently, asks the GWDE for new ones, and reports what limits the
//! SM.

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;

/// Warp slots of an SM at most.
pub const WARP_SLOTS: usize = 64;

/// The pulse that starts a kernel on an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelStart {
    /// Warps per CTA, 1..=64.
    pub warps_per_cta: u8,
    /// CTAs of the kernel that fit the SM together (resource limit), 1..=32.
    pub max_ctas: u8,
}

/// What every warp of an SM did in one cycle, after arbitration. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpStatus {
    /// The slot holds a warp.
    pub slot_live: u64,
    /// The head instruction-buffer entry was valid at the start of the cycle.
    pub ib_valid: u64,
    /// The warp waits at a barrier or a memory fence.
    pub at_barrier: u64,
    /// The head instruction's registers are free in the scoreboard.
    pub sb_ready: u64,
    /// The head instruction goes to the load/store unit.
    pub is_mem: u64,
    /// The warp issued in this cycle.
    pub issued: u64,
    /// The warp has a load or atomic under way.
    pub load_pending: u64,
    /// No further memory instruction can enter the LD/ST queue in this cycle, sampled after issue.
    pub lsu_blocked: bool,
}

/// The CTA slot of each warp slot; of one that holds no warp, that of its last warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpTable([[u8; 8]; WARP_SLOTS / 8]);

impl WarpTable {
    /// The CTA slot of warp slot `warp`.
    #[inline]
    pub fn cta_of(&self, warp: u32) -> u32 {
        self.0[warp as usize / 8][warp as usize % 8].into()
    }
}

/// Inputs of a block throttle in one SM cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrottleIn {
    /// Some grid is in flight on the GPU.
    pub grid_active: bool,
    /// A kernel starts in this cycle.
    pub kernel_start: Option<KernelStart>,
    /// What the warps did in this cycle.
    pub status: WarpStatus,
    /// CTA slots of the SM, 1..=32.
    pub cta_slots: u32,
    /// Changes for the warps of CTAs that become resident only.
    pub warps: WarpTable,
    /// CTA slots that become resident in this cycle.
    pub cta_launch: u32,
    /// CTA slots whose CTA finishes in this cycle.
    pub cta_done: u32,
    /// The GWDE has no undispatched CTA left.
    pub gwde_empty: bool,
    /// The GWDE accepts the request of this cycle.
    pub gwde_gnt: bool,
}

impl ThrottleIn {
    /// All inputs at zero, for an SM with `cta_slots` CTA slots (1..=32).
    pub fn new(cta_slots: u32) -> Self {
        Self { cta_slots, ..Self::default() }
    }

    /// The CTA slot of warp slot `warp`.
    #[inline]
    pub fn cta_of(&self, warp: u32) -> u32 {
        self.warps.cta_of(warp)
    }

    /// Warp slot `warp` belongs to CTA slot `cta`.
    pub fn set_cta(&mut self, warp: u32, cta: u32) {
        self.warps.0[warp as usize / 8][warp as usize % 8] = cta as u8;
    }
}

/// Which kind of resource limits an SM: what its clock and that of the memory system could change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bottleneck {
    /// Neither of the two clocks.
    None,
    /// Arithmetic: the clock of the SM.
    Compute,
    /// Memory accesses: the clock of the memory system.
    Memory,
}

/// Outputs of a block throttle: registers, as seen in the cycle after the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrottleOut {
    /// Asks the GWDE for one new CTA.
    pub gwde_req: bool,
    /// Warps that must not issue. Their outstanding instructions complete.
    pub pause_warp: u64,
    /// The same per CTA slot.
    pub pause_cta: u32,
    /// What the throttle finds to limit the SM, in the one cycle in which it reports that.
    pub bottleneck: Option<Bottleneck>,
    /// Target number of concurrently running CTAs.
    pub num_blocks: u8,
}

/// One block throttle per SM.
pub trait BlockThrottle: Attachment {
    /// One SM cycle; the result is visible in the next cycle.
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut;
}
