// SPDX-License-Identifier: Apache-2.0
//! Trace directories of Accel-Sim: what is written is read back; what is wrong is named with its line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use warpsmith_ptx::{Access, BarrierKind, CacheOp, Class, Effect, MemKind, MemOp, Space};
use warpsmith_trace::{accelsim, Step, Trace, TraceWriter};

/// A kernel of two thread blocks with one warp each, in the style of a Volta GPU.
const KERNEL: &str = include_str!("data/vecadd.traceg");

/// A folder with a list and one kernel.
fn folder(list: &str, kernel: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernelslist.g");
    fs::write(&path, list).unwrap();
    fs::write(folder.path().join("kernel-1.traceg"), kernel).unwrap();
    (folder, path)
}

const LIST: &str = "MemcpyHtoD,0x00007f4000000000,1024\nkernel-1.traceg\n";

fn import(list: &Path) -> Result<Trace, String> {
    let path = list.with_extension("trace");
    let mut writer = TraceWriter::new(fs::File::create(&path).unwrap(), &path).unwrap();
    accelsim::import(list, &mut writer).map_err(|e| e.to_string())?;
    writer.finish().unwrap();
    Trace::open(&path).map_err(|e| e.to_string())
}

/// What the only warp of `cta` executes.
fn steps(trace: &Trace, cta: u64) -> Vec<(Step, Access)> {
    let mut warp = trace.kernels()[0].warps(cta).unwrap().remove(0);
    warp.start(0).unwrap();
    let mut access = Access::default();
    std::iter::from_fn(|| warp.take(&mut access).unwrap().map(|step| (step, access.clone()))).collect()
}

#[test]
fn a_kernel_is_read_with_its_launch_classes_registers_and_addresses() {
    let (_folder, list) = folder(LIST, KERNEL);
    let trace = import(&list).unwrap();
    let info = &trace.kernels()[0].info;
    assert_eq!((&info.name[..], info.grid, info.block), ("vecadd", [2, 1, 1], [32, 1, 1]));
    assert_eq!((info.shared_bytes, info.regs_per_thread, info.num_regs), (256, 12, 5));
    let class = |space, op, bytes| Class::Mem(MemKind { space, op, bytes, cache: CacheOp::All });
    let classes: Vec<Class> = info.insts[..6].iter().map(|i| i.class).collect();
    let expected = [
        Class::Int,
        Class::IntMul,
        class(Space::Global, MemOp::Load, 8),
        class(Space::Shared, MemOp::Store, 4),
        Class::Barrier,
        Class::Exit,
    ];
    assert_eq!(classes, expected);
    let first = steps(&trace, 1);
    let pcs: Vec<u32> = first.iter().map(|(step, _)| step.pc).collect();
    assert_eq!(pcs, [0, 1, 2, 3, 4, 5]);
    let access = &first[2].1;
    assert_eq!((access.mask, access.bytes, access.addr[3]), (15, 8, 0x7f40_0000_0018));
    let access = &first[3].1;
    assert_eq!((access.space, access.mask, access.addr[2]), (Space::Shared, 5, 0x20));
    assert_eq!(first[4].0.effect, Effect::Barrier { id: 3, threads: None, kind: BarrierKind::Sync });
    assert_eq!(first[5].0.effect, Effect::Exit { lanes: u32::MAX });
}

#[test]
fn a_generic_access_to_the_shared_window_is_one_of_shared_memory() {
    let (_folder, list) = folder(LIST, KERNEL);
    let (step, access) = steps(&import(&list).unwrap(), 0).remove(0);
    assert_eq!((access.space, access.mask, access.addr[0]), (Space::Shared, 3, 0x40));
    // The program counter is that of another instruction, so it has a number of its own.
    assert!(step.pc > 5);
}

/// What the only warp of `cta` executes, as far as the format says it.
fn kept(trace: &Trace, cta: u64) -> Vec<impl PartialEq + std::fmt::Debug> {
    let insts = &trace.kernels()[0].info.insts;
    let kept = |(step, access): (Step, Access)| {
        let inst = &insts[step.pc as usize];
        let lanes: Vec<u64> = (0..32).filter(|l| access.mask >> l & 1 == 1).map(|l| access.addr[l]).collect();
        let access = (step.effect == Effect::Memory).then_some((access.space, access.kind, lanes));
        (step.active, step.effect, inst.reads.clone(), inst.writes.clone(), access)
    };
    steps(trace, cta).into_iter().map(kept).collect()
}

/// Exports the trace of `kernel`; the text of the kernel's file.
fn exported(kernel: &str) -> String {
    let (_folder, list) = folder(LIST, kernel);
    let trace = import(&list).unwrap();
    let out = tempfile::tempdir().unwrap();
    accelsim::export(&trace, out.path(), |kernel| kernel.info.regs_per_thread).unwrap();
    let again = import(&out.path().join("kernelslist.g")).unwrap();
    for cta in 0..2 {
        assert_eq!(kept(&again, cta), kept(&trace, cta));
    }
    fs::read_to_string(out.path().join("kernel-1.traceg")).unwrap()
}

#[test]
fn what_is_exported_is_imported_as_it_was() {
    exported(KERNEL);
}

/// Vector accesses in the form of other tracers, with each register of the group.
#[test]
fn groups_of_registers_are_exported_as_nvbit_writes_them_and_imported_as_they_were() {
    let load = KERNEL.replacen("1 R4 LDG.E.64.SYS 1 R2 8", "4 R4 R5 R6 R7 LDG.E.128.SYS 1 R2 16", 1);
    let store = load.replacen("STS 2 R1 R4 4", "STS.128 5 R1 R7 R6 R5 R4 16", 1);
    let text = exported(&store);
    assert!(text.contains(" 1 R4 LDG.128.DST5-6-7 1 R2 16 "), "{text}");
    assert!(text.contains(" 0 STS.128.SRC4 4 R1 R7 R6 R5 16 "), "{text}");
}

#[test]
fn what_is_wrong_is_named_with_file_and_line() {
    for (from, to, line, what) in [
        ("IMAD.WIDE", "HMMA.884", 24, "opcode `HMMA.884` is unknown"),
        ("insts = 6", "insts = 7", 30, "program counter `#END_TB`"),
        ("insts = 6", "insts = 0", 22, "executes nothing"),
        ("thread block = 1,0,0", "thread block = 2,0,0", 19, "no such thread block"),
        ("thread block = 0,0,0", "thread block = 1,0,0", 34, "was there before"),
        ("tracer version = 5", "tracer version = 9", 15, "version 9"),
        ("-nregs = 12", "-nregs = many", 6, "`many` is no value of `-nregs`"),
        ("-nregs = 12", "-nregs = 256", 6, "`-nregs` is 256; the most is 255 registers of a thread"),
        ("-nregs = 12", "-nregs = 4294967295", 6, "is 4294967295; the most is 255"),
        ("-shmem = 256", "-shmem = 16777217", 5, "`-shmem` is 16777217; the most is 16777216 bytes"),
        ("-grid dim = (2,1,1)", "-grid dim = (3,1,1)", 41, "2 of 3 thread blocks"),
        ("-block dim = (32,1,1)", "-block dim = (0,1,1)", 15, "cannot run"),
        ("8 1 0x7f4000000000 8 0", "8 7 0x7f4000000000 8 0", 25, "address mode 7"),
        ("0x10 16 0", "0x10 -17 0", 26, "outside every memory"),
    ] {
        assert!(KERNEL.contains(from));
        let (_folder, list) = folder(LIST, &KERNEL.replacen(from, to, 1));
        let error = import(&list).unwrap_err();
        assert!(
            error.contains(&format!("kernel-1.traceg:{line}: ")) && error.contains(what),
            "{to}: {error}"
        );
    }
}

#[test]
fn a_wrong_line_of_the_list_is_named() {
    let (_folder, list) = folder("MemcpyHtoD,0x10,16\nkernel-1.txt\n", KERNEL);
    let error = import(&list).unwrap_err();
    assert!(error.contains("kernelslist.g:2: ") && error.contains("kernel-1.txt"), "{error}");
    let (_folder, list) = folder("MemcpyHtoD,here,16\n", KERNEL);
    assert!(import(&list).unwrap_err().contains("kernelslist.g:1: "));
    let (_folder, list) = folder("kernel-2.traceg\n", KERNEL);
    assert!(import(&list).unwrap_err().contains("kernel-2.traceg"));
}

#[test]
fn a_list_without_kernels_is_refused() {
    for text in ["", "\n\n", "MemcpyHtoD,0x10,16\n"] {
        let (_folder, list) = folder(text, KERNEL);
        let error = import(&list).unwrap_err();
        assert!(error.contains("kernelslist.g") && error.contains("names no kernel"), "{error}");
    }
}

/// Packs a file as `xz` does, which puts `.xz` behind its name.
fn pack(path: &Path) {
    let status = Command::new("xz").arg(path).status().expect("the command `xz` is installed");
    assert!(status.success());
}

#[test]
fn a_packed_kernel_is_read_like_a_plain_one() {
    let (_folder, plain) = folder(LIST, KERNEL);
    let (packed_folder, packed) = folder(&LIST.replace(".traceg", ".traceg.xz"), KERNEL);
    pack(&packed_folder.path().join("kernel-1.traceg"));
    let [plain, packed] = [plain, packed].map(|list| import(&list).unwrap());
    assert_eq!(packed.kernels()[0].info, plain.kernels()[0].info);
    for cta in 0..2 {
        let steps = |trace| steps(trace, cta).into_iter().map(|(step, access)| (step, access.addr));
        assert!(steps(&packed).eq(steps(&plain)));
    }
}

#[test]
fn what_is_wrong_in_a_packed_kernel_is_named_with_its_line() {
    let (packed_folder, list) =
        folder(&LIST.replace(".traceg", ".traceg.xz"), &KERNEL.replacen("IMAD.WIDE", "HMMA.884", 1));
    let kernel = packed_folder.path().join("kernel-1.traceg");
    pack(&kernel);
    let error = import(&list).unwrap_err();
    assert!(error.contains("kernel-1.traceg.xz:24: ") && error.contains("HMMA.884"), "{error}");

    let packed = kernel.with_extension("traceg.xz");
    let whole = fs::read(&packed).unwrap();
    fs::write(&packed, &whole[..whole.len() / 2]).unwrap();
    let error = import(&list).unwrap_err();
    assert!(error.contains("kernel-1.traceg.xz") && error.contains("does not unpack"), "{error}");
}
