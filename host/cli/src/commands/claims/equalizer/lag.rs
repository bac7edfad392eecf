// SPDX-License-Identifier: Apache-2.0
//! Specification section 9, point 9, on the unit itself: how many cycles a step in behaviour takes to act.

use super::super::report::Check;
use crate::attach::Backend;
use anyhow::{bail, Result};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{fm, sm, EqFm, EqSm};
use warpsmith_units::Unit;

pub const STATEMENT: &str =
    "Block changes lag a step in behaviour by exactly 3 epochs; level changes take effect \
                             vr_cycles (512) after cycle 8 of the following epoch.";

/// An SM becomes memory-bound at an epoch boundary; a majority of SMs votes COMP. Counts the cycles to the effect.
pub fn evaluate(backend: Backend) -> Result<Vec<Check>> {
    let params = Params::FERMI;
    let (mut eq_sm, mut eq_fm) = (backend.make::<EqSm>(&params, 0)?, backend.make::<EqFm>(&params, 0)?);
    let epochs = epochs_to_block_change(&mut eq_sm, &params);
    let change = level_change(&mut eq_fm, &params);
    if let Some(failure) = eq_sm.failure().or_else(|| eq_fm.failure()) {
        bail!(failure);
    }
    let due = (1, 8 + u64::from(params.vr_cycles));
    Ok(vec![
        Check {
            pass: epochs == Some(u64::from(params.hyst_epochs)),
            what: match epochs {
                Some(n) => format!("num_blocks changes {n} epochs after the step"),
                None => "num_blocks never changes".to_string(),
            },
        },
        Check {
            pass: change == Some(due),
            what: match change {
                Some((epoch, cycle)) => format!(
                    "the level changes in cycle {cycle} of epoch {epoch} after the one voted on, due in cycle {} of epoch {}",
                    due.1, due.0
                ),
                None => "the level never changes".to_string(),
            },
        },
    ])
}

/// All warps are ready memory instructions in front of a blocked LD/ST unit from the start of the second epoch
/// on. The number of whole epochs until the block count falls.
fn epochs_to_block_change(unit: &mut impl Unit<In = sm::In, Out = sm::Out>, p: &Params) -> Option<u64> {
    unit.reset();
    let all = u64::MAX >> (64 - p.n_warps);
    let idle = sm::In { en: true, grid_active: true, ..Default::default() };
    let start = sm::In { kernel_start: true, w_cta_in: 8, nb_max_in: 6, ..idle };
    let blocked =
        sm::In { slot_live: all, ib_valid: all, sb_ready: all, is_mem: all, lsu_blocked: true, ..idle };
    let epoch = u64::from(p.epoch_len);
    let full = unit.step(&start).num_blocks;
    // The epoch of the kernel's start is skipped (decision A11), so the step in behaviour is at its end.
    for _ in 1..epoch {
        unit.step(&idle);
    }
    (0..20 * epoch).find(|_| unit.step(&blocked).num_blocks < full).map(|cycle| cycle / epoch)
}

/// All SMs vote COMP in the second cycle of epoch 1, for what they saw in epoch 0. Epoch and cycle of the first
/// cycle at the new level.
fn level_change(unit: &mut impl Unit<In = fm::In, Out = fm::Out>, p: &Params) -> Option<(u64, u64)> {
    unit.reset();
    let epoch = u64::from(p.epoch_len);
    let quiet = fm::In { mode: true, ..Default::default() };
    let mut votes = fm::In { vote_valid: u64::MAX >> (64 - p.n_sm), ..quiet };
    (0..p.n_sm as usize).for_each(|sm| votes.set_vote(sm, 1));
    let nominal = unit.step(&quiet).sm_level;
    (1..4 * epoch).find_map(|cycle| {
        let input = if cycle == epoch + 2 { &votes } else { &quiet };
        let level = unit.step(input).sm_level;
        // Outputs of a step are those of the next cycle.
        (level != nominal).then_some(((cycle + 1) / epoch, (cycle + 1) % epoch))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_model_lags_by_three_epochs_and_by_the_regulator() {
        let checks = evaluate(Backend::Model).unwrap();
        for check in &checks {
            assert!(check.pass, "{}", check.what);
        }
        assert_eq!(checks.len(), 2);
    }
}
