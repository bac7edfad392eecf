// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mask_epoch`.

use warpsmith_units::mask::epoch::In;
use warpsmith_units::mask::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

type Done = Result<(), BenchError>;

/// Epochs in which every counter can reach its end.
const LONG: Params = Params { epoch_len: 300_000, ..Params::TINY };

/// SM c has application c, all take part, and each has 100 warps.
fn start(params: &Params) -> Result<Harness, BenchError> {
    let mut i = In { core_on: 0b11, app_active: 0b11, ..In::default() };
    for core in 0..2 {
        i.set_warps(core, 100, 0);
        i.set_app(params, core, core as u32);
    }
    Harness::start(params, i)
}

/// Lookups of SM 0 at the first port, of SM 1 at the second.
fn set_lookups(h: &mut Harness, valid: u8, hit: u8) {
    (h.input.res_valid, h.input.res_hit, h.input.res_core) = (valid, hit, 0b10);
}

/// What is left of an epoch, in which the SMs miss so often among so many lookups; then it has ended.
fn epoch(h: &mut Harness, misses: [u32; 2], lookups: [u32; 2]) -> Done {
    for cycle in 0.. {
        let bit = |of: [u32; 2]| u8::from(cycle < of[0]) | u8::from(cycle < of[1]) << 1;
        set_lookups(h, bit(lookups), !bit(misses));
        let tick = h.out.epoch_tick;
        h.step()?;
        if tick {
            break;
        }
    }
    Ok(())
}

/// An epoch without lookups; what follows from the one before shows at its end.
fn idle(h: &mut Harness) -> Done {
    epoch(h, [0, 0], [0, 0])
}

fn shares(h: &Harness) -> [u32; 2] {
    [0, 1].map(|core| h.out.share(core))
}

fn quotas(h: &Harness) -> [u32; 2] {
    [0, 1].map(|app| h.out.quota(app))
}

/// Walks and stalled warps of the applications in an epoch; quotas after it.
fn quotas_after(h: &mut Harness, walks: [u32; 2], stalled: [u32; 2]) -> Result<[u32; 2], BenchError> {
    for app in 0..2 {
        h.input.set_live(app, walks[app]);
        h.input.set_warps(app, 100, stalled[app]);
    }
    idle(h)?;
    idle(h)?;
    Ok(quotas(h))
}

/// A cycle with accesses and hits of data and of depths 1 and 2.
fn access(h: &mut Harness, acc: [u64; 3], hit: [u64; 3]) -> Done {
    let pack = |of: [u64; 3]| of[0] | of[1] << 6 | of[2] << 12;
    (h.input.l2_acc, h.input.l2_hit) = (pack(acc), pack(hit));
    h.step()
}

directed! {
    fn what_follows_from_an_epoch_shows_a_fixed_time_after_its_last_cycle() {
        let mut h = start(&Params::TINY)?;
        epoch(&mut h, [1, 1], [2, 4])?;
        h.steps(u64::from(Params::TINY.engine_cycles()) - 2)?;
        h.expect("before", (h.out.quota_we, h.out.seen, shares(&h)), (false, 0, [256, 256]))?;
        h.step()?;
        h.expect("then", (h.out.quota_we, h.out.seen, shares(&h)), (true, 0b11, [80, 80]))?;
        h.step()?;
        h.expect("after", (h.out.quota_we, h.out.seen), (false, 0b11))
    }

    fn a_lookup_that_is_answered_in_the_last_cycle_of_an_epoch_counts_for_it_and_the_next_for_the_next() {
        let mut h = start(&Params::TINY)?;
        while !h.out.epoch_tick {
            h.step()?;
        }
        set_lookups(&mut h, 0b01, 0b01);
        h.step()?;
        set_lookups(&mut h, 0b10, 0b10);
        h.step()?;
        idle(&mut h)?;
        h.expect("seen", h.out.seen, 0b01)?;
        idle(&mut h)?;
        h.expect("seen", h.out.seen, 0b11)
    }

    fn a_change_of_1310_is_none_and_one_of_1311_moves_the_tokens() {
        // Rates of 1483 65536ths, and by 1310 and 1311 more and less; where it goes down, from the lower one up first.
        for (first, second, expected) in [
            ((6, 265), (13, 305), 80),
            ((6, 265), (11, 258), 70),
            ((13, 305), (6, 265), 80),
            ((11, 258), (6, 265), 90),
        ] {
            let mut h = start(&Params { epoch_len: 400, ..Params::TINY })?;
            for (misses, lookups) in [first, second] {
                epoch(&mut h, [misses, 0], [lookups, 0])?;
            }
            idle(&mut h)?;
            h.expect("tokens", shares(&h)[0], expected)?;
        }
        Ok(())
    }

    fn tokens_stay_between_one_and_all_warps() {
        let mut h = start(&Params::TINY)?;
        for core in 0..2 {
            h.input.set_warps(core, 3, 0);
        }
        // The rate of application 0 only rises, that of application 1 only falls.
        for n in 0..6 {
            epoch(&mut h, [4 + 20 * n, 150 - 20 * n], [190, 190])?;
        }
        idle(&mut h)?;
        h.expect("tokens", shares(&h), [1, 3])
    }

    fn fewer_warps_than_tokens_take_tokens_away() {
        let mut h = start(&Params::TINY)?;
        epoch(&mut h, [1, 1], [4, 4])?;
        idle(&mut h)?;
        h.expect("tokens", shares(&h), [80, 80])?;
        h.input.set_warps(1, 7, 0);
        epoch(&mut h, [0, 1], [0, 4])?;
        idle(&mut h)?;
        h.expect("tokens", shares(&h), [80, 7])
    }

    fn an_epoch_without_lookups_leaves_the_tokens_and_shares_them_anew() {
        let mut h = start(&Params::TINY)?;
        epoch(&mut h, [1, 0], [4, 0])?;
        idle(&mut h)?;
        h.expect("shares and applications seen", (shares(&h), h.out.seen), ([80, 256], 1))?;
        h.input.set_app(&Params::TINY, 1, 0);
        idle(&mut h)?;
        idle(&mut h)?;
        h.expect("shares and applications seen", (shares(&h), h.out.seen), ([40, 40], 1))
    }

    fn an_application_without_sms_and_one_that_is_not_active_change_nothing() {
        let mut h = start(&Params::TINY)?;
        h.input.core_on = 0b10;
        h.input.app_active = 0b01;
        epoch(&mut h, [1, 1], [4, 4])?;
        idle(&mut h)?;
        h.expect("shares and applications seen", (shares(&h), h.out.seen), ([256, 256], 0))
    }

    fn an_application_that_starts_in_mid_epoch_counts_as_it_is_when_the_epoch_ends() {
        let mut h = start(&Params::TINY)?;
        h.input.app_active = 0b01;
        set_lookups(&mut h, 0b10, 0);
        h.steps(90)?;
        h.input.app_active = 0b11;
        epoch(&mut h, [0, 1], [0, 4])?;
        idle(&mut h)?;
        h.expect("shares and applications seen", (shares(&h), h.out.seen), ([256, 80], 0b10))
    }

    fn tokens_that_are_left_over_go_to_the_first_sms() {
        let mut h = start(&Params::TINY)?;
        for core in 0..2 {
            h.input.set_app(&Params::TINY, core, 1);
        }
        h.input.set_warps(1, 2, 0);
        epoch(&mut h, [1, 0], [4, 0])?;
        idle(&mut h)?;
        // 102 warps: 81 tokens.
        h.expect("shares", shares(&h), [41, 40])
    }

    fn hits_and_misses_of_an_sm_stop_at_65535() {
        let mut h = start(&LONG)?;
        for _ in 0..65_540 {
            set_lookups(&mut h, 0b01, 0b01);
            h.step()?;
        }
        epoch(&mut h, [200_000, 0], [200_000, 0])?;
        h.steps(u64::from(LONG.engine_cycles()))?;
        h.expect("rate", h.model().state().applied.apps[0].rate, 0x8000)?;
        h.expect("share", shares(&h)[0], 80)
    }

    fn accesses_stop_with_their_hits_at_the_end_of_their_counter() {
        let mut h = start(&LONG)?;
        // Until the accesses of data have reached 2^24-1 6 in 63 hit; those that follow, all hits, do not count any more.
        for n in 0..266_306 {
            access(&mut h, [63, 1, 1], [6, u64::from(n % 8 == 0), 0])?;
        }
        for _ in 0..30_000 {
            access(&mut h, [63, 1, 1], [63, 0, 0])?;
        }
        idle(&mut h)?;
        h.steps(u64::from(LONG.engine_cycles()))?;
        // 11.2 % hits of depth 1 are more than 9.5 %, and would be less than 20.8 %.
        h.expect("bypass", h.out.bypass_bits, 0b10)
    }

    fn sixty_four_walks_count_as_63() {
        let mut h = start(&Params::TINY)?;
        let got = quotas_after(&mut h, [64, 21], [1, 1])?;
        h.expect("quotas", got, [12, 4])
    }

    fn the_most_walks_are_of_the_epoch_and_of_what_is_under_way_as_it_begins() {
        let mut h = start(&Params::TINY)?;
        let first = quotas_after(&mut h, [30, 10], [1, 1])?;
        h.expect("quotas", first, [12, 4])?;
        h.input.set_live(0, 10);
        idle(&mut h)?;
        idle(&mut h)?;
        h.expect("quotas while 30 were under way as the epoch began", quotas(&h), [12, 4])?;
        idle(&mut h)?;
        h.expect("quotas", quotas(&h), [8, 8])
    }

    fn quotas_are_equal_where_all_products_are_0_and_one_where_a_product_is_0() {
        let mut h = start(&Params::TINY)?;
        let none = quotas_after(&mut h, [9, 9], [0, 0])?;
        h.expect("all products 0", none, [8, 8])?;
        let one = quotas_after(&mut h, [9, 9], [5, 0])?;
        h.expect("one product 0", one, [16, 1])?;
        h.input.app_active = 0b10;
        let alone = quotas_after(&mut h, [9, 9], [5, 7])?;
        h.expect("one active application", alone, [1, 16])?;
        h.input.app_active = 0;
        let nobody = quotas_after(&mut h, [9, 9], [5, 7])?;
        h.expect("no active application", nobody, [16, 16])
    }

    fn a_depth_bypasses_if_it_hits_less_than_data_and_both_have_samples() {
        let mut h = start(&Params::TINY)?;
        // Equal rates: no bypass; the second depth hits less.
        for (acc, hit, expected) in [
            ([8, 16, 16], [4, 8, 7], 0b10),
            ([3, 16, 16], [3, 0, 0], 0b10),
            ([8, 16, 3], [4, 7, 3], 0b11),
            ([8, 16, 16], [4, 9, 8], 0b00),
        ] {
            access(&mut h, acc, hit)?;
            idle(&mut h)?;
            idle(&mut h)?;
            h.expect("bypass", h.out.bypass_bits, expected)?;
        }
        Ok(())
    }

    fn reset_while_the_engine_runs_leaves_nothing_of_the_epoch() {
        let mut h = start(&Params::TINY)?;
        epoch(&mut h, [1, 1], [4, 4])?;
        h.steps(100)?;
        h.reset();
        h.expect("outputs", (shares(&h), quotas(&h), h.out.seen, h.out.epoch_tick), ([256, 256], [16, 16], 0, false))?;
        idle(&mut h)?;
        idle(&mut h)?;
        h.expect("shares and applications seen", (shares(&h), h.out.seen), ([256, 256], 0))
    }
}
