// SPDX-License-Identifier: Apache-2.0
//! The width of addresses: 64 bits in global memory and of generic pointers, 32 bits in every other space.

mod common;

use common::{run_body, wrap, Device};
use warpsmith_ptx::{FaultKind, Space};

/// Variables of the kernel: `%rd5` is the address of `s`, 32 words that hold the number of the lane; `%rd7` is
/// `s + 4 * ~lane`, computed in 64 bits, which lies 16 GiB beyond what `s[-1 - lane]` has in 32.
const SHARED: &str = ".shared .align 4 .b32 s[32];
    mov.u64 %rd5, s; mad.wide.u32 %rd6, %r0, 4, %rd5; st.shared.u32 [%rd6], %r0;
    not.b32 %r1, %r0; mad.wide.u32 %rd7, %r1, 4, %rd5;\n";

fn results(body: &str) -> Vec<u32> {
    run_body(&format!("{body}\nst.global.u32 [%rd3], %r4;"), &[0; 32])
        .unwrap()
        .iter()
        .map(|v| *v as u32)
        .collect()
}

#[test]
fn shared_addresses_wrap_at_32_bits_in_loads_stores_atomics_and_conversions() {
    let reversed: Vec<u32> = (0..32).rev().collect();
    for body in [
        "ld.shared.u32 %r4, [%rd7+128];",
        "st.shared.u32 [%rd7+128], %r0; ld.shared.u32 %r4, [%rd6];",
        "atom.shared.or.b32 %r4, [%rd7+128], 0;",
        "cvt.u32.u64 %r2, %rd7; ld.shared.u32 %r4, [%r2+128];",
        "cvta.shared.u64 %rd8, %rd7; ld.u32 %r4, [%rd8+128];",
        "add.s64 %rd8, %rd7, 128; cvta.shared.u64 %rd8, %rd8; cvta.to.shared.u64 %rd8, %rd8; ld.shared.u32 %r4, [%rd8];",
    ] {
        assert_eq!(results(&format!("{SHARED}{body}")), reversed, "{body}");
    }
}

#[test]
fn addresses_of_local_memory_parameters_and_constants_wrap_at_32_bits_too() {
    let local = ".local .align 4 .b32 l[4]; mov.u64 %rd5, l; add.s64 %rd6, %rd5, 0xfffffffffffffffc;
        add.s64 %rd7, %rd5, 0x400000000; st.local.u32 [%rd7+4], %r0; ld.local.u32 %r4, [%rd6+8];";
    assert_eq!(results(local), (0..32).collect::<Vec<_>>());
    let param = "mov.u64 %rd5, out; add.s64 %rd5, %rd5, 0x100000000; ld.param.u32 %r4, [%rd5+4];";
    // The upper half of a device pointer.
    assert_eq!(results(param), [0x10; 32]);

    let mut device = Device::new();
    let constant = ".const .align 4 .b32 c[2] = {5, 9};\n".to_owned()
        + &wrap("mov.u64 %rd5, c; add.s64 %rd5, %rd5, 0x3fffffffc; ld.const.u32 %r4, [%rd5+8]; st.global.u32 [%rd3], %r4;");
    let module = device.load(&constant);
    let out = device.upload(&[0; 512]);
    device.launch(&module.kernels()[0], 1, 1, &common::params(&[out, out], &[])).unwrap();
    assert_eq!(device.words(out, 1), [9]);
}

#[test]
fn generic_addresses_keep_64_bits_and_a_shared_address_beyond_the_cta_is_a_fault() {
    let fault = |body: &str| run_body(&format!("{SHARED}{body}"), &[0; 32]).unwrap_err().kind;
    let generic = "cvta.shared.u64 %rd8, %rd5; add.s64 %rd8, %rd8, 0x100000000; ld.u32 %r4, [%rd8];";
    assert!(matches!(fault(generic), FaultKind::OutOfBounds { space: Space::Global, .. }));
    let below = "ld.shared.u32 %r4, [%rd5-4];";
    let want = FaultKind::OutOfRange { space: Space::Shared, addr: 0xffff_fffc, bytes: 4, limit: 128 + 1024 };
    assert_eq!(fault(below), want);
}
