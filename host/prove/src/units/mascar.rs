// SPDX-License-Identifier: Apache-2.0
//! What is proved of Mascar.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sat::saturated;
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, SymbolicBit};
use crate::error::Error;
use crate::properties::{invariants, models, verilog, Proofs, Property};

pub(crate) const PROOFS: Proofs =
    Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: verilog!("mascar/warp_status.v") };

const INVARIANTS: &[Property] = invariants! {
    "mascar";
    "mascar_sched" "tiny" "mascar/mascar_sched":
        "i01_owner" "i07_grants" "i08_owner_only" "i09_compute" "i10_memory" "i10_order" "i11_ownership" "i11_turns";
    "mascar_rexq" "tiny" "mascar/mascar_rexq":
        "i03_requests" "i04_counts" "i05_instructions" "i06_order" "i11_progress" "i12_rotation";
};

const EQUALITIES: &[Property] = models! {
    "mascar";
    "mascar_sat" "paper" "mascar_sat_model" mascar_sat Engine::Pdr;
};

/// The saturation detector of Mascar: `mascar_sat`.
fn mascar_sat(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = Params::named(configuration)?;
    let mp = c.registers(vec![("mp".to_string(), 1)], SymbolicBit::from(false));
    c.equal("mp", mp);
    let others = c.input_bit("sat_tex") | c.input_bit("sat_const");
    let next = saturated(&params, c.input("mshr_used"), c.input("mq_used"), others);
    c.next(next);
    Ok(())
}
