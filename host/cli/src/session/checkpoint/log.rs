// SPDX-License-Identifier: Apache-2.0
//! The calls of a program and their answers. A program that is started again gets the same answers until it comes to
//! the launch that the checkpoint was written in.

use super::Progress;
use anyhow::{anyhow, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Display;
use warpsmith_gpu::{StateError, StateReader, StateWriter};
use warpsmith_protocol::{Request, Response};

/// A call, with a digest of the data that came with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    request: Request,
    /// SHA-256.
    data: [u8; 32],
}

impl Asked {
    pub fn new(request: &Request, bulk: &[u8]) -> Asked {
        Asked { request: request.clone(), data: Sha256::digest(bulk).into() }
    }

    /// Checks that call number `number`, which was this one, is the same again.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, now: &Asked, number: usize) -> Result<()> {
        if self.request != now.request {
            let (was, is) = (&self.request, &now.request);
            return Err(differs(format!("its call number {number} was {was:?}, now it is {is:?}")));
        }
        if self.data != now.data {
            let request = &self.request;
            return Err(differs(format!("its call number {number}, {request:?}, comes with other data")));
        }
        Ok(())
    }
}

/// A call that was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub asked: Asked,
    pub response: Response,
    /// The data that went with the answer.
    pub reply: Vec<u8>,
}

impl Call {
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&(&self.asked, &self.response))?;
        to.put_bytes(&self.reply)
    }

    /// What was saved.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn restore(from: &mut StateReader) -> Result<Call, StateError> {
        let (asked, response) = from.take()?;
        Ok(Call { asked, response, reply: from.take_bytes()?.to_vec() })
    }
}

/// That a resumed program does something else than before.
pub fn differs(what: impl Display) -> anyhow::Error {
    anyhow!("the program does not behave as in the run of the checkpoint: {what}")
}

/// Writes the calls that were answered, and the one that was not.
///
/// # Errors
/// They cannot be written.
pub fn write(log: &[Call], pending: Option<&Asked>, to: &mut StateWriter) -> Result<(), StateError> {
    to.put(&log.len())?;
    log.iter().try_for_each(|call| call.save(to))?;
    to.put(&pending)
}

/// Reads what [`write`](write()) wrote.
///
/// # Errors
/// It cannot be read.
pub fn read(from: &mut StateReader) -> Result<Progress, StateError> {
    let calls: usize = from.take()?;
    let log = (0..calls).map(|_| Call::restore(from)).collect::<Result<_, _>>()?;
    Ok(Progress { log, pending: from.take()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_protocol::Region;

    #[test]
    fn a_log_comes_back_and_a_call_that_differs_is_named_with_its_number() {
        let write_to = |address| Request::Write { to: Region::linear(address, 4), stream: 0 };
        let asked = Asked::new(&write_to(16), &[1, 2, 3, 4]);
        let calls = vec![Call { asked: asked.clone(), response: Response::Data, reply: vec![9; 9] }];
        let mut file = Vec::new();
        write(&calls, Some(&asked), &mut StateWriter::new(&mut file)).unwrap();
        let back = read(&mut StateReader::new(&mut &file[..])).unwrap();
        assert!(back.log == calls && back.pending == Some(asked.clone()));

        assert!(asked.check(&asked, 17).is_ok());
        let other = Asked::new(&write_to(32), &[1, 2, 3, 4]);
        let text = asked.check(&other, 17).unwrap_err().to_string();
        assert!(text.contains("number 17 was Write") && text.contains("address: 32"), "{text}");
        let data = Asked::new(&write_to(16), &[1, 2, 3, 5]);
        assert!(asked.check(&data, 17).unwrap_err().to_string().contains("other data"));
    }
}
