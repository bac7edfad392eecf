// SPDX-License-Identifier: Apache-2.0
//! How the SMs are split among several programs.

use crate::failure::usage;
use anyhow::Result;
use std::str::FromStr;
use warpsmith_gpu::SplitError;

/// What `--split` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// As many for each; those left over one by one to the first programs.
    #[default]
    Even,
    /// SMs by program.
    Parts(Vec<u32>),
    /// The one with the best weighted speedup.
    Search,
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Split, String> {
        if text == "even" {
            return Ok(Split::Even);
        }
        if text == "search" {
            return Ok(Split::Search);
        }
        let parts: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
        parts.map(Split::Parts).map_err(|_| {
            "neither `even` nor `search` nor numbers of SMs with commas between, such as 8,7".to_string()
        })
    }
}

/// As many of `sms` for each of the programs; those left over one by one to the first.
pub fn evenly(programs: usize, sms: u32) -> Vec<u32> {
    let (each, over) = (sms / programs as u32, sms as usize % programs);
    (0..programs).map(|i| each + u32::from(i < over)).collect()
}

impl Split {
    /// The SMs of each of so many programs on a machine with `sms`.
    ///
    /// # Errors
    /// The parts are not one for each program, one has no SM, or they do not add up to the machine.
    pub fn parts(&self, programs: usize, sms: u32) -> Result<Vec<u32>> {
        let parts = match self {
            // A search begins anywhere.
            Split::Even | Split::Search => evenly(programs, sms),
            Split::Parts(parts) => parts.clone(),
        };
        if parts.len() != programs {
            return Err(usage(format!(
                "--split has {} parts, but there are {programs} programs; give each its SMs",
                parts.len()
            )));
        }
        SplitError::check(&parts, sms).map_err(usage)?;
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_split_gives_what_is_left_over_to_the_first() {
        assert_eq!("even".parse::<Split>().unwrap().parts(2, 15).unwrap(), [8, 7]);
        assert_eq!(Split::Even.parts(4, 30).unwrap(), [8, 8, 7, 7]);
        assert_eq!("8,7".parse::<Split>().unwrap().parts(2, 15).unwrap(), [8, 7]);
    }

    #[test]
    fn a_split_that_does_not_fit_says_what_is_wrong() {
        for (split, programs, part) in [
            ("7,7", 2, "gives out 14 SMs (7,7), but the machine has 15"),
            ("4294967295,4294967295", 2, "gives out 8589934590 SMs"),
            ("15", 2, "1 parts, but there are 2 programs"),
            ("15,0", 2, "part 2 of the split has no SM"),
            ("even", 16, "part 16 of the split has no SM"),
        ] {
            let error = split.parse::<Split>().unwrap().parts(programs, 15).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!("odd".parse::<Split>().is_err() && "3,,4".parse::<Split>().is_err());
    }
}
