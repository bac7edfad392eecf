// SPDX-License-Identifier: Apache-2.0
//! What memory instructions ask of the caches, in every spelling of the PTX ISA.

mod common;

use common::{wrap, Device};
use warpsmith_ptx::{CacheOp, Class, MemOp};

/// What `instruction`, the only one of 4 bytes a lane, does and asks of the caches.
fn operator(instruction: &str) -> (MemOp, CacheOp) {
    let mut device = Device::new();
    let module = device.load(&wrap(instruction));
    let kernel = &module.kernels()[0];
    assert_eq!(kernel.error, None, "{instruction}");
    let mut line = kernel.insts.iter().filter_map(|inst| match inst.class {
        Class::Mem(kind) if kind.bytes == 4 => Some((kind.op, kind.cache)),
        _ => None,
    });
    line.next_back().unwrap()
}

#[test]
fn loads_that_must_see_stores_of_other_sms_pass_the_l1() {
    for word in ["cg", "cv", "relaxed.gpu", "relaxed.sys", "acquire.gpu"] {
        let text = format!("ld.{word}.global.u32 %r1, [%rd1];");
        let text = if word.len() == 2 { format!("ld.global.{word}.u32 %r1, [%rd1];") } else { text };
        assert_eq!(operator(&text), (MemOp::Load, CacheOp::Global), "{text}");
    }
    assert_eq!(operator("ld.volatile.global.u32 %r1, [%rd1];").1, CacheOp::Global);
}

#[test]
fn other_loads_are_cached_and_streaming_ones_leave_first() {
    for (word, expected) in [
        ("ca.", CacheOp::All),
        ("nc.", CacheOp::All),
        ("", CacheOp::All),
        ("cs.", CacheOp::Streaming),
        ("lu.", CacheOp::Streaming),
    ] {
        assert_eq!(operator(&format!("ld.global.{word}u32 %r1, [%rd1];")), (MemOp::Load, expected));
    }
    assert_eq!(operator("ld.relaxed.cta.global.u32 %r1, [%rd1];").1, CacheOp::All);
}

#[test]
fn stores_take_every_operator() {
    for (word, expected) in [
        ("wb.", CacheOp::All),
        ("wt.", CacheOp::All),
        ("cg.", CacheOp::Global),
        ("cs.", CacheOp::Streaming),
        ("", CacheOp::All),
    ] {
        assert_eq!(operator(&format!("st.global.{word}u32 [%rd1], %r1;")), (MemOp::Store, expected));
    }
    assert_eq!(operator("st.release.gpu.global.u32 [%rd1], %r1;").1, CacheOp::Global);
}

#[test]
fn atomics_of_every_scope_and_order_are_accepted() {
    for scope in ["", "cta.", "gpu.", "sys."] {
        for order in ["", "relaxed.", "acquire.", "release.", "acq_rel."] {
            let atomic = format!("atom.{order}{scope}global.add.u32 %r1, [%rd1], %r1;");
            assert_eq!(operator(&atomic).0, MemOp::Atomic, "{atomic}");
            let reduction = format!("red.{order}{scope}global.max.u32 [%rd1], %r1;");
            if !matches!(order, "acquire." | "acq_rel.") {
                assert_eq!(operator(&reduction).0, MemOp::Reduction, "{reduction}");
            }
        }
    }
}
