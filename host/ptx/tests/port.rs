// SPDX-License-Identifier: Apache-2.0
//! Global memory behind the ports of several SMs.

use warpsmith_ptx::*;

/// One SM with one warp of a kernel with the parameters `a`, `b`, `format`; registers: `%rd1` is `a + 4 * thread`, `%rd2`
/// the same in `b`, `%r0` the thread.
struct Sm {
    module: Module,
    port: GlobalPort,
    cta: CtaState,
    warp: WarpState,
    params: Vec<u8>,
}

fn memory() -> (GlobalMemory, [u64; 3]) {
    let mut memory = GlobalMemory::new(1 << 20).unwrap();
    let addresses = [0; 3].map(|_| memory.alloc(1024).unwrap());
    (memory, addresses)
}

impl Sm {
    fn new(body: &str, addresses: &[u64; 3]) -> Sm {
        let text = format!(
            ".version 6.0\n.target sm_70\n.address_size 64\n\
             .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);\n\
             .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 format) {{\n\
             .local .align 8 .b8 frame[8];\n\
             .reg .b32 %r<20>; .reg .b16 %h<4>; .reg .b64 %rd<20>; .reg .f32 %f<4>;\n\
             ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [format]; mov.u32 %r0, %tid.x;\n\
             mad.wide.u32 %rd1, %r0, 4, %rd1; mad.wide.u32 %rd2, %r0, 4, %rd2;\n{body}\n ret;\n}}\n"
        );
        let mut module = Module::parse(&text, "port").unwrap();
        module.link(|_| 0);
        let kernel = &module.kernels()[0];
        assert!(kernel.error.is_none(), "{:?}", kernel.error);
        let shape =
            CtaShape { block: [32, 1, 1], grid: [1, 1, 1], ctaid: [0; 3], dynamic_shared: 0, slot: 0 };
        let (cta, warp) = (CtaState::new(kernel, shape), WarpState::new(kernel, 0, &shape));
        let params = addresses.iter().flat_map(|address| address.to_le_bytes()).collect();
        Sm { port: GlobalPort::default(), cta, warp, params, module }
    }

    /// Executes up to the next barrier or the end.
    fn run(&mut self, memory: &GlobalMemory) {
        let mut access = Access::default();
        while !self.warp.done() {
            let mut env = Env {
                params: &self.params,
                memory: Memory::Shared(memory, &mut self.port),
                warp: 5,
                smid: 0,
                nsmid: 2,
                nwarpid: 1,
                gridid: 0,
                clock: 0,
                globaltimer: 0,
            };
            let kernel = &self.module.kernels()[0];
            let inst = &kernel.insts[self.warp.pc() as usize];
            let Memory::Shared(_, port) = &mut env.memory else { unreachable!("it is shared") };
            port.overwrites(5, inst, self.warp.executing(inst));
            let effect = execute(kernel, &mut self.warp, &mut self.cta, &mut env, &mut access).unwrap();
            if matches!(effect, Effect::Barrier { .. }) {
                return;
            }
        }
    }

    fn commit(&mut self, memory: &mut GlobalMemory) {
        let warp = &mut self.warp;
        self.port.commit(memory, |to, value| {
            assert_eq!(to.warp, 5, "the number of the warp in the environment");
            warp.deliver(to, value);
        });
    }
}

fn words(memory: &GlobalMemory, address: u64) -> Vec<u32> {
    let mut bytes = [0; 128];
    memory.read(address, &mut bytes).unwrap();
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn a_warp_sees_its_own_stores_and_atomics_in_program_order() {
    let (mut memory, addresses) = memory();
    let mut sm = Sm::new(
        "ld.global.u32 %r1, [%rd1];      // 0, read at once\n\
         add.u32 %r2, %r1, 7;\n\
         st.global.u32 [%rd1], %r2;\n\
         mov.u32 %r2, 1000;              // what a store takes is what the register was\n\
         ld.global.u32 %r3, [%rd1];      // 7\n\
         atom.global.add.u32 %r4, [%rd1], 5; // 7, leaves 12\n\
         red.global.max.u32 [%rd1], 0xfffffff0;\n\
         ld.global.s8 %h1, [%rd1+1];     // -1\n\
         st.global.v2.u32 [%rd3], {%r0, %r2};\n\
         ld.global.u64 %rd9, [%rd3];\n\
         bar.sync 0;\n\
         cvt.s32.s16 %r5, %h1; shr.u64 %rd10, %rd9, 32; cvt.u32.u64 %r6, %rd10;\n\
         add.u32 %r7, %r3, %r4; mad.lo.u32 %r7, %r6, 100, %r7; add.u32 %r7, %r7, %r5;\n\
         st.global.u32 [%rd2], %r7;",
        &addresses,
    );
    sm.run(&memory);
    assert_eq!(words(&memory, addresses[0]), [0; 32], "nothing changes before the commit");
    sm.commit(&mut memory);
    assert_eq!(words(&memory, addresses[0]), [0xffff_fff0; 32]);
    sm.run(&memory);
    sm.commit(&mut memory);
    // 7 + 7 + 100 * 1000 - 1
    assert_eq!(words(&memory, addresses[1]), [100_013; 32]);
}

#[test]
fn an_sm_sees_what_another_does_only_after_the_commit_whichever_runs_first() {
    let body = |own: &str, other: &str| {
        format!(
            "ld.global.u32 %r1, [{other}]; add.u32 %r2, %r0, 1; st.global.u32 [{own}], %r2;\n\
             ld.global.u32 %r3, [{other}]; bar.sync 0;\n\
             add.u32 %r4, %r1, %r3; st.global.u32 [{own}+128], %r4;"
        )
    };
    let run = |order: [usize; 2]| {
        let (mut memory, addresses) = memory();
        let mut sms = [("%rd1", "%rd2"), ("%rd2", "%rd1")].map(|(o, p)| Sm::new(&body(o, p), &addresses));
        for _ in 0..2 {
            order.iter().for_each(|sm| sms[*sm].run(&memory));
            sms.iter_mut().for_each(|sm| sm.commit(&mut memory));
        }
        [addresses[0] + 128, addresses[1] + 128].map(|address| words(&memory, address))
    };
    assert_eq!(run([0, 1]), [vec![0; 32], vec![0; 32]], "memory as it was before, after the own store too");
    assert_eq!(run([0, 1]), run([1, 0]));
}

#[test]
fn a_load_from_where_the_same_sm_has_written_comes_in_order_with_the_commits_of_other_sms() {
    let (mut memory, addresses) = memory();
    // Both add to the words of `a`, then read them.
    let body = |add: u32, result: u64| {
        format!(
            "red.global.add.u32 [%rd1], {add}; ld.global.u32 %r1, [%rd1]; bar.sync 0;\n\
             st.global.u32 [%rd2+{result}], %r1;"
        )
    };
    let mut sms = [(1, 0), (10, 128)].map(|(add, result)| Sm::new(&body(add, result), &addresses));
    for order in [[1, 0], [0, 1]] {
        order.iter().for_each(|sm: &usize| sms[*sm].run(&memory));
        sms.iter_mut().for_each(|sm| sm.commit(&mut memory));
    }
    assert_eq!(words(&memory, addresses[1]), [1; 32], "SM 0 comes first");
    assert_eq!(words(&memory, addresses[1] + 128), [11; 32]);
}

#[test]
fn a_result_that_waits_is_lost_in_the_lanes_that_write_its_register_anew() {
    let (mut memory, addresses) = memory();
    let text = "atom.global.add.u32 %r1, [%rd1], 9;   // 0\n\
         st.global.u32 [%rd1+128], 8; ld.global.u32 %r2, [%rd1+128];\n\
         setp.lt.u32 %p1, %r0, 16;\n\
         @%p1 mov.u32 %r1, 5; @!%p1 mov.u32 %r2, 6;\n\
         bar.sync 0;\n\
         mad.lo.u32 %r3, %r1, 100, %r2; st.global.u32 [%rd2], %r3;"
        .replace("setp", ".reg .pred %p<2>; setp");
    let mut sm = Sm::new(&text, &addresses);
    sm.run(&memory);
    sm.commit(&mut memory);
    sm.run(&memory);
    sm.commit(&mut memory);
    let expected: Vec<u32> = (0..32).map(|thread| if thread < 16 { 508 } else { 6 }).collect();
    assert_eq!(words(&memory, addresses[1]), expected);
    assert_eq!(words(&memory, addresses[0]), [9; 32], "memory changes all the same");
}

#[test]
fn stores_of_any_width_side_by_side_and_scattered_arrive_as_they_were() {
    let (mut memory, addresses) = memory();
    let mut sm = Sm::new(
        "cvt.u16.u32 %h1, %r0; mul.wide.u32 %rd5, %r0, 3; sub.u64 %rd6, %rd1, %rd5;  // a + thread\n\
         st.global.u8 [%rd6], %h1;                      // 0, 1, 2 ...\n\
         st.global.u8 [%rd6+1], 255;                    // each but the first is overwritten ...\n\
         bar.sync 0;\n\
         mov.u32 %r2, 7; mul.wide.u32 %rd7, %r0, 12; add.u64 %rd7, %rd7, %rd2; // b + 16 thread\n\
         st.global.v2.u32 [%rd7], {%r0, %r2};",
        &addresses,
    );
    sm.run(&memory);
    sm.commit(&mut memory);
    let mut bytes = [0; 33];
    memory.read(addresses[0], &mut bytes).unwrap();
    let expected: Vec<u8> = [0].into_iter().chain([255; 32]).collect();
    assert_eq!(bytes[..], expected[..], "... by the later instruction");
    sm.run(&memory);
    sm.commit(&mut memory);
    let pairs: Vec<u32> = (0..8).flat_map(|thread| [thread, 7, 0, 0]).collect();
    assert_eq!(words(&memory, addresses[1]), pairs);
}

#[test]
fn printf_takes_strings_as_the_warp_has_just_written_them() {
    let (mut memory, addresses) = memory();
    memory.write(addresses[2], b"%s\n\0").unwrap();
    memory.write(addresses[0], b"..c\0").unwrap();
    let mut sm = Sm::new(
        "setp.ne.u32 %p1, %r0, 0; @%p1 bra done;\n\
         mov.u16 %h1, 0x6261; st.global.u16 [%rd1], %h1; // ab\n\
         red.global.add.u32 [%rd1], 0x20000;              // c becomes e\n\
         mov.u64 %rd5, frame; cvta.local.u64 %rd6, %rd5; st.local.u64 [%rd5], %rd1;\n\
         { .param .b64 p0; st.param.b64 [p0+0], %rd3; .param .b64 p1; st.param.b64 [p1+0], %rd6;\n\
         .param .b32 r; call.uni (r), vprintf, (p0, p1); }\n\
         done:"
            .replace("setp", ".reg .pred %p<2>; setp")
            .as_str(),
        &addresses,
    );
    sm.run(&memory);
    assert!(memory.take_printed().is_empty(), "output comes at the commit");
    sm.commit(&mut memory);
    assert_eq!(String::from_utf8(memory.take_printed()).unwrap(), "abe\n");
}

#[test]
fn reads_outside_see_the_stores_that_wait_and_are_noted_at_the_commit() {
    let mut memory = GlobalMemory::new(1 << 20).unwrap();
    memory.read_zeros_outside();
    // The second of two words at 128 is outside.
    let addresses = [132, 1024, 0].map(|bytes| memory.alloc(bytes).unwrap());
    let mut sm = Sm::new(
        "ld.param.u64 %rd4, [a]; st.global.u32 [%rd4+128], 9;\n\
         ld.global.v2.u32 {%r1, %r2}, [%rd4+128];\n\
         mad.lo.u32 %r3, %r2, 100, %r1; st.global.u32 [%rd2], %r3;",
        &addresses,
    );
    sm.run(&memory);
    assert!(memory.notes().is_empty());
    sm.commit(&mut memory);
    assert_eq!(words(&memory, addresses[1]), [9; 32]);
    assert_eq!(memory.notes().zero_reads.count, 32);
    assert!(memory.notes().zero_reads.first.as_ref().unwrap().contains("thread [0, 0, 0]"));
}
