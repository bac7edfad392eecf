// SPDX-License-Identifier: Apache-2.0
//! What is proved of registers behind a bus, which are of no unit. The invariants are those of the page on registers.

use crate::properties::{invariants, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: &[], common: "" };

const INVARIANTS: &[Property] = invariants! {
    "registers";
    "apb_slave" "tiny" "registers/apb_slave": "i01_phases" "i02_answers" "i03_writes";
    "axi_lite_slave" "tiny" "registers/axi_lite_slave": "i04_stable" "i05_responses" "i06_progress" "i07_values";
    "register_file" "tiny" "registers/register_file": "i08_registers";
};
