// SPDX-License-Identifier: Apache-2.0
//! Modules of a unit together, in their sockets of the cycle model, while a kernel runs: model and RTL in lockstep, with the
//! invariants checked, and each cycle shown to the bench.

use std::fmt;
use std::sync::Arc;

use warpsmith_cosim::ModelAndRtl;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{Attachments, Gpu, LaunchSpec, MaxCycles};
use warpsmith_units::{Combinational, ForeignState, Module, Monitor, Snapshot, Unit};

use crate::report::{self, BenchError};

/// Sees a cycle of a module: its inputs and its outputs.
pub type See<T> = Box<dyn FnMut(&<T as Module>::In, &<T as Module>::Out) + Send>;

/// A module to attach.
pub struct Attached<T: Module> {
    unit: ModelAndRtl<T>,
    checker: T::Checker,
    violation: Option<String>,
    see: See<T>,
}

impl<T: Module> Attached<T> {
    pub fn new(params: &T::Params, see: See<T>) -> Result<Attached<T>, BenchError> {
        let (unit, checker) = (ModelAndRtl::<T>::of(params)?, T::Checker::new(params));
        Ok(Attached { unit, checker, violation: None, see })
    }
}

impl<T: Module> Unit for Attached<T> {
    type In = T::In;
    type Out = T::Out;

    /// The checks begin at the one reset, by the adapter that attaches it.
    fn reset(&mut self) {
        self.unit.reset();
    }

    fn step(&mut self, input: &T::In) -> T::Out {
        let out = self.unit.step(input);
        if self.violation.is_none() {
            let checked = self.checker.check(input, &out, self.unit.model());
            self.violation = checked.err().map(|violation| violation.to_string());
        }
        (self.see)(input, &out);
        out
    }

    fn failure(&self) -> Option<String> {
        self.unit.failure().or_else(|| self.violation.clone())
    }
}

impl<T: Module<Model: Combinational>> Combinational for Attached<T> {
    fn eval(&mut self, input: &T::In) -> T::Out {
        self.unit.eval(input)
    }
}

/// A bench saves nothing.
impl<T: Module> Snapshot for Attached<T> {
    type State = ();

    fn snapshot(&self) {}

    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

/// Compares what a whole run has shown with what the specification says.
pub fn expect<V: PartialEq + fmt::Debug>(what: &'static str, got: V, expected: V) -> Result<(), BenchError> {
    report::expect(0, what, got, expected)
}

/// The kernel of a bench: CUDA's PTX with an entry `bench`, whose parameters are the addresses of data and results.
pub struct Kernel<'a> {
    pub ptx: &'a str,
    pub ctas: u32,
    pub threads: u32,
    pub data: &'a [u32],
    /// SM cycles that it takes at most.
    pub limit: u64,
}

impl Kernel<'_> {
    /// Runs it with what is attached, with the checks of the cycle model; gives a word for each thread.
    pub fn run(&self, machine: MachineSpec, attachments: Attachments) -> Result<Vec<u32>, BenchError> {
        let mut device = Device::new(self.ptx, machine, attachments)?;
        let results = (self.ctas * self.threads) as usize;
        let (data, out) = (device.upload(self.data)?, device.upload(&vec![0; results])?);
        device.launch(&Launch {
            grid: [self.ctas, 1, 1],
            block: [self.threads, 1, 1],
            addresses: &[data, out],
            numbers: &[],
            limit: self.limit,
        })?;
        device.download(out, results)
    }
}

/// A GPU whose cycle model is checked, and a kernel for it.
pub struct Device {
    gpu: Gpu,
    module: Arc<warpsmith_ptx::Module>,
}

/// A launch of the kernel.
pub struct Launch<'a> {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Its parameters: addresses, then numbers.
    pub addresses: &'a [u64],
    pub numbers: &'a [u32],
    /// SM cycles that it takes at most.
    pub limit: u64,
}

impl Device {
    /// `ptx` has one kernel.
    pub fn new(ptx: &str, machine: MachineSpec, attachments: Attachments) -> Result<Device, BenchError> {
        let mut gpu = Gpu::new(machine, attachments).map_err(|e| failed(&e))?;
        gpu.start_checks();
        let mut module = warpsmith_ptx::Module::parse(ptx, "bench").map_err(|e| failed(&e))?;
        module.link(|_| 0);
        Ok(Device { gpu, module: Arc::new(module) })
    }

    /// The address of these words in device memory.
    pub fn upload(&mut self, words: &[u32]) -> Result<u64, BenchError> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let memory = self.gpu.memory();
        let address = memory.alloc(bytes.len() as u64).map_err(|e| failed(&e))?;
        memory.write(address, &bytes).map_err(|e| failed(&e))?;
        Ok(address)
    }

    /// The words at an address.
    pub fn download(&mut self, from: u64, words: usize) -> Result<Vec<u32>, BenchError> {
        let mut bytes = vec![0; 4 * words];
        self.gpu.memory().read(from, &mut bytes).map_err(|e| failed(&e))?;
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        Ok(bytes.chunks(4).map(word).collect())
    }

    /// Runs the kernel.
    pub fn launch(&mut self, launch: &Launch) -> Result<(), BenchError> {
        let addresses = launch.addresses.iter().flat_map(|address| address.to_le_bytes());
        let numbers = launch.numbers.iter().flat_map(|number| number.to_le_bytes());
        let launch_spec = LaunchSpec {
            module: self.module.clone(),
            kernel: 0,
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: 0,
            params: addresses.chain(numbers).collect(),
        };
        let run = self.gpu.launch(&launch_spec, &mut MaxCycles(launch.limit));
        run.map(drop).map_err(|e| failed(&e))
    }
}

fn failed(error: &dyn fmt::Display) -> BenchError {
    BenchError::CycleModel(error.to_string())
}
