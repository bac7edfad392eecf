// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `ilp_bypass`.

use warpsmith_units::ilp::bypass::In;
use warpsmith_units::ilp::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In { bypass_en: true, ..In::default() })
}

/// Sets the issue of an ALU instruction of warp 1 with an entry.
fn set_alu(h: &mut Harness, sources: &[u32], destination: u32, entry: u8) {
    let width = h.params.tag_w;
    let i = &mut h.input;
    (i.iss_valid, i.iss_warp, i.iss_fixed) = (true, 1, true);
    (i.iss_dst_valid, i.iss_dst_tag) = (true, destination);
    (i.iss_entry_valid, i.iss_entry) = (true, entry);
    for (n, source) in sources.iter().enumerate() {
        i.iss_src_valid |= 1 << n;
        i.iss_src_tag |= u64::from(*source) << (n as u32 * width);
    }
}

/// Whether a consumer that issues so many cycles behind its producer takes its first source from the bypass.
fn bypassed(params: &Params, distance: u32, change: fn(&mut In)) -> Result<bool, BenchError> {
    let mut h = start(params)?;
    set_alu(&mut h, &[], 7, 0);
    change(&mut h.input);
    h.step()?;
    h.steps(u64::from(distance) - 1)?;
    set_alu(&mut h, &[7], 8, 1);
    h.step()?;
    Ok(h.out.byp_sel == 1)
}

directed! {
    fn a_consumer_is_bypassed_at_the_length_of_the_pipeline_and_at_no_other_distance() {
        for params in [Params::PAPER, Params::L4] {
            for distance in [4, 8, 12, 16] {
                let h = start(&params)?;
                let got = bypassed(&params, distance, |_| ())?;
                h.expect("bypassed", (distance, got), (distance, distance == params.alu_lat))?;
            }
        }
        Ok(())
    }

    fn the_selection_holds_for_the_beats_of_its_instruction() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, &[], 7, 0);
        h.step()?;
        h.steps(7)?;
        set_alu(&mut h, &[7], 8, 1);
        for expected in [1, 1, 1, 1, 0] {
            h.step()?;
            h.expect("byp_sel", h.out.byp_sel, expected)?;
        }
        Ok(())
    }

    fn the_next_instruction_ends_the_selection_of_the_one_before() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, &[], 7, 0);
        h.step()?;
        h.steps(3)?;
        set_alu(&mut h, &[], 9, 1);
        h.step()?;
        h.steps(3)?;
        set_alu(&mut h, &[7], 8, 2);
        h.step()?;
        h.steps(3)?;
        h.expect("byp_sel", h.out.byp_sel, 1)?;
        set_alu(&mut h, &[7], 10, 3);
        h.step()?;
        h.expect("byp_sel", h.out.byp_sel, 0)
    }

    fn the_selection_does_not_look_at_threads_so_a_lane_without_a_result_takes_what_it_has_read() {
        // There is no thread among the ports: each lane has the valid bit of its own last stage.
        let names: Vec<_> = <In as warpsmith_units::Ports>::specs(&Params::PAPER).iter().map(|p| p.name).collect();
        let h = start(&Params::PAPER)?;
        h.expect("ports of threads", names.iter().any(|name| name.contains("active")), false)?;
        let got = bypassed(&Params::PAPER, 8, |_| ())?;
        h.expect("bypassed", got, true)
    }

    fn a_producer_that_is_removed_is_not_bypassed() {
        for (spec, all, expected) in [(true, false, false), (false, false, true), (false, true, false)] {
            let mut h = start(&Params::PAPER)?;
            set_alu(&mut h, &[], 7, 0);
            h.input.iss_spec = spec;
            h.step()?;
            h.steps(3)?;
            (h.input.kill_valid, h.input.kill_warp, h.input.kill_all) = (true, 1, all);
            h.step()?;
            h.steps(3)?;
            set_alu(&mut h, &[7], 8, 1);
            h.step()?;
            h.expect("bypassed", (spec, all, h.out.byp_sel == 1), (spec, all, expected))?;
        }
        Ok(())
    }

    fn two_sources_are_bypassed_at_once_and_only_those_that_count() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, &[], 7, 0);
        h.step()?;
        h.steps(7)?;
        set_alu(&mut h, &[7, 6, 7], 8, 1);
        h.step()?;
        h.expect("byp_sel", h.out.byp_sel, 0b101)?;
        h.steps(7)?;
        set_alu(&mut h, &[8, 8, 8], 9, 2);
        h.input.iss_src_valid = 0b011;
        h.step()?;
        h.expect("byp_sel", h.out.byp_sel, 0b011)
    }

    fn a_load_is_never_bypassed() {
        let got = bypassed(&Params::PAPER, 8, |i| i.iss_fixed = false)?;
        let h = start(&Params::PAPER)?;
        h.expect("bypassed", got, false)
    }

    fn without_the_path_nothing_is_bypassed() {
        let mut h = Harness::start(&Params::PAPER, In::default())?;
        set_alu(&mut h, &[], 7, 0);
        h.step()?;
        h.steps(7)?;
        set_alu(&mut h, &[7], 8, 1);
        h.step()?;
        h.expect("byp_sel", h.out.byp_sel, 0)
    }

    fn a_value_can_be_used_one_cycle_before_the_last_stage_ends_with_the_path_and_then_without() {
        for (bypass_en, event) in [(true, 7), (false, 8)] {
            let mut h = Harness::start(&Params::PAPER, In { bypass_en, ..In::default() })?;
            set_alu(&mut h, &[], 7, 5);
            for cycle in 0..12 {
                let out = h.eval()?;
                let entry = out.av_valid.then_some(out.av_entry);
                h.expect("entry", (cycle, entry), (cycle, (cycle == event).then_some(5)))?;
                h.step()?;
            }
        }
        Ok(())
    }

    fn an_instruction_alone_in_flight_is_over_only_with_the_path() {
        for bypass_en in [true, false] {
            let mut h = Harness::start(&Params::L4, In { bypass_en, ..In::default() })?;
            set_alu(&mut h, &[], 7, 0);
            (h.input.iss_warp, h.input.iss_entry_valid, h.input.iss_solo) = (30, false, true);
            for cycle in 0..8 {
                let out = h.eval()?;
                let warp = out.dwb_valid.then_some(out.dwb_warp);
                let due = bypass_en && cycle == 3;
                h.expect("warp", (cycle, warp, out.av_valid), (cycle, due.then_some(30), false))?;
                h.step()?;
            }
        }
        Ok(())
    }
}
