// SPDX-License-Identifier: Apache-2.0
//! Reference model and RTL side by side, compared in every cycle.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{de::DeserializeOwned, Deserialize, Serialize};
use warpsmith_units::{Combinational, ForeignState, Module, Ports, Snapshot, Unit};

use crate::{NoRtl, Rtl};

/// Inputs that a divergence shows.
const LAST_INPUTS: usize = 16;

/// The waveform of a divergence begins at least this many cycles before it (or at reset), and at most twice
/// as many.
pub const WAVE_WINDOW: usize = 4096;

/// The first difference between the model and the RTL.
#[derive(Clone, Debug)]
pub struct Divergence<I> {
    /// Name of the unit.
    pub unit: &'static str,
    /// Cycles since reset; the cycle whose rising edge gave the outputs has this number, from 0.
    pub cycle: u64,
    /// The first port that differs.
    pub port: &'static str,
    /// Value in the model, hexadecimal.
    pub expected: String,
    /// Value in the RTL, hexadecimal.
    pub got: String,
    /// The inputs of the last cycles, oldest first; the last element is that of `cycle`.
    pub last_inputs: Vec<I>,
    /// The waveform that was written, or why none could be.
    pub wave: Option<Result<PathBuf, String>>,
}

impl<I: Ports> fmt::Display for Divergence<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { unit, cycle, port, expected, got, .. } = self;
        writeln!(f, "{unit}, cycle {cycle}: port `{port}` is {got} in the RTL and {expected} in the model")?;
        match &self.wave {
            Some(Ok(path)) => writeln!(f, "waveform: {}", path.display())?,
            Some(Err(why)) => writeln!(f, "no waveform: {why}")?,
            None => {}
        }
        write!(f, "last inputs, changes only:")?;
        let first = cycle + 1 - self.last_inputs.len() as u64;
        let mut before = I::default();
        for (n, input) in self.last_inputs.iter().enumerate() {
            write!(f, "\n  cycle {}:", first + n as u64)?;
            for ((name, value), (_, old)) in input.values().into_iter().zip(before.values()) {
                if value != old {
                    write!(f, " {name}={value}")?;
                }
            }
            before = *input;
        }
        Ok(())
    }
}

impl<I: Ports> std::error::Error for Divergence<I> {}

/// Steps `A`, the model, and `B`, the RTL, and compares their outputs. It returns the model's outputs. After the
/// first difference only the model goes on; [`Lockstep::divergence`] tells what happened.
pub struct Lockstep<A: Unit, B> {
    name: &'static str,
    model: A,
    rtl: B,
    cycle: u64,
    last_inputs: [A::In; LAST_INPUTS],
    divergence: Option<Box<Divergence<A::In>>>,
    waveform: Option<Waveform<A::In, B>>,
}

/// A traceable twin of the RTL that stays up to two windows behind, so that the last cycles before a divergence can
/// be replayed into a waveform without keeping every input since reset.
struct Waveform<I, B> {
    twin: B,
    pending: Vec<I>,
    path: PathBuf,
    open: fn(&mut B, &Path) -> io::Result<()>,
    close: fn(&mut B) -> io::Result<()>,
}

impl<A, B> Lockstep<A, B>
where
    A: Unit<In: Ports, Out: Ports>,
    B: Unit<In = A::In, Out = A::Out>,
{
    /// Puts two units, both in their reset state, in lockstep. `name` is the unit's, for the report.
    pub fn new(name: &'static str, model: A, rtl: B) -> Lockstep<A, B> {
        let last_inputs = [A::In::default(); LAST_INPUTS];
        Lockstep { name, model, rtl, cycle: 0, last_inputs, divergence: None, waveform: None }
    }

    /// The first difference so far.
    pub fn divergence(&self) -> Option<&Divergence<A::In>> {
        self.divergence.as_deref()
    }

    /// The model, for its state.
    pub fn model(&self) -> &A {
        &self.model
    }

    /// Writes the waveform that [`Lockstep::with_waveform`] prepared, up to now, and ends its recording. `None` if there
    /// is none to write.
    pub fn write_waveform(&mut self) -> Option<Result<PathBuf, String>> {
        self.waveform.take().map(Waveform::write)
    }

    /// Keeps the input of this cycle for the report of a divergence.
    fn record(&mut self, input: &A::In) {
        self.last_inputs[self.cycle as usize % LAST_INPUTS] = *input;
        if let Some(w) = &mut self.waveform {
            w.push(*input);
        }
    }

    #[cold]
    fn diverge(&mut self, expected: &A::Out, got: &A::Out) {
        let values = expected.values().into_iter().zip(got.values());
        let Some(((port, expected), (_, got))) = values.into_iter().find(|(a, b)| a != b) else { return };
        let seen = (self.cycle + 1).min(LAST_INPUTS as u64);
        let oldest = self.cycle + 1 - seen;
        self.divergence = Some(Box::new(Divergence {
            unit: self.name,
            cycle: self.cycle,
            port,
            expected,
            got,
            last_inputs: (oldest..=self.cycle).map(|c| self.last_inputs[c as usize % LAST_INPUTS]).collect(),
            wave: self.write_waveform(),
        }));
    }
}

impl<T: Module> Lockstep<T::Model, Rtl<T>> {
    /// Model and RTL of a module, in their reset state.
    pub fn of(params: &T::Params) -> Result<Self, NoRtl> {
        Ok(Lockstep::new(T::NAME, T::model(params), Rtl::new(params)?))
    }

    /// Resets both in the middle of a run, while the inputs are these. `expected` are the outputs in the reset state, the
    /// combinational ones 0; it is a divergence if the registers of the RTL show something else. The cycles are not counted
    /// anew; a waveform begins anew.
    pub fn reset_under(&mut self, input: &T::In, expected: &T::Out) {
        self.model.reset();
        if self.divergence.is_some() {
            return;
        }
        let got = self.rtl.reset_under(input);
        if got != *expected {
            self.last_inputs[self.cycle as usize % LAST_INPUTS] = *input;
            self.diverge(expected, &got);
        } else if let Some(w) = &mut self.waveform {
            w.twin.reset_under(input);
            w.pending.clear();
        }
    }
}

/// Model and RTL of a module in lockstep.
pub type ModelAndRtl<T> = Lockstep<<T as Module>::Model, Rtl<T>>;

impl<A: Unit<In: Ports, Out: Ports>, T: Module<In = A::In, Out = A::Out>> Lockstep<A, Rtl<T>> {
    /// On a divergence, writes a waveform of the last [`WAVE_WINDOW`] cycles or more to `path`. `twin` is another
    /// instance of the RTL, from [`Rtl::traceable`], in its reset state. Costs a second run of the RTL.
    pub fn with_waveform(mut self, twin: Rtl<T>, path: &Path) -> Self {
        let pending = Vec::with_capacity(2 * WAVE_WINDOW);
        self.waveform = Some(Waveform {
            twin,
            pending,
            path: path.to_path_buf(),
            open: Rtl::trace,
            close: Rtl::end_trace,
        });
        self
    }
}

impl<I, B: Unit<In = I>> Waveform<I, B> {
    fn push(&mut self, input: I) {
        if self.pending.len() == 2 * WAVE_WINDOW {
            for past in self.pending.drain(..WAVE_WINDOW) {
                self.twin.step(&past);
            }
        }
        self.pending.push(input);
    }

    fn write(mut self) -> Result<PathBuf, String> {
        (self.open)(&mut self.twin, &self.path).map_err(|e| format!("{}: {e}", self.path.display()))?;
        for input in &self.pending {
            self.twin.step(input);
        }
        (self.close)(&mut self.twin).map_err(|e| format!("{}: {e}", self.path.display()))?;
        Ok(self.path)
    }
}

impl<A, B> Unit for Lockstep<A, B>
where
    A: Unit<In: Ports, Out: Ports>,
    B: Unit<In = A::In, Out = A::Out>,
{
    type In = A::In;
    type Out = A::Out;

    /// Resets both; a divergence stays on record.
    fn reset(&mut self) {
        self.model.reset();
        self.rtl.reset();
        self.cycle = 0;
        if let Some(w) = &mut self.waveform {
            w.twin.reset();
            w.pending.clear();
        }
    }

    fn step(&mut self, input: &A::In) -> A::Out {
        let expected = self.model.step(input);
        if self.divergence.is_none() {
            self.record(input);
            let got = self.rtl.step(input);
            if got != expected {
                self.diverge(&expected, &got);
            }
            self.cycle += 1;
        }
        expected
    }

    fn failure(&self) -> Option<String> {
        self.divergence().map(ToString::to_string)
    }
}

impl<A, B> Combinational for Lockstep<A, B>
where
    A: Combinational<In: Ports, Out: Ports>,
    B: Combinational<In = A::In, Out = A::Out>,
{
    fn eval(&mut self, input: &A::In) -> A::Out {
        let expected = self.model.eval(input);
        if self.divergence.is_none() {
            let got = self.rtl.eval(input);
            if got != expected {
                self.record(input);
                self.diverge(&expected, &got);
            }
        }
        expected
    }
}

/// State of a lockstep without a divergence, which ends a run.
#[derive(Serialize, Deserialize)]
pub struct LockstepState<I, A, B> {
    model: A,
    rtl: B,
    cycle: u64,
    last_inputs: Vec<I>,
    /// Of the twin that writes waveforms, with the inputs that it has not seen.
    waveform: Option<(B, Vec<I>)>,
}

impl<A, B> Snapshot for Lockstep<A, B>
where
    A: Unit<In: Ports + Serialize + DeserializeOwned> + Snapshot,
    B: Unit<In = A::In> + Snapshot,
{
    type State = LockstepState<A::In, A::State, B::State>;

    fn snapshot(&self) -> Self::State {
        LockstepState {
            model: self.model.snapshot(),
            rtl: self.rtl.snapshot(),
            cycle: self.cycle,
            last_inputs: self.last_inputs.to_vec(),
            waveform: self.waveform.as_ref().map(|w| (w.twin.snapshot(), w.pending.clone())),
        }
    }

    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState> {
        let wrong = |what: &str| ForeignState { unit: self.name, what: what.to_string() };
        let last_inputs =
            state.last_inputs.try_into().map_err(|_| wrong("it has another number of inputs"))?;
        match (&mut self.waveform, state.waveform) {
            (None, None) => {}
            (Some(waveform), Some((twin, pending))) => {
                waveform.twin.restore(twin)?;
                waveform.pending = pending;
            }
            _ => return Err(wrong("only one of the two writes a waveform")),
        }
        self.model.restore(state.model)?;
        self.rtl.restore(state.rtl)?;
        (self.cycle, self.last_inputs) = (state.cycle, last_inputs);
        Ok(())
    }
}
