// SPDX-License-Identifier: Apache-2.0
//! The ports of a unit in the socket of a memory controller, which all such units share: a request in, a command out.

use warpsmith_units::dram_timing::Channel;

use crate::socket::ControllerShape;

/// The shape of a controller for this channel.
pub fn shape(channel: &Channel) -> ControllerShape {
    ControllerShape::ports(channel.n_src(), 1 << channel.id_bits, 1 << channel.row_bits)
}

/// Inputs of a unit, of which `$own` are its own beside the request's.
macro_rules! ports_in {
    ($unit:ident, $input:expr, { $($own:tt)* }) => {{
        let input: &$crate::socket::ControllerIn = $input;
        let request = input.request.unwrap_or_default();
        $unit::In {
            req_valid: input.request.is_some(),
            req_src: request.source,
            req_id: request.id.into(),
            req_wr: request.write,
            req_bank: request.bank,
            req_row: request.row,
            req_col: request.column.into(),
            $($own)*
        }
    }};
}

/// Readiness and command of a unit's outputs.
macro_rules! ports_out {
    ($out:expr) => {{
        let out = &$out;
        $crate::unit::dram_ports::command_out!(out, out.src_ready)
    }};
}

/// The command of a unit's outputs, and these entries as ready.
macro_rules! command_out {
    ($out:expr, $ready:expr) => {{
        use warpsmith_units::dram_timing::Command as Port;
        use $crate::types::Command;
        let out = &$out;
        let (bank, row) = (out.cmd_bank, out.cmd_row);
        let command = || match Port::of(out.cmd) {
            Port::Pre => Command::Precharge { bank },
            Port::Act => Command::Activate { bank, row },
            Port::Rd => Command::Read { bank },
            Port::Wr => Command::Write { bank },
        };
        let column = out.cmd >= Port::Rd as u8;
        $crate::socket::ControllerOut {
            ready: $ready,
            command: out.cmd_valid.then(|| $crate::socket::ControllerCommand {
                command: command(),
                id: if column { out.cmd_id as u16 } else { 0 },
            }),
            ..Default::default()
        }
    }};
}

pub(super) use {command_out, ports_in, ports_out};
