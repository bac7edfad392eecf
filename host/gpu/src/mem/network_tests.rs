// SPDX-License-Identifier: Apache-2.0

use proptest::prelude::*;

use super::Network;
use crate::machine::{IcntSpec, MachineSpec};
use crate::types::IcntCycle;

fn spec() -> IcntSpec {
    MachineSpec::load("gtx480").unwrap().icnt
}

/// Delivers all packets (input, output, flits), each pushed in order when its input has room, and returns for each
/// delivery the packet's number and the cycle.
fn deliver(packets: &[(usize, usize, u32)], ports: usize, drain_every: u64) -> Vec<(usize, u64)> {
    let mut network: Network<usize> = Network::new(&spec(), 0, ports, ports);
    let mut queues: Vec<Vec<usize>> = vec![Vec::new(); ports];
    for (number, &(input, ..)) in packets.iter().enumerate().rev() {
        queues[input].push(number);
    }
    let mut delivered = Vec::new();
    for now in 0..100_000 {
        for (input, queue) in queues.iter_mut().enumerate() {
            let Some(&number) = queue.last() else { continue };
            let (_, output, flits) = packets[number];
            if network.inlets[input].can_accept(flits) {
                network.inlets[input].push(IcntCycle(now), output, flits, number);
                queue.pop();
            }
        }
        if now % drain_every == 0 {
            let arrivals = network.outlets.iter_mut().filter_map(|outlet| outlet.pop(IcntCycle(now)));
            delivered.extend(arrivals.map(|number| (number, now)));
        }
        network.exchange(IcntCycle(now), IcntCycle(now + 1));
        if delivered.len() == packets.len() {
            break;
        }
    }
    delivered
}

proptest! {
    #[test]
    fn every_packet_arrives_once_and_in_order_between_two_ports(
        packets in prop::collection::vec((0usize..5, 0usize..5, 1u32..6), 1..300),
        drain_every in 1u64..20,
    ) {
        let delivered = deliver(&packets, 5, drain_every);
        let mut numbers: Vec<usize> = delivered.iter().map(|d| d.0).collect();
        for (i, &a) in numbers.iter().enumerate() {
            for &b in &numbers[i + 1..] {
                let (from_a, from_b) = (packets[a], packets[b]);
                prop_assert!(a < b || (from_a.0, from_a.1) != (from_b.0, from_b.1), "{b} overtook {a}");
            }
        }
        numbers.sort_unstable();
        prop_assert_eq!(numbers, (0..packets.len()).collect::<Vec<_>>());
    }
}

#[test]
fn a_lone_packet_takes_a_cycle_to_get_in_its_flits_and_the_latency() {
    let [(_, at)] = deliver(&[(0, 1, 5)], 2, 1)[..] else { panic!("one packet in, one packet out") };
    assert_eq!(at, 1 + 5 + u64::from(spec().latency));
}

#[test]
fn inputs_that_want_one_output_get_equal_shares() {
    let packets: Vec<_> = (0..400).map(|i| (i % 4, 0, 3)).collect();
    let delivered = deliver(&packets, 4, 1);
    let mut shares = [0; 4];
    for &(number, _) in &delivered[..200] {
        shares[packets[number].0] += 1;
    }
    assert_eq!(shares, [50; 4]);
}

#[test]
fn uniform_traffic_uses_nearly_all_of_every_port() {
    // 8 x 8 ports, five-flit packets to pseudo-random outputs.
    let packets: Vec<_> = (0..8000usize).map(|i| (i % 8, (i * 7919 / 8 + i * i) % 8, 5)).collect();
    let delivered = deliver(&packets, 8, 1);
    let mut per_output = [0u64; 8];
    packets.iter().for_each(|p| per_output[p.1] += 5);
    let busiest = per_output.into_iter().max().unwrap();
    let last = delivered.last().unwrap().1;
    assert!(last * 85 < busiest * 100, "{last} cycles for {busiest} flits at the busiest output");
}

#[test]
fn a_blocked_output_holds_back_its_input_and_no_other_output() {
    let spec = spec();
    let mut network: Network<()> = Network::new(&spec, 0, 2, 2);
    let mut pushed = 0;
    for now in 0..1000 {
        if network.inlets[0].can_accept(5) {
            network.inlets[0].push(IcntCycle(now), 0, 5, ());
            pushed += 1;
        }
        network.exchange(IcntCycle(now), IcntCycle(now + 1));
    }
    assert_eq!(pushed * 5, spec.input_buffer + spec.output_buffer, "both buffers are full");
    network.inlets[1].push(IcntCycle(1000), 1, 1, ());
    network.exchange(IcntCycle(1000), IcntCycle(1020));
    assert!(network.outlets[1].pop(IcntCycle(1020)).is_some());
}
