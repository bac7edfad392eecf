// SPDX-License-Identifier: Apache-2.0
//! Policies without RTL: baselines and comparators, one file each, in the same sockets as the units.

mod bypass;
mod ccws;
mod cta_pausing;
mod dyncta;
mod eaf;
mod fixed_blocks;
mod gto;
mod info;
mod issue;
mod lrr;
mod memory;
mod one_in_flight;
mod orch;
mod owl;
mod params;
mod pc_bypass;
mod pcal;
mod prefetch;
mod ready_queue;
mod static_levels;
pub(crate) mod translation;
mod two_level;

pub use cta_pausing::CtaPausing;
pub use gto::Gto;
pub use info::PolicyInfo;
pub use lrr::Lrr;
pub use memory::MACHINES_OWN;
pub use params::{ParamInfo, PolicyError, Settings};

pub(crate) use fixed_blocks::Unthrottled;
pub(crate) use issue::issue;
pub(crate) use one_in_flight::OneInFlight;

use crate::attachments::Attachments;
use crate::machine::MachineSpec;

/// Every policy; the registration is its line here.
pub fn all() -> &'static [PolicyInfo] {
    const ALL: &[PolicyInfo] = &[
        lrr::INFO,
        gto::INFO,
        two_level::INFO,
        ready_queue::INFO,
        orch::INFO,
        owl::INFO,
        fixed_blocks::UNTHROTTLED,
        fixed_blocks::INFO,
        static_levels::INFO,
        dyncta::INFO,
        ccws::INFO,
        prefetch::NEXT_LINE,
        prefetch::STRIDE,
        prefetch::LAP,
        prefetch::INTER_WARP,
        prefetch::MTA,
        bypass::NONE,
        bypass::RANDOM,
        pcal::INFO,
        pc_bypass::INFO,
        eaf::LRU,
        eaf::EAF,
        translation::SHARED_TLB,
        translation::PW_CACHE,
        translation::IDEAL,
        translation::SHARED_FRAMES,
        translation::STATIC_CHANNELS,
        translation::COCOA,
        translation::MIGRATING,
        memory::DRAIN_FRFCFS,
        memory::DRAIN_FCFS,
        memory::BUFFER_FRFCFS,
        memory::PARBS,
        memory::ATLAS,
        memory::TCM,
        memory::CFRFCFS,
        memory::CTCM,
    ];
    ALL
}

/// Puts the policy `name` into its socket of `attachments`. Returns all its parameters as they were used.
pub fn attach(
    name: &str,
    given: &[(String, String)],
    machine: &MachineSpec,
    attachments: &mut Attachments,
) -> Result<Vec<(&'static str, String)>, PolicyError> {
    let info = all().iter().find(|p| p.name == name).ok_or_else(|| PolicyError::UnknownPolicy {
        name: name.to_string(),
        known: all().iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
    })?;
    if info.socket.is_of_translation() && machine.mmu.is_none() {
        return Err(PolicyError::NoTranslation { policy: info.name, machine: machine.name.clone() });
    }
    let settings = Settings::parse(info.name, info.params, given)?;
    (info.install)(&settings, machine, attachments);
    Ok(settings.resolved())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> MachineSpec {
        MachineSpec::load("gtx480").unwrap()
    }

    fn attach_text(name: &str, given: &[(&str, &str)]) -> Result<Vec<(&'static str, String)>, PolicyError> {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let translates = all().iter().any(|info| info.name == name && info.socket.is_of_translation());
        let machine = if translates { MachineSpec::load("maxwell").unwrap() } else { machine() };
        attach(name, &given, &machine, &mut Attachments::baseline())
    }

    #[test]
    fn every_policy_attaches_with_the_defaults_that_it_lists() {
        for info in all() {
            let used = attach_text(info.name, &[]).unwrap();
            let listed: Vec<_> = info.params.iter().map(|p| (p.name, p.default.to_string())).collect();
            assert_eq!(used, listed, "{}", info.name);
        }
    }

    #[test]
    fn a_policy_of_translation_is_refused_on_a_machine_without_it() {
        let e = attach("pw_cache", &[], &machine(), &mut Attachments::baseline()).unwrap_err().to_string();
        assert!(e.contains("`pw_cache`") && e.contains("[mmu]") && e.contains("maxwell"), "{e}");
    }

    #[test]
    fn an_unknown_policy_or_parameter_lists_the_known_ones() {
        let e = attach_text("dyncat", &[]).unwrap_err().to_string();
        assert!(e.contains("`dyncat`") && e.contains("dyncta") && e.contains("static_levels"), "{e}");
        let e = attach_text("dyncta", &[("epoch", "1")]).unwrap_err().to_string();
        assert!(e.contains("`epoch`") && e.contains("mem_high"), "{e}");
    }

    #[test]
    fn a_value_out_of_range_names_policy_key_value_and_range() {
        for (policy, key, value, range) in
            [("fixed_blocks", "n", "0", "1..=32"), ("static_levels", "mem", "fast", "low or nominal or high")]
        {
            let e = attach_text(policy, &[(key, value)]).unwrap_err().to_string();
            let parts = [policy, key, value, range];
            assert!(parts.iter().all(|part| e.contains(part)), "{e}");
        }
    }
}
