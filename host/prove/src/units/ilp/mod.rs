// SPDX-License-Identifier: Apache-2.0
//! What is proved of the ILP units.

mod dispatch;
mod scoreboard;

use dispatch::het_dispatch;
use scoreboard::ilp_scoreboard;
use warpsmith_units::ilp::bpred::{counted, Branch};
use warpsmith_units::ilp::bypass::{Issue, Kill, State};
use warpsmith_units::ilp::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::properties::{invariants, models, verilog, Proofs, Property};

pub(crate) const PROOFS: Proofs =
    Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: verilog!("ilp/board.v") };

const INVARIANTS: &[Property] = invariants! {
    "ilp";
    "ilp_scoreboard" "tiny" "ilp/ilp_scoreboard":
        "i01_lists" "i02_unique" "i03_commits" "i04_freed" "i05_ready" "i06_store" "i07_solo" "i08_count" "i09_progress";
    "ilp_bypass" "tiny" "ilp/ilp_bypass": "i10_distance";
    "simt_bpred" "tiny" "ilp/simt_bpred": "i11_follow";
    "het_dispatch" "tiny" "ilp/het_dispatch": "i12_resources";
};

const EQUALITIES: &[Property] = models! {
    "ilp";
    "ilp_scoreboard" "tiny" "ilp_scoreboard_model" ilp_scoreboard Engine::PdrEach;
    "ilp_bypass" "tiny" "ilp_bypass_model" ilp_bypass Engine::Induction(6);
    "simt_bpred" "tiny" "simt_bpred_model" simt_bpred Engine::Induction(1), "pht_entries=4 hist_mode=shared";
    "het_dispatch" "tiny" "het_dispatch_model" het_dispatch Engine::PdrEach;
};

/// The whole module `ilp_bypass`. What shows is of the instructions of the last cycles, so as many steps of induction are enough.
fn ilp_bypass(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let bypass_en = c.input_bit("bypass_en");
    let issue = Issue {
        valid: c.input_bit("iss_valid"),
        warp: c.input("iss_warp"),
        src_valid: c.input("iss_src_valid"),
        src_tag: c.input("iss_src_tag"),
        dst_valid: c.input_bit("iss_dst_valid"),
        dst_tag: c.input("iss_dst_tag"),
        fixed: c.input_bit("iss_fixed"),
        spec: c.input_bit("iss_spec"),
        entry_valid: c.input_bit("iss_entry_valid"),
        entry: c.input("iss_entry"),
        solo: c.input_bit("iss_solo"),
    };
    let kill =
        Kill { valid: c.input_bit("kill_valid"), warp: c.input("kill_warp"), all: c.input_bit("kill_all") };
    let mut state = c.registers(State::<Symbol>::layout(&p), State::reset());
    let events = state.events(&p, bypass_en);
    c.equal("byp_sel", state.select);
    c.equal("av_valid", events.av);
    c.equal("av_entry", events.av_entry);
    c.equal("dwb_valid", events.dwb);
    c.equal("dwb_warp", events.dwb_warp);
    state.step(&p, bypass_en, &issue, &kill);
    c.next(state);
    Ok(())
}

/// The whole module `simt_bpred` with four counters; the tables, which the cycle model keeps in vectors, are written again here.
fn simt_bpred(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    const COUNTERS: u32 = 4;
    let p = Params::named(configuration)?;
    let (none, at_first) = (Symbol::from(0), Symbol::from(2));
    let mode = c.input("mode");
    let layout = [("counter_0", 2), ("counter_1", 2), ("counter_2", 2), ("counter_3", 2), ("history", 2)]
        .into_iter()
        .chain([("shown_valid", 1), ("shown_taken", 1), ("shown_index", 2)])
        .map(|(name, width)| (name.to_string(), width))
        .collect();
    let ((counters, history), shown) =
        c.registers(layout, (([at_first; COUNTERS as usize], none), [none; 3]));
    let [valid, taken, index] = shown;
    c.equal("pr_valid", valid);
    c.equal("pr_taken", taken);
    c.equal("pr_idx", index);
    c.equal("histories", history);
    let at = |index: Symbol| {
        (1..COUNTERS).fold(counters[0], |found, n| index.is(n).select(counters[n as usize], found))
    };
    // A counter that has not been trained is weakly taken, whatever the memory holds.
    let trained = c.input("trained");
    for (n, counter) in counters.iter().enumerate() {
        c.equal_if(trained.bit(n as u32), &format!("counters_{n}"), *counter);
        c.claim(trained.bit(n as u32) | counter.is(at_first));
    }

    let (lk_valid, pc, target) = (c.input_bit("lk_valid"), c.input("lk_pc"), c.input("lk_target"));
    let looked_up = ((pc >> p.pc_lo) ^ history) & low(2);
    let oracle = c.input_bit("lk_oracle");
    let predicted = (mode.is(1u32) & !pc.below(target))
        | (mode.is(2u32) & at(looked_up).above(1u32))
        | (mode.is(3u32) & oracle);

    let rs_valid = c.input_bit("rs_valid");
    let branch = Branch {
        active: c.input("rs_active"),
        taken: c.input("rs_taken"),
        predicted: c.input_bit("rs_pred"),
    };
    let r = branch.resolve();
    c.equal("rs_div", rs_valid & r.diverges);
    c.equal("rs_mis", rs_valid & r.wrong);
    c.equal("rs_follow", rs_valid.select(r.follow, none));
    let (learns, trains) = (rs_valid & r.teaches & mode.is(2u32), c.input("rs_idx"));
    let next = std::array::from_fn::<Symbol, { COUNTERS as usize }, _>(|n| {
        let moved = counted(counters[n], r.outcome);
        (learns & trains.is(n as u32)).select(moved, counters[n])
    });
    let longer = (history << 1 | Symbol::from(r.outcome)) & low(2);
    let shown =
        [Symbol::from(lk_valid), Symbol::from(lk_valid & predicted), lk_valid.select(looked_up, none)];
    c.next(((next, learns.select(longer, history)), shown));
    Ok(())
}
