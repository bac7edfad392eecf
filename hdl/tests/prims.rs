// SPDX-License-Identifier: Apache-2.0
//! The emitted Verilog of the primitives, run by Icarus on random inputs, does what plain Rust says.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use rust_hdl::prelude::Block;
use warpsmith_hdl::declare::Describe;
use warpsmith_hdl::emit::{ports, PortKind, Writer};
use warpsmith_hdl::prim::{
    CarrySave, Fifo, FirstFew, FirstIndex, FirstSet, FrontFifo, Lfsr, MaskRoundRobin, MinGroups, MinPairs,
    PrefixAdder, QuickRoundRobin, RoundRobin, ShiftList, SumIs, Upward,
};
use warpsmith_units::Rng;

/// One cycle: the inputs, and the outputs just before the clock edge; outputs that are not named are not checked.
struct Cycle {
    inputs: Vec<(&'static str, u128)>,
    outputs: Vec<(&'static str, u128)>,
}

/// Runs the block's Verilog, after two cycles of reset, and asserts the outputs of every cycle.
fn check<B: Block + Describe>(test: &str, block: B, cycles: &[Cycle]) {
    if Command::new("iverilog").arg("-V").output().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "iverilog is not installed, and CI=true");
        println!("skipped: iverilog is not installed");
        return;
    }
    let mut writer = Writer::default();
    let top = writer.add(&block, &BTreeMap::new()).unwrap();
    let mut text: String = writer.modules().into_iter().map(|m| m.text).collect();
    let ports = ports(&block).unwrap();
    let width = |name: &str| ports.iter().find(|p| p.name == name).map_or(0, |p| p.width);
    text += "module bench;\n";
    for p in &ports {
        let kind = if p.kind == PortKind::Out { "wire" } else { "reg" };
        let _ = writeln!(text, "{kind} [{}:0] {};", p.width - 1, p.name);
    }
    let names: Vec<String> = ports.iter().map(|p| format!(".{0}({0})", p.name)).collect();
    let _ = writeln!(text, "{top} dut ({});\ninitial begin", names.join(", "));
    for p in ports.iter().filter(|p| p.kind != PortKind::Out) {
        let _ = writeln!(text, "{} = 0;", p.name);
    }
    let clocked = ports.iter().any(|p| p.kind == PortKind::Clock);
    let edge = if clocked { "#1 clock = 1; #1 clock = 0;" } else { "" };
    if clocked {
        let _ = writeln!(text, "reset = 1; {edge} {edge} reset = 0;");
    }
    for (n, cycle) in cycles.iter().enumerate() {
        for (name, value) in &cycle.inputs {
            let _ = writeln!(text, "{name} = {}'h{value:x};", width(name));
        }
        text += "#1;\n";
        for (name, value) in &cycle.outputs {
            let expected = format!("{}'h{value:x}", width(name));
            let _ = writeln!(
                text,
                "if ({name} !== {expected}) begin $display(\"cycle {n}: {name} is %h, not {expected}\", {name}); \
                 $finish; end"
            );
        }
        let _ = writeln!(text, "{edge}");
    }
    text += "$display(\"done\"); end endmodule\n";

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prims");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join(format!("{test}.v")), folder.join(test));
    std::fs::write(&source, text).unwrap();
    let compiled =
        Command::new("iverilog").args(["-g2005", "-s", "bench", "-o"]).arg(&program).arg(&source).output();
    let compiled = compiled.unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new("vvp").arg(&program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "done");
}

fn bit(word: u32, i: u32) -> bool {
    word >> i & 1 == 1
}

#[test]
fn the_first_set_bit_is_found_in_every_word_of_eleven_bits() {
    let cycles: Vec<Cycle> = (0..1u32 << 11)
        .map(|word| {
            let index = if word == 0 { 0 } else { word.trailing_zeros() };
            let first = if word == 0 { 0 } else { 1u128 << index };
            let outputs = vec![("first", first), ("index", index.into())];
            Cycle { inputs: vec![("requests", word.into())], outputs }
        })
        .collect();
    check("first_set", FirstSet::<11, 4>::new(), &cycles);
}

#[test]
fn the_first_three_set_bits_are_found_in_every_word_of_eleven_bits() {
    let cycles: Vec<Cycle> = (0..1u32 << 11)
        .map(|word| {
            let set: Vec<u32> = (0..11).filter(|i| bit(word, *i)).collect();
            let each = set.iter().take(3).zip(0u32..).fold(0u128, |all, (i, k)| all | 1 << (11 * k + i));
            let there = (0..3u32).fold(0u128, |all, k| all | u128::from(set.len() > k as usize) << k);
            Cycle { inputs: vec![("bits", word.into())], outputs: vec![("each", each), ("there", there)] }
        })
        .collect();
    check("first_few", FirstFew::<11, 3, 4>::new(), &cycles);
}

#[test]
fn the_tree_finds_the_number_of_the_first_set_bit_of_every_word_of_eleven_bits() {
    let cycles: Vec<Cycle> = (0..1u32 << 11)
        .map(|word| {
            let index = if word == 0 { 0 } else { word.trailing_zeros() };
            Cycle { inputs: vec![("requests", word.into())], outputs: vec![("index", index.into())] }
        })
        .collect();
    check("first_index", FirstIndex::<11, 4>::new(), &cycles);
}

#[test]
fn the_cyclic_arbiters_grant_the_first_request_from_its_start_on() {
    let mut cycles = vec![];
    let mut masked = vec![];
    for (word, start) in (0..32u32).flat_map(|w| (0..5u32).map(move |s| (w, s))) {
        let found = (0..5).map(|i| (start + i) % 5).find(|i| bit(word, *i));
        let outputs = vec![("grant", found.map_or(0, |i| 1 << i)), ("index", found.unwrap_or(0).into())];
        cycles.push(Cycle { inputs: vec![("requests", word.into()), ("start", start.into())], outputs });
        let from = |place: u32| u128::from(31 & !((1u32 << place) - 1));
        let outputs =
            vec![("grant", found.map_or(0, |i| 1 << i)), ("after", found.map_or(0, |i| from(i + 1)))];
        masked.push(Cycle { inputs: vec![("requests", word.into()), ("from", from(start))], outputs });
    }
    check("mask_round_robin", MaskRoundRobin::<5, 3>::new(), &masked);
    check("round_robin", RoundRobin::<5, 3>::new(), &cycles);
    check("quick_round_robin", QuickRoundRobin::<5, 3>::new(), &cycles);
}

/// Random candidates among `n` with keys of 6 bits within half of their range, and the one with the smallest key.
fn smallest_keys(n: u32, mut each: impl FnMut(u32, u128, Option<u32>)) {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let base = rng.below(64);
        let offsets: Vec<u32> = (0..n).map(|_| rng.below(32)).collect();
        let candidates = rng.below(1 << n);
        let keys = offsets.iter().rev().fold(0u128, |word, o| word << 6 | u128::from((base + o) % 64));
        each(candidates, keys, (0..n).filter(|i| bit(candidates, *i)).min_by_key(|i| offsets[*i as usize]));
    }
}

#[test]
fn the_smallest_key_modulo_its_range_is_found_at_once_and_by_groups_and_of_equal_ones_the_lowest_member() {
    let mut cycles = vec![];
    smallest_keys(11, |candidates, keys, best| {
        cycles.push(Cycle {
            inputs: vec![("candidates", candidates.into()), ("keys", keys)],
            outputs: vec![("pick", best.map_or(0, |i| 1 << i))],
        });
    });
    check("min_pairs", MinPairs::<11, 6, 66>::new(), &cycles);
    check("min_groups", MinGroups::<11, 6, 66, 4, 3, 12, 72, 24, 18>::new(), &cycles);
}

#[test]
fn the_shift_register_gives_the_numbers_of_the_specification() {
    let numbers = [0x0e1, 0x362, 0x30d, 0x377, 0x3bf, 0x13a, 0x23a, 0x3a2, 0x103];
    // The register starts at 0xace1 and makes 16 single steps at a time; the numbers are its ten lowest bits.
    let mut state = 0xace1u128;
    let mut cycles = vec![];
    for number in numbers {
        assert_eq!(state & 0x3ff, number);
        cycles.push(Cycle { inputs: vec![("advance", 0)], outputs: vec![("value", number)] });
        cycles.push(Cycle { inputs: vec![("advance", 1)], outputs: vec![("value", number)] });
        for _ in 0..16 {
            state = state >> 1 ^ if state & 1 == 1 { 0xb400 } else { 0 };
        }
    }
    check("lfsr", Lfsr::<16, 16, 10>::new(0xb400, 0xace1), &cycles);
}

#[test]
fn a_queue_keeps_order_and_count_when_full_and_when_empty() {
    check("fifo", Fifo::<3, 8, 2, 2>::new(), &pushed_and_popped(3));
    check("front_fifo", FrontFifo::<4, 8, 3, 2, 3>::new(), &from_two_sides(pushed_and_popped(4)));
    check("front_fifo_of_two", FrontFifo::<2, 8, 1, 1, 2>::new(), &from_two_sides(pushed_and_popped(2)));
}

/// The same with each word from one of two sides; the other side has another word.
fn from_two_sides(mut cycles: Vec<Cycle>) -> Vec<Cycle> {
    let mut rng = Rng::new(3);
    for cycle in &mut cycles {
        let mut idle = [("other_push", 0), ("other_data", rng.below(256).into())];
        if rng.below(2) == 0 {
            for (name, _) in &mut cycle.inputs {
                *name = match *name {
                    "push" => "other_push",
                    "data" => "other_data",
                    name => name,
                };
            }
            (idle[0].0, idle[1].0) = ("push", "data");
        }
        cycle.inputs.extend(idle);
    }
    cycles
}

/// A queue of `depth` words in turns of eager and lazy pushing.
fn pushed_and_popped(depth: usize) -> Vec<Cycle> {
    let mut rng = Rng::new(2);
    let mut queue = VecDeque::new();
    let mut cycles = vec![];
    for n in 0..2000u32 {
        let eager = n / 50 % 2 == 0;
        let push = queue.len() < depth && rng.below(4) < if eager { 3 } else { 1 };
        let pop = !queue.is_empty() && rng.below(4) < if eager { 1 } else { 3 };
        let data = rng.below(256);
        let mut outputs = vec![("count", queue.len() as u128)];
        outputs.extend(queue.front().map(|head: &u32| ("head", u128::from(*head))));
        let inputs = vec![("push", push.into()), ("data", data.into()), ("pop", pop.into())];
        cycles.push(Cycle { inputs, outputs });
        if pop {
            queue.pop_front();
        }
        if push {
            queue.push_back(data);
        }
    }
    cycles
}

#[test]
fn the_mask_begins_at_the_first_set_bit_of_every_word_of_eleven_bits() {
    let cycles: Vec<Cycle> = (0..1u32 << 11)
        .map(|word| {
            let from = if word == 0 { 0 } else { 0x7ff & !((1u128 << word.trailing_zeros()) - 1) };
            Cycle { inputs: vec![("bits", word.into())], outputs: vec![("from", from)] }
        })
        .collect();
    check("upward", Upward::<11, 4>::new(), &cycles);
}

#[test]
fn the_tree_of_carry_save_adders_keeps_the_sum() {
    let mut rng = Rng::new(4);
    let mut cycles = vec![];
    for _ in 0..500 {
        let words: Vec<u32> = (0..6).map(|_| rng.below(1 << 12)).collect();
        let addends = words.iter().rev().fold(0u128, |all, w| all << 12 | u128::from(*w));
        // The two words as the tree makes them: three words become two until no more than two are left.
        let mut left = std::collections::VecDeque::from(words.clone());
        while left.len() > 2 {
            let (a, b, c) = (left.pop_front(), left.pop_front(), left.pop_front());
            let (a, b, c) = (a.unwrap(), b.unwrap(), c.unwrap());
            left.push_back(a ^ b ^ c);
            left.push_back((a & b | a & c | b & c) << 1 & 0xfff);
        }
        assert_eq!((left[0] + left[1]) & 0xfff, words.iter().sum::<u32>() & 0xfff);
        // They stand still while nothing is to be added.
        let enable = !rng.one_in(4);
        let outputs = [("sum", left[0]), ("carry", left[1])]
            .map(|(name, word)| (name, u128::from(word) * u128::from(enable)));
        cycles.push(Cycle {
            inputs: vec![("enable", enable.into()), ("addends", addends)],
            outputs: outputs.to_vec(),
        });
    }
    check("carry_save", CarrySave::<6, 12, 14>::new(), &cycles);
}

#[test]
fn the_prefix_adder_adds() {
    let mut rng = Rng::new(5);
    let mut cycles = vec![];
    for _ in 0..2000 {
        let (a, b) = (rng.below(1 << 13), rng.below(1 << 13));
        let inputs = vec![("a", a.into()), ("b", b.into())];
        cycles.push(Cycle { inputs, outputs: vec![("sum", ((a + b) & 0x1fff).into())] });
    }
    check("prefix_adder", PrefixAdder::<13, 4>::new(), &cycles);
}

#[test]
fn a_sum_is_compared_but_for_its_low_bits() {
    let mut rng = Rng::new(6);
    let mut cycles = vec![];
    for _ in 0..3000 {
        let (a, b) = (rng.below(1 << 12), rng.below(1 << 12));
        let c = match rng.below(3) {
            0 => rng.below(1 << 12),
            1 => (a + b) & 0xfff,
            _ => (a + b) & 0xfff ^ 1 << rng.below(12),
        };
        let equal = (((a + b) ^ c) & 0xff8) == 0;
        let inputs = vec![("a", a.into()), ("b", b.into()), ("c", c.into())];
        cycles.push(Cycle { inputs, outputs: vec![("equal", equal.into())] });
    }
    check("sum_is", SumIs::<12>::new(7), &cycles);
}

#[test]
fn the_list_closes_gaps_and_takes_what_is_put_in_not_what_is_offered() {
    let mut rng = Rng::new(7);
    let mut list: Vec<u32> = vec![];
    let mut cycles = vec![];
    for n in 0..3000u32 {
        let eager = n / 50 % 2 == 0;
        let taken = (!list.is_empty() && rng.below(4) < if eager { 1 } else { 3 })
            .then(|| rng.below(list.len() as u32) as usize);
        let offer = rng.below(4) > 0;
        let push = offer && (list.len() < 3 || taken.is_some()) && rng.below(4) < if eager { 3 } else { 1 };
        let clear = rng.below(40) == 0;
        let data = rng.below(256);
        let mut outputs = vec![("used", (1u128 << list.len()) - 1)];
        let words = list.iter().rev().fold(0u128, |all, w| all << 8 | u128::from(*w));
        if list.len() == 3 {
            outputs.push(("words", words));
        }
        let inputs = vec![
            ("clear", clear.into()),
            ("take", taken.is_some().into()),
            ("up", taken.map_or(u128::from(rng.below(8)), |at| 0b111 & !((1u128 << at) - 1))),
            ("offer", offer.into()),
            ("push", push.into()),
            ("data", data.into()),
        ];
        if let Some(at) = taken {
            list.remove(at);
        }
        if push {
            list.push(data);
        }
        if let (Some(first), false) = (list.first(), clear) {
            outputs.push(("first_next", u128::from(*first)));
        }
        if clear {
            list.clear();
        }
        cycles.push(Cycle { inputs, outputs });
    }
    check("shift_list", ShiftList::<3, 8>::new(), &cycles);
}
