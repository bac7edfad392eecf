// SPDX-License-Identifier: Apache-2.0
//! The places where a hardware unit or a policy meets the cycle model: one trait a file.
//!
//! A unit attaches through a thin adapter over [`warpsmith_units::Unit`] ([`crate::unit`]), so the reference model, the
//! Verilated RTL and the lockstep of both take the same path. A policy without RTL implements the trait itself
//! ([`crate::policy`]).

mod announcement;
mod attachment;
mod block_throttle;
mod cta_dispatcher;
mod frequency_manager;
mod hazard_control;
mod issue;
mod l1_tlb;
mod l2_replacement;
mod l2_route;
mod load_gate;
mod load_path;
mod memory_controller;
mod memory_manager;
mod miss_rule;
mod page_coalescer;
mod page_migrator;
mod prefetcher;
mod shared_tlb;
mod walk_route;
mod warp_scheduler;
mod warp_typer;

pub use announcement::Announcement;
pub use attachment::{Attachment, UnitError};
pub use block_throttle::{
    BlockThrottle, Bottleneck, KernelStart, ThrottleIn, ThrottleOut, WarpStatus, WarpTable, WARP_SLOTS,
};
pub use cta_dispatcher::{CtaDispatcher, KernelDemand, Offer};
pub use frequency_manager::{Bottlenecks, FixedLevels, FrequencyManager, Levels};
pub use hazard_control::{
    ConditionalBranch, HazardControl, HazardOut, Instruction, Issued, Kind, PipelineEvents, Place, Resolved,
    ResultBeat, WarpRegisters, SOURCES,
};
pub use issue::{CtaLaunch, Grants, Issue, SmView, WarpLaunch, WarpView, SCHEDULERS};
pub use l1_tlb::{L1Fill, L1Found, L1Lookup, L1TlbArray, L1TlbIn, L1TlbOut, L1Woken};
pub use l2_replacement::L2Replacement;
pub use l2_route::{L2Route, Route, Way};
pub use load_gate::LoadGate;
pub use load_path::{LoadPath, LoadRequest, Parked, Presented, RequestKind, OFFSET_WORDS};
pub use memory_controller::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerOut, ControllerShape, Interface,
    MemoryController, Rate,
};
pub use memory_manager::{
    BasePages, DeviceFrames, FreedPage, Gathered, MemoryManager, Move, PageContent, PageCopy, Splinter,
};
pub use miss_rule::{MayMiss, MemoryView, MissRule};
pub use page_coalescer::{
    CoalesceCommand, CoalescerIn, CoalescerOut, PageCoalescer, TableOp, TableOpKind, LINE_ENTRIES, TABLE_OPS,
};
pub use page_migrator::{
    CopyOp, CopyOpKind, MigrateCommand, MigratorIn, MigratorOut, PageMigrator, COPY_OPS,
};
pub use prefetcher::{Found, IssuedLoad, KernelLaunch, Lookup, Prefetch, Prefetcher, Reply};
pub use shared_tlb::{
    Frame, L1Flush, Root, SharedTlb, SmActivity, TlbFlush, TlbHit, TlbIn, TlbLookup, TlbOut, Translation,
    WalkRead, Walked, TLB_PORTS,
};
pub use walk_route::{Looks, WalkRoute, WalkWay};
pub use warp_scheduler::{PerScheduler, WarpScheduler};
pub use warp_typer::{WarpTyper, WarpTypes};
