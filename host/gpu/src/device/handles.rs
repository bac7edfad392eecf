// SPDX-License-Identifier: Apache-2.0
//! Streams and events by number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use warpsmith_protocol::CudaError;

use super::error::ApiError;

/// Live objects of one kind. Numbers start at 1 and are never used again, so a stale one is noticed.
#[derive(Serialize, Deserialize)]
struct Handles<T> {
    kind: String,
    live: BTreeMap<u64, T>,
    made: u64,
}

impl<T> Handles<T> {
    fn new(kind: &str) -> Self {
        Handles { kind: kind.to_string(), live: BTreeMap::new(), made: 0 }
    }

    fn create(&mut self, value: T) -> u64 {
        self.made += 1;
        self.live.insert(self.made, value);
        self.made
    }

    fn get(&mut self, handle: u64) -> Result<&mut T, ApiError> {
        self.live.get_mut(&handle).ok_or_else(|| unknown(&self.kind, handle))
    }

    fn destroy(&mut self, handle: u64) -> Result<(), ApiError> {
        self.live.remove(&handle).map(drop).ok_or_else(|| unknown(&self.kind, handle))
    }
}

fn unknown(kind: &str, handle: u64) -> ApiError {
    ApiError::new(CudaError::InvalidResourceHandle, format!("there is no {kind} {handle:#x}"))
}

/// Streams, and of each whether it is blocking; what they have still to do, if anything, is in a [`Queue`](super::queue::Queue).
#[derive(Serialize, Deserialize)]
pub(super) struct Streams(Handles<bool>);

/// `cudaStreamLegacy` and `cudaStreamPerThread` are 1 and 2; the default stream is 0.
const RESERVED_STREAMS: u64 = 2;

impl Default for Streams {
    fn default() -> Self {
        let mut handles = Handles::new("stream");
        handles.made = RESERVED_STREAMS;
        Streams(handles)
    }
}

impl Streams {
    pub fn create(&mut self, blocking: bool) -> u64 {
        self.0.create(blocking)
    }

    /// Whether a stream and the default stream wait for each other.
    pub fn is_blocking(&self, stream: u64) -> bool {
        self.0.live.get(&stream).copied().unwrap_or(true)
    }

    /// How many streams the program had created before this one.
    pub fn created_before(stream: u64) -> u64 {
        stream.saturating_sub(RESERVED_STREAMS + 1)
    }

    pub fn destroy(&mut self, stream: u64) -> Result<(), ApiError> {
        self.0.destroy(stream)
    }

    pub fn check(&self, stream: u64) -> Result<(), ApiError> {
        if stream <= RESERVED_STREAMS || self.0.live.contains_key(&stream) {
            Ok(())
        } else {
            Err(unknown(&self.0.kind, stream))
        }
    }
}

/// Events and the simulated time in seconds at which they were recorded.
#[derive(Serialize, Deserialize)]
pub(super) struct Events(Handles<Option<f64>>);

impl Default for Events {
    fn default() -> Self {
        Events(Handles::new("event"))
    }
}

impl Events {
    pub fn create(&mut self) -> u64 {
        self.0.create(None)
    }

    pub fn destroy(&mut self, event: u64) -> Result<(), ApiError> {
        self.0.destroy(event)
    }

    pub fn check(&mut self, event: u64) -> Result<(), ApiError> {
        self.0.get(event).map(|_| ())
    }

    pub fn record(&mut self, event: u64, seconds: f64) -> Result<(), ApiError> {
        *self.0.get(event)? = Some(seconds);
        Ok(())
    }

    pub fn seconds_between(&mut self, start: u64, end: u64) -> Result<f64, ApiError> {
        Ok(self.seconds(end)? - self.seconds(start)?)
    }

    fn seconds(&mut self, event: u64) -> Result<f64, ApiError> {
        let never =
            || ApiError::new(CudaError::InvalidResourceHandle, format!("event {event} was never recorded"));
        self.0.get(event)?.ok_or_else(never)
    }
}
