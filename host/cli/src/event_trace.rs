// SPDX-License-Identifier: Apache-2.0
//! What happened when in a run, in the trace event format of Chrome, which Perfetto shows too.
//!
//! The process "GPU" has the kernels, the levels of the clocks and the samples of the time line; a process for each SM has its CTAs, by
//! slot, and what its throttle said. Time is simulated time.

use crate::output::Output;
use crate::result::Statistics;
use anyhow::Result;
use serde_json::{json, Value};
use std::io::{self, Write};
use warpsmith_gpu::types::Level;
use warpsmith_gpu::{Chronicle, Gpu, KernelRecord, SAMPLE_CYCLES};
use warpsmith_protocol::short_name;

/// The process of what no SM does alone; that of SM `i` is `i + 1`.
const GPU: u32 = 0;

/// What does not go with it.
pub const NOT_WITH: &str =
    "--timeline does not go with --cycles and checkpoints; cut the run with --max-cycles";

/// What there is to be shown.
struct EventTrace<'a> {
    /// In the order of their launches.
    kernels: Vec<&'a KernelRecord>,
    chronicle: &'a Chronicle,
    /// SM cycles and simulated seconds at the end.
    end: (u64, f64),
}

/// Writes what happened when in a run on `gpu`, if it has kept that.
pub fn write(output: &Output, statistics: &Statistics, gpu: &Gpu) -> Result<()> {
    let Some(chronicle) = gpu.chronicle() else { return Ok(()) };
    let others = statistics.applications.iter().flat_map(|one| &one.kernels);
    let mut kernels: Vec<&KernelRecord> = statistics.kernels.iter().chain(others).collect();
    kernels.sort_by_key(|kernel| kernel.start);
    let time = &statistics.total.time;
    let trace = EventTrace { kernels, chronicle, end: (time.sm_cycles, time.seconds) };
    output.stream(|to| trace.write_events(to))
}

impl EventTrace<'_> {
    fn write_events(&self, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
        let events = self.names().chain(self.kernels()).chain(self.ctas()).chain(self.decisions());
        for (i, event) in events.chain(self.samples()).enumerate() {
            write!(to, "{}", if i == 0 { "\n" } else { ",\n" })?;
            serde_json::to_writer(&mut *to, &event)?;
        }
        writeln!(to, "\n]}}")
    }

    /// Microseconds at an SM cycle.
    fn at(&self, cycle: u64) -> f64 {
        let clock = self.chronicle.clock();
        let next = clock.partition_point(|point| point.0 <= cycle);
        let (from, seconds) = next.checked_sub(1).map_or((0, 0.0), |last| clock[last]);
        let (to, end) = clock.get(next).copied().unwrap_or(self.end);
        let share = if to > from { (cycle - from) as f64 / (to - from) as f64 } else { 0.0 };
        (seconds + (end - seconds) * share) * 1e6
    }

    /// Something with a beginning and an end.
    fn span(&self, name: &str, (process, thread): (u32, u32), (from, to): (u64, u64), args: Value) -> Value {
        let (start, end) = (self.at(from), self.at(to));
        json!({
            "name": name, "ph": "X", "pid": process, "tid": thread, "ts": start, "dur": end - start, "args": args
        })
    }

    /// Figures from a cycle on.
    fn counter(&self, name: &str, process: u32, cycle: u64, figures: Value) -> Value {
        json!({ "name": name, "ph": "C", "pid": process, "ts": self.at(cycle), "args": figures })
    }

    /// What processes are called.
    fn names(&self) -> impl Iterator<Item = Value> + '_ {
        let sms = self.chronicle.throttles().iter().map(|one| one.sm + 1).max().unwrap_or(0);
        (0..=sms).flat_map(|process| {
            let name = if process == GPU { "GPU".to_string() } else { format!("SM {}", process - 1) };
            [
                json!({ "name": "process_name", "ph": "M", "pid": process, "args": { "name": name } }),
                json!({ "name": "process_sort_index", "ph": "M", "pid": process, "args": { "sort_index": process } }),
            ]
        })
    }

    /// The kernels; those that ran at the same time are in threads of their own.
    fn kernels(&self) -> impl Iterator<Item = Value> + '_ {
        let mut free: Vec<u64> = Vec::new();
        self.kernels.iter().map(move |kernel| {
            let (from, to) = (kernel.start, kernel.start + kernel.cycles);
            let thread = free.iter().position(|end| *end <= from).unwrap_or(free.len());
            free.resize(free.len().max(thread + 1), 0);
            free[thread] = to;
            let args = json!({
                "kernel": kernel.name, "grid": kernel.grid, "block": kernel.block, "SM cycles": kernel.cycles,
                "CTAs per SM": kernel.occupancy.ctas_per_sm
            });
            self.span(&short_name(&kernel.kernel), (GPU, thread as u32 + 1), (from, to), args)
        })
    }

    fn ctas(&self) -> impl Iterator<Item = Value> + '_ {
        self.chronicle.ctas().iter().map(|cta| {
            let args = json!({ "SM cycles": cta.to - cta.from });
            self.span("CTA", (cta.sm + 1, cta.slot + 1), (cta.from, cta.to), args)
        })
    }

    /// What throttles and the frequency manager said.
    fn decisions(&self) -> impl Iterator<Item = Value> + '_ {
        let throttles = self.chronicle.throttles().iter().map(|said| {
            let figures = json!({ "target": said.num_blocks, "paused": said.paused });
            self.counter("CTAs", said.sm + 1, said.cycle, figures)
        });
        let levels = self.chronicle.levels().iter().flat_map(|(cycle, levels)| {
            let figures = json!({ "SMs": levels.sm as u8, "memory": levels.memory as u8 });
            let name = format!("SMs {}, memory {}", name(levels.sm), name(levels.memory));
            let decision = json!({
                "name": name, "ph": "i", "s": "p", "pid": GPU, "tid": 0, "ts": self.at(*cycle),
                "args": { "SM cycle": cycle }
            });
            [self.counter("levels of the clocks (1 is nominal)", GPU, *cycle, figures), decision]
        });
        throttles.chain(levels)
    }

    /// The samples of the time line, each from the beginning of its period on.
    fn samples(&self) -> impl Iterator<Item = Value> + '_ {
        self.kernels.iter().flat_map(move |kernel| {
            kernel.timeline.iter().enumerate().flat_map(move |(i, sample)| {
                let from = sample.cycle.saturating_sub(SAMPLE_CYCLES).max(kernel.start);
                let [nothing, compute, memory] = sample.votes;
                let ipc = sample.issued as f64 / (sample.cycle - from).max(1) as f64;
                let mut events = vec![self.counter("IPC", GPU, from, json!({ "IPC": ipc }))];
                if nothing + compute + memory > 0 {
                    let votes = json!({ "nothing": nothing, "compute": compute, "memory": memory });
                    events.push(self.counter("what limits the SMs", GPU, from, votes));
                }
                if let Some(types) = kernel.warp_types.get(i) {
                    events.push(self.counter("warp types", GPU, from, json!(types)));
                }
                for (unit, counts) in kernel.units.get(i).into_iter().flat_map(|units| units.groups()) {
                    events.push(self.counter(unit, GPU, from, json!(counts)));
                }
                events
            })
        })
    }
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Low => "low",
        Level::Nominal => "nominal",
        Level::High => "high",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_between_changes_of_the_clock_passes_evenly() {
        let chronicle = Chronicle::default();
        let trace = EventTrace { kernels: Vec::new(), chronicle: &chronicle, end: (1000, 2e-6) };
        assert_eq!([0, 500, 1000].map(|cycle| trace.at(cycle)), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn a_run_without_anything_is_a_trace_all_the_same() {
        let chronicle = Chronicle::default();
        let trace = EventTrace { kernels: Vec::new(), chronicle: &chronicle, end: (0, 0.0) };
        let mut text = Vec::new();
        trace.write_events(&mut text).unwrap();
        let json: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(json["traceEvents"].as_array().unwrap().len(), 2);
    }
}
