// SPDX-License-Identifier: Apache-2.0
//! `eq_fm` as the frequency manager.

use warpsmith_units::equalizer::fm;
use warpsmith_units::equalizer::params::Mode;
use warpsmith_units::{Snapshot, Unit};

use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, Bottlenecks, FrequencyManager, Levels, UnitError};
use crate::types::{bits, Level};

/// `eq_fm` as the frequency manager.
pub struct EqualizerFrequency<U> {
    unit: U,
    mode: Mode,
}

impl<U: Unit<In = fm::In, Out = fm::Out>> EqualizerFrequency<U> {
    /// Resets `unit` and attaches it with a constant mode.
    pub fn new(mut unit: U, mode: Mode) -> Self {
        unit.reset();
        Self { unit, mode }
    }
}

/// The encoding of a level port: 0 LOW, 1 NOMINAL, 2 HIGH; 3 does not occur.
fn level(port: u8) -> Level {
    match port {
        0 => Level::Low,
        1 => Level::Nominal,
        _ => Level::High,
    }
}

/// The votes as the unit's ports have them.
fn ports(reports: &Bottlenecks, mode: Mode) -> fm::In {
    let mode = mode == Mode::Performance;
    let mut input = fm::In { vote_valid: reports.valid, mode, ..fm::In::default() };
    for sm in bits(reports.valid) {
        let (compute, memory) = (reports.compute >> sm & 1, reports.memory >> sm & 1);
        input.set_vote(sm as usize, (compute | memory << 1) as u8);
    }
    input
}

impl<U: Snapshot> Saved for EqualizerFrequency<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        Ok(self.unit.restore(from.take()?)?)
    }
}

impl<U: Unit + Snapshot + Send> Attachment for EqualizerFrequency<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

impl<U: Unit<In = fm::In, Out = fm::Out> + Snapshot + Send> FrequencyManager for EqualizerFrequency<U> {
    fn step(&mut self, reports: &Bottlenecks) -> Levels {
        let out = self.unit.step(&ports(reports, self.mode));
        Levels { sm: level(out.sm_level), memory: level(out.mem_level) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::Bottleneck;

    #[test]
    fn votes_pack_two_bits_an_sm_with_sm_0_lowest() {
        let mut v = Bottlenecks::default();
        v.set(0, Bottleneck::Memory);
        v.set(17, Bottleneck::Compute);
        v.set(63, Bottleneck::Memory);
        assert_eq!(v.valid, 1 | 1 << 17 | 1 << 63);
        assert_eq!(ports(&v, Mode::Energy).vote.data, [2, 1 << 2, 0, 2 << 30]);
    }
}
