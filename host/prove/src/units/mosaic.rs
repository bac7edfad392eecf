// SPDX-License-Identifier: Apache-2.0
//! What is proved of Mosaic.

use crate::properties::{invariants, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: &[], common: "" };

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
