// SPDX-License-Identifier: Apache-2.0
//! Reads outside every allocation, when they are asked to give zeros.

mod common;

use common::{params, wrap, Device};
use warpsmith_ptx::{FaultKind, Noted, Space, NEAR_BYTES};

/// Bytes of the first input: the last word is half outside.
const BYTES: usize = 6;

/// Runs `body` in one lane; `%rd2` is an allocation of [`BYTES`] bytes of 0x11 between two others. Gives `%r4` to `%r7`.
fn run(body: &str, zeros: bool) -> Result<(Vec<u32>, Noted), FaultKind> {
    let mut device = Device::new();
    if zeros {
        device.memory.read_zeros_outside();
    }
    let out = device.upload(&[0; 64]);
    let input = device.upload(&[0x11; BYTES]);
    device.upload(&[0xff; 64]);
    let text = wrap(&format!("{body}\nst.global.v4.u32 [%rd3], {{%r4, %r5, %r6, %r7}};"));
    let module = device.load(&text);
    let launched = device.launch(&module.kernels()[0], 1, 1, &params(&[out, input], &[]));
    launched.map_err(|fault| fault.kind)?;
    Ok((device.words(out, 4), device.memory.notes().zero_reads.clone()))
}

#[test]
fn reads_close_to_an_allocation_give_zeros_byte_by_byte_and_are_counted() {
    let cases: [(&str, [u32; 4]); 7] = [
        ("ld.global.u32 %r4, [%rd2-4];", [0; 4]),
        ("ld.global.u32 %r4, [%rd2+4];", [0x1111, 0, 0, 0]),
        ("ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd2];", [0x1111_1111, 0x1111, 0, 0]),
        ("ld.global.u64 %rd5, [%rd2]; cvt.u32.u64 %r4, %rd5; shr.u64 %rd5, %rd5, 32; cvt.u32.u64 %r5, %rd5;", [0x1111_1111, 0x1111, 0, 0]),
        ("ld.u32 %r4, [%rd2+8];", [0; 4]),
        ("ld.const.u32 %r4, [%rd2+8];", [0; 4]),
        ("ld.global.nc.s8 %r4, [%rd2+6];", [0; 4]),
    ];
    for (body, want) in cases {
        let body = format!("mov.u32 %r4, 0; mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r7, 0; {body}");
        assert!(matches!(run(&body, false), Err(FaultKind::OutOfBounds { .. })), "{body}");
        let (got, note) = run(&body, true).unwrap();
        assert_eq!((&got[..], note.count), (&want[..], 1), "{body}");
        let first = note.first.unwrap();
        assert!(first.contains("thread [0, 0, 0]") && first.contains("of 6 bytes"), "{first}");
    }
}

#[test]
fn reads_far_from_every_allocation_and_reads_of_other_spaces_stay_faults() {
    for body in [
        "mov.u64 %rd5, 0; ld.global.u32 %r4, [%rd5];".to_owned(),
        format!("add.s64 %rd5, %rd2, {}; ld.global.u32 %r4, [%rd5];", NEAR_BYTES + 4096),
        "ld.local.u32 %r4, [%rd2];".to_owned(),
        ".shared .b32 s; mov.u64 %rd5, s; ld.shared.u32 %r4, [%rd5+4096];".to_owned(),
    ] {
        assert!(run(&body, true).is_err(), "{body}");
    }
}

#[test]
fn stores_and_atomics_outside_stay_faults() {
    for body in [
        "st.global.u32 [%rd2-4], 0;",
        "st.u32 [%rd2+4], 0;",
        "atom.global.add.u32 %r4, [%rd2-4], 1;",
        "red.global.add.u32 [%rd2+8], 1;",
    ] {
        assert!(
            matches!(run(body, true), Err(FaultKind::OutOfBounds { space: Space::Global, .. })),
            "{body}"
        );
    }
}
