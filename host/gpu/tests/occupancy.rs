// SPDX-License-Identifier: Apache-2.0
//! How many CTAs of a kernel fit on an SM.

use std::sync::Arc;

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{registers_per_thread, LaunchSpec, Limit, Occupancy};
use warpsmith_ptx::Module;

/// A kernel that keeps 40 values alive, with `directives` between its parameters and its body.
fn kernel(directives: &str) -> LaunchSpec {
    let loads: String = (0..40).map(|i| format!("ld.global.u32 %r{i}, [%rd0+{}];\n", 4 * i)).collect();
    let adds: String = (1..40).map(|i| format!("add.u32 %r0, %r0, %r{i};\n")).collect();
    let text = format!(
        ".version 4.2\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 p)\n{directives}\n{{\n\
         .reg .u64 %rd<1>;\n.reg .u32 %r<40>;\nld.param.u64 %rd0, [p];\n{loads}{adds}\
         st.global.u32 [%rd0], %r0;\nret;\n}}\n"
    );
    LaunchSpec {
        module: Arc::new(Module::parse(&text, "occupancy.ptx").expect("valid PTX")),
        kernel: 0,
        grid: [100, 1, 1],
        block: [256, 1, 1],
        dynamic_shared: 0,
        params: vec![0; 8],
    }
}

fn occupancy(directives: &str) -> Occupancy {
    let machine = MachineSpec::load("gtx480").expect("built-in machine");
    Occupancy::of(&kernel(directives), &machine.sm).expect("the kernel fits")
}

#[test]
fn registers_limit_the_ctas_of_a_kernel_without_launch_bounds() {
    let o = occupancy("");
    assert_eq!((o.limit, o.ctas_per_sm), (Limit::Registers, 3));
}

#[test]
fn launch_bounds_make_the_promised_ctas_fit() {
    let o = occupancy(".maxntid 256, 1, 1 .minnctapersm 5");
    assert_eq!(o.ctas_per_sm, 5);
}

#[test]
fn a_cta_fits_whatever_the_estimate() {
    let machine = MachineSpec::load("gtx480").expect("built-in machine");
    let launch = |directives| LaunchSpec { block: [1024, 1, 1], ..kernel(directives) };
    for directives in ["", ".maxntid 1024, 1, 1"] {
        let launch = launch(directives);
        assert_eq!(Occupancy::of(&launch, &machine.sm).expect("one fits").ctas_per_sm, 1);
        assert_eq!(registers_per_thread(&launch, &machine.sm), Ok(32768 / 1024));
    }
}

#[test]
fn a_register_bound_caps_the_estimate() {
    let o = occupancy(".maxnreg 20");
    assert_eq!(o.ctas_per_sm, 6);
}

#[test]
fn a_kernel_that_states_its_registers_takes_them_on_every_machine() {
    let mut machine = MachineSpec::load("gtx480").expect("built-in machine");
    for (stated, registers, ctas) in [(8, 32768, 6), (20, 32768, 6), (40, 32768, 3), (40, 10240, 1)] {
        let launch = kernel(&format!(".maxntid 256, 1, 1 .minnctapersm 5 .pragma \"registers {stated}\";"));
        machine.sm.registers = registers;
        assert_eq!(Occupancy::of(&launch, &machine.sm).expect("it fits").ctas_per_sm, ctas);
        assert_eq!(registers_per_thread(&launch, &machine.sm), Ok(stated));
    }
}

#[test]
fn stated_registers_that_an_sm_or_a_thread_has_not_are_refused() {
    let refused = |stated: u32, registers: u32| {
        let mut machine = MachineSpec::load("gtx480").expect("built-in machine");
        machine.sm.registers = registers;
        let launch = kernel(&format!(".pragma \"registers {stated}\";"));
        Occupancy::of(&launch, &machine.sm).expect_err("it does not fit").to_string()
    };
    let text = refused(40, 8192);
    assert!(text.contains("registers asked for: 10240; the machine has 8192 per SM"), "{text}");
    let text = refused(64, 32768);
    assert!(text.contains("registers asked for: 64; the machine has 63 per thread"), "{text}");
}

#[test]
fn the_registers_of_a_thread_follow_launch_bounds_and_machine() {
    let machine = MachineSpec::load("gtx480").expect("built-in machine");
    let registers =
        |directives| registers_per_thread(&kernel(directives), &machine.sm).expect("the kernel fits");
    assert!(registers("") > 40);
    assert_eq!(registers(".maxnreg 20"), 20);
    // 32768 registers over 5 CTAs of 8 warps, in units of 64 for each warp.
    assert_eq!(registers(".maxntid 256, 1, 1 .minnctapersm 5"), 32768 / 40 / 64 * 64 / 32);
}

#[test]
fn more_local_memory_than_cuda_allows_is_refused() {
    let machine = MachineSpec::load("gtx480").expect("built-in machine");
    let of = |bytes: u32| {
        let text = format!(
            ".version 4.2\n.target sm_35\n.address_size 64\n.visible .entry k()\n{{\n.local .align 4 .b8 depot[{bytes}];\nret;\n}}\n"
        );
        let module = Arc::new(Module::parse(&text, "local.ptx").expect("valid PTX"));
        Occupancy::of(&LaunchSpec { module, params: vec![], ..kernel("") }, &machine.sm)
    };
    of(512 << 10).expect("it fits");
    let text = of((512 << 10) + 4).unwrap_err().to_string();
    assert!(text.contains("local memory") && text.contains("524288 per thread"), "{text}");
}
