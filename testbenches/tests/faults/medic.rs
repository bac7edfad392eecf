// SPDX-License-Identifier: Apache-2.0
//! Faults in MeDiC.

use warpsmith_cosim::Divergence;
use warpsmith_units::medic::{memsched, profiler, repl, route, Memsched, Profiler, Repl, Route};

use crate::{divergence, Fault, SMALL};

fn profiler(fault: Option<Fault>) -> Option<Divergence<profiler::In>> {
    divergence::<Profiler>("medic", SMALL, fault)
}

fn route(fault: Option<Fault>) -> Option<Divergence<route::In>> {
    divergence::<Route>("medic", SMALL, fault)
}

fn repl(fault: Option<Fault>) -> Option<Divergence<repl::In>> {
    divergence::<Repl>("medic", SMALL, fault)
}

fn scheduler(fault: Option<Fault>) -> Option<Divergence<memsched::In>> {
    divergence::<Memsched>("medic", SMALL, fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(profiler(None).is_none());
    assert!(route(None).is_none());
    assert!(repl(None).is_none());
    assert!(scheduler(None).is_none());
}
