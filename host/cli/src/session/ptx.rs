// SPDX-License-Identifier: Apache-2.0
//! Runs the kernels of a PTX file as a launch file says: the part of the program is ours.

use super::control::SessionControl;
use super::cut::{at_limit, partial_reason, Cut};
use super::journal::Journal;
use super::meter::Extent;
use super::outcome::SessionOutcome;
use super::plan::RunPlan;
use crate::launch_file::{Fill, Launch, LaunchFile};
use crate::output::Output;
use crate::program_exit::ProgramExit;
use anyhow::{anyhow, bail, Context, Result};
use std::path::Path;
use warpsmith_gpu::Gpu;
use warpsmith_protocol::{Region, Request, Response};
use warpsmith_ptx::{Kernel, Module};

/// Runs the launches of `file` on kernels of the PTX file at `ptx`, and dumps each buffer to its place in `dumps`. Buffers that
/// do not hold what is expected are reported on standard error and make the exit [`ProgramExit::WrongResults`].
///
/// # Errors
/// A file cannot be read or written, PTX and launch file or the checkpoint to start from do not fit, or a launch is
/// refused.
pub fn run(
    ptx: &Path,
    file: &LaunchFile,
    dumps: &[Option<Output>],
    gpu: Gpu,
    plan: RunPlan,
) -> Result<(SessionOutcome, Gpu)> {
    let RunPlan { max_cycles, checkpoints } = plan;
    let journal = Journal::new(gpu, checkpoints, &[])?;
    let name = ptx.display().to_string();
    let text = warpsmith_process::read_text(ptx).with_context(|| format!("cannot read {name}"))?;
    let extent = Extent { cycles: max_cycles, launches: Some(file.launches.len()) };
    let mut session = PtxSession {
        module: Module::parse(&text, &name)?,
        name,
        file,
        dumps,
        control: match journal.prints_at_once() {
            true => SessionControl::new(extent, journal.cycle(), journal.every()).printing(),
            false => SessionControl::new(extent, journal.cycle(), journal.every()),
        },
        journal,
        reply: Vec::new(),
        addresses: Vec::new(),
        ended: None,
    };
    let done = session.run(&text);
    session.control.finish();
    let as_expected = done?;
    let at_limit = at_limit(&session.ended);
    let partial = partial_reason(&session.control, session.ended, max_cycles);
    if partial.is_none() {
        session.journal.check_complete()?;
    }
    let exit = if as_expected { ProgramExit::SUCCESS } else { ProgramExit::WrongResults };
    Ok(session.journal.conclude(exit, partial, at_limit))
}

struct PtxSession<'a> {
    /// Name of the PTX file.
    name: String,
    module: Module,
    file: &'a LaunchFile,
    dumps: &'a [Option<Output>],
    journal: Journal,
    control: SessionControl,
    reply: Vec<u8>,
    /// Of the buffers, in their order.
    addresses: Vec<u64>,
    /// Why the run could not go on.
    ended: Option<Cut>,
}

impl PtxSession<'_> {
    /// Everything from loading to checking; true if the buffers hold what is expected.
    fn run(&mut self, text: &str) -> Result<bool> {
        let module = match self.call(Request::LoadModule, text.as_bytes())? {
            Response::Module(info) => info.module,
            other => bail!("loading {} gave {other:?}", self.name),
        };
        self.fill_buffers()?;
        for launch in &self.file.launches {
            if !self.launch(module, launch)? {
                return Ok(true);
            }
        }
        self.check_buffers()
    }

    /// A request that a device may refuse but that cannot end the run.
    fn call(&mut self, request: Request, bulk: &[u8]) -> Result<Response> {
        match self.journal.handle(request, bulk, &mut self.reply, &mut self.control)?? {
            Response::Error { text, .. } => Err(anyhow!(text)),
            response => Ok(response),
        }
    }

    fn fill_buffers(&mut self) -> Result<()> {
        for buffer in &self.file.buffers {
            // First, so that what the device has no room for is not made either. It comes as zeros.
            let size = *buffer.count.as_ref() * buffer.ty.bytes() as u64;
            let allocated = self.call(Request::Allocate { bytes: size }, &[]);
            let address = match allocated.map_err(|error| self.file.error(&buffer.count, error))? {
                Response::Address(address) => address,
                other => bail!("an allocation gave {other:?}"),
            };
            if let Some(fill) = buffer.init.as_ref().filter(|fill| *fill.as_ref() != Fill::Zero) {
                let bytes = self.file.contents(buffer, fill)?;
                self.call(Request::Write { to: Region::linear(address, size), stream: 0 }, &bytes)?;
            }
            self.addresses.push(address);
        }
        Ok(())
    }

    /// Runs one launch; false if the run cannot go on after it.
    fn launch(&mut self, module: u32, launch: &Launch) -> Result<bool> {
        let index = self.kernel(launch)?;
        let params = self.parameters(&self.module.kernels()[index], launch)?;
        let request = Request::Launch {
            module,
            kernel: index as u32,
            grid: launch.grid.as_ref().map_or(Ok([1; 3]), |grid| grid.dims())?,
            block: launch.block.dims()?,
            dynamic_shared: launch.dynamic_shared.into(),
            stream: 0,
        };
        let answer = self.journal.handle(request, &params, &mut self.reply, &mut self.control)?;
        crate::streams::output(&self.reply);
        match answer {
            Ok(Response::Error { text, .. }) => Err(self.file.error(&launch.kernel, text)),
            Ok(_) => Ok(true),
            Err(error) => {
                self.ended = Some(Cut::Device(error));
                Ok(false)
            }
        }
    }

    /// The kernel's number in the module.
    fn kernel(&self, launch: &Launch) -> Result<usize> {
        let name = launch.kernel.as_ref();
        let kernels = self.module.kernels();
        let Some(index) = kernels.iter().position(|k| k.name == *name) else {
            let known: Vec<&str> = kernels.iter().map(|k| k.name.as_str()).collect();
            let what = format!("{} has no kernel `{name}`; its kernels are: {}", self.name, known.join(", "));
            return Err(self.file.error(&launch.kernel, what));
        };
        match &kernels[index].error {
            Some(error) => Err(error.clone().into()),
            None => Ok(index),
        }
    }

    /// The parameter block.
    fn parameters(&self, kernel: &Kernel, launch: &Launch) -> Result<Vec<u8>> {
        let (given, needed) = (launch.params.len(), kernel.params.len());
        if given != needed {
            let what = format!("kernel `{}` has {needed} parameters, params has {given}", kernel.name);
            return Err(self.file.error(&launch.kernel, what));
        }
        let address = |name: &str| {
            let index = self.file.buffers.iter().position(|b| b.name.as_ref() == name)?;
            self.addresses.get(index).copied()
        };
        let mut block = vec![0; kernel.param_bytes as usize];
        for (i, (argument, param)) in launch.params.iter().zip(&kernel.params).enumerate() {
            let bytes = self.file.argument(argument, address)?;
            if bytes.len() != param.size as usize {
                let what = format!(
                    "params[{i}] has {} bytes, parameter `{}` of kernel `{}` has {}",
                    bytes.len(),
                    param.name,
                    kernel.name,
                    param.size
                );
                return Err(self.file.error(argument, what));
            }
            block[param.offset as usize..][..bytes.len()].copy_from_slice(&bytes);
        }
        Ok(block)
    }

    /// Writes the files that are asked for and compares; true if everything is as expected.
    fn check_buffers(&mut self) -> Result<bool> {
        let mut as_expected = true;
        for (index, buffer) in self.file.buffers.iter().enumerate() {
            let bytes = *buffer.count.as_ref() * buffer.ty.bytes() as u64;
            self.call(Request::Read { from: Region::linear(self.addresses[index], bytes), stream: 0 }, &[])?;
            if let Some(Some(output)) = self.dumps.get(index) {
                output.write(&self.reply)?;
            }
            let Some(expected) = &buffer.expect else { continue };
            let want = self.file.contents(buffer, expected)?;
            if let Err(difference) = buffer.ty.compare(&self.reply, &want, buffer.tolerance) {
                let name = buffer.name.as_ref();
                eprintln!(
                    "warpsmith: {}",
                    self.file.error(expected, format!("buffer `{name}`: {difference}"))
                );
                as_expected = false;
            }
        }
        Ok(as_expected)
    }
}
