// SPDX-License-Identifier: Apache-2.0
//! `-p`: a configuration that differs from a named one.

use crate::attach::key_values;
use anyhow::Result;

/// What is changed of a named configuration.
#[derive(clap::Args)]
pub struct Changes {
    /// Change one parameter of the configuration (repeatable); `list units UNIT` has their ranges
    #[arg(short = 'p', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
}

impl Changes {
    /// As on the command line.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.parameters.iter().map(|change| format!(" -p {change}"))
    }

    /// [`Changes::of`] each of these configurations, or of the one without a name if there are none.
    ///
    /// # Errors
    /// As [`Changes::of`].
    pub fn of_all(&self, named: &[String]) -> Result<Vec<String>> {
        match named {
            [] => Ok(vec![self.of("")?]),
            named => named.iter().map(|name| self.of(name)).collect(),
        }
    }

    /// The configuration `named` with the changes, as text that every function understands that takes the name of a
    /// configuration: `paper:n_warps=40`.
    ///
    /// # Errors
    /// A change is not of the form key=value, or there twice.
    pub fn of(&self, named: &str) -> Result<String> {
        let changes = key_values("-p", &self.parameters)?;
        let changes: Vec<String> = changes.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        Ok(match changes.is_empty() {
            true => named.to_string(),
            false => format!("{named}:{}", changes.join(",")),
        })
    }
}
