// SPDX-License-Identifier: Apache-2.0
//! The connection to the simulator.

use std::os::fd::FromRawFd;
use std::os::unix::net::UnixStream;

use warpsmith_protocol::{
    Channel, CudaError, ProtocolError, Request, Response, ENDED_EXIT_CODE, MARKER, SOCKET_VARIABLE, VERSION,
};

use crate::failure::{say, Failure};

/// Found by `warpsmith run` in the executable.
#[used]
#[no_mangle]
static WARPSMITH_CUDART_MARKER: &str = MARKER;

extern "C" {
    static stdout: *mut libc::FILE;
}

/// A connection over which each request gets its answer.
pub struct Connection {
    channel: Channel<UnixStream>,
    /// The process that opened it. One that was forked later has the socket too, and no right to the answers.
    owner: u32,
}

impl Connection {
    /// Takes the socket that the simulator left. Without one the program ends: it cannot do what it is for.
    pub fn open() -> Connection {
        let Some(descriptor) = std::env::var(SOCKET_VARIABLE).ok().and_then(|text| text.parse().ok()) else {
            give_up("this program needs the simulator; start it with `warpsmith run -- PROGRAM ARGS`");
        };
        // SAFETY: the simulator says that the descriptor is open and meant for this use; it is taken once, because
        // the only connection of the process lives in a static.
        let stream = unsafe { UnixStream::from_raw_fd(descriptor) };
        let mut connection = Connection { channel: Channel::new(stream), owner: std::process::id() };
        match connection.exchange(&Request::Hello { version: VERSION }, &[]) {
            Ok(Response::Hello { version: VERSION }) => connection,
            Ok(other) => give_up(&format!("the simulator's answer to the first message is {other:?}")),
            Err(Failure { text, .. }) => give_up(&text),
        }
    }

    /// Sends a request and waits for its answer.
    pub fn exchange(&mut self, request: &Request, bulk: &[u8]) -> Result<Response, Failure> {
        if std::process::id() != self.owner {
            let text =
                "the process was forked after its parent's first CUDA call; only the parent has the GPU"
                    .to_string();
            return Err(Failure { code: CudaError::InitializationError, text });
        }
        let mut response = self.channel.send(request, bulk).and_then(|()| self.channel.receive());
        while let Ok(Some(Response::Printed)) = response {
            self.print_bulk();
            response = self.channel.receive();
        }
        match response {
            Ok(Some(Response::Ended)) => {
                self.print_bulk();
                leave(ENDED_EXIT_CODE)
            }
            Ok(Some(Response::Error { code, text })) => Err(Failure { code, text }),
            Ok(Some(response)) => Ok(response),
            // The simulator is gone and has said why, or the user has stopped it.
            Ok(None) => leave(ENDED_EXIT_CODE),
            Err(error) => lost(&error),
        }
    }

    /// Sends a request whose answer is that it is done, perhaps with what device code has printed.
    pub fn order(&mut self, request: &Request, bulk: &[u8]) -> Result<(), Failure> {
        match self.exchange(request, bulk)? {
            Response::Done => {
                self.print_bulk();
                Ok(())
            }
            other => Err(unexpected(request, &other)),
        }
    }

    /// Writes what came with the last answer to C's standard output, in order with what the program writes itself.
    fn print_bulk(&mut self) {
        let mut text = Vec::new();
        if let Err(error) = self.channel.receive_bulk(&mut text) {
            lost(&error);
        }
        // SAFETY: the C library's stream is open from the start to the end of the process.
        unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
    }

    /// Sends a request whose answer brings exactly as much data as `to` holds.
    pub fn fetch(&mut self, request: &Request, to: &mut [u8]) -> Result<(), Failure> {
        match self.exchange(request, &[])? {
            Response::Data => self.channel.receive_bulk_into(to).map_err(|error| lost(&error)),
            other => Err(unexpected(request, &other)),
        }
    }
}

/// The answer does not fit the question: an error of ours, which the program sees as a failed call.
pub fn unexpected(request: &Request, response: &Response) -> Failure {
    let text = format!("the simulator's answer to {request:?} is {response:?}");
    Failure { code: CudaError::NotSupported, text }
}

fn lost(error: &ProtocolError) -> ! {
    give_up(&format!("the connection to the simulator is lost: {error}"))
}

/// Ends the program with a message.
pub fn give_up(reason: &str) -> ! {
    say(reason);
    leave(1)
}

/// Ends the program at once, but writes out what it has printed. Destructors do not run: they would call the API.
fn leave(code: i32) -> ! {
    // SAFETY: both functions have no preconditions.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(code)
    }
}
