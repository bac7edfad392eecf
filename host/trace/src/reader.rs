// SPDX-License-Identifier: Apache-2.0
//! Reads a trace: finds its records once, and then loads the chunks of a CTA when it is launched.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use warpsmith_protocol::demangled;
use warpsmith_ptx::Module;

use crate::error::TraceError;
use crate::format::{check_head, split, Kind, RecordHead, ALL_WARPS, HEAD_BYTES, MAGIC, RECORD_BYTES};
use crate::kernel::KernelInfo;
use crate::warp::WarpTrace;

/// Where a chunk stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    cta: u64,
    pub(crate) warp: u32,
    pub(crate) offset: u64,
    raw: u32,
    bytes: u32,
}

/// An open trace.
#[derive(Debug)]
pub struct Trace {
    kernels: Vec<Arc<KernelTrace>>,
}

/// One kernel of a trace; its instructions stay in the file.
#[derive(Debug)]
pub struct KernelTrace {
    /// Launch, resources and instructions.
    pub info: KernelInfo,
    /// The kernel as [`KernelInfo::module`] gives it; its only one.
    pub module: Arc<Module>,
    source: TraceFile,
    /// By CTA, and for each CTA in the order in which they were written.
    chunks: Vec<Place>,
}

#[derive(Clone, Debug)]
struct TraceFile {
    path: PathBuf,
    file: Arc<File>,
}

impl Trace {
    /// Whether the file at `path` begins as a trace does.
    pub fn is_one(path: &Path) -> bool {
        let mut head = [0; MAGIC.len()];
        File::open(path).is_ok_and(|mut file| file.read_exact(&mut head).is_ok()) && head == MAGIC
    }

    /// Opens a trace and checks that every record is where it should be. The contents of chunks are checked when they
    /// are used.
    ///
    /// # Errors
    /// The file is not a trace, of another version, truncated or damaged.
    pub fn open(path: &Path) -> Result<Trace, TraceError> {
        let file = File::open(path).map_err(TraceError::io(path))?;
        let size = file.metadata().map_err(TraceError::io(path))?.len();
        let source = TraceFile { path: path.to_path_buf(), file: Arc::new(file) };
        let mut heads = Heads::start(&source, size)?;
        let (mut kernels, mut chunks) = (Vec::new(), Vec::new());
        loop {
            let (head, place) = heads.next()?;
            let wrong = |what: &str| TraceError::damaged(path, place.offset, what);
            match head.kind {
                Kind::Chunk => chunks.push(place),
                Kind::Kernel => {
                    let info: KernelInfo = postcard::from_bytes(&source.load(&place)?)
                        .map_err(|e| wrong(&format!("a kernel's description is unreadable ({e})")))?;
                    let module = info.module().map_err(|what| wrong(&format!("a kernel with {what}")))?;
                    let module = Arc::new(module);
                    chunks.sort_by_key(|place: &Place| place.cta);
                    let chunks = std::mem::take(&mut chunks);
                    kernels.push(Arc::new(KernelTrace { info, module, source: source.clone(), chunks }));
                }
                Kind::End => {
                    let contents = source.load(&place)?;
                    if head.number != kernels.len() as u64 || !chunks.is_empty() || !contents.is_empty() {
                        return Err(wrong("the end does not fit what stands before it"));
                    }
                    if heads.offset != size {
                        return Err(TraceError::damaged(path, heads.offset, "something follows the end"));
                    }
                    return Ok(Trace { kernels });
                }
            }
        }
    }

    /// The kernels in the order of their launches.
    pub fn kernels(&self) -> &[Arc<KernelTrace>] {
        &self.kernels
    }
}

/// Walks over the heads of the records.
struct Heads<'a> {
    source: &'a TraceFile,
    file: BufReader<&'a File>,
    offset: u64,
    size: u64,
}

impl<'a> Heads<'a> {
    fn start(source: &'a TraceFile, size: u64) -> Result<Heads<'a>, TraceError> {
        let mut file = BufReader::new(&*source.file);
        file.seek(SeekFrom::Start(0)).map_err(TraceError::io(&source.path))?;
        let mut head = Vec::new();
        file.by_ref().take(HEAD_BYTES).read_to_end(&mut head).map_err(TraceError::io(&source.path))?;
        check_head(&head, &source.path)?;
        Ok(Heads { source, file, offset: HEAD_BYTES, size })
    }

    fn next(&mut self) -> Result<(RecordHead, Place), TraceError> {
        let (path, offset) = (&self.source.path, self.offset);
        if self.size - offset < RECORD_BYTES as u64 {
            return Err(TraceError::damaged(path, offset, "the trace has no end"));
        }
        let mut bytes = [0; RECORD_BYTES];
        self.file.read_exact(&mut bytes).map_err(TraceError::io(path))?;
        let head = RecordHead::decode(&bytes, offset)
            .ok_or_else(|| TraceError::damaged(path, offset, "no record begins"))?;
        let start = offset + RECORD_BYTES as u64;
        if self.size - start < head.bytes.into() {
            return Err(TraceError::damaged(path, offset, "a record is cut"));
        }
        self.file.seek_relative(head.bytes.into()).map_err(TraceError::io(path))?;
        self.offset = start + u64::from(head.bytes);
        let place =
            Place { cta: head.number, warp: head.warp, offset: start, raw: head.raw, bytes: head.bytes };
        Ok((head, place))
    }
}

impl TraceFile {
    fn load(&self, place: &Place) -> Result<Vec<u8>, TraceError> {
        let mut frame = vec![0; place.bytes as usize];
        self.file.read_exact_at(&mut frame, place.offset).map_err(TraceError::io(&self.path))?;
        let raw = zstd::bulk::decompress(&frame, place.raw as usize).map_err(|e| {
            TraceError::damaged(&self.path, place.offset, format!("a record does not unpack ({e})"))
        })?;
        if raw.len() != place.raw as usize {
            return Err(TraceError::damaged(&self.path, place.offset, "a record has another length"));
        }
        Ok(raw)
    }
}

impl KernelTrace {
    /// The warps of the CTA with linear number `cta`, in their order.
    ///
    /// # Errors
    /// The trace does not have them all.
    pub fn warps(self: &Arc<Self>, cta: u64) -> Result<Vec<WarpTrace>, TraceError> {
        let start = self.chunks.partition_point(|place| place.cta < cta);
        let end = self.chunks.partition_point(|place| place.cta <= cta);
        let missing = || {
            let what = format!("kernel `{}` has no complete CTA {cta}", demangled(&self.info.name));
            TraceError::damaged(&self.source.path, 0, what)
        };
        let last = end.checked_sub(1).filter(|last| *last >= start).ok_or_else(missing)?;
        if self.chunks[last].warp != ALL_WARPS {
            return Err(missing());
        }
        let (tail, parts) = self.load(&self.chunks[last])?;
        let tail: Arc<[u8]> = tail.into();
        if !parts.iter().map(|(warp, _)| u64::from(*warp)).eq(0..self.info.warps()) {
            return Err(self.damaged(last, "a CTA does not have all its warps"));
        }
        let warp = |(warp, place)| WarpTrace::new(self.clone(), warp, start..last, tail.clone(), place);
        Ok(parts.into_iter().map(warp).collect())
    }

    /// The contents of a chunk and where its parts are in them.
    fn load(&self, place: &Place) -> Result<(Vec<u8>, Parts), TraceError> {
        let bytes = self.source.load(place)?;
        let parts = split(&bytes)
            .ok_or_else(|| TraceError::damaged(&self.source.path, place.offset, "a chunk has no parts"))?;
        Ok((bytes, parts))
    }

    /// The next chunk of `warp` among `chunks`, which become what is left: its number and its instructions.
    pub(crate) fn next_chunk(
        &self,
        warp: u32,
        chunks: &mut std::ops::Range<usize>,
    ) -> Result<Option<(usize, Vec<u8>)>, TraceError> {
        let Some(index) = chunks.find(|i| self.chunks[*i].warp == warp) else { return Ok(None) };
        let (bytes, parts) = self.load(&self.chunks[index])?;
        match &parts[..] {
            [(owner, place)] if *owner == warp => Ok(Some((index, bytes[place.clone()].to_vec()))),
            _ => Err(self.damaged(index, "a chunk is not of its warp")),
        }
    }

    /// An error in chunk number `index`.
    pub(crate) fn damaged(&self, index: usize, what: &str) -> TraceError {
        let offset = self.chunks.get(index).map_or(0, |place| place.offset);
        TraceError::damaged(&self.source.path, offset, what)
    }
}

type Parts = Vec<(u32, std::ops::Range<usize>)>;
