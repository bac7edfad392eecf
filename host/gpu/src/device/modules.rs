// SPDX-License-Identifier: Apache-2.0
//! The modules of a program, with their variables in device memory.

use std::sync::Arc;

use warpsmith_protocol::{CudaError, KernelInfo, ModuleInfo, ParamInfo, VariableInfo};
use warpsmith_ptx::{GlobalMemory, GlobalVar, Kernel, MemoryError, Module, Space};

use super::error::{ApiError, DeviceError};

/// A module, the text that it comes from, and the addresses of its variables, in their order.
struct Loaded {
    text: String,
    module: Arc<Module>,
    addresses: Vec<u64>,
}

impl Loaded {
    /// Module `number`; `place` gives the address of each of its variables.
    fn new(
        text: &str,
        number: usize,
        place: impl FnMut(&GlobalVar) -> Result<u64, DeviceError>,
    ) -> Result<Loaded, DeviceError> {
        let mut module = Module::parse(text, &format!("module {number}"))?;
        let addresses = module.globals().iter().map(place).collect::<Result<Vec<u64>, _>>()?;
        let mut next = addresses.iter().copied();
        module.link(|_| next.next().unwrap_or_default());
        Ok(Loaded { text: text.to_string(), module: Arc::new(module), addresses })
    }

    /// Writes the initial values of the variables to memory that is zero.
    fn initialise(&self, memory: &mut GlobalMemory) -> Result<(), MemoryError> {
        self.module.globals().iter().zip(&self.addresses).try_for_each(|(g, &a)| memory.write(a, &g.init))
    }
}

#[derive(Default)]
pub(super) struct Modules(Vec<Loaded>);

impl Modules {
    /// Parses PTX text, places its variables and gives its contents.
    pub fn load(
        &mut self,
        text: &[u8],
        memory: &mut GlobalMemory,
        max_threads: u32,
    ) -> Result<ModuleInfo, DeviceError> {
        let text = std::str::from_utf8(text).map_err(|e| DeviceError::NotText { at: e.valid_up_to() })?;
        let number = self.0.len();
        let loaded = Loaded::new(text, number, |variable| place(variable, memory))?;
        // Each variable has just been given its place, so this cannot fail for want of one.
        loaded.initialise(memory).map_err(|error| DeviceError::Variable {
            name: format!("initial values of module {number}"),
            size: 0,
            error,
        })?;
        let info = describe(number as u32, &loaded, max_threads);
        self.0.push(loaded);
        Ok(info)
    }

    /// Text and addresses of each module, for a checkpoint.
    pub fn saved(&self) -> Vec<(&str, &[u64])> {
        self.0.iter().map(|loaded| (&loaded.text[..], &loaded.addresses[..])).collect()
    }

    /// The modules that [`Modules::saved`] described; their variables are in memory already.
    ///
    /// # Errors
    /// A text is not the one that was loaded.
    pub fn resume(saved: Vec<(String, Vec<u64>)>) -> Result<Modules, DeviceError> {
        let resume = |(number, (text, addresses)): (usize, (String, Vec<u64>))| {
            let mut addresses = addresses.into_iter();
            Loaded::new(&text, number, |_| Ok(addresses.next().unwrap_or_default()))
        };
        Ok(Modules(saved.into_iter().enumerate().map(resume).collect::<Result<_, _>>()?))
    }

    pub fn get(&self, number: u32) -> Result<Arc<Module>, ApiError> {
        let none = || ApiError::new(CudaError::InvalidDeviceFunction, format!("there is no module {number}"));
        Ok(self.0.get(number as usize).ok_or_else(none)?.module.clone())
    }

    /// Frees memory that the program allocated; a variable is not freed.
    pub fn free(&self, address: u64, memory: &mut GlobalMemory) -> Result<(), ApiError> {
        if memory.variable_at(address).is_some() {
            let text = format!("{address:#x} is a variable of a module and cannot be freed");
            return Err(ApiError::new(CudaError::InvalidValue, text));
        }
        Ok(memory.free(address)?)
    }

    /// Frees everything but the variables, and gives these their first values.
    pub fn reset(&self, memory: &mut GlobalMemory) -> Result<(), ApiError> {
        let live: Vec<u64> = memory.allocations().map(|(base, _)| base).collect();
        for base in live {
            if memory.variable_at(base).is_none() {
                memory.free(base)?;
            }
        }
        for loaded in &self.0 {
            for (variable, address) in loaded.module.globals().iter().zip(&loaded.addresses) {
                memory.fill(*address, 0, variable.size)?;
            }
            loaded.initialise(memory)?;
        }
        Ok(())
    }
}

fn place(global: &GlobalVar, memory: &mut GlobalMemory) -> Result<u64, DeviceError> {
    let name = || global.name.clone();
    if global.is_extern {
        return Err(DeviceError::ExternVariable { name: name() });
    }
    memory.alloc_named(global.size, &global.name).map_err(|error| DeviceError::Variable {
        name: name(),
        size: global.size,
        error,
    })
}

fn describe(module: u32, loaded: &Loaded, max_threads: u32) -> ModuleInfo {
    let variable = |(g, &address): (&GlobalVar, &u64)| VariableInfo {
        name: g.name.clone(),
        address,
        size: g.size,
        constant: g.space == Space::Const,
    };
    ModuleInfo {
        module,
        kernels: loaded.module.kernels().iter().map(|k| describe_kernel(k, max_threads)).collect(),
        variables: loaded.module.globals().iter().zip(&loaded.addresses).map(variable).collect(),
    }
}

fn describe_kernel(kernel: &Kernel, max_threads: u32) -> KernelInfo {
    KernelInfo {
        name: kernel.name.clone(),
        params: kernel.params.iter().map(|p| ParamInfo { offset: p.offset, size: p.size }).collect(),
        param_bytes: kernel.param_bytes,
        shared_bytes: kernel.shared_bytes,
        local_bytes: kernel.local_bytes,
        registers: kernel.regs_per_thread,
        max_threads: kernel.bounds.max_threads.unwrap_or(max_threads).min(max_threads),
    }
}
