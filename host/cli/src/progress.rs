// SPDX-License-Identifier: Apache-2.0
//! Progress of long work on standard error: drawn on a terminal, elsewhere one line a minute.

mod lines;
#[cfg(feature = "rtl")]
pub mod rtl;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use lines::Lines;
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

/// Time between two pictures of what moves by itself.
const TICK: Duration = Duration::from_millis(500);
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
        "{wide_bar} {human_pos}/{human_len} {elapsed}{left} {msg}",
        "{elapsed_precise} {human_pos}/{human_len}{left} {msg}",
    );
    bar.enable_steady_tick(TICK);
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
    ProgressStyle::with_template(template).expect("the template is constant and valid").with_key(
        "left",
        |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&left(state.pos(), state.len(), state.elapsed()));
        },
    )
}

/// The time left if the steps to come take as long as those done: of few and long steps, the speed of the last seconds, which
/// `{eta}` would go by, says nothing.
fn left(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    match total.and_then(|total| total.checked_sub(done)) {
        Some(steps) if done > 0 => {
            let time = elapsed.as_secs_f64() * steps as f64 / done as f64;
            Duration::try_from_secs_f64(time)
                .map_or(String::new(), |time| format!(", {:#} left", HumanDuration(time)))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_goes_by_all_steps_done_and_is_not_said_before_the_first() {
        let minutes = Duration::from_secs(7 * 60);
        assert_eq!(left(42, Some(126), minutes), ", 14m left");
        assert_eq!(left(126, Some(126), minutes), ", 0s left");
        assert_eq!(left(0, Some(126), minutes), "");
        assert_eq!(left(3, None, minutes), "");
    }
}
