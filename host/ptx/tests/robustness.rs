// SPDX-License-Identifier: Apache-2.0
//! Damaged PTX never panics, and device memory behaves.

mod common;

use proptest::prelude::*;
use warpsmith_ptx::{CtaShape, GlobalMemory, MemoryError, Module, WarpState, GLOBAL_BASE};

const SNIPPETS: &str = include_str!("data/snippets.ptx");

fn words() -> Vec<&'static str> {
    SNIPPETS.split_inclusive(|c: char| c.is_whitespace() || ",;[](){}".contains(c)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exchanged_words_never_panic(swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6)) {
        let mut text = words();
        for (a, b) in &swaps {
            let (a, b) = (a.index(text.len()), b.index(text.len()));
            text.swap(a, b);
        }
        let _ = Module::parse(&text.concat(), "damaged");
    }

    #[test]
    fn damaged_bytes_never_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..8), cut: prop::sample::Index) {
        let mut text: Vec<char> = SNIPPETS.chars().collect();
        for (at, with) in &edits {
            let at = at.index(text.len());
            text[at] = *with;
        }
        text.truncate(cut.index(text.len() * 2).max(100));
        let _ = Module::parse(&text.iter().collect::<String>(), "damaged");
    }

    #[test]
    fn allocations_never_overlap_and_start_zeroed(steps in prop::collection::vec((any::<bool>(), 0u64..5000), 1..60)) {
        let mut memory = GlobalMemory::new(1 << 17).unwrap();
        let mut live: Vec<(u64, u64)> = Vec::new();
        for (free, size) in steps {
            if free && !live.is_empty() {
                let (base, _) = live.remove(size as usize % live.len());
                memory.free(base).unwrap();
                prop_assert_eq!(memory.free(base), Err(MemoryError::NotAllocated { addr: base }));
                continue;
            }
            match memory.alloc(size) {
                Ok(base) => {
                    prop_assert_eq!(base % 256, 0);
                    prop_assert!(live.iter().all(|&(b, s)| base + size <= b || b + s.max(1) <= base));
                    let mut bytes = vec![1; size as usize];
                    memory.read(base, &mut bytes).unwrap();
                    prop_assert!(bytes.iter().all(|b| *b == 0));
                    memory.fill(base, 0xff, size).unwrap();
                    let past = memory.write(base + size, &[1]);
                    let refused = matches!(past, Err(MemoryError::OutOfBounds { .. }));
                    prop_assert!(refused);
                    live.push((base, size));
                }
                Err(error) => {
                    let full = matches!(error, MemoryError::OutOfMemory { .. });
                    prop_assert!(full);
                }
            }
        }
    }
}

#[test]
fn first_allocation_is_at_the_published_base() {
    assert_eq!(GlobalMemory::new(4096).unwrap().alloc(1).unwrap(), GLOBAL_BASE);
}

#[test]
fn the_last_address_is_out_of_bounds_like_any_other() {
    let mut memory = GlobalMemory::new(4096).unwrap();
    memory.alloc(16).unwrap();
    let error = memory.write(u64::MAX, &[0]).unwrap_err();
    assert!(matches!(error, MemoryError::OutOfBounds { nearest: Some(_), .. }), "{error}");
}

#[test]
fn warp_state_survives_serialisation() {
    let module = Module::parse(SNIPPETS, "snippets.ptx").unwrap();
    let shape = CtaShape { block: [70, 1, 1], grid: [1, 1, 1], ctaid: [0; 3], dynamic_shared: 0, slot: 0 };
    for kernel in module.kernels() {
        let warp = WarpState::new(kernel, 2, &shape);
        assert_eq!(warp.active_mask(), 0x3f);
        let bytes = postcard::to_allocvec(&warp).unwrap();
        assert_eq!(postcard::from_bytes::<WarpState>(&bytes).unwrap(), warp);
    }
}
