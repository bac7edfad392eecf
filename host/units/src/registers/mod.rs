// SPDX-License-Identifier: Apache-2.0
//! Registers: ports of a module that software sets and reads over a bus. A module lists the ports; the register map follows.

mod rdl;
mod table;

pub use rdl::rdl;
pub use table::markdown;

use crate::{Dir, PortSpec};

/// Bits of a register.
pub const REGISTER_BITS: usize = 32;

/// Bytes of a module's address space: the least that AXI gives a slave (AMBA AXI Protocol Specification, section A3.4.1).
pub const SPACE: u32 = 4096;

/// A port that software uses, and its place in the address space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftwarePort {
    /// Name of the port.
    pub port: &'static str,
    /// Address of its first register, in bytes, a multiple of 4. It is the same in all configurations.
    pub offset: u32,
    /// Bits of each of its elements, if the port is an array of them: each gets a register.
    pub element: Option<usize>,
    /// What software does with it.
    pub purpose: Use,
}

/// What software does with a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Use {
    /// It sets an input. After reset it is this, of an array each element; what is not given is 0.
    Setting(Vec<u64>),
    /// It reads an output.
    Status,
    /// It reads how often an output of one bit was high, and may set the count.
    Count,
}

impl SoftwarePort {
    /// An input that software sets; after reset it is `initial`.
    pub fn setting(port: &'static str, offset: u32, initial: u64) -> SoftwarePort {
        SoftwarePort { port, offset, element: None, purpose: Use::Setting(vec![initial]) }
    }

    /// An output that software reads.
    pub fn status(port: &'static str, offset: u32) -> SoftwarePort {
        SoftwarePort { port, offset, element: None, purpose: Use::Status }
    }

    /// An output whose cycles software counts.
    pub fn count(port: &'static str, offset: u32) -> SoftwarePort {
        SoftwarePort { port, offset, element: None, purpose: Use::Count }
    }

    /// An input of elements of `bits` each, with their values after reset.
    pub fn settings(port: &'static str, offset: u32, bits: usize, initial: Vec<u64>) -> SoftwarePort {
        SoftwarePort { port, offset, element: Some(bits), purpose: Use::Setting(initial) }
    }

    /// The registers of the port: one for each element, and for each [`REGISTER_BITS`] of what is wider.
    fn registers(&self, spec: &PortSpec) -> Vec<Register> {
        let element = self.element.unwrap_or(spec.width);
        let pieces = element.div_ceil(REGISTER_BITS);
        let all = spec.width / element * pieces;
        let register = |n: usize| {
            let (of, piece) = (n / pieces, n % pieces);
            let low = piece * REGISTER_BITS;
            let width = (element - low).min(REGISTER_BITS);
            let (access, width) = match &self.purpose {
                Use::Setting(initial) => {
                    let initial = initial.get(of).copied().unwrap_or(0) >> low;
                    (Access::Setting { initial: (initial & ((1 << width) - 1)) as u32 }, width)
                }
                Use::Status => (Access::Status, width),
                Use::Count => (Access::Count, REGISTER_BITS),
            };
            let part = match (self.element, pieces) {
                (Some(_), _) => format!("Element {of} of: "),
                (None, 1) => String::new(),
                (None, _) => format!("Bits {} to {low} of: ", low + width - 1),
            };
            let cycles = if access == Access::Count { "Cycles in which this was so: " } else { "" };
            Register {
                name: if all == 1 { spec.name.to_string() } else { format!("{}_{n}", spec.name) },
                offset: self.offset + 4 * n as u32,
                width,
                access,
                port: spec.name,
                low: of * element + low,
                doc: format!("{cycles}{part}{}", spec.doc),
            }
        };
        (0..all).map(register).collect()
    }
}

/// A register: `width` bits from bit 0 on; the bits above them are reserved and read 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Unique in its module.
    pub name: String,
    /// Its address in bytes.
    pub offset: u32,
    /// Its bits, 1..=32.
    pub width: usize,
    /// What software does with it.
    pub access: Access,
    /// The port behind it.
    pub port: &'static str,
    /// The bit of the port that its bit 0 is.
    pub low: usize,
    /// What it means.
    pub doc: String,
}

/// What software does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads and writes; the input has the value that was written last.
    Setting {
        /// Its value after reset.
        initial: u32,
    },
    /// Reads the value that the output has.
    Status,
    /// Reads the cycles in which the output was high, modulo 2^32; a write replaces the count. After reset it is 0.
    Count,
}

impl Register {
    /// Its number: its address in words.
    pub fn word(&self) -> usize {
        self.offset as usize / 4
    }

    /// Software can write it.
    pub fn writable(&self) -> bool {
        self.access != Access::Status
    }

    /// Its value after reset, if that is always the same.
    pub fn initial(&self) -> Option<u32> {
        match self.access {
            Access::Setting { initial } => Some(initial),
            Access::Status => None,
            Access::Count => Some(0),
        }
    }

    /// Its bits.
    pub fn mask(&self) -> u32 {
        u32::MAX >> (REGISTER_BITS - self.width)
    }
}

/// The registers of a module with these ports, by address.
///
/// # Panics
/// If the list does not fit the ports, or two registers the same place; a test goes through all configurations.
pub fn map(software: &[SoftwarePort], ports: &[PortSpec]) -> Vec<Register> {
    let mut registers = Vec::new();
    for used in software {
        let spec = ports.iter().find(|spec| spec.name == used.port);
        let spec = spec.unwrap_or_else(|| panic!("there is no port `{}`", used.port));
        let fits = match used.purpose {
            Use::Setting(_) => spec.dir == Dir::In,
            Use::Status => spec.dir == Dir::Out,
            Use::Count => spec.dir == Dir::Out && spec.width == 1,
        };
        assert!(fits, "`{}` cannot be {:?}", used.port, used.purpose);
        registers.extend(used.registers(spec));
    }
    registers.sort_by_key(|register| register.offset);
    let apart = registers.windows(2).all(|pair| pair[0].offset < pair[1].offset);
    let inside = registers.iter().all(|r| r.offset % 4 == 0 && r.offset < SPACE);
    assert!(apart && inside, "registers overlap or lie outside: {registers:?}");
    registers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    #[test]
    fn the_registers_of_every_module_fit_its_ports_and_no_two_the_same_place_in_any_configuration() {
        let mut mapped = 0;
        for unit in crate::all() {
            for module in unit.modules {
                for configuration in unit.configurations {
                    let registers = (module.registers)(configuration).unwrap();
                    mapped += registers.len();
                    for register in registers {
                        assert!(register.initial().unwrap_or(0) & !register.mask() == 0, "{register:?}");
                    }
                }
            }
        }
        assert!(mapped > 0);
    }

    #[test]
    fn a_wide_port_has_a_register_for_every_32_bits_and_an_array_one_for_each_element() {
        let paper = crate::sms::params::Params::named("paper").unwrap();
        let ports = <crate::sms::Sms as crate::Module>::ports(&paper);
        let thresholds = SoftwarePort::settings("cfg_thr", 0x10, 10, vec![1, 2, 3, 4]);
        let of = |software: SoftwarePort| map(&[software], &ports);
        let seen: Vec<_> = of(thresholds).into_iter().map(|r| (r.name.clone(), r.low, r.initial())).collect();
        assert_eq!(seen[1], ("cfg_thr_1".to_string(), 10, Some(2)));
        let wide = of(SoftwarePort::setting("cfg_thr", 0x10, 0xab_1234_5678));
        assert_eq!((wide[1].offset, wide[1].width, wide[1].initial()), (0x14, 8, Some(0xab)));
    }
}
