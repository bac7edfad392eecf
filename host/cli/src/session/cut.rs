// SPDX-License-Identifier: Apache-2.0
//! Why a run ended before the program did.

use super::control::SessionControl;
use warpsmith_gpu::device::DeviceError;
use warpsmith_gpu::RunError;
use warpsmith_protocol::ProtocolError;

/// Why a run ended before the program did.
pub enum Cut {
    Device(DeviceError),
    /// What came over the socket makes no sense.
    Connection(ProtocolError),
    /// The program ended, or was ended, while something was on its way.
    Ended(ProtocolError),
    /// Several processes of the program use the GPU.
    SecondProgram,
}

/// Whether a run ended at the limit of cycles.
pub fn at_limit(cut: &Option<Cut>) -> bool {
    matches!(cut, Some(Cut::Device(DeviceError::Run(RunError::MaxCycles(_)))))
}

/// Why the run is not complete, for a person.
pub fn partial_reason(control: &SessionControl, cut: Option<Cut>, max_cycles: Option<u64>) -> Option<String> {
    match cut {
        _ if control.interrupted() => Some("interrupted".to_string()),
        Some(Cut::Device(DeviceError::Run(RunError::MaxCycles(_)))) => {
            let limit = max_cycles.unwrap_or_default();
            Some(format!("the limit of {limit} SM cycles (--max-cycles) is reached"))
        }
        Some(Cut::Device(error)) => Some(error.to_string()),
        Some(Cut::Connection(error) | Cut::Ended(error)) => Some(format!(
            "the connection to the program failed, which has been ended: {error}; something other than the CUDA runtime \
             uses the descriptor in $WARPSMITH_SOCKET"
        )),
        Some(Cut::SecondProgram) => Some(
            "a second CUDA program was started, which the program on the command line must not do: give each a \
             `warpsmith run` of its own, or name all of them, with `++` between"
                .to_string(),
        ),
        None => None,
    }
}
