// SPDX-License-Identifier: Apache-2.0
//! The buses that registers can be behind: the ports of their slaves.

use super::super::thin::Pin;

/// A bus of 32 bits with a slave in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    /// APB4.
    Apb,
    /// AXI4-Lite.
    AxiLite,
}

/// A signal of a bus, as its slave calls it: it is an output of the slave, its bits, and what it means.
type Signal = (&'static str, bool, usize, &'static str);

const APB: &[Signal] = &[
    ("psel", false, 1, "APB: this slave is selected."),
    ("penable", false, 1, "Access phase of a transfer."),
    ("pwrite", false, 1, "The transfer is a write."),
    ("paddr", false, 12, "Byte address."),
    ("pwdata", false, 32, "What is written."),
    ("pstrb", false, 4, "Bytes of it that are written."),
    ("pready", true, 1, "The transfer ends."),
    ("prdata", true, 32, "What is read."),
    ("pslverr", true, 1, "No register is at the address."),
];

const AXI_LITE: &[Signal] = &[
    ("awvalid", false, 1, "AXI4-Lite: write address channel."),
    ("awready", true, 1, ""),
    ("awaddr", false, 12, ""),
    ("wvalid", false, 1, "Write data channel."),
    ("wready", true, 1, ""),
    ("wdata", false, 32, ""),
    ("wstrb", false, 4, ""),
    ("bvalid", true, 1, "Write response channel."),
    ("bready", false, 1, ""),
    ("bresp", true, 2, "0 OKAY, 2 SLVERR: no register is at the address."),
    ("arvalid", false, 1, "Read address channel."),
    ("arready", true, 1, ""),
    ("araddr", false, 12, ""),
    ("rvalid", true, 1, "Read data channel."),
    ("rready", false, 1, ""),
    ("rdata", true, 32, ""),
    ("rresp", true, 2, "0 OKAY, 2 SLVERR."),
];

impl Bus {
    /// All of them.
    pub const ALL: [Bus; 2] = [Bus::Apb, Bus::AxiLite];

    /// What wrappers and files are called by it.
    pub fn name(self) -> &'static str {
        match self {
            Bus::Apb => "apb",
            Bus::AxiLite => "axi_lite",
        }
    }

    /// Module of the slave.
    pub(super) fn slave(self) -> &'static str {
        match self {
            Bus::Apb => "apb_slave",
            Bus::AxiLite => "axi_lite_slave",
        }
    }

    /// What stands before the names of its signals at a wrapper.
    fn prefix(self) -> &'static str {
        match self {
            Bus::Apb => "s_apb_",
            Bus::AxiLite => "s_axi_",
        }
    }

    fn signals(self) -> &'static [Signal] {
        match self {
            Bus::Apb => APB,
            Bus::AxiLite => AXI_LITE,
        }
    }

    /// The ports of a wrapper.
    pub(super) fn pins(self) -> impl Iterator<Item = Pin> {
        self.signals().iter().map(move |(name, output, bits, doc)| Pin {
            output: *output,
            width: (*bits > 1).then_some(*bits),
            name: format!("{}{name}", self.prefix()),
            doc: doc.to_string(),
        })
    }

    /// What the slave's ports are connected to: the bus, and wires between it and the register file.
    pub(super) fn slave_pins(self) -> Vec<(&'static str, String)> {
        // What APB writes goes to the register file directly.
        let own =
            self.signals().iter().map(|(name, ..)| *name).filter(|name| !["pwdata", "pstrb"].contains(name));
        let outside = own.map(|name| (name, format!("{}{name}", self.prefix())));
        let inside: &[(&str, &str)] = match self {
            Bus::Apb => &[
                ("word", "bus_read_word"),
                ("present", "bus_read_present"),
                ("value", "bus_read_value"),
                ("write", "bus_write"),
            ],
            Bus::AxiLite => &[
                ("write_word", "bus_write_word"),
                ("write_present", "bus_write_present"),
                ("write", "bus_write"),
                ("write_data", "bus_write_data"),
                ("write_strobes", "bus_write_strobes"),
                ("read_word", "bus_read_word"),
                ("read_present", "bus_read_present"),
                ("read_value", "bus_read_value"),
            ],
        };
        outside.chain(inside.iter().map(|(name, wire)| (*name, wire.to_string()))).collect()
    }

    /// Where the register file's write port comes from: number, data and strobes; and where it says that there is such a register.
    pub(super) fn write_port(self) -> [&'static str; 4] {
        match self {
            Bus::Apb => ["bus_read_word", "s_apb_pwdata", "s_apb_pstrb", "unused_present"],
            Bus::AxiLite => ["bus_write_word", "bus_write_data", "bus_write_strobes", "bus_write_present"],
        }
    }

    /// Wires between slave and register file with their bits.
    pub(super) fn wires(self) -> Vec<(&'static str, usize)> {
        let [word, data, strobes, present] = self.write_port();
        let mut wires =
            vec![("bus_read_word", 10), ("bus_read_present", 1), ("bus_read_value", 32), ("bus_write", 1)];
        match self {
            Bus::Apb => wires.push((present, 1)),
            Bus::AxiLite => wires.extend([(word, 10), (data, 32), (strobes, 4), (present, 1)]),
        }
        wires
    }
}
