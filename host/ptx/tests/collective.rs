// SPDX-License-Identifier: Apache-2.0
//! Operations across lanes: member masks, and lanes that never arrive.

mod common;

use common::{run_body, Device};
use proptest::prelude::*;
use warpsmith_ptx::{FaultKind, Noted};

/// The input slot of each lane in `%rd5` and `%r1`, its member mask in `%r2`.
const LOAD: &str =
    "ld.global.u64 %rd5, [%rd4]; cvt.u32.u64 %r1, %rd5; shr.u64 %rd6, %rd5, 32; cvt.u32.u64 %r2, %rd6;";

/// Splits the warp by `cuts` into groups of neighbours; gives each lane its group's mask.
fn partition(cuts: u32) -> [u32; 32] {
    let mut masks = [0; 32];
    let mut start = 0;
    for lane in 0..32 {
        if lane == 31 || cuts >> lane & 1 == 1 {
            let mask = (start..=lane).fold(0, |m, l| m | 1 << l);
            masks[start..=lane].fill(mask);
            start = lane + 1;
        }
    }
    masks
}

/// Runs `body` on `values`, each lane with its member mask; 32-bit results from `%r4`.
fn with_members(body: &str, values: &[u32; 32], masks: &[u32; 32]) -> Vec<u32> {
    let input: Vec<u64> =
        values.iter().zip(masks).map(|(v, m)| u64::from(*m) << 32 | u64::from(*v)).collect();
    let text = format!("{LOAD}\n{body}\nst.global.u32 [%rd3], %r4;");
    run_body(&text, &input).unwrap().iter().map(|v| *v as u32).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn each_lane_gets_the_result_of_its_own_members(cuts: u32, values in prop::array::uniform32(0u32..3)) {
        let masks = partition(cuts);
        let members = |lane: usize| (0..32).filter(move |l| masks[lane] >> l & 1 == 1);
        let set = |lanes: &mut dyn Iterator<Item = usize>| lanes.fold(0u32, |m, l| m | 1 << l);
        type Want<'a> = Box<dyn Fn(usize) -> u32 + 'a>;
        let cases: [(&str, Want<'_>); 6] = [
            ("setp.eq.u32 %p1, %r1, 1; vote.sync.ballot.b32 %r4, %p1, %r2;",
             Box::new(|l| set(&mut members(l).filter(|m| values[*m] == 1)))),
            ("setp.eq.u32 %p1, %r1, 1; vote.sync.any.pred %p2, %p1, %r2; selp.u32 %r4, 1, 0, %p2;",
             Box::new(|l| members(l).any(|m| values[m] == 1).into())),
            ("setp.eq.u32 %p1, %r1, 1; vote.sync.all.pred %p2, %p1, %r2; selp.u32 %r4, 1, 0, %p2;",
             Box::new(|l| members(l).all(|m| values[m] == 1).into())),
            ("match.any.sync.b32 %r4, %r1, %r2;",
             Box::new(|l| set(&mut members(l).filter(|m| values[*m] == values[l])))),
            ("match.all.sync.b64 %r4|%p1, %rd5, %r2; @!%p1 not.b32 %r4, %r4;",
             Box::new(|l| if members(l).all(|m| values[m] == values[l]) { masks[l] } else { u32::MAX })),
            ("redux.sync.add.u32 %r4, %r1, %r2;",
             Box::new(|l| members(l).map(|m| values[m]).sum())),
        ];
        for (body, want) in &cases {
            let got = with_members(body, &values, &masks);
            let want: Vec<u32> = (0..32).map(want).collect();
            prop_assert_eq!(got, want, "{}", body);
        }
    }
}

/// The 32-bit results of `body` from `%r4`, and the note on member masks.
fn noted(body: &str) -> (Vec<u32>, Noted) {
    let mut device = Device::new();
    let out = device.run_body(&format!("{body}\nst.global.u32 [%rd3], %r4;"), &[0; 32]).unwrap();
    let results = device.longs(out, 32).iter().map(|v| *v as u32).collect();
    (results, device.memory.notes().wrong_members.clone())
}

/// `operation` in both sides of a branch that sends lanes 0 to 15 and 16 to 31 apart.
fn divergent(operation: &str) -> String {
    format!("setp.lt.u32 %p1, %r0, 16; @!%p1 bra ELSE;\n{operation} bra END;\nELSE: {operation} END:")
}

#[test]
fn in_a_divergent_branch_the_active_lanes_are_the_members_as_before_volta() {
    let lane = |f: fn(u32) -> u32| (0..32).map(f).collect::<Vec<u32>>();
    let sides = |l: u32| if l < 16 { 0xffff } else { 0xffff_0000 };
    let cases: [(&str, Vec<u32>); 9] = [
        ("shfl.sync.bfly.b32 %r4, %r0, 1, 31, -1;", lane(|l| l ^ 1)),
        // Lane 0 is not there for the others, which keep what they have.
        ("shfl.sync.idx.b32 %r4, %r0, 0, 31, -1;", lane(|l| if l < 16 { 0 } else { l })),
        ("setp.ge.u32 %p2, %r0, 0; vote.sync.ballot.b32 %r4, %p2, -1;", lane(sides)),
        (
            "setp.eq.u32 %p2, %r0, 3; vote.sync.any.pred %p3, %p2, -1; selp.u32 %r4, 1, 0, %p3;",
            lane(|l| u32::from(l < 16)),
        ),
        (
            "setp.ge.u32 %p2, %r0, 16; vote.sync.all.pred %p3, %p2, -1; selp.u32 %r4, 1, 0, %p3;",
            lane(|l| u32::from(l >= 16)),
        ),
        ("setp.ge.u32 %p2, %r0, 16; vote.sync.uni.pred %p3, %p2, -1; selp.u32 %r4, 1, 0, %p3;", lane(|_| 1)),
        ("and.b32 %r1, %r0, 0; match.any.sync.b32 %r4, %r1, -1;", lane(sides)),
        ("redux.sync.max.u32 %r4, %r0, -1;", lane(|l| if l < 16 { 15 } else { 31 })),
        ("bar.warp.sync -1; mov.u32 %r4, %r0;", lane(|l| l)),
    ];
    for (operation, want) in cases {
        let (got, note) = noted(&divergent(operation));
        assert_eq!(got, want, "{operation}");
        assert_eq!(note.count, 2, "{operation}");
        let first = note.first.unwrap();
        assert!(first.contains("lanes 0x0000ffff") && first.contains("kernel `k`"), "{first}");
    }
}

#[test]
fn lanes_outside_their_own_mask_do_what_the_form_without_a_mask_does_and_others_keep_to_theirs() {
    let half = |mask: u32, rest: u32| (0..32).map(|l| if l < 16 { mask } else { rest }).collect::<Vec<u32>>();
    let cases = [
        ("setp.ge.u32 %p2, %r0, 0; vote.sync.ballot.b32 %r4, %p2, 0xffff;", half(0xffff, !0)),
        (
            "setp.ge.u32 %p2, %r0, 16; vote.sync.any.pred %p3, %p2, 0xffff; selp.u32 %r4, 1, 0, %p3;",
            half(0, 1),
        ),
        (
            "setp.lt.u32 %p2, %r0, 16; vote.sync.all.pred %p3, %p2, 0xffff; selp.u32 %r4, 1, 0, %p3;",
            half(1, 0),
        ),
        ("and.b32 %r1, %r0, 0; match.any.sync.b32 %r4, %r1, 0xffff;", half(0xffff, !0)),
        ("redux.sync.max.u32 %r4, %r0, 0xffff;", half(15, 31)),
        ("shfl.sync.idx.b32 %r4, %r0, 20, 31, 0xffff;", half(20, 20)),
    ];
    for (operation, want) in cases {
        let (got, note) = noted(operation);
        assert_eq!(got, want, "{operation}");
        assert_eq!(note.count, 1, "{operation}");
        assert!(note.first.unwrap().contains("not in its own member mask 0x0000ffff"), "{operation}");
    }
}

#[test]
fn member_masks_that_are_kept_to_are_not_noted() {
    let own = "setp.lt.u32 %p1, %r0, 16; @!%p1 bra ELSE;\nbar.warp.sync 0xffff; bra END;\n\
               ELSE: bar.warp.sync 0xffff0000; END: vote.sync.ballot.b32 %r4, %p1, -1;";
    let (got, note) = noted(own);
    assert_eq!((got[0], note), (0xffff, Noted::default()));
}

#[test]
fn a_barrier_of_the_cta_that_lanes_on_another_path_never_reach_is_a_fault() {
    let fault = run_body(&divergent("barrier.sync 0;"), &[0; 32]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::NotConverged { missing: 0xffff }), "{fault}");
    assert!(fault.to_string().contains("lock step"), "{fault}");
}

#[test]
fn lanes_that_have_returned_need_not_take_part() {
    let body = "setp.ge.u32 %p1, %r0, 20; @%p1 bra DONE;\n\
                vote.sync.ballot.b32 %r4, %p1, -1; barrier.sync 0;\n\
                mov.u32 %r5, 7; st.global.u32 [%rd3], %r5;\nDONE:";
    let got = run_body(body, &[0; 32]).unwrap();
    assert_eq!((got[0], got[19], got[20]), (7, 7, 0));
}

#[test]
fn the_forms_without_members_vote_among_the_active_lanes() {
    let body = "setp.lt.u32 %p1, %r0, 16; @!%p1 bra END;\n\
                vote.ballot.b32 %r4, %p1; st.global.u32 [%rd3], %r4;\nEND:";
    assert_eq!(run_body(body, &[0; 32]).unwrap()[3], 0xffff);
}
