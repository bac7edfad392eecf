// SPDX-License-Identifier: Apache-2.0
//! Launch files: which kernels of a PTX file to run, on what, and what must come out. `docs/ptx.md` describes them.

mod contents;
mod scalar;

use anyhow::{anyhow, bail, Context, Result};
pub use contents::Fill;
pub use scalar::{Number, Scalar};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Elements of a buffer at most; keeps a misprint from exhausting the host.
const MAX_BYTES: u64 = 1 << 34;
/// What starts the lines of a launch description inside a PTX file.
const PREFIX: &str = "//!";

/// A launch file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchFile {
    #[serde(default, rename = "buffer")]
    pub buffers: Vec<Buffer>,
    #[serde(rename = "launch")]
    pub launches: Vec<Launch>,
    /// The file that it came from, for errors.
    #[serde(skip)]
    origin: String,
    #[serde(skip)]
    text: String,
}

/// An array in device memory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    pub name: Spanned<String>,
    #[serde(rename = "type")]
    pub ty: Scalar,
    /// Elements.
    pub count: Spanned<u64>,
    #[serde(default)]
    pub init: Option<Spanned<Fill>>,
    /// What it must hold after the last launch.
    pub expect: Option<Spanned<Fill>>,
    /// Largest accepted difference of a floating-point element, relative to the expected value or to 1.
    #[serde(default)]
    pub tolerance: f64,
    /// Name of the file that its bytes are written to after the last launch.
    pub dump: Option<Spanned<PathBuf>>,
}

/// One launch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    pub kernel: Spanned<String>,
    #[serde(default)]
    pub grid: Option<Extent>,
    pub block: Extent,
    #[serde(default)]
    pub dynamic_shared: u32,
    #[serde(default)]
    pub params: Vec<Spanned<Argument>>,
}

/// `64`, or up to three numbers; the missing ones are 1.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Extent {
    One(u32),
    Many(Vec<u32>),
}

impl Extent {
    pub fn dims(&self) -> Result<[u32; 3]> {
        let list = match self {
            Extent::One(n) => std::slice::from_ref(n),
            Extent::Many(list) => list,
        };
        if list.is_empty() || list.len() > 3 {
            bail!("grid and block have one to three numbers, not {}", list.len());
        }
        Ok(std::array::from_fn(|i| list.get(i).copied().unwrap_or(1)))
    }
}

/// A kernel parameter: the name of a buffer, or `{ TYPE = VALUE }`.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Argument {
    Buffer(String),
    Value(BTreeMap<Scalar, Values>),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Values {
    One(Number),
    Many(Vec<Number>),
}

/// Whether a file is PTX, by its name.
pub fn is_ptx(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ptx")
}

impl LaunchFile {
    /// Reads a launch file, or the lines of a PTX file that start with `//!`.
    ///
    /// # Errors
    /// The file cannot be read, or names line and key of what is wrong.
    pub fn read(path: &Path) -> Result<LaunchFile> {
        let text =
            warpsmith_process::read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
        let origin = path.display().to_string();
        if is_ptx(path) {
            return LaunchFile::inside(&origin, &text);
        }
        LaunchFile::parse(&origin, text)
    }

    fn inside(origin: &str, ptx: &str) -> Result<LaunchFile> {
        if !ptx.lines().any(|line| line.starts_with(PREFIX)) {
            bail!(
                "{origin} does not say how to launch its kernels: give --launch FILE, or put the launch \
                 description into lines that start with `{PREFIX}`"
            );
        }
        let described = |line: &str| line.strip_prefix(PREFIX).unwrap_or_default().to_owned() + "\n";
        LaunchFile::parse(origin, ptx.lines().map(described).collect())
    }

    fn parse(origin: &str, text: String) -> Result<LaunchFile> {
        let mut file: LaunchFile = toml::from_str(&text).with_context(|| origin.to_string())?;
        file.origin = origin.to_string();
        file.text = text;
        file.check()?;
        Ok(file)
    }

    /// An error at something in the file.
    pub fn error<T>(&self, place: &Spanned<T>, what: impl std::fmt::Display) -> anyhow::Error {
        let before = &self.text[..place.span().start.min(self.text.len())];
        anyhow!("{}:{}: {what}", self.origin, before.matches('\n').count() + 1)
    }

    /// The files that buffers are filled from or compared with.
    pub fn inputs(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let fills = self.buffers.iter().flat_map(|buffer| buffer.init.iter().chain(&buffer.expect));
        fills.filter_map(|fill| match fill.as_ref() {
            Fill::File(name) => Some(self.folder().join(name)),
            _ => None,
        })
    }

    /// The folder that paths in the file are relative to.
    pub fn folder(&self) -> &Path {
        Path::new(&self.origin).parent().unwrap_or(Path::new(""))
    }

    fn check(&self) -> Result<()> {
        for (i, buffer) in self.buffers.iter().enumerate() {
            let name = buffer.name.as_ref();
            if self.buffers[..i].iter().any(|other| other.name.as_ref() == name) {
                return Err(self.error(&buffer.name, format!("buffer `{name}` is there twice")));
            }
            let count = *buffer.count.as_ref();
            if count == 0 || count > MAX_BYTES / buffer.ty.bytes() as u64 {
                let most = MAX_BYTES / buffer.ty.bytes() as u64;
                let what = format!("count of buffer `{name}` is {count}; it must be 1 to {most}");
                return Err(self.error(&buffer.count, what));
            }
        }
        for launch in &self.launches {
            let dims = launch.block.dims().and(launch.grid.as_ref().map_or(Ok([1; 3]), Extent::dims));
            dims.map_err(|error| self.error(&launch.kernel, error))?;
        }
        Ok(())
    }

    /// The bytes that `fill` stands for in `buffer`.
    pub fn contents(&self, buffer: &Buffer, fill: &Spanned<Fill>) -> Result<Vec<u8>> {
        let count = *buffer.count.as_ref() as usize;
        let made = fill.as_ref().bytes(buffer.ty, count, self.folder());
        made.map_err(|error| self.error(fill, format!("buffer `{}`: {error:#}", buffer.name.as_ref())))
    }

    /// The bytes of a parameter; `address` knows the buffers.
    pub fn argument(
        &self,
        argument: &Spanned<Argument>,
        address: impl Fn(&str) -> Option<u64>,
    ) -> Result<Vec<u8>> {
        match argument.as_ref() {
            Argument::Buffer(name) => {
                let known = || self.buffers.iter().map(|b| b.name.as_ref().as_str()).collect::<Vec<_>>();
                let missing = || {
                    let what =
                        format!("there is no buffer `{name}`; the buffers are: {}", known().join(", "));
                    self.error(argument, what)
                };
                Ok(address(name).ok_or_else(missing)?.to_le_bytes().to_vec())
            }
            Argument::Value(pairs) if pairs.len() == 1 => {
                let mut bytes = Vec::new();
                for (ty, values) in pairs {
                    let list = match values {
                        Values::One(value) => std::slice::from_ref(value),
                        Values::Many(list) => list,
                    };
                    for value in list {
                        let encoded = ty.encode(*value).map_err(|error| self.error(argument, error))?;
                        bytes.extend(encoded);
                    }
                }
                Ok(bytes)
            }
            Argument::Value(_) => {
                Err(self.error(argument, "a parameter is a buffer's name or one { type = value }"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
[[buffer]]
name = \"x\"
type = \"f32\"
count = 4
init = { ramp = { start = 1, step = 0.5 } }

[[launch]]
kernel = \"k\"
grid = [2, 3]
block = 64
params = [\"x\", { u32 = 7 }, { f32 = 2 }]
";

    fn error(text: &str) -> String {
        match LaunchFile::parse("l.toml", text.into()) {
            Ok(_) => panic!("accepted"),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn a_launch_file_says_what_to_run_on_what() {
        let file = LaunchFile::parse("l.toml", GOOD.into()).unwrap();
        let launch = &file.launches[0];
        assert_eq!(launch.grid.as_ref().unwrap().dims().unwrap(), [2, 3, 1]);
        assert_eq!(launch.block.dims().unwrap(), [64, 1, 1]);
        let bytes = |i: usize| file.argument(&launch.params[i], |n| (n == "x").then_some(0x1000)).unwrap();
        assert_eq!(bytes(0), 0x1000u64.to_le_bytes());
        assert_eq!(bytes(1), 7u32.to_le_bytes());
        assert_eq!(bytes(2), 2f32.to_le_bytes());
        let x = file.contents(&file.buffers[0], file.buffers[0].init.as_ref().unwrap()).unwrap();
        assert_eq!(x, [1f32, 1.5, 2.0, 2.5].map(f32::to_le_bytes).concat());
    }

    #[test]
    fn a_ptx_file_can_hold_its_own_launch_description() {
        let ptx: String = GOOD.lines().map(|l| format!("//! {l}\n")).collect::<String>() + ".version 6.0\n";
        assert_eq!(LaunchFile::inside("k.ptx", &ptx).unwrap().launches.len(), 1);
        let Err(error) = LaunchFile::inside("k.ptx", ".version 6.0\n") else { panic!("accepted") };
        assert!(error.to_string().contains("--launch"), "{error}");
    }

    #[test]
    fn errors_name_key_and_line() {
        for (from, to, parts) in [
            ("count", "cuont", &["cuont", "line 4"][..]),
            ("\"f32\"", "\"f23\"", &["f23", "line 3"]),
            ("count = 4", "count = 0", &["l.toml:4", "`x` is 0"]),
            ("block = 64", "block = [1, 2, 3, 4]", &["l.toml:8", "one to three numbers"]),
            ("kernel = \"k\"\n", "", &["kernel", "line 7"]),
        ] {
            let text = error(&GOOD.replace(from, to));
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        }
        let file = LaunchFile::parse("l.toml", GOOD.replace("u32 = 7", "u32 = -7")).unwrap();
        let text = file.argument(&file.launches[0].params[1], |_| None).unwrap_err().to_string();
        assert!(text.contains("l.toml:11") && text.contains("-7") && text.contains("u32"), "{text}");
        let text = file.argument(&file.launches[0].params[0], |_| None).unwrap_err().to_string();
        assert!(text.contains("l.toml:11") && text.contains("`x`"), "{text}");
    }
}
