// SPDX-License-Identifier: Apache-2.0
//! Equalizer as an attachment: one `eq_sm` on every SM, and the `eq_fm` on the chip.

use super::binding::{Binding, Configured, Fixed, Options, To};
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::equalizer::{EqualizerFrequency, EqualizerThrottle};
use warpsmith_gpu::Socket;
use warpsmith_units::equalizer::params::{Mode, Params};
use warpsmith_units::equalizer::{EqFm, EqSm};
use warpsmith_units::ParamInfo;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = "named configuration to start from";
    const OPTIONS: &'static [ParamInfo] = &[
        ParamInfo::words(
            "mode",
            "what the frequency manager is for",
            "performance",
            &["performance", "energy"],
        ),
        ParamInfo::words("dvfs", "frequency votes have an effect; off = blocks only", "on", &["on", "off"]),
        ParamInfo::words("blocks", "block counts have an effect; off = frequency only", "on", &["on", "off"]),
    ];

    /// The frequency manager stands in its socket only if it has an effect.
    fn sockets(options: &Options) -> Vec<Socket> {
        match options.is("dvfs", "off") {
            true => vec![Socket::BlockThrottle],
            false => vec![Socket::BlockThrottle, Socket::FrequencyManager],
        }
    }

    /// The ports are as wide as the SM's vectors.
    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let sm = &machine.sm;
        [("n_sm", sm.count), ("n_warps", sm.warps), ("n_cta", sm.ctas)]
            .map(|(key, value)| Fixed::required(key, value))
            .into()
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let Configured { options, params, .. } = unit;
        let blocks = options.is("blocks", "on");
        for (n, sm) in (0..).zip(attachments.sms(machine)) {
            sm.throttle = Some(Box::new(EqualizerThrottle::new(backend.make::<EqSm>(params, n)?, blocks)));
        }
        if options.is("dvfs", "on") {
            let mode = if options.is("mode", "energy") { Mode::Energy } else { Mode::Performance };
            for (n, chip) in (0..).zip(attachments.chip(machine)) {
                let unit = backend.make::<EqFm>(params, n)?;
                chip.frequency = Some(Box::new(EqualizerFrequency::new(unit, mode)));
            }
        }
        Ok(())
    }
}
