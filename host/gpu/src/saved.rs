// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring the state of components: a stream of records, each one value.
//!
//! A component is restored into one that was made from the same Spec, with the same units and policies in its
//! sockets. State that follows from the Spec or is only a buffer is made anew instead of saved.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::Serialize;
use thiserror::Error;
use warpsmith_units::ForeignState;

/// Why state cannot be saved or restored.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum StateError {
    /// Reading or writing failed, or the stream has ended too early.
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("a value cannot be encoded: {0}")]
    Encode(postcard::Error),
    #[error("a value cannot be decoded: {0}")]
    Decode(postcard::Error),
    #[error("a value has {extra} bytes too many")]
    Trailing { extra: usize },
    /// The state does not fit the component that it is restored into.
    #[error("{0}")]
    Mismatch(String),
    /// A unit does not take the state: it is another unit's.
    #[error("{0}")]
    Unit(#[from] ForeignState),
}

/// Takes the records of a state, in order.
pub struct StateWriter<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
}

impl<'a> StateWriter<'a> {
    /// Writes each record to `to` at once.
    pub fn new(to: &'a mut dyn Write) -> Self {
        Self { to, buffer: Vec::new() }
    }

    /// Appends one value.
    ///
    /// # Errors
    /// It cannot be encoded or written.
    pub fn put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), StateError> {
        self.buffer.clear();
        let buffer = std::mem::take(&mut self.buffer);
        self.buffer = postcard::to_extend(value, buffer).map_err(StateError::Encode)?;
        self.to.write_all(&(self.buffer.len() as u64).to_le_bytes())?;
        Ok(self.to.write_all(&self.buffer)?)
    }

    /// Appends bytes as they are.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn put_bytes(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.to.write_all(&(bytes.len() as u64).to_le_bytes())?;
        Ok(self.to.write_all(bytes)?)
    }
}

/// Gives the records of a state back, in the order in which they were written.
pub struct StateReader<'a> {
    from: &'a mut dyn Read,
    buffer: Vec<u8>,
}

impl<'a> StateReader<'a> {
    /// Reads no more of `from` than the records that are taken.
    pub fn new(from: &'a mut dyn Read) -> Self {
        Self { from, buffer: Vec::new() }
    }

    /// Takes the next value, which must be of the type that was put.
    ///
    /// # Errors
    /// It cannot be read or is of another type.
    pub fn take<T: DeserializeOwned>(&mut self) -> Result<T, StateError> {
        let (value, rest) = postcard::take_from_bytes(self.take_bytes()?).map_err(StateError::Decode)?;
        match rest.len() {
            0 => Ok(value),
            extra => Err(StateError::Trailing { extra }),
        }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn take_bytes(&mut self) -> Result<&[u8], StateError> {
        let mut length = [0; 8];
        self.from.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        self.buffer.clear();
        // Grows with what is there, not with what the length claims.
        if self.from.take(length).read_to_end(&mut self.buffer)? as u64 != length {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(&self.buffer)
    }
}

/// State that can be saved, and restored into a component of the same Spec. Every serialisable type has it.
pub trait Saved {
    /// # Errors
    /// The state cannot be written.
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError>;

    /// # Errors
    /// The state cannot be read or is another component's; this component must not be used any more.
    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError>;
}

impl<T: Serialize + DeserializeOwned> Saved for T {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(self)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        *self = from.take()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_and_bytes_come_back_in_their_order(
            values in prop::collection::vec((any::<u64>(), any::<Option<String>>(), any::<f64>()), 0..20),
            bytes in prop::collection::vec(any::<u8>(), 0..5000),
        ) {
            let mut file = Vec::new();
            let mut to = StateWriter::new(&mut file);
            for value in &values {
                to.put(value).unwrap();
            }
            to.put_bytes(&bytes).unwrap();
            to.put("end").unwrap();
            let mut file = &file[..];
            let mut from = StateReader::new(&mut file);
            for value in &values {
                let back: (u64, Option<String>, f64) = from.take().unwrap();
                prop_assert_eq!((back.0, &back.1, back.2.to_bits()), (value.0, &value.1, value.2.to_bits()));
            }
            prop_assert_eq!(from.take_bytes().unwrap(), &bytes[..]);
            prop_assert_eq!(from.take::<String>().unwrap(), "end");
            prop_assert!(from.take::<u8>().is_err());
        }
    }

    #[test]
    fn a_value_of_another_type_or_a_cut_one_is_an_error() {
        let mut file = Vec::new();
        StateWriter::new(&mut file).put(&[1u8, 2, 3]).unwrap();
        assert!(matches!(
            StateReader::new(&mut &file[..]).take::<u8>(),
            Err(StateError::Trailing { extra: 2 })
        ));
        let cut = file.len() - 1;
        assert!(matches!(StateReader::new(&mut &file[..cut]).take_bytes(), Err(StateError::Io(_))));
    }
}
