// SPDX-License-Identifier: Apache-2.0
//! How the SMs are divided into lanes, in which kernels of different streams run at the same time.

use crate::failure::usage;
use crate::split::evenly;
use anyhow::Result;
use std::str::FromStr;
use warpsmith_gpu::SplitError;

/// What `--streams` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// So many, as many SMs for each; those left over one by one to the first lanes.
    Even(usize),
    /// SMs by lane.
    Parts(Vec<u32>),
}

impl FromStr for Lanes {
    type Err = String;

    fn from_str(text: &str) -> Result<Lanes, String> {
        let parts: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
        match parts.as_deref() {
            Ok([0 | 1]) => Err("kernels run at the same time in two lanes or more".to_string()),
            Ok([lanes]) => Ok(Lanes::Even(*lanes as usize)),
            Ok(parts) => Ok(Lanes::Parts(parts.to_vec())),
            Err(_) => {
                Err("neither a number of lanes nor numbers of SMs with commas between, such as 8,7"
                    .to_string())
            }
        }
    }
}

impl Lanes {
    /// The SMs of each lane on a machine with `sms`.
    ///
    /// # Errors
    /// A lane has no SM, or they do not add up to the machine.
    pub fn parts(&self, sms: u32) -> Result<Vec<u32>> {
        let parts = match self {
            Lanes::Even(lanes) if *lanes > sms as usize => {
                return Err(usage(format!(
                    "--streams asks for {lanes} lanes, but the machine has {sms} SMs"
                )));
            }
            Lanes::Even(lanes) => evenly(*lanes, sms),
            Lanes::Parts(parts) => parts.clone(),
        };
        SplitError::check(&parts, sms).map_err(usage)?;
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_that_of_the_lanes_and_several_are_their_sms() {
        let parts = |text: &str| text.parse::<Lanes>().expect("it is understood").parts(15);
        assert_eq!(parts("2").expect("it fits"), [8, 7]);
        assert_eq!(parts("10,3,2").expect("it fits"), [10, 3, 2]);
        for (text, part) in [
            ("16", "16 lanes, but the machine has 15 SMs"),
            ("4294967295", "4294967295 lanes"),
            ("7,7", "gives out 14 SMs (7,7), but the machine has 15"),
            ("15,0", "part 2 of the split has no SM"),
        ] {
            let error = parts(text).expect_err("it does not fit").to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!(["0", "1", "", "two", "8,,7"].iter().all(|text| text.parse::<Lanes>().is_err()));
    }
}
