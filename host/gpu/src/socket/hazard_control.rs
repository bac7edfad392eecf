// SPDX-License-Identifier: Apache-2.0
//! Hazard control of an SM with a front end of its own ([`FrontEndSpec`](crate::machine::FrontEndSpec)): which warps may issue their
//! next instruction, and which way a conditional branch is taken to go before it is known.
//!
//! The SM fetches, decodes, issues and executes, and says in each cycle what its pipeline does. Every instruction that can be
//! under way at the same time as others of its warp has a place, by which the SM names its results.

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;

/// Source registers of an instruction that hazard control sees.
pub const SOURCES: usize = 3;

/// Where the result of an instruction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Into the register file. Nothing of the warp issues before.
    Direct,
    /// Into that entry of hazard control.
    Entry(u8),
    /// There is none.
    Nowhere,
}

/// What an instruction does, as far as its hazards go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Arithmetic that goes through the EX stages.
    #[default]
    Alu,
    /// Arithmetic that takes this many cycles: special functions, double precision, division.
    Late(u32),
    /// Reads memory; the time of its result is not known.
    Load,
    /// Writes memory and has no result; reductions are among them.
    Store,
    /// Reads, writes, and has a result.
    Atomic,
    /// A barrier, a fence or an exit.
    Barrier,
    /// A branch that every thread takes, whose target is known when it is fetched.
    Jump,
    /// A branch whose target is not known before it is resolved.
    Indirect,
    /// A branch on a guard, with a target in the text.
    Branch(ConditionalBranch),
}

/// A conditional branch before it is resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalBranch {
    /// Its address, bytes.
    pub pc: u32,
    /// The address of its target, bytes; of a backward branch at most `pc`.
    pub target: u32,
    /// Some thread takes it: for predictors that know.
    pub taken: bool,
}

/// An instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction {
    /// The warp slot.
    pub warp: u8,
    /// Which hazards it has.
    pub kind: Kind,
    /// Registers that it reads and some instruction of the kernel writes, as these are numbered: the first `source_count`.
    pub sources: [u16; SOURCES],
    /// How many of `sources` count, 0..=3.
    pub source_count: u8,
    /// The register that it writes, numbered like `sources`; `None`: hazard control sees no result of it.
    pub destination: Option<u16>,
    /// Threads that execute it, as far as is known.
    pub active: u32,
    /// It issues when nothing of its warp is under way, like a barrier.
    pub alone: bool,
}

/// One beat of an instruction's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultBeat {
    /// The entry of hazard control that gets the result.
    pub entry: u8,
    /// Number of the beat, from 0; its first thread has that number times the front end's lanes.
    pub beat: u8,
    /// Bit 0 is the beat's first thread.
    pub threads: u32,
}

/// A branch that is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// The warp slot.
    pub warp: u8,
    /// It was predicted.
    pub predicted: bool,
    /// Threads that execute it.
    pub active: u32,
    /// Threads for which it is taken.
    pub taken: u32,
    /// Threads that go on first; 0 if the warp has ended.
    pub follow: u32,
}

/// What the pipeline does in one SM cycle. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PipelineEvents {
    /// The next instruction of a warp is decoded.
    pub decoded: Option<Instruction>,
    /// Arithmetic writes into an entry.
    pub alu: Option<ResultBeat>,
    /// What does not go through the EX stages writes into an entry: loads, atomics, [`Kind::Late`].
    pub late: Option<ResultBeat>,
    /// The warp's instruction, alone in flight, writes its first beat from the EX stages into registers.
    pub direct_alu: Option<u8>,
    /// The same of an instruction without a result.
    pub direct_empty: Option<u8>,
    /// The warp's instruction, alone in flight, has written all its threads' results.
    pub direct_late: Option<u8>,
    /// The warp's store has made its accesses.
    pub stored: u64,
    /// The branch that is resolved in this cycle; at most one.
    pub resolved: Option<Resolved>,
    /// Something writes the register file.
    pub register_port: bool,
}

impl PipelineEvents {
    /// Warps whose instruction, if it is alone in flight, is over as far as the pipeline goes.
    pub fn over(&self) -> u64 {
        let resolved = self.resolved.map(|branch| branch.warp);
        let ended = [self.direct_alu, self.direct_empty, self.direct_late, resolved];
        ended.into_iter().flatten().fold(self.stored, |over, warp| over | 1 << warp)
    }
}

/// The registers of a warp that starts.
#[derive(Clone, Copy, Debug)]
pub struct WarpRegisters {
    /// Those that the instructions of its kernel write.
    pub written: u32,
    /// Warps of its kernel that an SM holds at most.
    pub warps: u32,
    /// The other warp slots whose registers are in use, a bit for each.
    pub others: u64,
    /// Warps of other kernels can come beside it, with other numbers of registers.
    pub mixed: bool,
}

/// An instruction that issues.
#[derive(Clone, Copy, Debug)]
pub struct Issued {
    /// What has been decoded, now with the threads that execute it.
    pub instruction: Instruction,
    /// It is on the wrong path of a branch, and executes nothing.
    pub wrong_path: bool,
}

/// What hazard control says at the end of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HazardOut {
    /// Where the result of the instruction goes that issues.
    pub place: Option<Place>,
    /// Its warp's next one is fetched anew when it is over.
    pub refetches: bool,
    /// Whether it is predicted as taken, if it is a branch that is predicted.
    pub prediction: Option<bool>,
    /// Warps whose instruction, alone in flight, is over.
    pub over: u64,
}

/// One per SM. In each cycle first [`HazardControl::ready`], then [`HazardControl::step`] with the same events.
pub trait HazardControl: Attachment {
    /// A warp starts in slot `warp`, with these registers.
    fn launched(&mut self, warp: u32, registers: &WarpRegisters);

    /// The warps whose next instruction may issue in this cycle. `slot`: one can; otherwise nobody wants to know.
    fn ready(&mut self, events: &PipelineEvents, slot: bool) -> u64;

    /// The cycle ends, in which `issued` issues.
    fn step(&mut self, events: &PipelineEvents, issued: Option<&Issued>) -> HazardOut;

    /// Cycles from the end of an instruction alone in flight to the decoding of its successor, if that is fetched anew.
    fn refetch(&self) -> u32;
}
