// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mask_dram_sched`.

use warpsmith_units::mask::dram_sched::{In, GOLDEN, NORMAL, SILVER};
use warpsmith_units::mask::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// The applications 0 and 1 take part, with turns of this many requests; no bank is ready.
fn start(params: &Params, quota: u32) -> Result<Harness, BenchError> {
    let mut i = In { app_active: 0b11, ..In::default() };
    for app in 0..params.num_apps as usize {
        i.set_quota(app, quota);
    }
    Harness::start(params, i)
}

/// Sets a request of data.
fn set_data(h: &mut Harness, app: u8, bank: u8, row: u32, id: u32) {
    let i = &mut h.input;
    (i.d_valid, i.d_app, i.d_bank, i.d_row, i.d_id) = (true, app, bank, row, id);
}

fn data(h: &mut Harness, app: u8, bank: u8, row: u32, id: u32) -> Result<bool, BenchError> {
    set_data(h, app, bank, row, id);
    h.step()?;
    Ok(h.out.d_ready)
}

fn walk(h: &mut Harness, bank: u8, id: u32) -> Result<(), BenchError> {
    let i = &mut h.input;
    (i.x_valid, i.x_depth, i.x_bank, i.x_id) = (true, 4, bank, id);
    h.step()
}

fn occupied(h: &Harness) -> [u32; 3] {
    [h.out.occ_golden.into(), h.out.occ_silver.into(), h.out.occ_normal]
}

/// What a tick with these banks ready issues: queue and identification.
fn issue(h: &mut Harness, banks: u32) -> Result<Option<(u32, u32)>, BenchError> {
    (h.input.tick, h.input.bank_ready) = (true, banks);
    h.step()?;
    h.input.bank_ready = 0;
    Ok(h.out.iss_valid.then_some((h.out.iss_src.into(), h.out.iss_id)))
}

fn expect_issue(h: &mut Harness, banks: u32, expected: Option<(u32, u32)>) -> Result<(), BenchError> {
    let issued = issue(h, banks)?;
    h.expect("what is issued", issued, expected)
}

/// Opens a row.
fn open(h: &mut Harness, bank: usize, row: u32) {
    h.input.open_valid |= 1 << bank;
    h.input.set_row(&h.params, bank, row);
}

directed! {
    fn a_full_golden_queue_takes_no_walk_read_while_data_is_taken() {
        let mut h = start(&Params::PAPER, 500)?;
        for id in 0..17 {
            walk(&mut h, 0, id)?;
        }
        h.expect("x_ready", h.out.x_ready, false)?;
        let taken = data(&mut h, 1, 0, 0, 99)?;
        h.expect("d_ready", taken, true)?;
        h.expect("requests", occupied(&h), [16, 0, 1])
    }

    fn with_a_full_normal_queue_only_the_application_with_the_turn_is_accepted() {
        let mut h = start(&Params::PAPER, 500)?;
        for id in 0..192 {
            data(&mut h, 1, 0, 0, id)?;
        }
        for (app, expected) in [(1, false), (0, true)] {
            let taken = data(&mut h, app, 0, 0, 200)?;
            h.expect("d_ready", taken, expected)?;
        }
        h.expect("requests", occupied(&h), [0, 1, 192])
    }

    fn a_full_silver_queue_overflows_to_the_normal_one_uncounted() {
        let mut h = start(&Params::PAPER, 66)?;
        for id in 0..70 {
            data(&mut h, 0, 0, 0, id)?;
        }
        h.expect("requests", occupied(&h), [0, 64, 6])?;
        h.expect("requests of the turn", h.model().state().silver_cnt, 64)
    }

    fn a_quota_reached_as_the_epoch_ends_moves_the_turn_once() {
        let mut h = start(&Params::PAPER, 1)?;
        h.input.app_active = 0b111;
        h.input.epoch_tick = true;
        data(&mut h, 0, 0, 0, 1)?;
        h.expect("turn", h.out.silver_app, 1)?;
        h.step()?;
        h.expect("turn", h.out.silver_app, 1)
    }

    fn turns_go_round_the_active_applications_with_a_quota_of_one() {
        let mut h = start(&Params::PAPER, 1)?;
        h.input.app_active = 0b100_1001;
        for (app, next) in [(0, 3), (3, 6), (6, 0)] {
            data(&mut h, app, 0, 0, app.into())?;
            h.expect("turn", h.out.silver_app, next)?;
        }
        h.expect("requests", occupied(&h), [0, 3, 0])
    }

    fn the_turn_of_an_application_that_is_not_active_any_more_ends() {
        let mut h = start(&Params::PAPER, 500)?;
        h.input.app_active = 0b110;
        h.step()?;
        h.expect("turn", h.out.silver_app, 1)
    }

    fn an_application_alone_has_no_silver_queue() {
        let mut h = start(&Params::PAPER, 500)?;
        h.input.app_active = 1;
        data(&mut h, 0, 0, 0, 1)?;
        h.expect("requests", occupied(&h), [0, 0, 1])
    }

    fn silver_requests_of_the_turn_before_keep_their_priority() {
        let mut h = start(&Params::PAPER, 1)?;
        data(&mut h, 1, 0, 0, 1)?;
        data(&mut h, 0, 0, 0, 2)?;
        h.expect("turn", h.out.silver_app, 1)?;
        expect_issue(&mut h, 1, Some((SILVER, 2)))?;
        expect_issue(&mut h, 1, Some((NORMAL, 1)))
    }

    fn while_the_golden_heads_bank_is_busy_others_are_served_and_then_it_goes_first() {
        let mut h = start(&Params::PAPER, 500)?;
        walk(&mut h, 3, 1)?;
        walk(&mut h, 0, 2)?;
        data(&mut h, 0, 0, 0, 3)?;
        data(&mut h, 0, 3, 0, 4)?;
        data(&mut h, 1, 1, 0, 5)?;
        expect_issue(&mut h, 0b0011, Some((SILVER, 3)))?;
        expect_issue(&mut h, 0b0011, Some((NORMAL, 5)))?;
        expect_issue(&mut h, 0b1001, Some((GOLDEN, 1)))?;
        expect_issue(&mut h, 0b1001, Some((GOLDEN, 2)))?;
        expect_issue(&mut h, 0b1001, Some((SILVER, 4)))
    }

    fn of_two_row_hits_the_older_goes_first_and_both_before_an_older_miss() {
        let mut h = start(&Params::PAPER, 500)?;
        for (row, id) in [(1, 1), (7, 2), (7, 3)] {
            data(&mut h, 1, 2, row, id)?;
        }
        open(&mut h, 2, 7);
        for id in [2, 3, 1] {
            expect_issue(&mut h, 0b100, Some((NORMAL, id)))?;
        }
        Ok(())
    }

    fn a_silver_miss_goes_before_a_normal_hit() {
        let mut h = start(&Params::PAPER, 500)?;
        data(&mut h, 1, 2, 7, 1)?;
        data(&mut h, 0, 2, 5, 2)?;
        open(&mut h, 2, 7);
        expect_issue(&mut h, 0b100, Some((SILVER, 2)))
    }

    fn nothing_is_issued_without_a_tick_and_a_request_only_from_the_next_cycle_on() {
        let mut h = start(&Params::PAPER, 500)?;
        set_data(&mut h, 0, 0, 0, 1);
        expect_issue(&mut h, 1, None)?;
        h.input.bank_ready = 1;
        h.step()?;
        h.expect("iss_valid", h.out.iss_valid, false)?;
        expect_issue(&mut h, 1, Some((SILVER, 1)))?;
        expect_issue(&mut h, 1, None)
    }

    fn reset_with_full_queues_leaves_none_of_their_requests() {
        let mut h = start(&Params::TINY, 16)?;
        for id in 0..6 {
            walk(&mut h, 0, id)?;
            data(&mut h, 0, 0, 0, id)?;
        }
        h.reset();
        h.expect("requests", occupied(&h), [0, 0, 0])?;
        expect_issue(&mut h, 0b1111, None)
    }
}
