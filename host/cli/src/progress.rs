// SPDX-License-Identifier: Apache-2.0
//! Progress of long work on standard error: drawn on a terminal, nothing in a pipe.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A line with a message, for work without a known end.
pub fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(style("{spinner} {elapsed} {msg}"));
    bar
}

/// A bar over `total` steps, with a message.
pub fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    bar.set_style(style("{wide_bar} {human_pos}/{human_len} {elapsed} {msg}"));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is constant and valid")
}
