// SPDX-License-Identifier: Apache-2.0
//! Reads a trace directory into a trace of ours, line by line.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use warpsmith_ptx::{Access, Class, Effect, MemOp, Space, LANES};

use super::instruction::Line;
use super::list::kernels;
use super::opcode::{self, Role};
use super::{slot, LOCAL_BASE, SHARED_BASE, WINDOW_BYTES};
use crate::codec::{lanes, Step};
use crate::error::TraceError;
use crate::kernel::{KernelInfo, StaticInst};
use crate::lines::Lines;
use crate::tape::Tape;
use crate::writer::TraceWriter;

/// Versions of the tracer whose files are read.
const TRACER_VERSIONS: std::ops::RangeInclusive<u32> = 3..=5;

/// Local memory per thread of a kernel that uses any, bytes: the format does not say how much there is.
const LOCAL_BYTES: u64 = 16 << 10;

/// Instructions beyond this number, and those that share a program counter with a different one (functions of their own
/// are numbered from 0 too), are numbered from here on in the order in which they come.
const EXTRA: usize = 1 << 14;

/// Warps of a CTA at most.
const MAX_WARPS: u64 = 64;

/// Registers of a thread at most: the number of one has eight bits in an instruction, and 255 stands for none.
const MAX_REGISTERS: u32 = 255;

/// Translates the directory of `list` (its `kernelslist.g`).
///
/// # Errors
/// File and line of the first thing that is wrong, with an opcode that is unknown among them.
pub fn import(list: &Path, to: &mut TraceWriter) -> Result<(), TraceError> {
    kernels(list)?.iter().try_for_each(|path| Import::new(path)?.kernel(to))
}

/// What the head of a kernel's file says.
#[derive(Default)]
struct Head {
    binary: u32,
    numbered: bool,
    shared_base: u64,
    local_base: u64,
}

/// One kernel's file that is being read.
struct Import {
    lines: Lines,
    head: Head,
    info: KernelInfo,
    /// The numbers of the instructions at a program counter.
    numbers: HashMap<u64, Vec<u32>>,
    line: Line,
    access: Access,
}

impl Import {
    fn new(path: &Path) -> Result<Import, TraceError> {
        let info = KernelInfo {
            name: String::new(),
            grid: [0; 3],
            block: [0; 3],
            dynamic_shared: 0,
            shared_bytes: 0,
            local_bytes: 0,
            regs_per_thread: 0,
            bounds: Default::default(),
            num_regs: 0,
            insts: Vec::new(),
        };
        Ok(Import {
            lines: Lines::open(path)?,
            head: Head { shared_base: SHARED_BASE, local_base: LOCAL_BASE, ..Head::default() },
            info,
            numbers: HashMap::new(),
            line: Line::default(),
            access: Access::default(),
        })
    }

    fn kernel(mut self, to: &mut TraceWriter) -> Result<(), TraceError> {
        self.head()?;
        let ctas = self.info.ctas().unwrap_or(u64::MAX);
        let mut seen = HashSet::new();
        let mut tape = Tape::new(self.info.warps() as usize);
        while self.lines.advance()? {
            let text = self.lines.text();
            if text != "#BEGIN_TB" {
                return Err(self.lines.error(format!("`{text}` stands where #BEGIN_TB should")));
            }
            let number = self.cta_number()?;
            if !seen.insert(number) {
                return Err(self.lines.error("this thread block was there before"));
            }
            self.cta(number, &mut tape, to)?;
        }
        if seen.len() as u64 != ctas {
            let what = format!("the file ends after {} of {ctas} thread blocks", seen.len());
            return Err(self.lines.error(what));
        }
        self.info.module().map_err(|what| self.lines.error(format!("a kernel with {what}")))?;
        to.kernel(&self.info)
    }

    /// The lines before the first thread block.
    fn head(&mut self) -> Result<(), TraceError> {
        let mut version = None;
        loop {
            if !self.lines.advance()? {
                return Err(self.lines.error("the file ends before `#traces format`"));
            }
            let text = self.lines.text();
            if text.starts_with("#traces format") {
                break;
            }
            let (key, value) = text.split_once('=').map_or((text, ""), |(k, v)| (k.trim(), v.trim()));
            let bad = || self.lines.error(format!("`{value}` is no value of `{key}`"));
            let number = || value.parse::<u32>().map_err(|_| bad());
            let up_to = |limit: u32, of: &str| match number()? {
                n if n <= limit => Ok(n),
                n => Err(self.lines.error(format!("`{key}` is {n}; the most is {limit} {of}"))),
            };
            let address = || u64::from_str_radix(value.trim_start_matches("0x"), 16).map_err(|_| bad());
            match key {
                "-kernel name" => self.info.name = value.to_string(),
                "-grid dim" => self.info.grid = triple(value).ok_or_else(bad)?,
                "-block dim" => self.info.block = triple(value).ok_or_else(bad)?,
                "-shmem" => self.info.shared_bytes = up_to(WINDOW_BYTES as u32, "bytes of shared memory")?,
                "-nregs" => self.info.regs_per_thread = up_to(MAX_REGISTERS, "registers of a thread")?,
                "-binary version" => self.head.binary = number()?,
                "-shmem base_addr" => self.head.shared_base = address()?,
                "-local mem base_addr" => self.head.local_base = address()?,
                "-enable lineinfo" => self.head.numbered = number()? != 0,
                "-accelsim tracer version" => version = Some(number()?),
                "-kernel id" | "-cuda stream id" | "-nvbit version" => {}
                _ => return Err(self.lines.error(format!("`{key}` is unknown in the head of a kernel"))),
            }
        }
        let known = version.is_some_and(|v| TRACER_VERSIONS.contains(&v));
        if !known {
            let version = version.map_or("no version".to_string(), |v| format!("version {v}"));
            let (first, last) = (TRACER_VERSIONS.start(), TRACER_VERSIONS.end());
            return Err(self.lines.error(format!("tracer of {version}; known are {first} to {last}")));
        }
        if self.info.ctas().is_none_or(|n| n == 0) || !(1..=MAX_WARPS).contains(&self.info.warps()) {
            let (grid, block) = (self.info.grid, self.info.block);
            return Err(self.lines.error(format!("a grid of {grid:?} blocks of {block:?} cannot run")));
        }
        Ok(())
    }

    /// The linear number of the thread block that begins.
    fn cta_number(&mut self) -> Result<u64, TraceError> {
        let value = self.field("thread block")?;
        let [x, y, z] = triple(&value).ok_or_else(|| self.lines.error("a thread block is x,y,z"))?;
        let [nx, ny, nz] = self.info.grid;
        if x >= nx || y >= ny || z >= nz {
            return Err(self.lines.error(format!("the grid {:?} has no such thread block", self.info.grid)));
        }
        let [x, y, z, nx, ny] = [x, y, z, nx, ny].map(u64::from);
        Ok(x + nx * (y + ny * z))
    }

    /// The value of the next line, which must be `key = value`.
    fn field(&mut self, key: &str) -> Result<String, TraceError> {
        self.lines.advance()?;
        let pair = self.lines.text().split_once('=').filter(|(k, _)| k.trim() == key);
        let value = pair.map(|(_, value)| value.trim().to_string());
        value.ok_or_else(|| self.lines.error(format!("`{key} =` should stand here")))
    }

    fn number(&mut self, key: &str) -> Result<u64, TraceError> {
        let value = self.field(key)?;
        value.parse().map_err(|_| self.lines.error(format!("`{value}` is no value of `{key}`")))
    }

    /// The warps of a thread block.
    fn cta(&mut self, number: u64, tape: &mut Tape, to: &mut TraceWriter) -> Result<(), TraceError> {
        for warp in 0..self.info.warps() {
            let found = self.number("warp")?;
            if found != warp {
                return Err(self.lines.error(format!("warp {found} stands where warp {warp} should")));
            }
            let count = self.number("insts")?;
            if count == 0 {
                return Err(self.lines.error("a warp executes nothing"));
            }
            tape.launch(warp as usize, number, warp as u32);
            for _ in 0..count {
                let step = self.instruction(warp)?;
                tape.step(warp as usize, &step, &self.access, 0);
                tape.take().try_for_each(|chunk| to.chunk(&chunk))?;
            }
        }
        self.lines.advance()?;
        if self.lines.text() != "#END_TB" {
            return Err(self.lines.error("#END_TB should stand here"));
        }
        tape.end(0..self.info.warps() as usize);
        tape.take().try_for_each(|chunk| to.chunk(&chunk))
    }

    /// One instruction of `warp`; its access goes to `self.access`.
    fn instruction(&mut self, warp: u64) -> Result<Step, TraceError> {
        if !self.lines.advance()? {
            return Err(self.lines.error("the file ends in a warp"));
        }
        self.line.parse(self.lines.text(), self.head.numbered).map_err(|what| self.lines.error(what))?;
        let role = opcode::role(&self.line.opcode);
        let role =
            role.ok_or_else(|| self.lines.error(format!("opcode `{}` is unknown", self.line.opcode)))?;
        let pc = self.number_of(role)?;
        if self.line.mask == 0 {
            // The predicate is false everywhere: the instruction issues and does nothing.
            return Ok(Step { pc, active: u32::MAX, effect: Effect::None });
        }
        let active = self.line.mask;
        let effect = match role {
            Role::Memory(space, kind) if self.line.width != 0 => {
                self.access(space, kind, warp)?;
                Effect::Memory
            }
            Role::Memory(..) => Effect::None,
            Role::Barrier => Effect::Barrier {
                id: u8::try_from(self.line.immediate).ok().filter(|id| *id < 16).unwrap_or(0),
                threads: None,
                kind: opcode::barrier(&self.line.opcode),
            },
            Role::Fence => Effect::Fence(opcode::scope(&self.line.opcode)),
            Role::Plain(Class::Exit) => Effect::Exit { lanes: active },
            Role::Plain(_) => Effect::None,
        };
        Ok(Step { pc, active, effect })
    }

    /// The number of the instruction: instructions that follow each other have numbers that do.
    fn number_of(&mut self, role: Role) -> Result<u32, TraceError> {
        let Line { pc, reads, writes, opcode, .. } = &self.line;
        let inst = StaticInst {
            class: opcode::class(role, opcode),
            reads: reads.clone(),
            writes: writes.clone(),
            line: u32::try_from(*pc).map_err(|_| self.lines.error(format!("program counter {pc:x}")))?,
            branch: None,
        };
        let numbers = self.numbers.entry(*pc).or_default();
        if let Some(number) = numbers.iter().find(|n| self.info.insts[**n as usize] == inst) {
            return Ok(*number);
        }
        let natural = usize::try_from(slot(*pc, self.head.binary)).unwrap_or(usize::MAX);
        let insts = &mut self.info.insts;
        let free = natural < EXTRA && insts.get(natural).is_none_or(|i| *i == unused());
        let number = if free { natural } else { insts.len().max(EXTRA) };
        if insts.len() <= number {
            insts.resize_with(number + 1, unused);
        }
        let registers = inst.reads.iter().chain(&inst.writes);
        self.info.num_regs = registers.fold(self.info.num_regs, |n, r| n.max(u32::from(*r) + 1));
        insts[number] = inst;
        numbers.push(number as u32);
        Ok(number as u32)
    }

    /// Fills `self.access` from the line.
    fn access(&mut self, space: Space, kind: MemOp, warp: u64) -> Result<(), TraceError> {
        let Line { mask, addresses, opcode, .. } = &self.line;
        let first = addresses[mask.trailing_zeros() as usize];
        let Head { shared_base, local_base, .. } = self.head;
        let within = |base: u64, address: u64| address.checked_sub(base).filter(|a| *a < WINDOW_BYTES);
        let space = match space {
            Space::Generic if within(shared_base, first).is_some() => Space::Shared,
            Space::Generic if within(local_base, first).is_some() => Space::Local,
            Space::Generic => Space::Global,
            space => space,
        };
        (self.access.space, self.access.kind, self.access.mask) = (space, kind, *mask);
        self.access.bytes = opcode::bytes(opcode);
        for lane in lanes(*mask) {
            let address = addresses[lane];
            self.access.addr[lane] = match space {
                Space::Shared => within(shared_base, address).unwrap_or(address),
                Space::Local => local(within(local_base, address).unwrap_or(address), warp, lane)
                    .ok_or_else(|| self.lines.error(format!("local address {address:x} is too large")))?,
                _ => address,
            };
            let limit = if space == Space::Shared { WINDOW_BYTES } else { 1 << 48 };
            if self.access.addr[lane] >= limit {
                return Err(self.lines.error(format!("address {address:x} is outside every memory")));
            }
        }
        if space == Space::Local {
            self.info.local_bytes = LOCAL_BYTES as u32;
        }
        Ok(())
    }
}

/// Where byte `offset` of a thread's local memory is in that of its CTA: words of the lanes take turns.
fn local(offset: u64, warp: u64, lane: usize) -> Option<u64> {
    let word = 4 * (offset / 4 * LANES as u64 + lane as u64);
    (offset < LOCAL_BYTES).then(|| warp * LANES as u64 * LOCAL_BYTES + word + offset % 4)
}

/// What stands at a number that no instruction has.
fn unused() -> StaticInst {
    StaticInst { class: Class::Nop, reads: Vec::new(), writes: Vec::new(), line: u32::MAX, branch: None }
}

/// Three numbers such as `(1,2,3)` or `1,2,3`.
fn triple(text: &str) -> Option<[u32; 3]> {
    let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    let numbers: Vec<u32> = text.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_memory_is_interleaved_by_words() {
        assert_eq!(local(0, 0, 1), Some(4));
        assert_eq!(local(5, 0, 0), Some(129));
        assert_eq!(local(0, 1, 0), Some(32 * LOCAL_BYTES));
        assert_eq!(local(LOCAL_BYTES, 0, 0), None);
    }
}
