// SPDX-License-Identifier: Apache-2.0
//! The calls of a program as they come over its socket, and the program's end.

use super::cut::Cut;
use super::program::Program;
use crate::program_exit::ProgramExit;
use anyhow::{bail, Result};
use std::path::Path;
use warpsmith_process::asked_to_end;
use warpsmith_protocol::{ProtocolError, Request, Response};

/// A buffer of copied data that is larger than this is given back before the next request.
const KEPT_BYTES: usize = 16 << 20;

/// A call of a program.
pub enum Call {
    /// To be handled; the data that came with it are in [`Calls::bulk`].
    Made(Request),
    /// To be answered so. Its data are dropped as they come.
    Refused(Response),
}

/// The calls of one program.
#[derive(Default)]
pub struct Calls {
    /// It has made its first call.
    greeted: bool,
    /// Data of the last request.
    pub bulk: Vec<u8>,
    /// Data of the answer.
    pub reply: Vec<u8>,
}

impl Calls {
    /// The next call of `program`, which `refuse` may refuse by what it is and how many bytes of data come with it.
    ///
    /// # Errors
    /// Why the run cannot go on; `None`: the program has ended or closes the connection.
    pub fn next(
        &mut self,
        program: &mut Program,
        refuse: impl FnOnce(&Request, u64) -> Option<Response>,
    ) -> Result<Call, Option<Cut>> {
        // One large copy must not cost memory for the rest of the run.
        for buffer in [&mut self.bulk, &mut self.reply].into_iter().filter(|b| b.capacity() > KEPT_BYTES) {
            *buffer = Vec::new();
        }
        let request = match program.channel.receive::<Request>() {
            Ok(Some(request)) => request,
            Ok(None) => return Err(None),
            Err(error) => return Err(Some(lost(program, error))),
        };
        let first = !std::mem::replace(&mut self.greeted, true);
        if !first && matches!(request, Request::Hello { .. }) {
            return Err(Some(Cut::SecondProgram));
        }
        if let Some(response) = refuse(&request, program.channel.pending()) {
            self.reply.clear();
            return Ok(Call::Refused(response));
        }
        match program.channel.receive_bulk(&mut self.bulk) {
            Ok(_) => Ok(Call::Made(request)),
            Err(error) => Err(Some(lost(program, error))),
        }
    }

    /// Sends the answer to the last call, with the data of [`Calls::reply`].
    ///
    /// # Errors
    /// Why the run cannot go on.
    pub fn answer(&self, program: &mut Program, response: &Response) -> Result<(), Cut> {
        program.channel.send(response, &self.reply).map_err(|error| lost(program, error))
    }

    /// Tells the program that its run has ended. It may be gone already, as after an interrupt from the terminal.
    pub fn tell_end(&self, program: &mut Program) {
        let _ = program.channel.send(&Response::Ended, &self.reply);
    }

    /// Waits for the end of the program at `path`, whose run was `cut` before it: how it ended, and whether its run is cut. `end` ends one
    /// that would not understand what is said to it.
    ///
    /// # Errors
    /// The program cannot be waited for, or was not linked with the runtime.
    pub fn end(
        &self,
        mut program: Program,
        path: &Path,
        cut: Option<Cut>,
        end: fn(Program) -> Result<ProgramExit>,
    ) -> Result<(ProgramExit, Option<Cut>)> {
        let unlinked = !program.linked && !program.channel.has_received();
        if matches!(cut, Some(Cut::Device(_) | Cut::SecondProgram)) {
            self.tell_end(&mut program);
        }
        let exit = match &cut {
            Some(Cut::Connection(_)) => end(program)?,
            _ => program.wait()?,
        };
        let cut = match cut {
            // The runtime sends whole messages.
            Some(Cut::Ended(error @ ProtocolError::Truncated { .. })) if exit.succeeded() => {
                Some(Cut::Connection(error))
            }
            Some(Cut::Ended(_)) => None,
            other => other,
        };
        if unlinked && cut.is_none() && !asked_to_end() {
            bail!("{0} and what it starts are not linked with the Warpsmith runtime; build them with `warpsmith cc`",
                path.display());
        }
        Ok((exit, cut))
    }
}

/// What it means that the connection failed: it is part of the program's end if that has just come, as by a signal while it
/// sends.
fn lost(program: &Program, error: ProtocolError) -> Cut {
    let closed = matches!(error, ProtocolError::Truncated { .. } | ProtocolError::Io(_));
    match closed && (asked_to_end() || program.has_ended()) {
        true => Cut::Ended(error),
        false => Cut::Connection(error),
    }
}
