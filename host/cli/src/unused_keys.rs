// SPDX-License-Identifier: Apache-2.0
//! Keys of a machine that count for nothing in a run, because of what is attached or of the model: a change of one of
//! them is refused.

use crate::attach::{key_values, Attached};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::{MachineSpec, MmuSpec};
use warpsmith_gpu::policy::MACHINES_OWN;

/// What decides which keys count.
pub struct Uses<'a> {
    pub machine: &'a MachineSpec,
    /// Everything that is attached.
    pub attached: &'a [Attached],
    /// Whether something attached chooses the warps that issue.
    pub scheduled: bool,
    /// What has the DRAM channels instead of the machine's own scheduler.
    pub controller: Option<&'a Attached>,
    /// Whether CPU cores execute anything.
    pub cpus: bool,
}

/// The keys of the machine's own scheduler.
const SCHEDULER: [&str; 6] = [
    "dram.scheduler",
    "dram.scheduler_queue",
    "dram.write_queue",
    "dram.write_high",
    "dram.write_low",
    "dram.direction_limit",
];

/// Operations that PTX does not tell apart from others, and the keys whose timing they have.
const OPERATIONS: [(&str, &str); 10] = [
    ("sm.int.max", "sm.int.add"),
    ("sm.int.mul", "sm.int.mad"),
    ("sm.fp.add", "sm.fp.mad"),
    ("sm.fp.max", "sm.fp.mad"),
    ("sm.fp.mul", "sm.fp.mad"),
    ("sm.fp.div", "sm.sfu"),
    ("sm.dp.add", "sm.dp.mad"),
    ("sm.dp.max", "sm.dp.mad"),
    ("sm.dp.mul", "sm.dp.mad"),
    ("sm.dp.div", "sm.sfu"),
];

/// On a machine with a front end: keys, and what counts in their place.
const FRONT_END: [(&str, &str); 5] = [
    ("sm.int.add.latency", "front_end.alu_latency"),
    ("sm.int.mad.latency", "front_end.alu_latency"),
    ("sm.fp.mad.latency", "front_end.alu_latency"),
    ("sm.ibuffer", "front_end.latency"),
    ("sm.fetch_width", "front_end.latency"),
];

/// What an attached policy of address translation does without: the keys, by the beginning of their path, and why.
const TRANSLATION: [(&str, &[&str], &str); 2] = [
    (
        "pw_cache",
        &["mmu.l2.entries", "mmu.l2.ways", "mmu.l2.latency"],
        "`pw_cache` has no L2 TLB, only its ports and its replay queue",
    ),
    ("ideal_tlb", &["mmu.l1", "mmu.l2", "mmu.walks"], "`ideal_tlb` never misses in an L1 TLB"),
];

/// The keys of cores at work.
const CORES: [&str; 4] = ["cpu.mhz", "cpu.width", "cpu.window", "cpu.outstanding"];

impl Uses<'_> {
    /// # Errors
    /// One of the `overrides` (`key=value`) changes nothing: which, and why.
    pub fn check(&self, overrides: &[String]) -> Result<()> {
        for (key, _) in key_values("-m", overrides)? {
            if let Some(reason) = self.unused(&key) {
                return Err(usage(format!("-m {key} would change nothing: {reason}")));
            }
        }
        Ok(())
    }

    /// Why `key` does not count.
    fn unused(&self, key: &str) -> Option<String> {
        if CORES.contains(&key) && !self.cpus {
            return Some("no core executes anything; give them work with --cpus".to_string());
        }
        if let Some((_, timing)) = OPERATIONS.iter().find(|(operation, _)| key.starts_with(operation)) {
            return Some(format!(
                "the model does not tell this operation apart; it has the timing of {timing}"
            ));
        }
        let in_front = FRONT_END.iter().filter(|_| self.machine.front_end.is_some());
        if let Some((_, counts)) = in_front.into_iter().find(|(known, _)| *known == key) {
            return Some(format!("the machine has a front end, whose {counts} counts"));
        }
        let constant = &self.machine.constant;
        match key {
            "sm.warp_scheduler" if self.scheduled => {
                return Some("what is attached chooses the warps that issue".into());
            }
            "sm.response_queue" => {
                return Some(
                    "an SM takes one response a cycle and serves it in the next, so that one waits at most"
                        .into(),
                );
            }
            "front_end.tlp_sms" if !self.attached.iter().any(|one| one.name == "ilp") => {
                return Some("without --with ilp all SMs are TLP cores".into());
            }
            "front_end.mixed_sms"
                if !self.machine.is_heterogeneous() || !self.attached.iter().any(|one| one.name == "ilp") =>
            {
                return Some(
                    "without --with ilp and SMs of two kinds (front_end.tlp_sms) an SM has CTAs of one program".into(),
                );
            }
            "sm.operand_collectors.sp" | "sm.operand_collectors.mem"
                if self.machine.sm.operand_collectors.banks == 0 =>
            {
                return Some(
                    "without sm.operand_collectors.banks an instruction always finds a free collector".into(),
                );
            }
            "constant.miss_queue" if constant.miss_queue >= constant.mshrs => {
                return Some(format!("no more lines than constant.mshrs ({}) are under way", constant.mshrs));
            }
            "mmu.paging.order" if !self.machine.mmu.as_ref().is_some_and(MmuSpec::pages_on_demand) => {
                return Some("pages that take no time wait for no other".into());
            }
            _ => {}
        }
        let translation = TRANSLATION.iter().find(|(policy, keys, _)| {
            keys.iter().any(|start| key.starts_with(start))
                && self.attached.iter().any(|one| one.name == *policy)
        });
        if let Some((_, _, reason)) = translation {
            return Some(reason.to_string());
        }
        let by = self.controller?.name.as_str();
        if MACHINES_OWN.contains(&by) {
            return (key == SCHEDULER[0]).then(|| format!("`{by}` says in which order requests are served"));
        }
        if SCHEDULER.contains(&key) {
            return Some(format!("it belongs to the machine's own scheduler, and `{by}` has the channels"));
        }
        match key {
            "dram.timing.turnaround" => Some(format!(
                "`{by}` keeps the distance between reads and writes that its specification fixes"
            )),
            "dram.timing.ccd" | "dram.bank_groups" if self.machine.dram.bank_groups > 1 => Some(format!(
                "`{by}` knows no bank groups and keeps dram.timing.ccdl between any two column commands"
            )),
            _ => None,
        }
    }
}
