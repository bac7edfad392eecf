// SPDX-License-Identifier: Apache-2.0
//! Kernels compiled by clang (`data/snippets.cu`) against the same computation on the host.

mod common;

use common::{params, Device};

const SNIPPETS: &str = include_str!("data/snippets.ptx");

fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Launches one snippet and returns `count` words of its first buffer.
fn run(kernel: &str, grid: u32, block: u32, buffers: &[Vec<u8>], scalars: &[u32], count: usize) -> Vec<u32> {
    let mut device = Device::new();
    let module = device.load(SNIPPETS);
    let addresses: Vec<u64> = buffers.iter().map(|b| device.upload(b)).collect();
    device.launch(module.kernel(kernel).unwrap(), grid, block, &params(&addresses, scalars)).unwrap();
    device.words(addresses[0], count)
}

#[test]
fn every_kernel_of_the_module_is_accepted() {
    let module = warpsmith_ptx::Module::parse(SNIPPETS, "snippets.ptx").unwrap();
    assert!(module.kernels().len() >= 10);
    for kernel in module.kernels() {
        assert_eq!(kernel.error, None);
        assert!(kernel.regs_per_thread > 0 && kernel.num_regs > 0);
    }
}

#[test]
fn saxpy_matches_the_host_and_respects_its_bound() {
    let x: Vec<f32> = (0..300).map(|i| i as f32 * 0.37).collect();
    let bytes = |v: &[f32]| words(v.iter().map(|f| f.to_bits()));
    let got = run("saxpy", 3, 100, &[bytes(&[1.0; 300]), bytes(&x)], &[2.5f32.to_bits(), 290], 300);
    for (i, bits) in got.iter().enumerate() {
        let want = if i < 290 { 2.5f32.mul_add(x[i], 1.0) } else { 1.0 };
        assert_eq!(f32::from_bits(*bits), want, "{i}");
    }
}

#[test]
fn shared_memory_reduction_with_barriers_and_an_atomic_sums_everything() {
    let input: Vec<u32> = (0..512u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
    let want = input.iter().fold(0u32, |s, v| s.wrapping_add(*v));
    assert_eq!(run("reduce", 4, 128, &[vec![0; 4], words(input)], &[], 1), [want]);
}

#[test]
fn divergent_loops_with_breaks_match_the_host() {
    let got = run("collatz", 2, 64, &[vec![0; 512]], &[], 128);
    for (i, &steps) in got.iter().enumerate() {
        let (mut n, mut want) = (i as i32 + 1, 0);
        while n != 1 {
            n = if n & 1 != 0 { 3 * n + 1 } else { n / 2 };
            want += 1;
            if want > 60 {
                break;
            }
        }
        assert_eq!(steps, want, "{i}");
    }
}

#[test]
fn recursion_with_pointers_into_the_callers_frame_matches_the_host() {
    fn fibonacci(n: u32, calls: &mut u32) -> u32 {
        *calls += 1;
        if n < 2 {
            return n;
        }
        fibonacci(n - 1, calls) + fibonacci(n - 2, calls)
    }
    let got = run("recurse", 1, 48, &[vec![0; 384]], &[], 96);
    for t in 0..48 {
        let mut calls = 0;
        let value = fibonacci(t & 7, &mut calls);
        assert_eq!(got[2 * t as usize..][..2], [value, calls], "{t}");
    }
}

#[test]
fn structures_pass_by_value_through_calls() {
    let scalars = [5, 6, 7, 8, 9, 3];
    let got = run("by_value", 1, 40, &[vec![0; 800]], &scalars, 200);
    for t in 0..40 {
        let mut want = [5, 6, 7, 8, 9];
        want[(3 + t) % 5] += 1;
        assert_eq!(got[5 * t..][..5], want, "{t}");
    }
}

#[test]
fn module_variables_have_their_initial_values() {
    let got = run("constants", 1, 12, &[vec![0; 48]], &[], 12);
    for (t, bits) in got.iter().enumerate() {
        let want = [1.5f32, 2.0, 3.0][t % 3] + [10.0, 20.0, 30.0, 40.0][t & 3];
        assert_eq!(f32::from_bits(*bits), want);
    }
}

#[test]
fn local_arrays_are_private_to_each_thread() {
    let got = run("local_array", 1, 70, &[vec![0; 280]], &[], 70);
    for (t, &value) in got.iter().enumerate() {
        let mut a: Vec<u32> = (0..8).map(|i| (t * i) as u32).collect();
        for i in 0..8 {
            a[(i + t) & 7] += i as u32;
        }
        assert_eq!(value, a[t & 7] + a[(t * 3) & 7], "{t}");
    }
}

#[test]
fn switches_with_early_returns_match_the_host() {
    let got = run("switches", 1, 64, &[vec![0; 256]], &[], 64);
    for (t, &value) in got.iter().enumerate() {
        let t = t as u32;
        let want = match t % 6 {
            0 => t * 3,
            1 => t + 7,
            2 => t ^ 5,
            3 => 1000 / (t + 1),
            4 => u32::MAX,
            _ => t << 2,
        };
        assert_eq!(value, want, "{t}");
    }
}

#[test]
fn double_precision_matches_the_host() {
    let input: Vec<f64> = (0..32).map(|i| f64::from(i) * 0.7 - 9.0).collect();
    let bytes: Vec<u8> = input.iter().flat_map(|x| x.to_le_bytes()).collect();
    let got = run("doubles", 1, 32, &[vec![0; 256], bytes], &[], 64);
    for (x, pair) in input.iter().zip(got.chunks(2)) {
        let value = f64::from_bits(u64::from(pair[1]) << 32 | u64::from(pair[0]));
        let want = if *x > 0.0 { x.sqrt() / (x + 1.0) } else { x.mul_add(*x, -0.5) };
        assert_eq!(value, want, "{x}");
    }
}

#[test]
fn byte_and_short_arithmetic_matches_the_host() {
    let input: Vec<u8> = (0..=255).collect();
    let got = run("bytes", 2, 128, &[vec![0; 256], input.clone()], &[], 32);
    for (i, byte) in got.iter().flat_map(|w| w.to_le_bytes()).enumerate().take(128) {
        let s = i16::from(input[i] as i8);
        assert_eq!(byte, (if s < 0 { -s } else { s * 2 }) as u8, "{i}");
    }
}
