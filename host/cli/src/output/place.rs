// SPDX-License-Identifier: Apache-2.0
//! Where a result goes that the user has named: a file, a device, a pipe.

use super::{begin, failed, finish, parent, MODE};
use anyhow::{bail, ensure, Context, Result};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, BufWriter, Seek, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use warpsmith_process::Temporary;

/// The place of a result, as [`Files::writes`](super::Files::writes) finds it before the work.
pub struct Output {
    /// As the user says it.
    name: PathBuf,
    pub(super) place: Place,
}

pub(super) enum Place {
    /// A file, or one that is to be made: appears complete or not at all. No part of the path is a symbolic link.
    File(PathBuf),
    /// A device, pipe or socket, or what this process has open already (standard output, say): written through.
    Stream(File),
}

impl Output {
    /// Follows symbolic links, also one to what is not there yet.
    ///
    /// # Errors
    /// It could not be written. A pipe without a reader is waited for.
    pub(super) fn find(path: &Path) -> Result<Output> {
        let place = match path.metadata() {
            Ok(there) if there.is_dir() => {
                bail!("cannot write {}: it is a folder; name a file", path.display())
            }
            Ok(there) => existing(path, &there).with_context(|| failed(path))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Place::File(missing(path)?),
            Err(error) => return Err(error).with_context(|| failed(path)),
        };
        if let Place::File(file) = &place {
            super::check_writable(file).map_err(|error| match path == file {
                true => error,
                false => error.context(format!("cannot write {}", path.display())),
            })?;
        }
        Ok(Output { name: path.to_path_buf(), place })
    }

    /// As the user says it.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Whether it is a file of its own, not something written through.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// Writes the result.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        match &self.place {
            Place::File(path) => super::write_atomically(path, bytes),
            Place::Stream(stream) => (&*stream).write_all(bytes).with_context(|| self.failed()),
        }
    }

    /// A temporary file for the result, for [`Output::finish`]: beside it if it is a file, or else in the temporary folder.
    pub fn begin(&self) -> Result<Temporary<NamedTempFile>> {
        match &self.place {
            Place::File(path) => begin(path),
            Place::Stream(_) => Temporary::new(NamedTempFile::new).context("no temporary file can be made"),
        }
    }

    /// Puts the complete file of [`Output::begin`] into place.
    pub fn finish(&self, mut file: Temporary<NamedTempFile>) -> Result<()> {
        match &self.place {
            Place::File(path) => finish(file, path),
            Place::Stream(stream) => {
                let rewound = file.rewind();
                let copied = rewound.and_then(|()| io::copy(file.as_file_mut(), &mut &*stream));
                copied.map(drop).with_context(|| self.failed())
            }
        }
    }

    /// Writes what `fill` gives, which may be larger than memory.
    pub fn stream(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let mut file = self.begin()?;
        let mut buffered = BufWriter::new(file.as_file_mut());
        let written = fill(&mut buffered).and_then(|()| buffered.flush());
        written.with_context(|| self.failed())?;
        drop(buffered);
        self.finish(file)
    }

    /// Makes the result a copy of `made`, executable if that is.
    pub fn copy(&self, made: &Path) -> Result<()> {
        let unreadable = || format!("cannot read {}", made.display());
        let mut from = File::open(made).with_context(unreadable)?;
        let executable = from.metadata().with_context(unreadable)?.mode() & 0o111;
        let mut file = self.begin()?;
        io::copy(&mut from, file.as_file_mut()).with_context(|| self.failed())?;
        // For those who may read it.
        let mode = file.as_file().metadata().with_context(|| self.failed())?.mode() & MODE;
        let mode = Permissions::from_mode(mode | executable & mode >> 2);
        file.as_file().set_permissions(mode).with_context(|| self.failed())?;
        self.finish(file)
    }

    fn failed(&self) -> String {
        format!("cannot write {}", self.name.display())
    }
}

/// The place at what is there.
fn existing(path: &Path, there: &Metadata) -> io::Result<Place> {
    let kind = there.file_type();
    if let Some(open) = already_open(there)? {
        return Ok(Place::Stream(open));
    }
    if kind.is_file() {
        return path.canonicalize().map(Place::File);
    }
    let stream = if kind.is_socket() {
        File::from(OwnedFd::from(UnixStream::connect(path)?))
    } else {
        // A terminal must not become ours by it.
        File::options().write(true).custom_flags(libc::O_NOCTTY).open(path)?
    };
    Ok(Place::Stream(stream))
}

/// The file that a path to nothing leads to.
fn missing(path: &Path) -> Result<PathBuf> {
    // The system's own limit is 40 too.
    const LINKS: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            Ok(to) => target = parent(&target).join(to),
            Err(_) => break,
        }
    }
    let folder = parent(&target).canonicalize().with_context(|| failed(path))?;
    let name = target.file_name().filter(|_| !target.as_os_str().as_encoded_bytes().ends_with(b"/"));
    ensure!(name.is_some(), "cannot write {}: it is not the name of a file", path.display());
    Ok(folder.join(name.unwrap_or_default()))
}

/// What this process can write already of the same file, such as standard output: another way to it would overwrite what
/// comes that way.
fn already_open(there: &Metadata) -> io::Result<Option<File>> {
    for entry in fs::read_dir("/proc/self/fd").into_iter().flatten().flatten() {
        let same = entry.path().metadata().is_ok_and(|m| (m.dev(), m.ino()) == (there.dev(), there.ino()));
        let descriptor = entry.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok());
        let Some(descriptor) = descriptor.filter(|_| same) else { continue };
        // SAFETY: asks for the flags of a descriptor; one that is not open gives an error.
        let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFL) };
        if flags == -1 || flags & libc::O_ACCMODE == libc::O_RDONLY {
            continue;
        }
        // SAFETY: makes a descriptor of its own, which nobody else closes.
        let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 3) };
        if copy == -1 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it is open and belongs to nobody else.
        return Ok(Some(unsafe { File::from_raw_fd(copy) }));
    }
    Ok(None)
}
