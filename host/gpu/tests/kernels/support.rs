// SPDX-License-Identifier: Apache-2.0
//! A GPU with one module, for tests and benches.

use std::sync::Arc;

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{Attachments, Gpu, KernelRecord, LaunchSpec, RunControl, RunError, RunFreely};
use warpsmith_ptx::Module;

pub struct Bench {
    pub gpu: Gpu,
    module: Arc<Module>,
}

/// A parameter of a kernel.
#[derive(Clone, Copy)]
pub enum Arg {
    U32(u32),
    U64(u64),
}

impl Bench {
    /// The built-in machine with what `attach` puts into its sockets.
    pub fn with(ptx: &str, attach: impl FnOnce(&MachineSpec, &mut Attachments)) -> Bench {
        Bench::on(MachineSpec::load("gtx480").unwrap(), ptx, attach)
    }

    /// That machine with what `attach` puts into its sockets.
    pub fn on(machine: MachineSpec, ptx: &str, attach: impl FnOnce(&MachineSpec, &mut Attachments)) -> Bench {
        let mut attachments = Attachments::baseline();
        attach(&machine, &mut attachments);
        let mut module = Module::parse(ptx, "test").unwrap();
        module.link(|_| 0);
        Bench { gpu: Gpu::new(machine, attachments).unwrap(), module: Arc::new(module) }
    }

    pub fn new(ptx: &str) -> Bench {
        Bench::with(ptx, |_, _| {})
    }

    /// Device memory that holds `words`.
    pub fn upload(&mut self, words: &[u32]) -> Arg {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let address = self.gpu.memory().alloc(bytes.len() as u64).unwrap();
        self.gpu.memory().write(address, &bytes).unwrap();
        Arg::U64(address)
    }

    pub fn download(&mut self, from: Arg, words: usize) -> Vec<u32> {
        let Arg::U64(address) = from else { panic!("not an address") };
        let mut bytes = vec![0; 4 * words];
        self.gpu.memory().read(address, &mut bytes).unwrap();
        bytes.chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
    }

    pub fn spec(&self, kernel: &str, grid: u32, block: u32, args: &[Arg]) -> LaunchSpec {
        let kernel = self.module.kernels().iter().position(|k| k.name == kernel).unwrap();
        let mut params = Vec::new();
        for arg in args {
            match arg {
                Arg::U32(v) => params.extend(v.to_le_bytes()),
                Arg::U64(v) => {
                    params.resize(params.len().next_multiple_of(8), 0);
                    params.extend(v.to_le_bytes());
                }
            }
        }
        LaunchSpec {
            module: self.module.clone(),
            kernel,
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            dynamic_shared: 0,
            params,
        }
    }

    pub fn try_run(
        &mut self,
        spec: &LaunchSpec,
        control: &mut dyn RunControl,
    ) -> Result<KernelRecord, RunError> {
        self.gpu.launch(spec, control)
    }

    pub fn run(&mut self, kernel: &str, grid: u32, block: u32, args: &[Arg]) -> KernelRecord {
        let spec = self.spec(kernel, grid, block, args);
        self.try_run(&spec, &mut RunFreely).unwrap()
    }
}
