// SPDX-License-Identifier: Apache-2.0
//! PTX in nvcc's manner: calls of every kind, printf, assert, branch tables.

mod common;

use common::{params, run_body, Device};
use warpsmith_ptx::{FaultKind, Module, Space};

const TEXT: &str = include_str!("data/nvcc_style.ptx");

/// Runs a kernel of one CTA on `input`; the device with what it holds afterwards.
fn run(kernel: &str, threads: u32, input: &[u32]) -> (Device, u64) {
    let mut device = Device::new();
    let module = device.load(TEXT);
    let bytes: Vec<u8> = input.iter().flat_map(|v| v.to_le_bytes()).collect();
    let data = device.upload(&bytes);
    device.launch(module.kernel(kernel).unwrap(), 1, threads, &params(&[data], &[])).unwrap();
    (device, data)
}

#[test]
fn every_kernel_in_nvccs_manner_can_be_executed() {
    let mut device = Device::new();
    let module = device.load(TEXT);
    for kernel in module.kernels() {
        assert_eq!(kernel.error, None, "{}", kernel.name);
    }
    assert_eq!(module.kernels().len(), 4);
    let bounds = module.kernel("_Z7reversePi").unwrap().bounds;
    assert_eq!((bounds.max_threads, bounds.min_ctas), (Some(64), Some(2)));
}

#[test]
fn a_pragma_in_a_kernel_states_its_registers() {
    let stated = |directives: &str, body: &str| {
        let head = ".version 4.2\n.target sm_35\n.address_size 64\n";
        let text = format!("{head}.visible .entry k()\n{directives}\n{{\n{body}\nret;\n}}\n");
        let module = Module::parse(&text, "pragma.ptx").map_err(|e| e.to_string())?;
        let kernel = &module.kernels()[0];
        kernel.error.clone().map_or(Ok(kernel.regs_per_thread), |e| Err(e.to_string()))
    };
    assert_eq!(stated("", ".pragma \"nounroll\", \"registers 20\";"), Ok(20));
    assert_eq!(stated(".pragma \"registers 12\";", ".pragma \"registers 12\";"), Ok(12));
    assert_eq!(stated("", ".pragma \"something else\";"), Ok(1));
    for (text, says) in [
        (".pragma \"registers 256\";", "give a number from 1 to 255"),
        (".pragma \"registers many\";", "give a number from 1 to 255"),
        (".pragma \"registers 8\", \"registers 9\";", "`.pragma \"registers 9\"` contradicts another one"),
    ] {
        let error = stated("", text).expect_err("refused");
        assert!(error.contains(says), "{error}");
    }
    let function =
        ".version 4.2\n.target sm_35\n.address_size 64\n.func f()\n{\n.pragma \"registers 8\";\nret;\n}\n";
    let Err(error) = Module::parse(function, "function.ptx") else { panic!("not refused") };
    let error = error.to_string();
    assert!(error.contains("no kernel"), "{error}");
}

#[test]
fn demoted_shared_variables_are_shared_by_the_cta() {
    let input: Vec<u32> = (0..64).map(|i| i * i).collect();
    let (device, data) = run("_Z7reversePi", 64, &input);
    assert_eq!(device.words(data, 64), input.into_iter().rev().collect::<Vec<_>>());
}

#[test]
fn lanes_call_different_functions_through_pointers_and_meet_again() {
    let (mut device, data) = run("_Z5callsPi", 32, &[0; 128]);
    let weights = [1, 10, 100, 1000];
    for (i, got) in (0u32..).zip(device.words(data, 32)) {
        let called = match i {
            5 => 0,
            i if i % 2 == 0 => 2 * i,
            i => i * i,
        };
        assert_eq!(got, called + 1000 + 7 + weights[i as usize % 4], "thread {i}");
    }
    // printf was called by two threads, and returns the number of its arguments.
    assert_eq!(device.words(data + 256, 3), [4, 4, 0]);
    let printed = String::from_utf8(device.memory.take_printed()).unwrap();
    assert_eq!(printed, "thread 0: ok 0.25 7\nthread 1: ok 0.25 7\n");
    assert!(device.memory.take_printed().is_empty());
}

#[test]
fn a_failed_assertion_names_file_line_function_and_thread() {
    let mut device = Device::new();
    let module = device.load(TEXT);
    let fault = device.launch(module.kernel("_Z5checkPi").unwrap(), 1, 32, &params(&[0], &[])).unwrap_err();
    let text = fault.to_string();
    assert!(text.contains("assertion `i < 7` failed at kernels.cu:42 in `check`"), "{text}");
    assert!(text.contains("thread [7, 0, 0]"), "{text}");
}

#[test]
fn branch_tables_send_each_lane_to_its_own_target() {
    let (device, data) = run("_Z6switchPi", 32, &[0; 32]);
    let want: Vec<u32> = (0..32).map(|i| [100, 201, 9, 203][i % 4]).collect();
    assert_eq!(device.words(data, 32), want);
}

#[test]
fn a_call_through_something_that_is_no_function_is_a_fault() {
    let text = TEXT.replace("ld.global.u64 \t%rd8, [%rd7];", "mov.u64 %rd8, 0x1234;");
    let mut device = Device::new();
    let module = device.load(&text);
    let kernel = module.kernel("_Z5callsPi").unwrap();
    let fault = device.launch(kernel, 1, 32, &params(&[0], &[])).unwrap_err();
    assert_eq!(fault.kind, FaultKind::CallTarget { address: 0x1234 });
}

#[test]
fn a_generic_access_is_issued_once_for_each_space_it_meets() {
    // Lanes 0 to 9 load from shared memory, 10 to 19 from local memory, the others from global memory.
    let body = "\
        .shared .align 8 .b8 tile[256]; .local .align 8 .b8 mine[16];\n\
        mov.u64 %rd5, tile; shl.b32 %r1, %r0, 3; cvt.u64.u32 %rd6, %r1; add.u64 %rd5, %rd5, %rd6;\n\
        cvt.u64.u32 %rd7, %r0; add.u64 %rd8, %rd7, 1000; st.shared.u64 [%rd5], %rd8;\n\
        add.u64 %rd8, %rd7, 2000; st.local.u64 [mine], %rd8;\n\
        cvta.shared.u64 %rd9, %rd5; mov.u64 %rd10, mine; cvta.local.u64 %rd10, %rd10;\n\
        setp.lt.u32 %p1, %r0, 10; setp.lt.u32 %p2, %r0, 20;\n\
        selp.b64 %rd11, %rd10, %rd4, %p2; selp.b64 %rd11, %rd9, %rd11, %p1;\n\
        isspacep.shared %p3, %rd11; isspacep.local %p4, %rd11; isspacep.global %p5, %rd11;\n\
        selp.u64 %rd12, 10000, 0, %p3; selp.u64 %rd13, 20000, 0, %p4; selp.u64 %rd14, 30000, 0, %p5;\n\
        add.u64 %rd12, %rd12, %rd13; add.u64 %rd12, %rd12, %rd14;\n\
        ld.u64 %rd11, [%rd11]; add.u64 %rd11, %rd11, %rd12; st.global.u64 [%rd3], %rd11;";
    let input: Vec<u64> = (3000..3032).collect();
    let want: Vec<u64> = (0..32u64)
        .map(|i| match i {
            0..10 => 11000 + i,
            10..20 => 22000 + i,
            _ => 33000 + i,
        })
        .collect();
    assert_eq!(run_body(body, &input).unwrap(), want);
}

#[test]
fn each_issue_of_a_mixed_access_reports_the_lanes_of_one_space() {
    let body = "\
        .local .align 8 .b8 mine[16]; mov.u64 %rd10, mine; cvta.local.u64 %rd10, %rd10;\n\
        setp.lt.u32 %p1, %r0, 8; selp.b64 %rd11, %rd10, %rd4, %p1; ld.u64 %rd12, [%rd11];";
    let accesses = common::accesses(body);
    let last: Vec<_> = accesses.iter().rev().take(2).rev().map(|a| (a.space, a.mask)).collect();
    assert_eq!(last, [(Space::Local, 0xff), (Space::Global, 0xffff_ff00)]);
}
