// SPDX-License-Identifier: Apache-2.0
//! Progress of long work: a line on a terminal, nothing in a pipe.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar over `total` steps, with a message. Drawn on standard error, and only if that is a terminal.
pub fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {elapsed} {msg}");
    bar.set_style(style.expect("the template is constant and valid"));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
