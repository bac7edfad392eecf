// SPDX-License-Identifier: Apache-2.0
//! Our end of the socket to the program.

use std::io::{ErrorKind, Read, Result, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// A stream that comes to its end when the program has ended or a signal asks for the end of the run, even if somebody else
/// holds the other end of the socket, such as a process that the program has left behind.
pub struct Wire {
    socket: UnixStream,
    /// Closed from the other side when the program has ended.
    ended: UnixStream,
}

impl Wire {
    /// # Errors
    /// The system refuses.
    pub fn new(socket: UnixStream, ended: UnixStream) -> Result<Wire> {
        // Only our end: the program's blocks.
        socket.set_nonblocking(true)?;
        Ok(Wire { socket, ended })
    }

    /// Waits until the socket is ready for `events`; false: it is the end.
    fn ready(&self, events: i16) -> Result<bool> {
        let socket = (self.socket.as_fd(), events);
        let ready = poll(&[Some(socket), Some((self.ended.as_fd(), libc::POLLIN)), alarm()], None)?;
        Ok(ready[0])
    }
}

impl Read for Wire {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        loop {
            match self.socket.read(to) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.ready(libc::POLLIN)? {
                        return Ok(0);
                    }
                }
                done => return done,
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, from: &[u8]) -> Result<usize> {
        self.write_vectored(&[std::io::IoSlice::new(from)])
    }

    fn write_vectored(&mut self, from: &[std::io::IoSlice<'_>]) -> Result<usize> {
        loop {
            match self.socket.write_vectored(from) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.ready(libc::POLLOUT)? {
                        return Err(ErrorKind::BrokenPipe.into());
                    }
                }
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The signals that ask for the end.
fn alarm() -> Option<(BorrowedFd<'static>, i16)> {
    warpsmith_process::alarm().map(|alarm| (alarm, libc::POLLIN))
}

/// What became of a wait for the end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    Ended,
    /// A signal asks for the end of the run.
    Signal,
    TimeOut,
}

/// Waits until `ended` is closed from the other side; for signals only without a limit of time.
///
/// # Errors
/// The system refuses.
pub fn wait(ended: &UnixStream, limit: Option<Duration>) -> Result<Waited> {
    let alarm = alarm().filter(|_| limit.is_none());
    let ready = poll(&[Some((ended.as_fd(), libc::POLLIN)), alarm], limit)?;
    Ok(match ready[..] {
        [true, ..] => Waited::Ended,
        [_, true] => Waited::Signal,
        _ => Waited::TimeOut,
    })
}

/// Waits until one of the descriptors is ready or the time is over, and says which are.
fn poll(descriptors: &[Option<(BorrowedFd, i16)>], limit: Option<Duration>) -> Result<Vec<bool>> {
    let entry = |descriptor: &Option<(BorrowedFd, i16)>| match descriptor {
        Some((fd, events)) => libc::pollfd { fd: fd.as_raw_fd(), events: *events, revents: 0 },
        // The system passes over negative ones.
        None => libc::pollfd { fd: -1, events: 0, revents: 0 },
    };
    let mut entries: Vec<libc::pollfd> = descriptors.iter().map(entry).collect();
    let limit = limit.map_or(-1, |limit| i32::try_from(limit.as_millis()).unwrap_or(i32::MAX));
    loop {
        // SAFETY: the array has so many entries, and the descriptors are open while they are borrowed.
        let ready = unsafe { libc::poll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, limit) };
        let error = std::io::Error::last_os_error();
        match ready {
            0.. => return Ok(entries.iter().map(|entry| entry.revents != 0).collect()),
            // A handler ran; the alarm tells of it.
            _ if error.kind() == ErrorKind::Interrupted => {}
            _ => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wire, the program's end of its socket, and what is dropped when the program ends.
    fn wire() -> (Wire, UnixStream, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let (ended, program) = UnixStream::pair().unwrap();
        (Wire::new(ours, ended).unwrap(), theirs, program)
    }

    #[test]
    fn a_wire_ends_with_the_program_after_what_it_has_sent_whoever_holds_the_other_end() {
        let (mut wire, mut theirs, program) = wire();
        theirs.write_all(b"last words").unwrap();
        drop(program);
        let mut text = String::new();
        wire.read_to_string(&mut text).unwrap();
        assert_eq!(text, "last words");
        // More than a socket holds, which nobody reads.
        assert_eq!(wire.write_all(&vec![0; 64 << 20]).unwrap_err().kind(), ErrorKind::BrokenPipe);
        drop(theirs);
    }

    #[test]
    fn a_wait_for_the_end_has_a_limit() {
        let (wire, _theirs, program) = wire();
        assert_eq!(wait(&wire.ended, Some(Duration::from_millis(1))).unwrap(), Waited::TimeOut);
        drop(program);
        assert_eq!(wait(&wire.ended, None).unwrap(), Waited::Ended);
    }
}
