// SPDX-License-Identifier: Apache-2.0
//! Writes a trace of ours as a trace directory, warp by warp.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use warpsmith_ptx::{Access, BarrierKind, CacheOp, Class, Effect, FenceScope, Space, LANES};

use super::instruction::Line;
use super::{opcode, pc, BINARY_VERSION, LOCAL_BASE, SHARED_BASE, TRACER_VERSION};
use crate::codec::{lanes, Step};
use crate::error::TraceError;
use crate::kernel::KernelInfo;
use crate::reader::{KernelTrace, Trace};

/// Writes `trace` to `folder`, which must be there: `kernelslist.g` and one file a kernel. `registers` says how many
/// registers a thread of a kernel takes on the machine: the format has no launch bounds, from which that may follow.
///
/// # Errors
/// A file cannot be written, the trace cannot be read, or it has something that the format cannot say.
pub fn export(
    trace: &Trace,
    folder: &Path,
    registers: impl Fn(&Arc<KernelTrace>) -> u32,
) -> Result<(), TraceError> {
    let mut list = String::new();
    for (i, kernel) in (1..).zip(trace.kernels()) {
        let name = format!("kernel-{i}.traceg");
        let path = folder.join(&name);
        let file = File::create(&path).map_err(TraceError::io(&path))?;
        let mut out = Out { file: BufWriter::new(file), path: &path };
        out.put(&head(&kernel.info, i, registers(kernel)))?;
        write_kernel(kernel, &mut out)?;
        out.file.flush().map_err(TraceError::io(&path))?;
        list += &name;
        list.push('\n');
    }
    let path = folder.join("kernelslist.g");
    std::fs::write(&path, list).map_err(TraceError::io(&path))
}

/// A file that is being written, with its name for errors.
struct Out<'a> {
    file: BufWriter<File>,
    path: &'a Path,
}

impl Out<'_> {
    fn put(&mut self, text: &str) -> Result<(), TraceError> {
        self.file.write_all(text.as_bytes()).map_err(TraceError::io(self.path))
    }
}

fn write_kernel(kernel: &Arc<KernelTrace>, out: &mut Out) -> Result<(), TraceError> {
    let [nx, ny, _] = kernel.info.grid.map(u64::from);
    for cta in 0..kernel.info.ctas().unwrap_or(0) {
        let (x, y, z) = (cta % nx, cta / nx % ny, cta / (nx * ny));
        out.put(&format!("#BEGIN_TB\n\nthread block = {x},{y},{z}\n"))?;
        for (number, mut warp) in (0..).zip(kernel.warps(cta)?) {
            // The count stands before the instructions, so these are read twice.
            let mut again = warp.clone();
            warp.start(0)?;
            let mut access = Access::default();
            let mut count = 0u64;
            while warp.take(&mut access)?.is_some() {
                count += 1;
            }
            out.put(&format!("\nwarp = {number}\ninsts = {count}\n"))?;
            again.start(0)?;
            let (mut line, mut text) = (Line::default(), String::new());
            while let Some(step) = again.take(&mut access)? {
                translate(&kernel.info, number, &step, &access, &mut line)?;
                text.clear();
                line.write(&mut text);
                text.push('\n');
                out.put(&text)?;
            }
        }
        out.put("\n#END_TB\n\n")?;
    }
    Ok(())
}

fn head(info: &KernelInfo, id: u32, registers: u32) -> String {
    let KernelInfo { name, grid, block, .. } = info;
    let shared = u64::from(info.shared_bytes) + u64::from(info.dynamic_shared);
    let mut text = String::new();
    let mut put = |key: &str, value: String| text += &format!("-{key} = {value}\n");
    put("kernel name", name.clone());
    put("kernel id", id.to_string());
    put("grid dim", format!("({},{},{})", grid[0], grid[1], grid[2]));
    put("block dim", format!("({},{},{})", block[0], block[1], block[2]));
    put("shmem", shared.to_string());
    put("nregs", registers.to_string());
    put("binary version", BINARY_VERSION.to_string());
    put("cuda stream id", "0".to_string());
    put("shmem base_addr", format!("0x{SHARED_BASE:016x}"));
    put("local mem base_addr", format!("0x{LOCAL_BASE:016x}"));
    put("nvbit version", "0".to_string());
    put("accelsim tracer version", TRACER_VERSION.to_string());
    put("enable lineinfo", "0".to_string());
    text + "\n#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [mode addresses] immediate\n\n"
}

/// Fills `line` with `step` of warp `warp`.
fn translate(
    info: &KernelInfo,
    warp: u64,
    step: &Step,
    access: &Access,
    line: &mut Line,
) -> Result<(), TraceError> {
    let inst = &info.insts[step.pc as usize];
    line.pc = pc(step.pc.into());
    line.mask = step.active;
    line.writes.clone_from(&inst.writes);
    line.reads.clone_from(&inst.reads);
    (line.width, line.immediate) = (0, 0);
    line.opcode = match step.effect {
        Effect::Memory => {
            line.mask = access.mask;
            line.width = access.bytes.into();
            let cache = match inst.class {
                Class::Mem(kind) => kind.cache,
                _ => CacheOp::All,
            };
            let opcode = opcode::access(access, cache).ok_or_else(|| TraceError::Unwritable {
                kernel: info.name.clone(),
                what: format!(
                    "an access of {:?} memory ({:?}, {} bytes)",
                    access.space, access.kind, access.bytes
                ),
            })?;
            let start = warp * LANES as u64 * u64::from(info.local_bytes.next_multiple_of(4));
            for lane in lanes(access.mask) {
                line.addresses[lane] = match access.space {
                    Space::Local => LOCAL_BASE + thread_offset(access.addr[lane].wrapping_sub(start)),
                    _ => access.addr[lane],
                };
            }
            opcode
        }
        Effect::Barrier { id, kind, .. } => {
            line.immediate = id.into();
            match kind {
                BarrierKind::Sync => "BAR.SYNC",
                BarrierKind::Arrive => "BAR.ARV",
                BarrierKind::Reduce => "BAR.RED",
            }
            .to_string()
        }
        Effect::Fence(scope) => match scope {
            FenceScope::Cta => "MEMBAR.SC.CTA",
            FenceScope::Gpu => "MEMBAR.SC.GPU",
            FenceScope::System => "MEMBAR.SC.SYS",
        }
        .to_string(),
        Effect::None | Effect::Branch { .. } | Effect::Exit { .. } => opcode::plain(inst.class),
    };
    // An exit that no lane takes is none.
    if inst.class == Class::Exit && step.effect == Effect::None {
        line.opcode = opcode::plain(Class::Branch);
    }
    Ok(())
}

/// The byte of a thread's local memory that is at `place` in its warp's, where words of the lanes take turns.
fn thread_offset(place: u64) -> u64 {
    place / Access::LOCAL_WORD_STRIDE * 4 + place % 4
}
