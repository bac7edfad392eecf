// SPDX-License-Identifier: Apache-2.0
//! Progress where nothing can be drawn, as in a log: a line now and then.

use indicatif::TermLike;
use std::fmt::Debug;
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Columns; a longer line is one all the same.
const WIDTH: u16 = 400;

/// What a bar draws on: prints what it shows as a line, once in an interval; nothing in work that is shorter.
#[derive(Debug)]
pub struct Lines<W> {
    interval: Duration,
    state: Mutex<State<W>>,
}

#[derive(Debug)]
struct State<W> {
    to: W,
    /// What is being drawn.
    text: String,
    /// When a line was printed, or the start.
    last: Instant,
}

impl<W: Write> Lines<W> {
    pub fn new(to: W, interval: Duration) -> Lines<W> {
        Lines { interval, state: Mutex::new(State { to, text: String::new(), last: Instant::now() }) }
    }

    fn with(&self, act: impl FnOnce(&mut State<W>)) {
        // Nothing in here panics while it is locked, and progress is not worth a panic either.
        if let Ok(mut state) = self.state.lock() {
            act(&mut state);
        }
    }
}

impl<W: Write + Debug + Send> TermLike for Lines<W> {
    fn width(&self) -> u16 {
        WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.with(|state| state.text += text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.with(|state| state.text.clear());
        Ok(())
    }

    /// The bar is drawn.
    fn flush(&self) -> io::Result<()> {
        self.with(|state| {
            let drawn = std::mem::take(&mut state.text);
            let text = drawn.trim();
            if !text.is_empty() && state.last.elapsed() >= self.interval {
                state.last = Instant::now();
                // A log that cannot be written must not end the work.
                let _ = writeln!(state.to, "{text}");
            }
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::{ProgressBar, ProgressDrawTarget};
    use std::sync::Arc;

    /// A log that can be read while it is written.
    #[derive(Clone, Debug, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a bar of three steps leaves in a log.
    fn logged(interval: Duration) -> String {
        let log = Log::default();
        let target = ProgressDrawTarget::term_like(Box::new(Lines::new(log.clone(), interval)));
        let bar = ProgressBar::with_draw_target(Some(3), target);
        bar.set_style(super::super::style("{human_pos}/{human_len} {msg}"));
        for step in ["one", "two", "three"] {
            bar.set_message(step);
            bar.inc(1);
            bar.tick();
        }
        bar.finish_and_clear();
        let bytes = log.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn each_drawing_is_a_line_if_its_time_has_come() {
        let text = logged(Duration::ZERO);
        assert!(text.lines().any(|line| line == "1/3 one"), "{text}");
        assert_eq!(text.lines().last(), Some("3/3 three"), "{text}");
        assert!(!text.contains(['\r', '\x1b']), "{text:?}");
    }

    #[test]
    fn work_that_is_shorter_than_the_interval_prints_nothing() {
        assert_eq!(logged(Duration::from_secs(3600)), "");
    }
}
