// SPDX-License-Identifier: Apache-2.0
//! Cost of one warp instruction by kind, all lanes active.

use divan::{counter::ItemsCount, Bencher};
use warpsmith_ptx::*;

fn main() {
    divan::main();
}

/// A loop of `body` repeated eight times; `%rd3` is the thread's slot in a buffer.
fn kernel(body: &str) -> Module {
    let text = format!(
        ".version 6.0\n.target sm_70\n.address_size 64\n.entry k(.param .u64 out) {{\n\
         .reg .pred %p<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .f64 %fd<9>;\n\
         .shared .align 16 .b8 s[128];\n\
         ld.param.u64 %rd1, [out]; mov.u32 %r0, %tid.x; mad.wide.u32 %rd3, %r0, 4, %rd1; mov.u64 %rd4, s;\n\
         mad.wide.u32 %rd4, %r0, 4, %rd4; mov.f32 %f1, 0f3F800000; mov.f64 %fd1, 0d3FF0000000000000;\n\
         LOOP:\n{}\nbra.uni LOOP;\n}}\n",
        body.repeat(8)
    );
    Module::parse(&text, "bench").unwrap()
}

#[divan::bench(args = [
    "add.u32 %r1, %r1, %r0;",
    "mad.lo.u32 %r1, %r1, %r0, 7;",
    "shl.b32 %r1, %r0, 3;",
    "add.f32 %f1, %f1, 0f3F000000;",
    "fma.rn.f32 %f1, %f1, %f1, %f1;",
    "fma.rn.f64 %fd1, %fd1, %fd1, %fd1;",
    "add.s64 %rd5, %rd3, 4;",
    "mul.wide.s32 %rd5, %r0, 4;",
    "setp.lt.s32 %p1, %r0, %r1;",
    "@%p1 add.u32 %r1, %r1, %r0;",
    "cvt.rn.f32.s32 %f1, %r0;",
    "ex2.approx.f32 %f1, %f1;",
    "div.rn.f32 %f1, %f1, %f1;",
    "ld.global.f32 %f2, [%rd3];",
    "st.global.f32 [%rd3], %f1;",
    "ld.shared.u32 %r1, [%rd4];",
    "atom.global.add.u32 %r1, [%rd3], 1;",
])]
fn instruction(bencher: Bencher, body: &str) {
    const STEPS: u32 = 9 * 1000;
    let module = kernel(body);
    let kernel = &module.kernels()[0];
    assert!(kernel.error.is_none(), "{:?}", kernel.error);
    let mut memory = GlobalMemory::new(1 << 20).unwrap();
    let params = memory.alloc(4096).unwrap().to_le_bytes();
    let shape = CtaShape { block: [32, 1, 1], grid: [1, 1, 1], ctaid: [0; 3], dynamic_shared: 0, slot: 0 };
    let mut cta = CtaState::new(kernel, shape);
    let mut warp = WarpState::new(kernel, 0, &shape);
    let mut access = Access::default();
    let mut env = Env {
        params: &params,
        memory: Memory::Direct(&mut memory),
        warp: 0,
        smid: 0,
        nsmid: 1,
        nwarpid: 48,
        gridid: 0,
        clock: 0,
        globaltimer: 0,
    };
    bencher.counter(ItemsCount::new(STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            execute(kernel, &mut warp, &mut cta, &mut env, &mut access).unwrap();
        }
    });
}
