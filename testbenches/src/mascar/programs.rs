// SPDX-License-Identifier: Apache-2.0
//! Programs of warps as a kernel in PTX: accesses of lines that are known beforehand, between what makes warps wait.

use std::fmt::Write;

use warpsmith_units::Rng;

/// Bytes of a line of the machine `mascar`.
const LINE_BYTES: u32 = 128;

/// Lines that all warps use, and those that each warp has for itself behind them.
const SHARED_LINES: u32 = 32;
const OWN_LINES: u32 = 512;

/// Registers that loads fill before something uses them.
const LOADED: usize = 14;

/// Lines that an instruction accesses, one a lane: from `first` on `stride` apart, in a circle of `among`.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The circle begins here.
    from: u32,
    /// A power of two.
    among: u32,
    first: u32,
    stride: u32,
    /// Lanes that access something.
    pub lanes: u32,
}

impl Lines {
    /// So many lines of a warp's own, all different.
    pub fn own(warp: u32, first: u32, lanes: u32) -> Lines {
        let from = SHARED_LINES + OWN_LINES * warp;
        Lines { from, among: OWN_LINES, first, stride: 1, lanes }
    }

    /// Any, of a warp's own or of those of all.
    fn random(rng: &mut Rng, warp: u32, shared: bool, lanes: u32) -> Lines {
        let mut lines = Lines::own(warp, rng.below(OWN_LINES), lanes);
        if shared {
            (lines.from, lines.among) = (0, SHARED_LINES);
        }
        Lines { stride: rng.below(8), ..lines }
    }

    fn of_lane(&self, lane: u32) -> u32 {
        self.from + ((self.first + lane * self.stride) & (self.among - 1))
    }
}

/// An instruction of a warp.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Load(Lines),
    /// Nothing waits for it.
    Store(Lines),
    /// Needs nothing.
    Compute,
    /// Needs all loads before it.
    Use,
    /// Waits for the other warps.
    Barrier,
    /// Waits for all accesses before it.
    Fence,
}

/// Programs of random instructions for so many warps of so many lanes, all with the same number of barriers.
pub fn random(rng: &mut Rng, warps: u32, lanes: u32) -> Vec<Vec<Op>> {
    let parts = rng.below(4);
    let (reuse, wide) = (rng.one_in(2), rng.one_in(2));
    let part = |rng: &mut Rng, w: u32| {
        let mut ops = vec![];
        for _ in 0..rng.below(8) {
            let count = if wide { 1 + rng.below(lanes) } else { 1 };
            let shared = reuse && !rng.one_in(4);
            let lines = Lines::random(rng, w, shared, count);
            ops.push(match rng.below(8) {
                0..=3 => Op::Load(lines),
                4 => Op::Store(lines),
                5 => Op::Compute,
                6 => Op::Use,
                _ if rng.one_in(4) => Op::Fence,
                _ => Op::Use,
            });
        }
        ops
    };
    let program = |w: u32| {
        let mut ops = part(rng, w);
        for _ in 0..parts {
            ops.push(Op::Barrier);
            ops.extend(part(rng, w));
        }
        ops
    };
    (0..warps).map(program).collect()
}

/// Device memory for so many warps: every word is the number of its line.
pub fn data(warps: u32) -> Vec<u32> {
    let words = LINE_BYTES / 4;
    (0..(SHARED_LINES + OWN_LINES * warps) * words).map(|word| word / words).collect()
}

/// What a lane adds up: the numbers of all lines that it loads.
pub fn sum(program: &[Op], lane: u32) -> u32 {
    let loaded = |op: &Op| match op {
        Op::Load(lines) if lane < lines.lanes => lines.of_lane(lane),
        _ => 0,
    };
    program.iter().map(loaded).sum()
}

/// A kernel whose warps run these programs, in CTAs of so many warps. Only the first `lanes` lanes of a warp work.
pub fn kernel(programs: &[Vec<Op>], warps_per_cta: u32, lanes: u32) -> String {
    let mut text = format!(
        "
        .version 6.0
        .target sm_35
        .address_size 64
        .visible .entry bench(.param .u64 data, .param .u64 out) {{
        .reg .pred %p<3>;
        .reg .b32 %r<8>;
        .reg .b32 %v<{LOADED}>;
        .reg .b64 %rd<5>;
        mov.u32 %r0, %tid.x;
        and.b32 %r1, %r0, 31;
        setp.ge.u32 %p0, %r1, {lanes};
        @%p0 bra END;
        shr.u32 %r2, %r0, 5;
        mov.u32 %r3, %ctaid.x;
        mad.lo.u32 %r2, %r3, {warps_per_cta}, %r2;
        shl.b32 %r3, %r2, 5;
        add.u32 %r3, %r3, %r1;
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [out];
        mul.wide.u32 %rd3, %r3, 4;
        add.s64 %rd2, %rd2, %rd3;
        mov.u32 %r7, 0;
"
    );
    for warp in 0..programs.len() {
        let _ = writeln!(text, "setp.eq.u32 %p1, %r2, {warp};\n@%p1 bra WARP{warp};");
    }
    for (warp, program) in programs.iter().enumerate() {
        let _ = writeln!(text, "WARP{warp}:");
        write(&mut text, program);
        text += "bra SUM;\n";
    }
    text + "SUM:\nst.global.u32 [%rd2], %r7;\nEND:\nret;\n}\n"
}

/// The instructions of a program; `%r7` is the sum of what has been loaded and used.
fn write(text: &mut String, program: &[Op]) {
    let mut unused = 0;
    for op in program.iter().chain([&Op::Use]) {
        let _ = match op {
            Op::Load(lines) => {
                if unused == LOADED {
                    use_loaded(text, &mut unused);
                }
                address(text, lines);
                unused += 1;
                let to = unused - 1;
                writeln!(text, "mov.u32 %v{to}, 0;\n@%p2 ld.global.u32 %v{to}, [%rd4];")
            }
            Op::Store(lines) => {
                address(text, lines);
                writeln!(text, "@%p2 st.global.u32 [%rd4], %r4;")
            }
            Op::Compute => writeln!(text, "mad.lo.u32 %r6, %r6, %r1, %r2;"),
            Op::Use => {
                use_loaded(text, &mut unused);
                Ok(())
            }
            Op::Barrier => writeln!(text, "bar.sync 0;"),
            Op::Fence => writeln!(text, "membar.gl;"),
        };
    }
}

/// `%r4`: the line of each lane, `%rd4`: its address, `%p2`: whether the lane accesses it.
fn address(text: &mut String, lines: &Lines) {
    let Lines { from, among, first, stride, lanes } = lines;
    let _ = writeln!(
        text,
        "mad.lo.u32 %r4, %r1, {stride}, {first};
         and.b32 %r4, %r4, {};
         add.u32 %r4, %r4, {from};
         mul.wide.u32 %rd4, %r4, {LINE_BYTES};
         add.s64 %rd4, %rd4, %rd1;
         setp.lt.u32 %p2, %r1, {lanes};",
        among - 1
    );
}

fn use_loaded(text: &mut String, unused: &mut usize) {
    for v in 0..std::mem::take(unused) {
        let _ = writeln!(text, "add.u32 %r7, %r7, %v{v};");
    }
}
