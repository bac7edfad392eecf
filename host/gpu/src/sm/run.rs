// SPDX-License-Identifier: Apache-2.0
//! An SM through one epoch: everything between the dispatcher and the crossbar.

use warpsmith_ptx::GlobalMemory;

use super::instruction_stream::InstructionStream;
use super::report::{Failure, Report};
use super::{DeviceMemory, Sm, Surroundings};
use crate::epoch::Epoch;
use crate::mem::{MemRequest, SmPort};
use crate::types::{Domain, IcntCycle};

impl Sm {
    /// Runs through `epoch`, or to the first error. `around` has what stays the same for all its cycles.
    pub fn run(
        &mut self,
        epoch: &Epoch,
        around: &Surroundings,
        memory: &mut DeviceMemory<'_, '_>,
        port: &mut SmPort,
        report: &mut Report,
    ) {
        let (mut icnt, mut now) = (epoch.from.icnt, epoch.first);
        self.ended.clear();
        for moment in &epoch.moments {
            if moment.edges.has(Domain::Sm) {
                if let Some(bottleneck) = self.output.bottleneck {
                    report.bottlenecks.push((now, bottleneck));
                }
                if self.takes_response() {
                    if let Some(response) = port.pop(icnt) {
                        if let Some(typer) = &mut self.sockets.typer {
                            typer.answered(now, &response);
                        }
                        self.respond(response);
                        report.answers += 1;
                    }
                }
                let around = Surroundings { now, nanoseconds: moment.nanoseconds, ..*around };
                if let Err(error) = self.step(&around, memory) {
                    report.error = Some(Failure { cycle: now, lane: self.counting, error });
                    return;
                }
                if let Some(request) = self.next_request() {
                    if self.is_translated(&request, &around) {
                        self.send(&around, icnt, request, port);
                    } else {
                        self.caches.next_turn();
                    }
                }
                if let Some(typer) = &mut self.sockets.typer {
                    typer.step();
                }
                let issued = self.input.status.issued;
                self.end_translation(now, issued);
                now = now.next();
            }
            icnt.0 += u64::from(moment.edges.has(Domain::Icnt));
        }
    }

    /// Goes through `epoch` when its application has been given up: what comes is dropped.
    pub fn drop_answers(epoch: &Epoch, port: &mut SmPort) {
        let mut icnt = epoch.from.icnt;
        for moment in &epoch.moments {
            if moment.edges.has(Domain::Sm) {
                port.pop(icnt);
            }
            icnt.0 += u64::from(moment.edges.has(Domain::Icnt));
        }
    }

    /// `request` leaves the SM if the crossbar has room for it.
    #[inline]
    fn send(&mut self, around: &Surroundings, icnt: IcntCycle, request: MemRequest, port: &mut SmPort) {
        let line = match around.pages {
            None => self.region.physical(request.line),
            // What comes here has been translated.
            Some(pages) => pages.physical(self.application, request.line).unwrap_or_default(),
        };
        let mut request = MemRequest { line, ..request };
        if let Some(typer) = &mut self.sockets.typer {
            request.warp_tag = typer.tag(&request);
        }
        if !port.push(icnt, request) {
            return;
        }
        if let Some(typer) = &mut self.sockets.typer {
            typer.sent(around.now, &request);
        }
        self.request_sent();
    }

    /// Lets the instructions of a lane that wait for the end of the epoch change its global memory.
    #[inline]
    pub fn commit(&mut self, lane: u8, memory: &mut GlobalMemory) {
        let states = &mut self.states;
        self.places[usize::from(lane)].global.commit(memory, |to, value| {
            if let Some(warp) = states[usize::from(to.warp)].as_mut().and_then(InstructionStream::live) {
                warp.deliver(to, value);
            }
        });
    }
}
