// SPDX-License-Identifier: Apache-2.0
//! The orders on hand-made cases, and every policy on random traffic.

use super::atlas::LeastAttained;
use super::buffer::{Entry, Order, RequestBuffer};
use super::cfrfcfs::CpuFirst;
use super::params::SOCKET;
use super::parbs::Batches;
use super::tcm::{Behaviour, Clusters, Spec};
use crate::attachments::Attachments;
use crate::machine::MachineSpec;
use crate::socket::{BurstRequest, ControllerIn, MemoryController};
use crate::types::{Command, DramCycle};
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::Serialize;
use warpsmith_units::dram_timing::Channel;
use warpsmith_units::{frfcfs, Unit};

const GPU: u8 = 16;

fn machine() -> MachineSpec {
    MachineSpec::load("cpu-gpu").unwrap()
}

fn read(source: u8, bank: u8, row: u32, id: u16) -> BurstRequest {
    BurstRequest { source, id, bank, row, bursts: 1, ..BurstRequest::default() }
}

/// The ids in the order of their column commands; requests come one a cycle, all before `quiet` cycles pass.
fn served<O: Order + Serialize + DeserializeOwned>(order: O, requests: &[BurstRequest]) -> Vec<u16> {
    let mut buffer = RequestBuffer::new(&machine(), 300, order);
    let mut ids = Vec::new();
    for cycle in 0..2000 {
        let input = ControllerIn { request: requests.get(cycle).copied(), ..Default::default() };
        let command = buffer.step(&input).command;
        let column = command.filter(|c| matches!(c.command, Command::Read { .. } | Command::Write { .. }));
        ids.extend(column.map(|c| c.id));
    }
    ids
}

#[test]
fn cfrfcfs_closes_a_row_with_hits_of_the_gpu_for_a_cpu() {
    let gpu_row = (0..8).map(|id| read(GPU, 0, 1, id));
    let requests: Vec<_> = gpu_row.chain([read(3, 0, 2, 100)]).collect();
    let ids = served(CpuFirst { cpus: GPU, age: 1 << 14 }, &requests);
    assert_eq!(ids.len(), 9);
    assert!(ids[0] == 100, "{ids:?}: the CPU waits for no hit");
}

#[test]
fn cfrfcfs_orders_equal_sources_by_hit_then_age() {
    let requests = [read(1, 0, 1, 0), read(2, 0, 2, 1), read(1, 0, 1, 2)];
    assert_eq!(served(CpuFirst { cpus: GPU, age: 1 << 14 }, &requests), [0, 2, 1]);
}

#[test]
fn parbs_serves_a_batch_before_younger_hits_and_marks_five_of_a_source_and_bank() {
    // Source 1's seven hits arrive first: the first is marked alone and served, five of the rest are the next batch
    // together with source 2's conflict; the seventh waits although it hits.
    let mut requests: Vec<_> = (0..7).map(|id| read(1, 0, 1, id)).collect();
    requests.push(read(2, 0, 2, 100));
    let ids = served(Batches::new(17, 5), &requests);
    assert_eq!(ids, [0, 1, 2, 3, 4, 5, 100, 6]);
}

#[test]
fn parbs_ranks_the_source_with_the_smallest_largest_bank_load_first() {
    // All are in one batch, formed when the first request, which opens bank 7, is served.
    let first = read(0, 7, 0, 0);
    let heavy = [read(1, 0, 1, 1), read(1, 0, 2, 2), read(1, 0, 3, 3)];
    let light = [read(2, 1, 1, 4), read(2, 0, 9, 5)];
    let requests: Vec<_> = std::iter::once(first).chain(heavy).chain(light).collect();
    let ids = served(Batches::new(17, 5), &requests);
    let place = |id| ids.iter().position(|i| *i == id).unwrap();
    assert!(place(5) < place(2) && place(5) < place(3), "{ids:?}: bank 0 serves source 2 before 1");
}

#[test]
fn atlas_ranks_by_attained_service_and_lets_nobody_starve() {
    let mut atlas = LeastAttained::new(3, 8, 100, 1000);
    atlas.commanded(0, 0, 0, 50);
    atlas.commanded(0, 1, 2, 20);
    assert!(atlas.step(100, &mut [], &[]));
    let buffer = RequestBuffer::new(&machine(), 300, atlas);
    let key = |source, hit| {
        let entry = Entry { request: read(source, 0, 0, 0), arrival: 0, marked: false };
        buffer.order().key(&entry, hit)
    };
    // Least service first, whatever the row.
    assert!(key(1, false) > key(2, true) && key(2, false) > key(0, true));
    assert!(key(1, true) > key(1, false));
    assert_eq!(buffer.order().age_limit(), 1000);
}

#[test]
fn an_overdue_request_goes_before_every_rank() {
    let mut atlas = LeastAttained::new(17, 8, 1_000_000, 200);
    atlas.commanded(0, 0, 5, 1000);
    atlas.step(1_000_000, &mut [], &[]);
    // Source 5 has the lowest rank; others keep its bank busy with one row from before it comes.
    let mut requests = vec![read(1, 0, 1, 0), read(5, 0, 2, 999)];
    requests.extend((1..400).map(|id| read(1, 0, 1, id)));
    let ids = served(atlas, &requests);
    let place = ids.iter().position(|id| *id == 999).unwrap();
    assert!((10..120).contains(&place), "served as number {place}");
}

fn clusters(cpu_first: bool) -> Clusters {
    Clusters::new(Spec {
        cpus: 4,
        banks: 8,
        quantum: 1000,
        shuffle: 10,
        sample: 10,
        cluster_share: 0.1,
        cpu_first,
    })
}

#[test]
fn tcm_puts_light_sources_first_and_nice_ones_above_the_rest() {
    let mut tcm = clusters(false);
    let source = |mpki, service, row_locality, bank_parallelism| Behaviour {
        mpki,
        service,
        row_locality,
        bank_parallelism,
    };
    tcm.cluster(&[
        source(30.0, 400, 0.9, 1.0),  // heavy, local: not nice
        source(0.5, 20, 0.5, 1.0),    // light
        source(50.0, 450, 0.2, 4.0),  // heavy, parallel: nice
        source(0.1, 30, 0.5, 1.0),    // lightest
        source(400.0, 500, 0.8, 5.0), // the GPU
    ]);
    let ranks = tcm.ranks();
    // Latency cluster: 20 + 30 of 1400 are below a tenth, the next would be above.
    assert!(ranks[3] > ranks[1] && ranks[1] > ranks[0].max(ranks[2]).max(ranks[4]), "{ranks:?}");
    // Niceness: source 0: 0 - 2, source 2: 1 - 0, GPU: 2 - 1.
    assert!(ranks[0] < ranks[2] && ranks[0] < ranks[4], "{ranks:?}");
}

#[test]
fn ctcm_serves_the_last_cpu_before_the_gpu() {
    let key = |cpu_first, source| {
        let mut tcm = clusters(cpu_first);
        let light = |mpki| Behaviour { mpki, ..Default::default() };
        tcm.cluster(&[light(9.0), light(8.0), light(7.0), light(6.0), light(1.0)]);
        tcm.key(&Entry { request: read(source, 0, 0, 0), arrival: 0, marked: false }, false)
    };
    assert!(key(false, 4) > key(false, 0));
    assert!(key(true, 4) < key(true, 0));
}

#[test]
fn half_of_the_buffer_is_reserved_for_cpus() {
    let mut buffer = RequestBuffer::new(&machine(), 300, CpuFirst { cpus: GPU, age: 1 << 14 });
    let mut ready = buffer.step(&ControllerIn::default()).ready;
    let (mut of_gpu, mut row) = (0, 0);
    // Conflicts in one bank are served far more slowly than they come.
    while ready >> GPU & 1 == 1 {
        row += 1;
        let request = Some(read(GPU, 0, row, row as u16));
        let out = buffer.step(&ControllerIn { request, ..Default::default() });
        let column = |c: &crate::socket::ControllerCommand| matches!(c.command, Command::Read { .. });
        of_gpu += 1 - i32::from(out.command.filter(column).is_some());
        ready = out.ready;
    }
    assert!((149..=150).contains(&of_gpu), "{of_gpu} requests of the GPU");
    assert_eq!(ready, (1 << GPU) - 1, "CPUs may still come");
}

fn traffic() -> impl Strategy<Value = Vec<Option<BurstRequest>>> {
    let one = (any::<bool>(), 0u8..=16, any::<bool>(), 0u8..8, 0u32..4);
    prop::collection::vec(one, 1..400).prop_map(|list| {
        let requests = list.into_iter().zip(0..).map(|((come, source, write, bank, row), id)| {
            come.then_some(BurstRequest {
                source,
                id,
                write,
                bank,
                row,
                bursts: 1,
                ..BurstRequest::default()
            })
        });
        requests.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_policy_keeps_the_timing_and_serves_each_request_once(requests in traffic()) {
        let machine = machine();
        for policy in crate::policy::all().iter().filter(|policy| policy.socket == SOCKET) {
            let name = policy.name;
            let mut attachments = Attachments::baseline();
            let quantum = policy.params.iter().find(|p| p.name == "quantum");
            let given: Vec<_> = quantum.map(|p| (p.name.to_string(), "100".to_string())).into_iter().collect();
            crate::policy::attach(name, &given, &machine, &mut attachments).unwrap();
            let controller = attachments.channels(&machine)[0].controller.as_mut().unwrap();
            let mut checker = crate::mem::DramChecker::new(&machine.dram);
            let mut open: Vec<Option<BurstRequest>> = vec![None; requests.len()];
            let mut ready = controller.ready_at_reset();
            let mut waiting = requests.iter().copied().peekable();
            let retired = [0; 16];
            for now in 0..30_000u64 {
                let entry = |r: BurstRequest| controller.entry(r.source, r.priority, r.write);
                let may = |r: &Option<BurstRequest>| r.is_none_or(|r| ready >> entry(r) & 1 == 1);
                let request = waiting.next_if(may).flatten();
                if let Some(request) = request {
                    open[usize::from(request.id)] = Some(request);
                }
                let out = controller.step(&ControllerIn { now: DramCycle(now), request, retired: &retired, ..Default::default() });
                ready = out.ready;
                let Some(command) = out.command else { continue };
                let row = checker.check(now, command.command).map_err(|e| TestCaseError::fail(format!("{name}: {e}")))?;
                let write = matches!(command.command, Command::Write { .. });
                if write || matches!(command.command, Command::Read { .. }) {
                    let request = open[usize::from(command.id)].take();
                    let request = request.ok_or_else(|| TestCaseError::fail("served twice"))?;
                    prop_assert_eq!((Some(request.row), request.write, request.bank), (row, write, command.command.bank()));
                }
            }
            prop_assert!(waiting.peek().is_none() && open.iter().all(Option::is_none), "{} left requests", name);
        }
    }

    #[test]
    fn with_reads_of_one_kind_of_source_cfrfcfs_is_the_reference_frfcfs(requests in traffic()) {
        let params = frfcfs::params::Params { channel: Channel::PAPER, ..frfcfs::params::Params::PAPER };
        let mut reference = frfcfs::Model::new(&params);
        reference.reset();
        let mut buffer = RequestBuffer::new(&machine(), 300, CpuFirst { cpus: GPU, age: 1 << 14 });
        let reads = requests.into_iter().map(|r| r.map(|r| BurstRequest { write: false, source: GPU, ..r }));
        for request in reads.chain(std::iter::repeat_n(None, 3000)) {
            let ours = buffer.step(&ControllerIn { request, ..Default::default() });
            let r = request.unwrap_or_default();
            let out = reference.step(&frfcfs::In {
                req_valid: request.is_some(),
                req_src: r.source,
                req_id: r.id.into(),
                req_wr: false,
                req_bank: r.bank,
                req_row: r.row,
                req_col: r.column.into(),
            });
            prop_assert_eq!(ours.ready, out.src_ready);
            let command = ours.command.map(|c| match c.command {
                Command::Precharge { bank } => (0, bank, 0),
                Command::Activate { bank, .. } => (1, bank, 0),
                Command::Read { bank } => (2, bank, u32::from(c.id)),
                Command::Write { bank } => (3, bank, u32::from(c.id)),
            });
            let id = if out.cmd >= 2 { out.cmd_id } else { 0 };
            prop_assert_eq!(command, out.cmd_valid.then_some((out.cmd, out.cmd_bank, id)));
        }
    }
}
