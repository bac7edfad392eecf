// SPDX-License-Identifier: Apache-2.0
//! Mutants of what goes over a connection are received or refused, but none makes the receiver panic or hang.

#[path = "../../../tests/src/mutant.rs"]
#[allow(dead_code)] // Mutants of texts.
mod mutant;

use std::io::Cursor;

use serde::{de::DeserializeOwned, Serialize};
use warpsmith_protocol::*;

/// Messages with bulk data.
type Frames<T> = Vec<(T, Vec<u8>)>;

/// What a program says that runs a kernel.
fn requests() -> Frames<Request> {
    let region = Region::linear(0x10_0000_0000, 64);
    let launch = Request::Launch {
        module: 0,
        kernel: 1,
        grid: [4, 2, 1],
        block: [256, 1, 1],
        dynamic_shared: 1024,
        stream: 1,
    };
    vec![
        (Request::Hello { version: 1 }, vec![]),
        (Request::LoadModule, b".version 4.0".to_vec()),
        (Request::Allocate { bytes: 1 << 20 }, vec![]),
        (Request::Write { to: region, stream: 0 }, vec![7; 64]),
        (Request::Fill { to: region, value: 3, stream: 0 }, vec![]),
        (Request::Copy { to: region, from: region, stream: 0 }, vec![]),
        (launch, vec![1; 24]),
        (Request::Occupancy { module: 0, kernel: 1, threads: 256, dynamic_shared: 0 }, vec![]),
        (Request::ElapsedTime { start: 1, end: 2 }, vec![]),
        (Request::Read { from: region, stream: 0 }, vec![]),
        (Request::CreateStream { blocking: false }, vec![]),
        (Request::WaitEvent { event: 1, stream: 3 }, vec![]),
        (Request::QueryStream { stream: 3 }, vec![]),
        (Request::Reset, vec![]),
    ]
}

/// What the simulator answers.
fn responses() -> Frames<Response> {
    let kernel = KernelInfo {
        name: "_Z5saxpyfPf".into(),
        params: vec![ParamInfo { offset: 0, size: 4 }, ParamInfo { offset: 8, size: 8 }],
        param_bytes: 16,
        shared_bytes: 512,
        local_bytes: 0,
        registers: 12,
        max_threads: 1024,
    };
    let variable = VariableInfo { name: "table".into(), address: 0x10_0000_0000, size: 256, constant: true };
    vec![
        (Response::Hello { version: 1 }, vec![]),
        (
            Response::Module(ModuleInfo { module: 0, kernels: vec![kernel], variables: vec![variable] }),
            vec![],
        ),
        (Response::Memory { free: 1 << 30, total: 1 << 32 }, vec![]),
        (Response::Printed, b"hello\n".to_vec()),
        (Response::Done, vec![]),
        (Response::Elapsed { milliseconds: 0.25 }, vec![]),
        (Response::Error { code: CudaError::InvalidValue, text: "a size of 0".into() }, vec![]),
        (Response::Data, vec![7; 64]),
        (Response::Ready(false), vec![]),
        (Response::Ended, vec![]),
    ]
}

/// Sends the frames and receives mutants of their bytes; some must be refused, and some messages must arrive.
fn try_mutants<T: Serialize + DeserializeOwned>(frames: &Frames<T>) {
    let mut bytes = Vec::new();
    let mut sender = Channel::new(&mut bytes);
    frames.iter().for_each(|(message, bulk)| sender.send(message, bulk).expect("short enough"));
    let (mut refused, mut received) = (0, 0);
    mutant::try_all(300, 1, |seed| {
        let mut channel = Channel::new(Cursor::new(mutant::bytes(seed, &bytes)));
        let mut data = Vec::new();
        let ended = loop {
            match channel.receive::<T>() {
                Ok(Some(_)) => received += 1,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
            if let Err(error) = channel.receive_bulk(&mut data) {
                break Err(error);
            }
        };
        if let Err(error) = ended {
            assert!(!error.to_string().is_empty());
            refused += 1;
        }
    });
    println!("{refused} refused, {received} messages received");
    assert!(mutant::one() || refused > 0 && received > 0);
}

#[test]
fn a_mutant_of_what_a_program_says_is_received_or_refused() {
    try_mutants(&requests());
}

#[test]
fn a_mutant_of_what_the_simulator_answers_is_received_or_refused() {
    try_mutants(&responses());
}
