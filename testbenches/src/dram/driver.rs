// SPDX-License-Identifier: Apache-2.0
//! Drives a DRAM controller request by request; plays the DRAM, which completes what the controller issues.

use std::collections::VecDeque;

use warpsmith_units::dram_timing::{Channel, Command, ControllerIn, ControllerOut, Issue, Request};
use warpsmith_units::Module;

use crate::{BenchError, Harness};

/// A batch that has left stage 1 of SMS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The source whose requests are in it.
    pub src: u8,
    /// It was picked shortest job first, else round robin.
    pub sjf: bool,
    /// Its requests.
    pub len: u8,
}

/// A DRAM controller under test.
pub trait Controller: Module<In: ControllerIn, Out: ControllerOut> {
    /// The sources and the DRAM.
    fn channel(params: &Self::Params) -> &Channel;
    /// Tells the controller that a request of `src` is complete.
    fn complete(input: &mut Self::In, src: u8);
    /// The batch that the outputs report.
    fn batch(out: &Self::Out) -> Option<Batch>;
}

/// One controller with its DRAM.
pub struct Driver<T: Module> {
    /// The controller, with the inputs of the next cycle.
    pub h: Harness<T>,
    /// Completions to come: first cycle and source.
    transfers: VecDeque<(u64, u8)>,
    /// Completions wait.
    pub hold: bool,
    /// The commands and the cycles that they were in.
    pub commands: Vec<(u64, Issue)>,
    /// The batches and the cycles after those in which their last requests moved.
    pub batches: Vec<(u64, Batch)>,
    next_id: u32,
}

impl<T: Controller> Driver<T> {
    /// A controller after reset, with these inputs.
    pub fn new(params: &T::Params, input: T::In) -> Result<Self, BenchError> {
        Ok(Driver {
            h: Harness::start(params, input)?,
            transfers: VecDeque::new(),
            hold: false,
            commands: Vec::new(),
            batches: Vec::new(),
            next_id: 0,
        })
    }

    /// One cycle, with a request if `present` gave one.
    pub fn step(&mut self) -> Result<(), BenchError> {
        let now = self.h.now();
        if let Some((_, src)) = self.transfers.front().copied().filter(|(due, _)| *due <= now && !self.hold) {
            self.transfers.pop_front();
            T::complete(&mut self.h.input, src);
        }
        self.h.step()?;
        if let Some(issue) = self.h.out.command() {
            self.commands.push((now + 1, issue));
            if issue.command.is_column() {
                let done = T::channel(&self.h.params).timing.completion(issue.request.wr);
                self.transfers.push_back((now + 1 + u64::from(done), issue.request.src));
            }
        }
        if let Some(batch) = T::batch(&self.h.out) {
            self.batches.push((now + 1, batch));
        }
        Ok(())
    }

    /// That many cycles without requests.
    pub fn idle(&mut self, cycles: u64) -> Result<(), BenchError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// Runs until the next cycle is `cycle`.
    pub fn idle_to(&mut self, cycle: u64) -> Result<(), BenchError> {
        self.idle(cycle - self.h.now())
    }

    /// Presents a read in the next cycle, ready or not; returns its identification.
    pub fn present(&mut self, src: u8, bank: u8, row: u32) -> u32 {
        self.present_request(Request { src, bank, row, ..Request::default() })
    }

    /// Presents a request in the next cycle, with an identification of its own.
    pub fn present_request(&mut self, request: Request) -> u32 {
        let id = self.next_id;
        self.next_id = (id + 1) % (1 << T::channel(&self.h.params).id_bits);
        self.h.input.present(Some(&Request { id, ..request }));
        id
    }

    /// A cycle in which a read arrives, which must be accepted.
    pub fn read(&mut self, src: u8, bank: u8, row: u32) -> Result<u32, BenchError> {
        self.arrive(Request { src, bank, row, ..Request::default() })
    }

    /// A cycle in which a request arrives, which must be accepted.
    pub fn arrive(&mut self, request: Request) -> Result<u32, BenchError> {
        self.h.expect("src_ready of the arriving request", self.ready(request.src), true)?;
        let id = self.present_request(request);
        self.step()?;
        Ok(id)
    }

    /// Reads of one source to one row, each as soon as it is accepted.
    pub fn stream(&mut self, src: u8, bank: u8, row: u32, requests: u32) -> Result<(), BenchError> {
        for _ in 0..requests {
            for _ in 0..1000 {
                if self.ready(src) {
                    break;
                }
                self.step()?;
            }
            self.read(src, bank, row)?;
        }
        Ok(())
    }

    /// `src_ready` of a source.
    pub fn ready(&self, src: u8) -> bool {
        self.h.out.src_ready() >> src & 1 == 1
    }

    /// Sources, ways of picking and lengths of the batches so far.
    pub fn picked(&self) -> Vec<(u8, bool, u8)> {
        self.batches.iter().map(|(_, b)| (b.src, b.sjf, b.len)).collect()
    }

    /// Cycles of the commands of a kind.
    pub fn cycles_of(&self, command: Command) -> Vec<u64> {
        self.commands.iter().filter(|(_, i)| i.command == command).map(|(cycle, _)| *cycle).collect()
    }

    /// Identifications of the requests served, in order.
    pub fn served(&self) -> Vec<u32> {
        self.commands.iter().filter(|(_, i)| i.command.is_column()).map(|(_, i)| i.request.id).collect()
    }
}
