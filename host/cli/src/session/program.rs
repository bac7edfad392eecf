// SPDX-License-Identifier: Apache-2.0
//! The CUDA program as a child process with a socket to us.

use super::image::Image;
use super::wire::{wait, Waited, Wire};
use crate::program_exit::ProgramExit;
use anyhow::{anyhow, bail, Context, Result};
use std::fs::File;
use std::io::{BufReader, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use warpsmith_process::{end_child, end_descendants, EndsWithUs};
use warpsmith_protocol::{Channel, MARKER, SOCKET_VARIABLE};

/// First bytes of an executable file (as opposed to a script, which may start a program of ours).
const ELF: [u8; 4] = *b"\x7fELF";

/// How long a program may go on by itself after a signal has ended its run: time to write out what it has printed.
const GRACE: Duration = Duration::from_secs(1);
/// How long it may take to end after it was asked to (SIGTERM).
const PATIENCE: Duration = Duration::from_secs(2);

/// What a program has of our standard streams. Its standard error is always ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// Input and output.
    Ours,
    /// No input, as several programs cannot read the same.
    Output,
    /// Neither.
    None,
}

/// A running program.
pub struct Program {
    /// Waits for the end of the process, and closes its end of `ended` then.
    waiter: JoinHandle<std::io::Result<ExitStatus>>,
    pid: u32,
    ended: UnixStream,
    pub channel: Channel<Wire>,
    /// Known to be linked with the runtime; not known of scripts.
    pub linked: bool,
}

impl Program {
    /// Starts a program. One that is known not to be linked with the runtime is refused.
    pub fn start(path: &Path, args: &[String], streams: Streams) -> Result<Program> {
        const NO_SOCKET: &str = "no socket can be made";
        let linked = check(path)?;
        let (ours, theirs) = UnixStream::pair().context(NO_SOCKET)?;
        let theirs = OwnedFd::from(theirs);
        let descriptor = theirs.as_raw_fd();
        let (ended, running) = UnixStream::pair().context(NO_SOCKET)?;
        let wire = Wire::new(ours, ended.try_clone().context(NO_SOCKET)?).context(NO_SOCKET)?;
        let image = Image::new(&Path::new(".").join(path), args, (SOCKET_VARIABLE, &descriptor.to_string()))?;
        let mut command = Command::new(path);
        command.dies_with_us();
        if streams != Streams::Ours {
            command.stdin(Stdio::null());
        }
        if streams == Streams::None {
            command.stdout(Stdio::null());
        }
        let execute = move || match unsafe { libc::fcntl(descriptor, libc::F_SETFD, 0) } {
            0 => Err(image.execute()),
            _ => Err(std::io::Error::last_os_error()),
        };
        // SAFETY: between fork and exec only fcntl and execve are called, which are async-signal-safe; the descriptor is open.
        unsafe { command.pre_exec(execute) };
        let mut child = command.spawn().map_err(|error| match error.raw_os_error() {
            Some(libc::ENOEXEC) => anyhow!(
                "{} is not a program: it is damaged, or made for another machine, or a script without `#!`",
                path.display()
            ),
            _ => anyhow!("cannot start {}: {error}", path.display()),
        })?;
        let pid = child.id();
        let waiter = thread::spawn(move || {
            let status = child.wait();
            drop(running);
            status
        });
        Ok(Program { waiter, pid, ended, channel: Channel::new(wire), linked })
    }

    /// Whether the process has ended, or does so within a moment: it loses its descriptors a little before.
    pub fn has_ended(&self) -> bool {
        matches!(wait(&self.ended, Some(GRACE)), Ok(Waited::Ended))
    }

    /// Closes the connection and waits for the program to end. If a signal asks for the end of the run, it has a little time.
    pub fn wait(self) -> Result<ProgramExit> {
        const FAILED: &str = "cannot wait for the program";
        let Program { waiter, ended, channel, .. } = self;
        drop(channel);
        if wait(&ended, None).context(FAILED)? == Waited::Signal
            && wait(&ended, Some(GRACE)).context(FAILED)? == Waited::TimeOut
        {
            end_descendants(PATIENCE);
        }
        let status = waiter.join().expect("waiting does not panic").context(FAILED)?;
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => ProgramExit::Code { code },
            (None, signal) => ProgramExit::Signal { signal: signal.unwrap_or_default() },
        })
    }

    /// Ends the program and what it has started.
    pub fn end(self) -> Result<ProgramExit> {
        end_descendants(PATIENCE);
        self.wait()
    }

    /// The same, beside other programs.
    pub fn end_alone(self) -> Result<ProgramExit> {
        end_child(self.pid, PATIENCE);
        self.wait()
    }
}

/// Refuses what cannot be a CUDA program of ours, before it does anything. False: it may start one.
fn check(path: &Path) -> Result<bool> {
    let name = path.display();
    let meta = path.metadata().with_context(|| format!("{name} is not there or cannot be read"))?;
    if !meta.is_file() || meta.permissions().mode() & 0o111 == 0 {
        bail!("{name} is not an executable file");
    }
    let mut file = BufReader::new(File::open(path).with_context(|| format!("cannot read {name}"))?);
    let mut start = [0; ELF.len()];
    let is_elf = file.read_exact(&mut start).is_ok() && start == ELF;
    if is_elf && !contains(file, MARKER.as_bytes()).with_context(|| format!("cannot read {name}"))? {
        bail!("{name} is not linked with the Warpsmith runtime; build it with `warpsmith cc`");
    }
    Ok(is_elf)
}

/// Whether `text`, of at least one byte, is somewhere in the stream.
fn contains(mut stream: impl Read, text: &[u8]) -> std::io::Result<bool> {
    let mut window = Vec::new();
    let mut chunk = [0; 1 << 16];
    loop {
        let n = stream.read(&mut chunk)?;
        if n == 0 {
            return Ok(false);
        }
        window.extend_from_slice(&chunk[..n]);
        if window.windows(text.len()).any(|w| w == text) {
            return Ok(true);
        }
        // A match may lie across two chunks.
        window.drain(..window.len().saturating_sub(text.len() - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_wherever_it_lies_in_the_stream() {
        for before in [0, 1, (1 << 16) - 3, 1 << 16, 100_000] {
            let mut bytes = vec![b'm'; before];
            bytes.extend_from_slice(b"marker");
            assert!(contains(&bytes[..], b"marker").unwrap(), "{before}");
            assert!(!contains(&bytes[..bytes.len() - 1], b"marker").unwrap(), "{before}");
        }
    }
}
