// SPDX-License-Identifier: Apache-2.0
//! Writes a trace front to back.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use crate::error::TraceError;
use crate::format::{join, Kind, RecordHead, ALL_WARPS, HEAD_BYTES, MAGIC, MAX_RAW, VERSION};
use crate::kernel::KernelInfo;

/// Level of compression: fast, for little less than the best size.
const LEVEL: i32 = 3;

/// Instructions of one CTA that are complete: of one warp, or the rest of all warps when the CTA has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Linear number of the CTA, x fastest.
    pub cta: u64,
    /// The only warp, or `None` for the rest of all warps.
    pub warp: Option<u32>,
    /// Warp number and instructions.
    pub parts: Vec<(u32, Vec<u8>)>,
}

/// A trace that is being written. Without [`TraceWriter::finish`] the file is not a trace.
pub struct TraceWriter {
    path: PathBuf,
    file: BufWriter<File>,
    compressor: Compressor<'static>,
    offset: u64,
    kernels: u64,
    raw: Vec<u8>,
}

impl TraceWriter {
    /// Writes to `file`; `path` is for errors.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(file: File, path: &Path) -> Result<TraceWriter, TraceError> {
        let failed = TraceError::io;
        let mut compressor = Compressor::new(LEVEL).map_err(failed(path))?;
        compressor.set_parameter(CParameter::ChecksumFlag(true)).map_err(failed(path))?;
        let mut file = BufWriter::new(file);
        file.write_all(&MAGIC).and_then(|()| file.write_all(&VERSION.to_le_bytes())).map_err(failed(path))?;
        let (path, offset) = (path.to_path_buf(), HEAD_BYTES);
        Ok(TraceWriter { path, file, compressor, offset, kernels: 0, raw: Vec::new() })
    }

    /// Writes a chunk of the kernel whose [`TraceWriter::kernel`] follows. The chunks of a warp come in their order.
    pub fn chunk(&mut self, chunk: &Chunk) -> Result<(), TraceError> {
        join(&chunk.parts, &mut self.raw);
        self.record(Kind::Chunk, chunk.cta, chunk.warp.unwrap_or(ALL_WARPS))
    }

    /// Ends a kernel: the chunks since the last one are its.
    pub fn kernel(&mut self, info: &KernelInfo) -> Result<(), TraceError> {
        self.raw.clear();
        self.raw = postcard::to_extend(info, std::mem::take(&mut self.raw))
            .map_err(|e| TraceError::Unwritable { kernel: info.name.clone(), what: e.to_string() })?;
        self.kernels += 1;
        self.record(Kind::Kernel, self.kernels - 1, ALL_WARPS)
    }

    /// Completes the trace; gives its bytes.
    pub fn finish(mut self) -> Result<u64, TraceError> {
        self.raw.clear();
        self.record(Kind::End, self.kernels, ALL_WARPS)?;
        self.file.flush().map_err(TraceError::io(&self.path))?;
        Ok(self.offset)
    }

    fn record(&mut self, kind: Kind, number: u64, warp: u32) -> Result<(), TraceError> {
        let failed = TraceError::io(&self.path);
        if self.raw.len() > MAX_RAW as usize {
            let what = format!("a record of {} bytes; the format has at most {MAX_RAW}", self.raw.len());
            return Err(TraceError::Unwritable { kernel: self.kernels.to_string(), what });
        }
        let frame = self.compressor.compress(&self.raw).map_err(TraceError::io(&self.path))?;
        let (raw, bytes) = (self.raw.len() as u32, frame.len() as u32);
        let head = RecordHead { kind, number, warp, raw, bytes }.encode(self.offset);
        self.file.write_all(&head).and_then(|()| self.file.write_all(&frame)).map_err(failed)?;
        self.offset += (head.len() + frame.len()) as u64;
        Ok(())
    }
}
