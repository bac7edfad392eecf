// SPDX-License-Identifier: Apache-2.0
//! The CUDA program as a child process with a socket to us.

use crate::program_exit::ProgramExit;
use anyhow::{bail, Context, Result};
use std::fs::File;
use std::io::{BufReader, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command};
use warpsmith_protocol::{Channel, ENDED_EXIT_CODE, MARKER, SOCKET_VARIABLE};

/// First bytes of an executable file (as opposed to a script, which may start a program of ours).
const ELF: [u8; 4] = *b"\x7fELF";

/// A running program.
pub struct Program {
    child: Child,
    pub channel: Channel<UnixStream>,
    /// Known to be linked with the runtime; not known of scripts.
    pub linked: bool,
}

impl Program {
    /// Starts a program. One that is known not to be linked with the runtime is refused.
    pub fn start(path: &Path, args: &[String]) -> Result<Program> {
        let linked = check(path)?;
        let (ours, theirs) = UnixStream::pair().context("no socket can be made")?;
        let theirs = OwnedFd::from(theirs);
        let descriptor = theirs.as_raw_fd();
        // A path without a folder would be looked for in $PATH.
        let mut command = Command::new(Path::new(".").join(path));
        command.args(args).env(SOCKET_VARIABLE, descriptor.to_string());
        let last_error = |result| if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) };
        // SAFETY: between fork and exec only fcntl and prctl are called, which are async-signal-safe; the descriptor is open.
        unsafe {
            command.pre_exec(move || {
                last_error(libc::fcntl(descriptor, libc::F_SETFD, 0))?;
                // A program must not outlive its GPU, however that ends.
                last_error(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))
            });
        }
        let child = command.spawn().with_context(|| format!("cannot start {}", path.display()))?;
        Ok(Program { child, channel: Channel::new(ours), linked })
    }

    /// Closes the connection and waits for the program to end.
    pub fn wait(self) -> Result<ProgramExit> {
        let Program { mut child, channel, .. } = self;
        drop(channel);
        let status = child.wait().context("cannot wait for the program")?;
        Ok(match (status.code(), status.signal()) {
            (Some(ENDED_EXIT_CODE), _) => ProgramExit::Simulator,
            (Some(code), _) => ProgramExit::Code { code },
            (None, signal) => ProgramExit::Signal { signal: signal.unwrap_or_default() },
        })
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
