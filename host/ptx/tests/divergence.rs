// SPDX-License-Identifier: Apache-2.0
//! Random structured programs on a warp against an interpreter that runs one thread at a time.

mod common;

use std::fmt::Write;

use common::{params, Device};
use proptest::prelude::*;

/// Registers of a program; `r0` starts as the thread number.
const REGISTERS: u32 = 4;

#[derive(Clone, Debug)]
enum Stmt {
    /// `to = to * 5 + from + constant`
    Mix {
        to: u32,
        from: u32,
        constant: u32,
    },
    If {
        on: u32,
        below: u32,
        then: Vec<Stmt>,
        other: Vec<Stmt>,
    },
    /// Up to `from & 7` iterations.
    Loop {
        from: u32,
        body: Vec<Stmt>,
    },
    /// Leaves the innermost loop when `on & 15 < below`.
    Break {
        on: u32,
        below: u32,
    },
    /// Ends the thread when `on & 31 == value`.
    Return {
        on: u32,
        value: u32,
    },
}

fn statements() -> impl Strategy<Value = Vec<Stmt>> {
    let register = 0..REGISTERS;
    let leaf = prop_oneof![
        6 => (register.clone(), register.clone(), any::<u32>()).prop_map(|(to, from, constant)| Stmt::Mix { to, from, constant }),
        2 => (register.clone(), 0u32..16).prop_map(|(on, below)| Stmt::Break { on, below }),
        1 => (register.clone(), 0u32..32).prop_map(|(on, value)| Stmt::Return { on, value }),
    ];
    let block = prop::collection::vec(leaf, 1..5).boxed();
    block.prop_recursive(4, 60, 4, move |inner| {
        let stmt = prop_oneof![
            (0..REGISTERS, any::<u32>()).prop_map(|(to, constant)| vec![Stmt::Mix { to, from: 0, constant }]),
            (0..REGISTERS, 0u32..16, inner.clone(), inner.clone())
                .prop_map(|(on, below, then, other)| vec![Stmt::If { on, below, then, other }]),
            (0..REGISTERS, inner.clone()).prop_map(|(from, body)| vec![Stmt::Loop { from, body }]),
            inner,
        ];
        prop::collection::vec(stmt, 1..4).prop_map(|blocks| blocks.concat())
    })
}

enum Flow {
    Next,
    Break,
    Return,
}

/// One thread, straight from the meaning of the statements.
fn interpret(program: &[Stmt], r: &mut [u32; REGISTERS as usize], trace: &mut u32) -> Flow {
    for stmt in program {
        match stmt {
            Stmt::Mix { to, from, constant } => {
                let value =
                    r[*to as usize].wrapping_mul(5).wrapping_add(r[*from as usize]).wrapping_add(*constant);
                r[*to as usize] = value ^ (value >> 7);
                *trace = trace.wrapping_add(1);
            }
            Stmt::If { on, below, then, other } => {
                let branch = if r[*on as usize] & 15 < *below { then } else { other };
                match interpret(branch, r, trace) {
                    Flow::Next => {}
                    flow => return flow,
                }
            }
            Stmt::Loop { from, body } => {
                let mut count = r[*from as usize] & 7;
                while count != 0 {
                    count -= 1;
                    match interpret(body, r, trace) {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Flow::Return,
                    }
                }
            }
            Stmt::Break { on, below } if r[*on as usize] & 15 < *below => return Flow::Break,
            Stmt::Return { on, value } if r[*on as usize] & 31 == *value => return Flow::Return,
            Stmt::Break { .. } | Stmt::Return { .. } => {}
        }
    }
    Flow::Next
}

/// Emits PTX; every label and predicate is fresh.
struct Emitter {
    text: String,
    fresh: u32,
}

impl Emitter {
    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn test(&mut self, register: u32, mask: u32, relation: &str, value: u32) -> u32 {
        let p = self.fresh();
        writeln!(
            self.text,
            "and.b32 %t{p}, %r{register}, {mask}; setp.{relation}.u32 %p{p}, %t{p}, {value};"
        )
        .unwrap();
        p
    }

    fn block(&mut self, program: &[Stmt], break_to: &str) {
        for stmt in program {
            match stmt {
                Stmt::Mix { to, from, constant } => {
                    let t = self.fresh();
                    writeln!(
                        self.text,
                        "mad.lo.u32 %r{to}, %r{to}, 5, %r{from}; add.u32 %r{to}, %r{to}, {constant};\n\
                         shr.u32 %t{t}, %r{to}, 7; xor.b32 %r{to}, %r{to}, %t{t}; add.u32 %trace, %trace, 1;"
                    )
                    .unwrap();
                }
                Stmt::If { on, below, then, other } => {
                    let p = self.test(*on, 15, "ge", *below);
                    writeln!(self.text, "@%p{p} bra ELSE{p};").unwrap();
                    self.block(then, break_to);
                    writeln!(self.text, "bra.uni END{p};\nELSE{p}:").unwrap();
                    self.block(other, break_to);
                    writeln!(self.text, "END{p}:").unwrap();
                }
                Stmt::Loop { from, body } => {
                    let n = self.fresh();
                    writeln!(
                        self.text,
                        "and.b32 %t{n}, %r{from}, 7;\nHEAD{n}: setp.eq.u32 %p{n}, %t{n}, 0; @%p{n} bra OUT{n};\n\
                         sub.u32 %t{n}, %t{n}, 1;"
                    )
                    .unwrap();
                    self.block(body, &format!("OUT{n}"));
                    writeln!(self.text, "bra HEAD{n};\nOUT{n}:").unwrap();
                }
                Stmt::Break { on, below } => {
                    let p = self.test(*on, 15, "lt", *below);
                    writeln!(self.text, "@%p{p} bra {break_to};").unwrap();
                }
                Stmt::Return { on, value } => {
                    let p = self.test(*on, 31, "eq", *value);
                    // One in two is a guarded exit, the other a branch to a common end.
                    if p % 2 == 0 {
                        let store = "st.global.v2.u32 [%out], {%r0, %trace}; @";
                        writeln!(self.text, "@%p{p} {store}%p{p} exit;").unwrap();
                    } else {
                        writeln!(self.text, "@%p{p} bra FINISH;").unwrap();
                    }
                }
            }
        }
    }
}

fn ptx(program: &[Stmt]) -> String {
    let mut emitter = Emitter { text: String::new(), fresh: 0 };
    emitter.block(program, "FINISH");
    let n = emitter.fresh + 1;
    format!(
        ".version 6.0\n.target sm_70\n.address_size 64\n.entry k(.param .u64 out) {{\n\
         .reg .pred %p<{n}>; .reg .b32 %t<{n}>; .reg .b32 %r<{REGISTERS}>; .reg .b32 %trace; .reg .b64 %out;\n\
         mov.u32 %r0, %tid.x; mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %trace, 0;\n\
         ld.param.u64 %out, [out]; mad.wide.u32 %out, %r0, 8, %out;\n{}\
         FINISH: st.global.v2.u32 [%out], {{%r0, %trace}}; ret;\n}}\n",
        emitter.text
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn divergent_programs_equal_one_thread_at_a_time(program in statements()) {
        let text = ptx(&program);
        let mut device = Device::new();
        let module = device.load(&text);
        let out = device.memory.alloc(8 * 50).unwrap();
        device.launch(&module.kernels()[0], 1, 50, &params(&[out], &[])).unwrap();
        for (thread, pair) in device.words(out, 100).chunks(2).enumerate() {
            let mut r = [thread as u32, 1, 2, 3];
            let mut trace = 0;
            interpret(&program, &mut r, &mut trace);
            prop_assert_eq!(pair, [r[0], trace], "thread {} of\n{}", thread, text);
        }
    }
}
