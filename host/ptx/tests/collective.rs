// SPDX-License-Identifier: Apache-2.0
//! Operations across lanes: member masks, and lanes that never arrive.

mod common;

use common::run_body;
use proptest::prelude::*;
use warpsmith_ptx::FaultKind;

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

fn fault(body: &str) -> FaultKind {
    run_body(body, &[0; 32]).unwrap_err().kind
}

#[test]
fn a_lane_outside_its_own_member_mask_is_a_fault() {
    let body = "setp.eq.u32 %p1, %r0, 0; vote.sync.any.pred %p2, %p1, 0xfffffffe;";
    assert_eq!(fault(body), FaultKind::NotMember { members: 0xffff_fffe });
}

#[test]
fn members_on_another_path_are_a_fault_and_not_a_wrong_result() {
    let half =
        "setp.lt.u32 %p1, %r0, 16; @!%p1 bra ELSE;\n{} bra END;\nELSE: {} END: st.global.u32 [%rd3], %r4;";
    for operation in [
        "shfl.sync.bfly.b32 %r4, %r0, 1, 31, -1;",
        "vote.sync.ballot.b32 %r4, %p1, 0xffffffff;",
        "bar.warp.sync 0xffffffff;",
        "barrier.sync 0;",
    ] {
        let body = half.replace("{}", operation);
        assert!(matches!(fault(&body), FaultKind::NotConverged { .. }), "{operation}");
    }
    let own = half.replacen("{}", "bar.warp.sync 0x0000ffff;", 1).replace("{}", "bar.warp.sync 0xffff0000;");
    run_body(&own, &[0; 32]).unwrap();
    let text = run_body(&half.replace("{}", "bar.warp.sync -1;"), &[0; 32]).unwrap_err().to_string();
    assert!(text.contains("lanes 0x0000ffff") && text.contains("lock step"), "{text}");
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
