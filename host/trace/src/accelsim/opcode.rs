// SPDX-License-Identifier: Apache-2.0
//! What SASS opcodes are to the timing model. A new opcode is a word in [`TABLE`].

use warpsmith_ptx::{Access, BarrierKind, CacheOp, Class, FenceScope, MemKind, MemOp, Space};

/// What an instruction does beside taking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Registers only, or control.
    Plain(Class),
    Memory(Space, MemOp),
    Barrier,
    Fence,
}

/// Role, its name for people, and the opcodes (without modifiers) that have it.
type Row = (Role, &'static str, &'static str);

const fn memory(space: Space, op: MemOp) -> Role {
    Role::Memory(space, op)
}

/// Every opcode that is known. Tensor, texture and surface operations are not: the machine has no unit for the first,
/// and the traces have no addresses of the others.
const TABLE: &[Row] = &[
    (
        Role::Plain(Class::Int),
        "integer",
        "BFE BFI BMSK BREV CS2R FLO IABS IADD IADD3 IADD32I ICMP IMNMX ISAD ISCADD ISCADD32I ISET ISETP LEA LOP LOP3 \
         LOP32I MATCH MOV MOV32I P2R PLOP3 POPC PRMT PSET PSETP R2P R2UR REDUX S2R S2UR SEL SGXT SHF SHFL SHL SHR UBMSK \
         UBREV UFLO UIADD3 UISETP ULDC ULEA ULOP ULOP3 UMOV UP2UR UPLOP3 UPOPC UPRMT UR2UP USEL USGXT USHF USHL USHR \
         VABSDIFF VABSDIFF4 VADD VMNMX VOTE VOTEU VSET VSETP VSHL VSHR",
    ),
    (Role::Plain(Class::IntMul), "integer multiply", "IDP IDP4A IMAD IMADSP IMUL IMUL32I UIMAD VMAD XMAD"),
    (
        Role::Plain(Class::Fp32),
        "single and half precision",
        "F2F F2FP F2I FADD FADD32I FCMP FFMA FFMA32I FMNMX FMUL FMUL32I FRND FSEL FSET FSETP FSWZ FSWZADD HADD2 \
         HADD2_32I HFMA2 HFMA2_32I HMNMX2 HMUL2 HMUL2_32I HSET2 HSETP2 I2F I2I",
    ),
    (Role::Plain(Class::Fp64), "double precision", "DADD DFMA DMNMX DMUL DSET DSETP"),
    (Role::Plain(Class::Sfu), "special functions", "FCHK MUFU RRO"),
    (
        Role::Plain(Class::Branch),
        "branch",
        "BMOV BPT BRA BREAK BRK BRX BRXU BSSY BSYNC CAL CALL CONT JCAL JMP JMX PBK PCNT PRET RET SSY SYNC WARPSYNC YIELD",
    ),
    (Role::Plain(Class::Exit), "exit", "EXIT KILL"),
    (Role::Plain(Class::Nop), "nothing", "CCTL CCTLL CCTLT DEPBAR ERRBAR LEPC NANOSLEEP NOP PMTRIG"),
    (Role::Barrier, "barrier", "BAR"),
    (Role::Fence, "fence", "MEMBAR"),
    (memory(Space::Generic, MemOp::Load), "load", "LD"),
    (memory(Space::Global, MemOp::Load), "global load", "LDG LDGSTS"),
    (memory(Space::Local, MemOp::Load), "local load", "LDL"),
    (memory(Space::Shared, MemOp::Load), "shared load", "LDS LDSM"),
    (memory(Space::Const, MemOp::Load), "constant load", "LDC"),
    (memory(Space::Generic, MemOp::Store), "store", "ST"),
    (memory(Space::Global, MemOp::Store), "global store", "STG"),
    (memory(Space::Local, MemOp::Store), "local store", "STL"),
    (memory(Space::Shared, MemOp::Store), "shared store", "STS"),
    (memory(Space::Generic, MemOp::Atomic), "atomic", "ATOM"),
    (memory(Space::Global, MemOp::Atomic), "global atomic", "ATOMG"),
    (memory(Space::Shared, MemOp::Atomic), "shared atomic", "ATOMS"),
    (memory(Space::Generic, MemOp::Reduction), "reduction", "RED"),
];

/// The roles and their opcodes, for documents.
pub fn table() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|(_, name, opcodes)| (*name, *opcodes))
}

/// The role of an opcode with its modifiers, such as `LDG.E.64`; `None` if it is unknown.
pub fn role(opcode: &str) -> Option<Role> {
    let mut words = opcode.split('.');
    let base = words.next()?;
    let row = TABLE.iter().find(|(.., opcodes)| opcodes.split(' ').any(|o| o == base))?;
    Some(match row.0 {
        // Ours, so that nothing is lost on the way out and in: SASS has no division, and no atomics without a result on
        // shared memory.
        Role::Plain(Class::IntMul) if words.clone().any(|w| w == "DIV") => Role::Plain(Class::IntDiv),
        Role::Memory(Space::Shared, MemOp::Atomic) if words.any(|w| w == "RED") => {
            memory(Space::Shared, MemOp::Reduction)
        }
        role => role,
    })
}

/// Bytes that each lane moves, from the modifiers.
pub fn bytes(opcode: &str) -> u8 {
    let width = |word| match word {
        "U8" | "S8" => Some(1),
        "U16" | "S16" => Some(2),
        "64" => Some(8),
        "128" => Some(16),
        _ => None,
    };
    opcode.split('.').skip(1).find_map(width).unwrap_or(4)
}

/// The cache operator, from the modifiers. From Volta on, they say how an access is ordered with those of others and which
/// lines to evict first.
pub fn cache(opcode: &str) -> CacheOp {
    let mut words = opcode.split('.').skip(1).peekable();
    while let Some(word) = words.next() {
        match word {
            "CG" | "CV" => return CacheOp::Global,
            "STRONG" if words.peek() != Some(&"CTA") => return CacheOp::Global,
            "CS" | "LU" | "EF" => return CacheOp::Streaming,
            _ => {}
        }
    }
    CacheOp::All
}

/// What a barrier instruction does, from its modifiers.
pub fn barrier(opcode: &str) -> BarrierKind {
    let kind = |word| match word {
        "ARV" => Some(BarrierKind::Arrive),
        "RED" => Some(BarrierKind::Reduce),
        _ => None,
    };
    opcode.split('.').find_map(kind).unwrap_or(BarrierKind::Sync)
}

/// The scope of a fence, from its modifiers.
pub fn scope(opcode: &str) -> FenceScope {
    let scope = |word| match word {
        "CTA" => Some(FenceScope::Cta),
        "SYS" => Some(FenceScope::System),
        _ => None,
    };
    opcode.split('.').find_map(scope).unwrap_or(FenceScope::Gpu)
}

/// The class of an instruction in the timing model.
pub fn class(role: Role, opcode: &str) -> Class {
    match role {
        Role::Plain(class) => class,
        Role::Barrier => Class::Barrier,
        Role::Fence => Class::Fence,
        Role::Memory(space, op) => {
            Class::Mem(MemKind { space, op, bytes: bytes(opcode), cache: cache(opcode) })
        }
    }
}

/// The opcode that is written for an instruction without an access.
pub fn plain(class: Class) -> String {
    match class {
        Class::Int => "IADD3",
        Class::IntMul => "IMAD",
        Class::IntDiv => "IMAD.DIV",
        Class::Fp32 => "FFMA",
        Class::Fp64 => "DFMA",
        Class::Sfu => "MUFU",
        // One of these that does nothing takes the time of a branch.
        Class::Branch | Class::Barrier | Class::Fence => "BRA",
        Class::Exit => "EXIT",
        Class::Nop => "NOP",
        Class::Mem(kind) => return memory_opcode(kind).unwrap_or_default(),
    }
    .to_string()
}

/// The opcode of an access with the operator `cache`; `None` if the format has none.
pub fn access(access: &Access, cache: CacheOp) -> Option<String> {
    memory_opcode(MemKind { space: access.space, op: access.kind, bytes: access.bytes, cache })
}

fn memory_opcode(MemKind { space, op, bytes, cache }: MemKind) -> Option<String> {
    let base = match (op, space) {
        (MemOp::Load, Space::Global | Space::Generic) => "LDG",
        (MemOp::Load, Space::Local) => "LDL",
        (MemOp::Load, Space::Shared) => "LDS",
        (MemOp::Load, Space::Const | Space::Param) => "LDC",
        (MemOp::Store, Space::Global | Space::Generic) => "STG",
        (MemOp::Store, Space::Local) => "STL",
        (MemOp::Store, Space::Shared) => "STS",
        (MemOp::Atomic, Space::Global | Space::Generic) => "ATOMG",
        (MemOp::Atomic, Space::Shared) => "ATOMS",
        (MemOp::Reduction, Space::Global | Space::Generic) => "RED",
        (MemOp::Reduction, Space::Shared) => "ATOMS.RED",
        _ => return None,
    };
    let width = match bytes {
        1 => ".U8",
        2 => ".U16",
        4 => "",
        8 => ".64",
        16 => ".128",
        _ => return None,
    };
    let cache = match cache {
        CacheOp::All => "",
        CacheOp::Global => ".CG",
        CacheOp::Streaming => ".CS",
    };
    Some(format!("{base}{cache}{width}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_opcode_has_two_roles() {
        let mut all: Vec<&str> = table().flat_map(|(_, opcodes)| opcodes.split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn every_class_is_read_as_it_is_written() {
        let classes = [
            Class::Int,
            Class::IntMul,
            Class::IntDiv,
            Class::Fp32,
            Class::Fp64,
            Class::Sfu,
            Class::Branch,
            Class::Exit,
            Class::Nop,
        ];
        for class in classes {
            assert_eq!(role(&plain(class)), Some(Role::Plain(class)));
        }
    }

    #[test]
    fn every_access_is_read_as_it_is_written() {
        for space in [Space::Global, Space::Local, Space::Shared, Space::Const] {
            for op in [MemOp::Load, MemOp::Store, MemOp::Atomic, MemOp::Reduction] {
                for width in [1, 2, 4, 8, 16] {
                    for operator in [CacheOp::All, CacheOp::Global, CacheOp::Streaming] {
                        let kind = MemKind { space, op, bytes: width, cache: operator };
                        let Some(opcode) = memory_opcode(kind) else { continue };
                        let Some(Role::Memory(found, kind)) = role(&opcode) else { panic!("{opcode}") };
                        // A reduction is written with the opcode for any space.
                        let same = found == space || (found, op) == (Space::Generic, MemOp::Reduction);
                        assert!(same, "{opcode}");
                        assert_eq!((kind, bytes(&opcode), cache(&opcode)), (op, width, operator), "{opcode}");
                    }
                }
            }
        }
    }

    #[test]
    fn ordered_accesses_beyond_the_cta_pass_the_l1() {
        assert_eq!(cache("LDG.E.STRONG.GPU"), CacheOp::Global);
        assert_eq!(cache("LDG.E.STRONG.SYS.64"), CacheOp::Global);
        assert_eq!(cache("LD.E.STRONG.CTA"), CacheOp::All);
        assert_eq!(cache("LDG.E.EF.128"), CacheOp::Streaming);
    }

    #[test]
    fn barriers_and_fences_say_what_they_do_in_their_modifiers() {
        assert_eq!(barrier("BAR.SYNC.DEFER_BLOCKING"), BarrierKind::Sync);
        assert_eq!(barrier("BAR.ARV"), BarrierKind::Arrive);
        assert_eq!(barrier("BAR.RED.POPC"), BarrierKind::Reduce);
        assert_eq!(scope("MEMBAR.SC.CTA"), FenceScope::Cta);
        assert_eq!(scope("MEMBAR.SC.GPU"), FenceScope::Gpu);
    }
}
