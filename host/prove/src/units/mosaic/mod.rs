// SPDX-License-Identifier: Apache-2.0
//! What is proved of Mosaic.

mod coalescer;
mod frames;
mod l1_tlb;
mod l2_tlb;
mod migrator;
mod store;
mod walker;

use coalescer::mosaic_coalescer;
use frames::mosaic_frames;
use l1_tlb::mosaic_l1_tlb;
use l2_tlb::mosaic_l2_tlb;
use migrator::mosaic_migrator;
use walker::mosaic_walker;
use warpsmith_units::mosaic::params::Params;

use crate::engine::Engine;
use crate::properties::{invariants, models, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: "" };

const INVARIANTS: &[Property] = invariants! {
    "mosaic";
    "mosaic_l1_tlb" "tiny" "mosaic/mosaic_l1_tlb": "i06_flushed" "i10_answers";
    "mosaic_l2_tlb" "tiny" "mosaic/mosaic_l2_tlb": "i06_flushed" "i09_unique" "i10_answers";
    "mosaic_coalescer" "tiny" "mosaic/mosaic_coalescer": "i05_order" "i10_done";
    "mosaic_migrator" "tiny" "mosaic/mosaic_migrator": "i11_entry";
    "mosaic_frames" "tiny" "mosaic/mosaic_frames": "i01_pages" "i02_lists";
    "mosaic_walker" "tiny" "mosaic/mosaic_walker": "i06_flushed" "i10_answers" "i12_reads";
    "mosaic_tlb_cam" "tiny" "mosaic/mosaic_tlb_cam": "i09_unique";
};

const EQUALITIES: &[Property] = models! {
    "mosaic";
    "mosaic_l1_tlb" "tiny" "mosaic_l1_tlb_model" mosaic_l1_tlb Engine::Induction(1);
    "mosaic_l2_tlb" "tiny" "mosaic_l2_tlb_model" mosaic_l2_tlb Engine::Induction(1);
    "mosaic_coalescer" "tiny" "mosaic_coalescer_model" mosaic_coalescer Engine::Induction(1);
    "mosaic_coalescer" "verify" "mosaic_coalescer_model" mosaic_coalescer Engine::Induction(1);
    "mosaic_migrator" "tiny" "mosaic_migrator_model" mosaic_migrator Engine::PdrEach;
    "mosaic_frames" "tiny" "mosaic_frames_model" mosaic_frames Engine::Induction(1);
    "mosaic_walker" "tiny" "mosaic_walker_model" mosaic_walker Engine::Induction(1);
};

/// Bits of a base page with its address space above it.
fn page_width(p: &Params) -> u32 {
    p.vpn_width() as u32 + p.asid_w
}
