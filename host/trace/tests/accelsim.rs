// SPDX-License-Identifier: Apache-2.0
//! Trace directories of Accel-Sim: what is written is read back; what is wrong is named with its line.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use warpsmith_ptx::{Access, BarrierKind, CacheOp, Class, Effect, MemKind, MemOp, Space};
use warpsmith_trace::{accelsim, Step, Trace, TraceWriter};

/// A kernel of two thread blocks with one warp each, in the style of a Volta GPU.
const KERNEL: &str = "\
-kernel name = vecadd
-kernel id = 1
-grid dim = (2,1,1)
-block dim = (32,1,1)
-shmem = 256
-nregs = 12
-binary version = 70
-cuda stream id = 0
-shmem base_addr = 0x00007f0000000000
-local mem base_addr = 0x00007f1000000000
-nvbit version = 1.5
-accelsim tracer version = 5
-enable lineinfo = 0

#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate

#BEGIN_TB

thread block = 1,0,0

warp = 0
insts = 6
0000 ffffffff 1 R1 S2R 0 0 0
0010 ffffffff 1 R2 IMAD.WIDE 2 R1 R1 0 0
0020 0000000f 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f4000000000 8 0
0030 00000005 0 STS 2 R1 R4 4 2 0x10 16 0
0040 ffffffff 0 BAR.SYNC 0 0 3
0050 ffffffff 0 EXIT 0 0 0

#END_TB

#BEGIN_TB

thread block = 0,0,0

warp = 0
insts = 2
0020 00000003 1 R4 LD.E 1 R2 4 0 0x7f0000000040 0x7f0000000044 0
0050 ffffffff 0 EXIT 0 0 0

#END_TB
";

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

#[test]
fn what_is_exported_is_imported_as_it_was() {
    let (_folder, list) = folder(LIST, KERNEL);
    let trace = import(&list).unwrap();
    let out = tempfile::tempdir().unwrap();
    accelsim::export(&trace, out.path()).unwrap();
    let again = import(&out.path().join("kernelslist.g")).unwrap();
    let kept = |trace: &Trace, cta| -> Vec<_> {
        let insts = &trace.kernels()[0].info.insts;
        let steps = steps(trace, cta).into_iter();
        let kept = |(step, access): (Step, Access)| {
            let inst = &insts[step.pc as usize];
            let lanes: Vec<u64> =
                (0..32).filter(|l| access.mask >> l & 1 == 1).map(|l| access.addr[l]).collect();
            let access = (step.effect == Effect::Memory).then_some((access.space, access.kind, lanes));
            (step.active, step.effect, inst.reads.clone(), inst.writes.clone(), access)
        };
        steps.map(kept).collect()
    };
    for cta in 0..2 {
        assert_eq!(kept(&again, cta), kept(&trace, cta));
    }
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

/// One change of a text.
#[derive(Clone, Debug)]
enum Mutation {
    Byte(prop::sample::Index, u8),
    Remove(prop::sample::Index, usize),
    /// Copies bytes from one place to another.
    Copy(prop::sample::Index, prop::sample::Index, usize),
    /// Puts a number in the place of a word.
    Word(prop::sample::Index, String),
}

fn any_mutation() -> impl Strategy<Value = Mutation> {
    let index = any::<prop::sample::Index>;
    let word = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(|n| format!("0x{n:x}")),
        Just("R65535".to_string()),
        Just("4294967295".to_string()),
        Just("(65535,65535,65535)".to_string()),
    ];
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Mutation::Byte(at, byte)),
        (index(), 1usize..40).prop_map(|(at, n)| Mutation::Remove(at, n)),
        (index(), index(), 1usize..80).prop_map(|(from, to, n)| Mutation::Copy(from, to, n)),
        (index(), word).prop_map(|(at, word)| Mutation::Word(at, word)),
    ]
}

fn mutate(text: &mut Vec<u8>, mutation: &Mutation) {
    if text.is_empty() {
        return;
    }
    match mutation {
        Mutation::Byte(at, byte) => {
            let at = at.index(text.len());
            text[at] = *byte;
        }
        Mutation::Remove(at, n) => {
            let at = at.index(text.len());
            text.drain(at..(at + n).min(text.len()));
        }
        Mutation::Copy(from, to, n) => {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            let bytes = text[from..(from + n).min(text.len())].to_vec();
            text.splice(to..to, bytes);
        }
        Mutation::Word(at, word) => {
            let at = at.index(text.len());
            let end = text[at..].iter().position(u8::is_ascii_whitespace).map_or(text.len(), |n| at + n);
            text.splice(at..end, word.bytes());
        }
    }
}

proptest! {
    /// `PROPTEST_CASES` sets how many; the full run has ten thousand.
    #[test]
    fn no_mutation_of_a_kernel_makes_the_reader_panic(
        mutations in prop::collection::vec(any_mutation(), 1..4),
    ) {
        let mut text = KERNEL.as_bytes().to_vec();
        mutations.iter().for_each(|mutation| mutate(&mut text, mutation));
        let (_folder, list) = folder(LIST, "");
        fs::write(list.with_file_name("kernel-1.traceg"), text).unwrap();
        match import(&list) {
            // What is accepted can be read to its end.
            Ok(trace) => {
                let info = &trace.kernels()[0].info;
                for cta in 0..info.ctas().unwrap() {
                    for mut warp in trace.kernels()[0].warps(cta).unwrap() {
                        warp.start(0).unwrap();
                        while warp.take(&mut Access::default()).unwrap().is_some() {}
                    }
                }
            }
            Err(error) => prop_assert!(error.contains("kernel-1.traceg"), "{}", error),
        }
    }
}
