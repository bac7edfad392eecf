// SPDX-License-Identifier: Apache-2.0
//! What the process knows: its modules, and the connection once there is one.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use warpsmith_protocol::{
    demangled, CudaError, DeviceProperties, KernelInfo, ModuleInfo, Request, Response, VariableInfo,
};

use crate::abi::Status;
use crate::connection::{give_up, unexpected, Connection};
use crate::failure::{finish, Failure};
use crate::link::link;
use crate::state::{Array, Mappings, Settings};

/// A module as the compiler registered it.
struct Module {
    ptx: Vec<u8>,
    /// What the simulator said of it, once it has it.
    loaded: Option<ModuleInfo>,
}

/// A kernel or variable: its module and mangled name.
struct Symbol {
    module: usize,
    name: String,
}

/// State of the process. Host addresses of kernel stubs and shadow variables stand for what is on the device.
#[derive(Default)]
pub struct Runtime {
    modules: Vec<Module>,
    kernels: HashMap<usize, Symbol>,
    variables: HashMap<usize, Symbol>,
    /// CUDA arrays by handle.
    pub arrays: HashMap<usize, Array>,
    pub mappings: Mappings,
    pub settings: Settings,
    /// Modules that the program has loaded by the driver API; a `CUmodule` is an index from 1.
    pub driver_modules: Vec<ModuleInfo>,
    /// Pinned host memory that the device does not see: bytes by address.
    pub pinned: HashMap<usize, usize>,
    /// Streams that do not wait for the default stream.
    pub non_blocking: HashSet<usize>,
    connection: Option<Connection>,
    properties: Option<DeviceProperties>,
}

static RUNTIME: LazyLock<Mutex<Runtime>> = LazyLock::new(Mutex::default);

/// The state for registration, which needs no simulator.
pub fn registry() -> MutexGuard<'static, Runtime> {
    RUNTIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state for a call of the API: connected, and the simulator has every module.
pub fn runtime() -> MutexGuard<'static, Runtime> {
    let mut runtime = registry();
    runtime.load_modules();
    runtime
}

/// Runs a call of the API function `name` and gives its code, as [`finish`] does.
pub fn call(name: &str, body: impl FnOnce(&mut Runtime) -> Result<(), Failure>) -> Status {
    finish(name, body(&mut runtime()))
}

/// Gives the simulator a module.
fn load(connection: &mut Connection, ptx: &[u8]) -> ModuleInfo {
    match connection.exchange(&Request::LoadModule, ptx) {
        Ok(Response::Module(info)) => info,
        Ok(other) => give_up(&unexpected(&Request::LoadModule, &other).text),
        Err(failure) => give_up(&failure.text),
    }
}

impl Runtime {
    /// Adds a module; gives its index.
    pub fn add_module(&mut self, ptx: &[u8]) -> usize {
        self.modules.push(Module { ptx: ptx.to_vec(), loaded: None });
        self.modules.len() - 1
    }

    pub fn add_kernel(&mut self, stub: usize, module: usize, name: String) {
        self.kernels.insert(stub, Symbol { module, name });
    }

    pub fn add_variable(&mut self, shadow: usize, module: usize, name: String) {
        self.variables.insert(shadow, Symbol { module, name });
    }

    fn load_modules(&mut self) {
        let first = self.modules.iter().position(|m| m.loaded.is_none()).unwrap_or(self.modules.len());
        let connection = self.connection.get_or_insert_with(Connection::open);
        let waiting = &mut self.modules[first..];
        let texts: Vec<&[u8]> = waiting.iter().map(|module| module.ptx.as_slice()).collect();
        if let Some(linked) = link(&texts) {
            let info = load(connection, &linked.text);
            waiting.iter_mut().for_each(|module| module.loaded = Some(info.clone()));
            for symbol in self.kernels.values_mut().chain(self.variables.values_mut()) {
                let names = symbol.module.checked_sub(first).map(|index| &linked.names[index]);
                if let Some(name) = names.and_then(|names| names.get(&symbol.name)) {
                    symbol.name = name.clone();
                }
            }
        }
        for module in waiting {
            if module.loaded.is_none() {
                module.loaded = Some(load(connection, &module.ptx));
            }
            module.ptx = Vec::new();
        }
    }

    fn connection(&mut self) -> &mut Connection {
        self.connection.get_or_insert_with(Connection::open)
    }

    /// As [`Connection::exchange`], without bulk data.
    pub fn exchange(&mut self, request: &Request) -> Result<Response, Failure> {
        self.exchange_bulk(request, &[])
    }

    /// As [`Connection::exchange`].
    pub fn exchange_bulk(&mut self, request: &Request, bulk: &[u8]) -> Result<Response, Failure> {
        self.connection().exchange(request, bulk)
    }

    /// As [`Connection::order`].
    pub fn order(&mut self, request: &Request, bulk: &[u8]) -> Result<(), Failure> {
        self.connection().order(request, bulk)
    }

    /// As [`Connection::fetch`].
    pub fn fetch(&mut self, request: &Request, to: &mut [u8]) -> Result<(), Failure> {
        self.connection().fetch(request, to)
    }

    /// The machine.
    pub fn properties(&mut self) -> Result<&DeviceProperties, Failure> {
        let known = match self.properties.take() {
            Some(properties) => properties,
            None => match self.exchange(&Request::Properties)? {
                Response::Properties(properties) => properties,
                other => return Err(unexpected(&Request::Properties, &other)),
            },
        };
        Ok(self.properties.insert(known))
    }

    /// The kernel of a stub: the simulator's number of its module, its own number, and its description.
    pub fn kernel(&self, stub: usize) -> Result<(u32, u32, &KernelInfo), Failure> {
        let unknown = |what: String| Failure::new(CudaError::InvalidDeviceFunction, what);
        let symbol = self.kernels.get(&stub).ok_or_else(|| unknown(format!("{stub:#x} is not a kernel")))?;
        let missing = || unknown(format!("the program's PTX has no kernel `{}`", demangled(&symbol.name)));
        let module = self.modules[symbol.module].loaded.as_ref().ok_or_else(missing)?;
        let index = module.kernels.iter().position(|k| k.name == symbol.name).ok_or_else(missing)?;
        Ok((module.module, index as u32, &module.kernels[index]))
    }

    pub fn is_variable(&self, shadow: usize) -> bool {
        self.variables.contains_key(&shadow)
    }

    /// The shadow of the variable with this name.
    pub fn variable_named(&self, name: &str) -> Option<usize> {
        self.variables.iter().find(|(_, symbol)| symbol.name == name).map(|(shadow, _)| *shadow)
    }

    /// The variable of a shadow.
    pub fn variable(&self, shadow: usize) -> Result<&VariableInfo, Failure> {
        let unknown = |what: String| Failure::new(CudaError::InvalidSymbol, what);
        let symbol = self
            .variables
            .get(&shadow)
            .ok_or_else(|| unknown(format!("{shadow:#x} is not a device variable")))?;
        let missing = || unknown(format!("the program's PTX has no variable `{}`", symbol.name));
        let module = self.modules[symbol.module].loaded.as_ref().ok_or_else(missing)?;
        module.variables.iter().find(|v| v.name == symbol.name).ok_or_else(missing)
    }
}
