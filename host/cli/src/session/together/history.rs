// SPDX-License-Identifier: Apache-2.0
//! What the programs of a run did, in its order. When the run is resumed, they are started again and brought to where they were by the
//! same answers in the same order, so that what they print comes in that order too.

use super::client::Client;
use crate::session::checkpoint::{Asked, Call};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use warpsmith_gpu::{StateError, StateReader, StateWriter};
use warpsmith_protocol::{Request, Response};

/// What a program did.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// It was started, for the first time or again.
    Started,
    /// It made the next call.
    Called,
    Ended,
}

/// The steps of all programs.
pub struct History {
    /// Whether they are kept: checkpoints are written.
    kept: bool,
    /// By the application of the program.
    steps: Vec<(u8, Step)>,
    /// The calls among them.
    calls: Vec<Call>,
}

impl History {
    pub fn new(kept: bool) -> History {
        History { kept, steps: Vec::new(), calls: Vec::new() }
    }

    /// What is kept of a request, and of the data that came with it.
    pub fn asked(&self, request: &Request, bulk: &[u8]) -> Option<Asked> {
        self.kept.then(|| Asked::new(request, bulk))
    }

    pub fn started(&mut self, application: u8) {
        self.step(application, Step::Started);
    }

    /// A call has been answered. [`Response::Ended`] answers one that ends the run of its program.
    pub fn called(&mut self, application: u8, asked: Option<Asked>, response: &Response, reply: &[u8]) {
        if let Some(asked) = asked {
            self.step(application, Step::Called);
            self.calls.push(Call { asked, response: response.clone(), reply: reply.to_vec() });
        }
    }

    pub fn ended(&mut self, application: u8) {
        self.step(application, Step::Ended);
    }

    fn step(&mut self, application: u8, step: Step) {
        if self.kept {
            self.steps.push((application, step));
        }
    }

    /// # Errors
    /// It cannot be written.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.steps)?;
        to.put(&self.calls.len())?;
        self.calls.iter().try_for_each(|call| call.save(to))
    }

    /// What was saved.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn restore(from: &mut StateReader) -> Result<History, StateError> {
        let steps = from.take()?;
        let calls: usize = from.take()?;
        Ok(History {
            kept: true,
            steps,
            calls: (0..calls).map(|_| Call::restore(from)).collect::<Result<_, _>>()?,
        })
    }

    /// Brings `clients` to the end of `before`, the history of the run that is resumed.
    ///
    /// # Errors
    /// A program does not do what it did before; all are ended.
    pub fn go_on_from(&mut self, before: History, clients: &mut [Client]) -> Result<()> {
        let repeated = before.repeat(clients);
        if repeated.is_err() {
            clients.iter_mut().try_for_each(Client::stop)?;
        }
        repeated?;
        if self.kept {
            *self = before;
        }
        Ok(())
    }

    fn repeat(&self, clients: &mut [Client]) -> Result<()> {
        let mut calls = self.calls.iter();
        for (application, step) in &self.steps {
            let Some(client) = clients.get_mut(usize::from(*application)) else { continue };
            let done = match step {
                Step::Started => client.start(&mut History::new(false)),
                Step::Called => calls.next().map_or(Ok(()), |call| client.repeat(call)),
                Step::Ended => client.repeat_end(),
            };
            done.with_context(|| format!("program {}", application + 1))?;
        }
        for (index, client) in clients.iter_mut().enumerate() {
            client.repeat_waiting().with_context(|| format!("program {}", index + 1))?;
        }
        Ok(())
    }
}
