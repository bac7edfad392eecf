// SPDX-License-Identifier: Apache-2.0
//! CTA dispatcher: decides which SM gets the next CTA of the kernels under way, whose SMs change hands as it does.

use super::attachment::Attachment;
use crate::types::SmCycle;

/// A kernel as the dispatcher sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KernelDemand {
    /// Which of the kernels under way it is for the GPU: [`Offer::lane`].
    pub lane: u8,
    /// CTAs of the grid.
    pub ctas: u64,
    /// Threads of the grid.
    pub threads: u64,
    /// Warps of it that an SM can hold.
    pub warps_per_sm: u32,
    /// Warps of a CTA.
    pub warps: u32,
    /// Registers that a CTA takes, after rounding up to the allocation unit.
    pub registers: u32,
    /// Bytes of shared memory that a CTA takes, after rounding up to the allocation unit.
    pub shared: u32,
}

/// A CTA for an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Number of the SM, from 0.
    pub sm: u8,
    /// Whose kernel.
    pub lane: u8,
    /// The number of the CTA, x fastest. CTAs of a kernel are offered in order.
    pub cta: u64,
}

/// One per GPU. The GPU tells it of kernels and of the ends of CTAs between two epochs, and then lets it do the cycles that have passed:
/// while it [lags](CtaDispatcher::lags), [`CtaDispatcher::offer`] and [`CtaDispatcher::step`].
pub trait CtaDispatcher: Attachment {
    /// Kernels that can be under way.
    fn kernels(&self) -> usize;

    /// A kernel starts.
    fn started(&mut self, kernel: KernelDemand);

    /// `sm` has completed a CTA of the kernel of a lane.
    fn completed(&mut self, sm: usize, lane: u8);

    /// Whether it has cycles to do before `now`.
    fn lags(&self, now: SmCycle) -> bool;

    /// What it offers in its next cycle.
    fn offer(&mut self) -> Option<Offer>;

    /// That cycle. What is offered is launched if `taken`, otherwise it is offered again.
    fn step(&mut self, taken: bool);
}
