// SPDX-License-Identifier: Apache-2.0
//! The command line of `warpsmith cc`: what is ours, what is clang's, and what only nvcc understands.

use super::extension;
use crate::failure::usage;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Cuda,
    Cpp,
    C,
}

/// A file to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub kind: Kind,
}

/// What is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    Ptx,
    Objects,
    #[default]
    Program,
}

/// The command line, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub sources: Vec<Source>,
    pub output: Option<PathBuf>,
    pub stop_after: Stage,
    /// For every compilation.
    pub common: Vec<String>,
    /// For device code.
    pub device: Vec<String>,
    /// For the host compilation and the link.
    pub host: Vec<String>,
    /// For the link: objects and libraries, in their order.
    pub link: Vec<String>,
}

impl Arguments {
    /// What is written, in the order of the sources.
    pub fn outputs(&self) -> Result<Vec<PathBuf>> {
        let suffix = match self.stop_after {
            Stage::Program => return Ok(vec![self.output.clone().unwrap_or_else(|| "a.out".into())]),
            Stage::Objects => "o",
            Stage::Ptx => "ptx",
        };
        match (&self.output, self.sources.as_slice()) {
            (Some(output), [_]) => Ok(vec![output.clone()]),
            (Some(output), _) => {
                Err(usage(format!("-o {} names one file, but there are several sources", output.display())))
            }
            (None, sources) => {
                let name =
                    |s: &Source| Path::new(s.path.file_name().unwrap_or_default()).with_extension(suffix);
                Ok(sources.iter().map(name).collect())
            }
        }
    }
}

/// How a flag takes its value.
enum Value {
    /// It has none.
    None,
    /// In the next argument.
    Next,
}

/// Flags of nvcc that have no meaning here, with how they take a value when it is not joined by `=`.
const IGNORED: &[(&str, Value)] = &[
    ("-arch", Value::Next),
    ("--gpu-architecture", Value::Next),
    ("-code", Value::Next),
    ("--gpu-code", Value::Next),
    ("-gencode", Value::Next),
    ("--generate-code", Value::Next),
    ("-Xptxas", Value::Next),
    ("--ptxas-options", Value::Next),
    ("-Xnvlink", Value::Next),
    ("-ccbin", Value::Next),
    ("--compiler-bindir", Value::Next),
    ("-cudart", Value::Next),
    ("--cudart", Value::Next),
    ("-maxrregcount", Value::Next),
    ("--maxrregcount", Value::Next),
    ("-G", Value::None),
    ("--device-debug", Value::None),
    ("-lineinfo", Value::None),
    ("--generate-line-info", Value::None),
    ("--expt-relaxed-constexpr", Value::None),
    ("-expt-relaxed-constexpr", Value::None),
    ("--expt-extended-lambda", Value::None),
    ("-expt-extended-lambda", Value::None),
    ("--extended-lambda", Value::None),
    ("-extended-lambda", Value::None),
    ("-lcudart", Value::None),
    ("-lcudart_static", Value::None),
    ("-lcuda", Value::None),
    ("-lcudadevrt", Value::None),
    ("-Wno-deprecated-gpu-targets", Value::None),
];

/// Flags of clang whose value is the next argument.
const WITH_VALUE: &[&str] =
    &["-I", "-D", "-U", "-isystem", "-include", "-idirafter", "-iquote", "-MF", "-MT", "-MQ"];

/// What `-use_fast_math` means beside the approximate functions, which are the headers' part: single-precision numbers
/// below the normal range count as zero, and divisions are approximate.
const FAST_MATH: &[&str] = &["-fcuda-flush-denormals-to-zero", "-mllvm", "-nvptx-prec-divf32=0"];

/// Sorts the arguments.
///
/// # Errors
/// A flag lacks its value or asks for what does not exist, or there is nothing to do. Other flags are clang's to judge.
pub fn parse(args: &[String]) -> Result<Arguments> {
    let mut sorted = Arguments::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let (flag, joined) = match arg.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (arg.as_str(), None),
        };
        let mut value = || match joined {
            Some(value) => Ok(value.to_string()),
            None => rest.next().cloned().ok_or_else(|| usage(format!("{flag} needs a value after it"))),
        };
        if let Some((_, takes)) = IGNORED.iter().find(|(name, _)| *name == flag) {
            if matches!(takes, Value::Next) {
                value()?;
            }
            continue;
        }
        match flag {
            "-o" | "--output-file" => sorted.output = Some(value()?.into()),
            "-c" | "--compile" => sorted.stop_after = Stage::Objects,
            "-ptx" | "--ptx" => sorted.stop_after = Stage::Ptx,
            "-std" | "--std" => sorted.common.push(format!("-std={}", value()?)),
            "-Xcompiler" | "--compiler-options" => sorted.host.extend(value()?.split(',').map(String::from)),
            "-Xlinker" | "--linker-options" => sorted.link.push(format!("-Wl,{}", value()?)),
            "-L" | "-l" => sorted.link.push(format!("{flag}{}", value()?)),
            "-x" => match value()?.as_str() {
                "cu" | "cuda" => {}
                other => {
                    return Err(usage(format!("-x {other}: the language of a file follows from its name")))
                }
            },
            "-rdc" | "--relocatable-device-code" => refuse_separate(value()? == "true")?,
            "-dc" | "--device-c" | "-dlink" => refuse_separate(true)?,
            "-use_fast_math" | "--use_fast_math" => {
                sorted.common.push("-D__USE_FAST_MATH__".into());
                sorted.device.extend(FAST_MATH.iter().map(|flag| flag.to_string()));
            }
            _ if WITH_VALUE.contains(&arg.as_str()) => {
                sorted.common.push(arg.clone());
                sorted.common.push(value()?);
            }
            _ => sorted.other(arg)?,
        }
    }
    if sorted.sources.is_empty() && (sorted.link.is_empty() || sorted.stop_after != Stage::Program) {
        return Err(usage("there is no source to compile; usage: warpsmith cc FILE.cu ... -o PROGRAM"));
    }
    Ok(sorted)
}

fn refuse_separate(asked: bool) -> Result<()> {
    if asked {
        return Err(usage(
            "separate compilation of device code (-rdc, -dc) is not supported: put kernels and the device functions \
             that they call in one file",
        ));
    }
    Ok(())
}

impl Arguments {
    /// A file, or a flag that goes to clang as it is.
    fn other(&mut self, arg: &str) -> Result<()> {
        if let Some(first) = arg.strip_prefix('-').and_then(|rest| rest.chars().next()) {
            match first {
                'l' | 'L' => self.link.push(arg.into()),
                // What the optimiser does to the host says nothing about the device.
                'O' | 'g' | 'W' | 'm' | 'p' => self.host.push(arg.into()),
                _ => self.common.push(arg.into()),
            }
            return Ok(());
        }
        let path = PathBuf::from(arg);
        let kind = match extension(&path) {
            "cu" => Kind::Cuda,
            "cpp" | "cc" | "cxx" | "C" | "c++" => Kind::Cpp,
            "c" => Kind::C,
            "o" | "a" | "so" => {
                self.link.push(arg.into());
                return Ok(());
            }
            _ => {
                return Err(usage(format!(
                    "{arg} is neither a source (.cu .cpp .cc .cxx .C .c) nor an object or library (.o .a .so)"
                )));
            }
        };
        self.sources.push(Source { path, kind });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Arguments {
        parse(&line.split(' ').map(String::from).collect::<Vec<_>>()).expect("a good command line")
    }

    fn error(line: &str) -> String {
        let args: Vec<String> = line.split(' ').map(String::from).collect();
        parse(&args).expect_err("a bad command line").to_string()
    }

    #[test]
    fn an_nvcc_command_line_keeps_only_what_has_a_meaning() {
        let a = parsed(
            "-arch=sm_70 -gencode arch=compute_70,code=sm_70 -Xptxas -v --ptxas-options=-v -O2 -Iinc -D N=4 \
             --std=c++14 -Xcompiler -Wall,-fopenmp -lcudart -lm x.cu -o x",
        );
        assert_eq!(a.sources, [Source { path: "x.cu".into(), kind: Kind::Cuda }]);
        assert_eq!(a.output, Some("x".into()));
        assert_eq!(a.common, ["-Iinc", "-D", "N=4", "-std=c++14"]);
        assert_eq!(a.host, ["-O2", "-Wall", "-fopenmp"]);
        assert_eq!(a.link, ["-lm"]);
    }

    #[test]
    fn a_definition_with_an_equals_sign_is_passed_whole() {
        assert_eq!(parsed("-DSIZE=16 -I=dir x.cu").common, ["-DSIZE=16", "-I=dir"]);
    }

    #[test]
    fn fast_mathematics_is_for_the_headers_and_device_code() {
        let a = parsed("-use_fast_math x.cu");
        assert_eq!((a.common, a.host), (vec!["-D__USE_FAST_MATH__".to_string()], vec![]));
        assert_eq!(a.device, FAST_MATH);
    }

    #[test]
    fn outputs_without_o_are_named_after_the_sources() {
        assert_eq!(parsed("-c dir/a.cu b.cpp").outputs().unwrap(), [PathBuf::from("a.o"), "b.o".into()]);
        assert_eq!(parsed("a.cu").outputs().unwrap(), [PathBuf::from("a.out")]);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_the_reason() {
        for (line, reason) in [
            ("-o", "needs a value"),
            ("-o x", "no source"),
            ("x.f90", "x.f90"),
            ("-rdc=true x.cu", "separate compilation"),
        ] {
            assert!(error(line).contains(reason), "{line}: {}", error(line));
        }
        let two = parsed("-c a.cu b.cu -o x").outputs().expect_err("two sources, one output");
        assert!(two.to_string().contains("several sources"));
    }
}
