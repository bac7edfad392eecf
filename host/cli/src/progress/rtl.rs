// SPDX-License-Identifier: Apache-2.0
//! What is said while RTL that is not built in is compiled.

use indicatif::ProgressBar;
use std::sync::{Mutex, PoisonError};
use warpsmith_cosim::Making;

/// What is shown at present.
static SPINNER: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows what is compiled or waited for, and says in the end how long it took.
pub fn show(making: Making) {
    let mut spinner = SPINNER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(before) = spinner.take() {
        before.finish_and_clear();
    }
    let message = match making {
        Making::Begins(what) => format!("verilating {what}"),
        Making::Waits(what) => format!("another run is verilating {what}"),
        Making::Ends(what, seconds) => {
            eprintln!("verilated {what} in {seconds:.1} s; it is kept (warpsmith cache list)");
            return;
        }
        Making::Fails => return,
    };
    let new = super::spinner();
    new.enable_steady_tick(super::TICK);
    new.set_message(message);
    *spinner = Some(new);
}
