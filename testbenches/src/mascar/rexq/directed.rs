// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mascar_rexq`, each with the values it must show.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::rexq::{In, Offsets};
use warpsmith_units::Parameters;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

fn start(config: &str) -> Result<Harness, BenchError> {
    Harness::start(&Params::named(config)?, In::default())
}

/// The LSU has the only request of a load of `warp`.
fn load(warp: u8) -> In {
    In { lsu_v: true, lsu_warp: warp, lsu_base: 0x100 * u64::from(warp), lsu_first: true, ..In::default() }
}

/// One cycle with this request at the LSU and this answer of the L1. Expects whose request goes to the L1 (`None`: no
/// request; the LSU's with `false`, the queue's with `true`), and whether the LSU's is taken.
fn cycle(
    h: &mut Harness,
    lsu: Option<In>,
    ack: bool,
    sent: Option<(bool, u8)>,
    taken: bool,
) -> Result<(), BenchError> {
    h.input = lsu.unwrap_or_default();
    // The L1 answers what it sees.
    let asked = h.eval()?;
    h.expect("the request", asked.l1_v.then_some((asked.l1_src, asked.l1_warp)), sent)?;
    h.input.l1_ack = ack;
    h.step()?;
    h.expect("lsu_rdy", h.out.lsu_rdy, taken)
}

/// `h` holds refused loads of these warps.
fn park(h: &mut Harness, warps: &[u8]) -> Result<(), BenchError> {
    for warp in warps {
        cycle(h, Some(load(*warp)), false, Some((false, *warp)), true)?;
    }
    Ok(())
}

directed! {
    fn a_hit_is_served_two_cycles_after_a_miss_that_stays_refused_filled_the_queue_and_a_miss_stays_in_the_lsu() {
        // The queue of figure 4.6 has one entry.
        let mut h = start("single")?;
        park(&mut h, &[0])?;
        cycle(&mut h, Some(load(1)), false, Some((true, 0)), false)?;
        cycle(&mut h, Some(load(1)), true, Some((false, 1)), true)?;
        for _ in 0..5 {
            cycle(&mut h, Some(load(2)), false, Some((true, 0)), false)?;
            cycle(&mut h, Some(load(2)), false, Some((false, 2)), false)?;
            h.expect("count, full, head", (h.out.count, h.out.full, h.out.head_warp), (1, true, 0))?;
        }
        // When there is room, the miss is parked.
        cycle(&mut h, Some(load(2)), true, Some((true, 0)), false)?;
        cycle(&mut h, Some(load(2)), false, Some((false, 2)), true)?;
        // The full queue is first again.
        cycle(&mut h, Some(load(3)), false, Some((true, 2)), false)?;
        // With a second entry the hit is served in the cycle after the miss.
        let mut h = start("small")?;
        park(&mut h, &[0])?;
        cycle(&mut h, Some(load(1)), true, Some((false, 1)), true)?;
        h.expect("count", h.out.count, 1)
    }

    fn without_lsu_when_full_the_lsu_waits_for_a_full_queue_whose_head_is_tried_each_cycle() {
        let mut h = start("variant")?;
        park(&mut h, &[0, 1, 2, 3, 4])?;
        h.expect("full", h.out.full, true)?;
        for n in 0..12 {
            cycle(&mut h, Some(load(5)), false, Some((true, n % 5)), false)?;
            h.expect("count", h.out.count, 5)?;
            h.expect("head", h.out.head_warp, (n + 1) % 5)?;
        }
        // So a hit is served two cycles after the queue was full only if its head is accepted.
        cycle(&mut h, Some(load(5)), true, Some((true, 2)), false)?;
        cycle(&mut h, Some(load(5)), true, Some((false, 5)), true)
    }

    fn a_full_queue_and_the_lsu_have_the_port_in_turn_and_the_queue_rotates() {
        let mut h = start("small")?;
        park(&mut h, &[0, 1, 2, 3])?;
        h.expect("full", h.out.full, true)?;
        for n in 0..12 {
            cycle(&mut h, Some(load(4)), false, Some((true, n % 4)), false)?;
            h.expect("count", h.out.count, 4)?;
            h.expect("head", h.out.head_warp, (n + 1) % 4)?;
            cycle(&mut h, Some(load(4)), false, Some((false, 4)), false)?;
            h.expect("count", h.out.count, 4)?;
        }
        cycle(&mut h, Some(load(4)), false, Some((true, 0)), false)?;
        cycle(&mut h, Some(load(4)), true, Some((false, 4)), true)?;
        // A turn that the LSU does not use is the queue's, and the LSU is next until it has something to send.
        for n in 1..4 {
            cycle(&mut h, None, false, Some((true, n)), false)?;
        }
        let same_instruction = In { lsu_first: false, ..load(1) };
        cycle(&mut h, Some(same_instruction), true, Some((false, 1)), true)?;
        // A head that is accepted makes room, and the LSU has precedence again.
        cycle(&mut h, Some(load(5)), true, Some((true, 0)), false)?;
        cycle(&mut h, Some(load(5)), false, Some((false, 5)), true)?;
        cycle(&mut h, Some(load(1)), false, Some((true, 1)), false)?;
        // Its turn does not help a request that an earlier instruction of its warp holds back.
        cycle(&mut h, Some(load(1)), false, Some((true, 2)), false)
    }

    fn a_head_leaves_the_queue_in_the_cycle_in_which_the_l1_accepts_it_and_in_no_other() {
        let mut h = start("small")?;
        park(&mut h, &[0, 1])?;
        h.expect("parked", h.out.head_leaves, false)?;
        cycle(&mut h, None, false, Some((true, 0)), false)?;
        h.expect("refused", h.out.head_leaves, false)?;
        cycle(&mut h, None, true, Some((true, 1)), false)?;
        h.expect("accepted", (h.out.head_leaves, h.out.head_warp), (true, 0))?;
        cycle(&mut h, Some(load(2)), true, Some((false, 2)), true)?;
        h.expect("the LSU's accepted", h.out.head_leaves, false)
    }

    fn an_entry_alone_in_the_queue_stays_its_head_when_it_is_refused() {
        for config in ["single", "small", "paper"] {
            let mut h = start(config)?;
            park(&mut h, &[5])?;
            for _ in 0..5 {
                cycle(&mut h, None, false, Some((true, 5)), false)?;
                h.expect("count and head", (h.out.count, h.out.head_v, h.out.head_warp), (1, true, 5))?;
            }
            cycle(&mut h, None, true, Some((true, 5)), false)?;
            h.expect("empty", (h.out.count, h.out.head_v, h.out.rexq_has), (0, false, 0))?;
        }
        Ok(())
    }

    fn while_the_lsu_sends_nothing_leaves_the_queue() {
        let mut h = start("small")?;
        park(&mut h, &[0, 1])?;
        for (n, ack) in [true, false, true, false].into_iter().enumerate() {
            let warp = 2 + n as u8;
            cycle(&mut h, Some(load(warp)), ack, Some((false, warp)), true)?;
            h.expect("head", h.out.head_warp, 0)?;
        }
        h.expect("count", h.out.count, 4)
    }

    fn a_later_instruction_of_a_warp_waits_at_the_lsu_and_other_requests_of_the_same_instruction_do_not() {
        let mut h = start("small")?;
        let store = In { lsu_op: 1, ..load(3) };
        cycle(&mut h, Some(store), false, Some((false, 3)), true)?;
        let second = In { lsu_first: false, lsu_base: 0x9000, ..store };
        cycle(&mut h, Some(second), false, Some((false, 3)), true)?;
        h.expect("rexq_has", (h.out.rexq_has, h.out.count), (1 << 3, 2))?;
        // The load would hit, but the store comes first.
        cycle(&mut h, Some(load(3)), false, Some((true, 3)), false)?;
        cycle(&mut h, Some(load(3)), true, Some((true, 3)), false)?;
        cycle(&mut h, Some(load(3)), true, Some((true, 3)), false)?;
        cycle(&mut h, Some(load(3)), true, Some((false, 3)), true)
    }

    fn without_a_queue_a_refused_request_blocks_the_lsu() {
        let mut h = start("rexq0")?;
        for _ in 0..5 {
            cycle(&mut h, Some(load(9)), false, Some((false, 9)), false)?;
            h.expect("count, full, rexq_has", (h.out.count, h.out.full, h.out.rexq_has), (0, false, 0))?;
        }
        cycle(&mut h, Some(load(9)), true, Some((false, 9)), true)
    }

    fn the_owner_passes_a_full_queue_if_it_may_and_keeps_a_refused_request() {
        let mut h = start("variant")?;
        park(&mut h, &[0, 1, 2, 3, 4])?;
        let of_owner = In { owner_v: true, owner: 9, ..load(9) };
        cycle(&mut h, Some(of_owner), false, Some((false, 9)), false)?;
        h.expect("count", h.out.count, 5)?;
        cycle(&mut h, Some(of_owner), true, Some((false, 9)), true)?;
        let other = In { owner_v: true, owner: 9, ..load(8) };
        cycle(&mut h, Some(other), false, Some((true, 0)), false)?;
        // The same on the paper's queue: the owner has its turn like all others.
        let mut h = start("single")?;
        park(&mut h, &[0])?;
        let of_owner = In { owner_v: true, owner: 1, ..load(1) };
        for from_queue in [true, false, true] {
            let sent = (from_queue, if from_queue { 0 } else { 1 });
            cycle(&mut h, Some(of_owner), false, Some(sent), false)?;
        }
        Ok(())
    }

    fn lsu_rdy_follows_the_answer_of_the_l1_within_the_cycle_where_nothing_can_be_parked() {
        let mut h = start("rexq0")?;
        h.input = load(1);
        for ack in [false, true, false] {
            h.input.l1_ack = ack;
            let out = h.eval()?;
            h.expect("l1_v and lsu_rdy", (out.l1_v, out.lsu_rdy), (true, ack))?;
        }
        h.step()?;
        h.expect("lsu_rdy", h.out.lsu_rdy, false)
    }

    fn a_request_keeps_its_payload_through_the_queue() {
        let mut h = start("paper")?;
        let offset = |n: usize| if n < 7 { 0x9e37_79b9 ^ (n as u32 * 0x0101_0101) } else { 0 };
        let request = In {
            lsu_v: true,
            lsu_base: 0xfedc_ba98_7654_3280,
            lsu_off: Offsets::new(std::array::from_fn(offset)),
            lsu_warp: 47,
            lsu_reg: 0x55,
            lsu_mask: 0x8000_0001,
            lsu_op: 2,
            lsu_first: true,
            ..In::default()
        };
        cycle(&mut h, Some(request), false, Some((false, 47)), true)?;
        cycle(&mut h, None, true, Some((true, 47)), false)?;
        let o = h.out;
        h.expect("base, offsets", (o.l1_base, o.l1_off), (request.lsu_base, request.lsu_off))?;
        h.expect("register, mask", (o.l1_reg, o.l1_mask), (0x55, 0x8000_0001))?;
        h.expect("operation, first", (o.l1_op, o.l1_first), (2, true))
    }

    fn reset_empties_the_queue() {
        let mut h = start("small")?;
        park(&mut h, &[0, 1, 2])?;
        h.reset();
        cycle(&mut h, None, false, None, false)?;
        h.expect("empty", (h.out.count, h.out.head_v, h.out.rexq_has, h.out.full), (0, false, 0, false))?;
        park(&mut h, &[2])?;
        h.expect("count", h.out.count, 1)
    }

    fn a_request_of_a_warp_that_does_not_exist_is_refused_as_illegal_stimulus() {
        let mut h = start("variant")?;
        h.input = In { l1_ack: true, ..load(11) };
        let refused = h.step().err().map(|e| e.to_string()).unwrap_or_default();
        h.expect("refused", refused.contains("illegal stimulus") && refused.contains("warp 11"), true)
    }
}
