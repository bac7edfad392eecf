// SPDX-License-Identifier: Apache-2.0
//! Progress of long work on standard error: drawn on a terminal, elsewhere one line a minute.

mod lines;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lines::Lines;
use std::io::IsTerminal;
use std::time::Duration;

/// Time between two lines where nothing can be drawn.
const MINUTE: Duration = Duration::from_secs(60);

/// A line with a message, for work that says itself how far it is.
pub fn spinner() -> ProgressBar {
    begin(None, "{spinner} {elapsed} {wide_msg}", "{elapsed_precise} {msg}")
}

/// A bar over `total` steps, with a message.
pub fn bar(total: u64) -> ProgressBar {
    let bar = begin(
        Some(total),
        "{wide_bar} {human_pos}/{human_len} {elapsed}, {eta} left {msg}",
        "{elapsed_precise} {human_pos}/{human_len}, {eta} left {msg}",
    );
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn begin(total: Option<u64>, terminal: &str, lines: &str) -> ProgressBar {
    let stderr = std::io::stderr();
    let (target, template) = match stderr.is_terminal() {
        true => (ProgressDrawTarget::stderr(), terminal),
        false => {
            let lines_of = Lines::new(stderr, MINUTE);
            (ProgressDrawTarget::term_like_with_hz(Box::new(lines_of), 1), lines)
        }
    };
    ProgressBar::with_draw_target(total, target).with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is constant and valid")
}
