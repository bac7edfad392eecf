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
pub struct SourceFile {
    pub path: PathBuf,
    pub kind: Kind,
}

/// What is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub enum Stage {
    /// Rules for make, of which headers a source needs.
    Dependencies,
    /// Preprocessed host code.
    Preprocessed,
    Ptx,
    /// C++ for another compiler, which makes the object of it.
    HostSource,
    Objects,
    /// The object that nvcc makes when it links device code by itself. There is nothing left to be done in it.
    DeviceLink,
    #[default]
    Program,
}

/// Rules for make as a by-product of compiling (`-MMD` and its like).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub wanted: bool,
    /// Where they go; beside the object if missing.
    pub file: Option<String>,
    /// Their target; the object if missing.
    pub target: Option<String>,
    /// Each header gets an empty rule too.
    pub phony: bool,
}

/// The command line, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub sources: Vec<SourceFile>,
    pub output: Option<PathBuf>,
    pub stop_after: Stage,
    /// The commands are printed, not run.
    pub dry_run: bool,
    pub rules: Rules,
    /// Where outputs without a name of their own go.
    pub folder: Option<PathBuf>,
    /// The dialect of C++, CUDA included.
    pub cpp_standard: Option<String>,
    /// The dialect of C.
    pub c_standard: Option<String>,
    /// For every compilation.
    pub common: Vec<String>,
    /// For device code.
    pub device: Vec<String>,
    /// For the host compilation and the link.
    pub host: Vec<String>,
    /// For the link: objects and libraries, in their order.
    pub link: Vec<String>,
    /// The flags that are left to clang, to be checked.
    pub passed: Vec<String>,
}

impl Arguments {
    /// What is written, in the order of the sources.
    pub fn outputs(&self) -> Result<Vec<PathBuf>> {
        let suffix = match self.stop_after {
            Stage::Program => return Ok(vec![self.output.clone().unwrap_or_else(|| "a.out".into())]),
            Stage::DeviceLink => return Ok(vec![self.output.clone().unwrap_or_else(|| "a_dlink.o".into())]),
            Stage::Dependencies | Stage::Preprocessed => {
                return Ok(self.output.clone().into_iter().collect())
            }
            Stage::Objects => "o",
            Stage::Ptx => "ptx",
            Stage::HostSource => "cu.cpp.ii",
        };
        match (&self.output, self.sources.as_slice()) {
            (Some(output), [_]) => Ok(vec![output.clone()]),
            (Some(output), _) => {
                Err(usage(format!("-o {} names one file, but there are several sources", output.display())))
            }
            (None, sources) => {
                let folder = self.folder.clone().unwrap_or_default();
                let name = |s: &SourceFile| {
                    folder.join(Path::new(s.path.file_name().unwrap_or_default()).with_extension(suffix))
                };
                Ok(sources.iter().map(name).collect())
            }
        }
    }
}

/// What a flag of nvcc is here.
enum Meaning {
    /// Nothing, and it has no value.
    Nothing,
    /// Nothing, and it has a value, after `=` or as the next argument.
    NothingOf,
    /// This flag of clang's.
    Same(&'static str),
    /// This flag of clang's, joined with its value.
    Joined(&'static str),
    /// A demand that cannot be met, and what to do instead.
    Refused(&'static str),
}

/// Flags of nvcc that clang does not know, or knows by another name.
const NVCC: &[(&str, Meaning)] = &[
    ("-arch", Meaning::NothingOf),
    ("--gpu-architecture", Meaning::NothingOf),
    ("-code", Meaning::NothingOf),
    ("--gpu-code", Meaning::NothingOf),
    ("-gencode", Meaning::NothingOf),
    ("--generate-code", Meaning::NothingOf),
    ("-Xptxas", Meaning::NothingOf),
    ("--ptxas-options", Meaning::NothingOf),
    ("-po", Meaning::NothingOf),
    ("-Xnvlink", Meaning::NothingOf),
    ("--nvlink-options", Meaning::NothingOf),
    ("-Xcudafe", Meaning::NothingOf),
    ("-ccbin", Meaning::NothingOf),
    ("--compiler-bindir", Meaning::NothingOf),
    ("-cudart", Meaning::NothingOf),
    ("--cudart", Meaning::NothingOf),
    ("-maxrregcount", Meaning::NothingOf),
    ("--maxrregcount", Meaning::NothingOf),
    ("-diag-suppress", Meaning::NothingOf),
    ("--diag-suppress", Meaning::NothingOf),
    ("-t", Meaning::NothingOf),
    ("--threads", Meaning::NothingOf),
    ("--machine", Meaning::NothingOf),
    ("-prec-sqrt", Meaning::NothingOf),
    ("--prec-sqrt", Meaning::NothingOf),
    ("-rdc", Meaning::NothingOf),
    ("--relocatable-device-code", Meaning::NothingOf),
    ("-G", Meaning::Nothing),
    ("--device-debug", Meaning::Nothing),
    ("-lineinfo", Meaning::Nothing),
    ("--generate-line-info", Meaning::Nothing),
    ("-src-in-ptx", Meaning::Nothing),
    ("-res-usage", Meaning::Nothing),
    ("--resource-usage", Meaning::Nothing),
    ("-restrict", Meaning::Nothing),
    ("--restrict", Meaning::Nothing),
    ("--expt-relaxed-constexpr", Meaning::Nothing),
    ("-expt-relaxed-constexpr", Meaning::Nothing),
    ("--expt-extended-lambda", Meaning::Nothing),
    ("-expt-extended-lambda", Meaning::Nothing),
    ("--extended-lambda", Meaning::Nothing),
    ("-extended-lambda", Meaning::Nothing),
    ("-extra-device-vectorization", Meaning::Nothing),
    ("-lcudart", Meaning::Nothing),
    ("-lcudart_static", Meaning::Nothing),
    ("-lcuda", Meaning::Nothing),
    ("-lcudadevrt", Meaning::Nothing),
    ("-lcublas", Meaning::Nothing),
    ("-lcufft", Meaning::Nothing),
    ("-lcurand", Meaning::Nothing),
    ("-lcusparse", Meaning::Nothing),
    ("-lnvToolsExt", Meaning::Nothing),
    ("-lcutil", Meaning::Nothing),
    ("-lcutil_x86_64", Meaning::Nothing),
    ("-Wno-deprecated-gpu-targets", Meaning::Nothing),
    ("-m64", Meaning::Nothing),
    ("--disable-warnings", Meaning::Same("-w")),
    ("--verbose", Meaning::Same("-v")),
    ("--debug", Meaning::Same("-g")),
    ("--profile", Meaning::Same("-pg")),
    ("--shared", Meaning::Same("-shared")),
    ("--optimize", Meaning::Joined("-O")),
    ("--include-path", Meaning::Joined("-I")),
    ("--define-macro", Meaning::Joined("-D")),
    ("--undefine-macro", Meaning::Joined("-U")),
    ("--system-include", Meaning::Joined("-isystem")),
    ("--pre-include", Meaning::Joined("-include")),
    ("--library", Meaning::Joined("-l")),
    ("--library-path", Meaning::Joined("-L")),
    ("-keep", Meaning::Refused("intermediate files are not kept; -ptx writes the device code")),
    ("--keep", Meaning::Refused("intermediate files are not kept; -ptx writes the device code")),
    ("-cubin", Meaning::Refused("there is no machine code; -ptx writes the device code")),
    ("--cubin", Meaning::Refused("there is no machine code; -ptx writes the device code")),
    ("-fatbin", Meaning::Refused("there is no machine code; -ptx writes the device code")),
    ("--fatbin", Meaning::Refused("there is no machine code; -ptx writes the device code")),
    ("-lib", Meaning::Refused("make objects with -c and a library of them with ar")),
    ("--lib", Meaning::Refused("make objects with -c and a library of them with ar")),
    ("-m32", Meaning::Refused("programs are of 64 bits")),
];

/// Flags of clang whose value is joined, the next argument, or (for nvcc) after an equals sign.
const JOINED: &[&str] = &["-I", "-D", "-U", "-L", "-l", "-O"];
/// Flags of clang whose value is the next argument.
const WITH_VALUE: &[&str] = &["-isystem", "-include", "-idirafter", "-iquote", "-Xclang"];
/// What nvcc's `-Werror` may name; clang's has no value.
const WERROR: &[&str] = &[
    "all-warnings",
    "cross-execution-space-call",
    "reorder",
    "deprecated-declarations",
    "default-stream-launch",
];
/// Flags of gcc that clang does not know and does not need.
const GCC: &[&str] = &["-fpermissive", "-fopenmp", "-ffloat-store"];

/// Single-precision numbers below the normal range count as zero.
const FLUSH: &[&str] = &["-fcuda-flush-denormals-to-zero"];
/// Approximate single-precision division.
const APPROXIMATE_DIVISION: &[&str] = &["-mllvm", "-nvptx-prec-divf32=0"];
/// No contraction of a product and a sum.
const NO_CONTRACTION: &[&str] = &["-ffp-contract=off"];

/// Sorts the arguments.
///
/// # Errors
/// A flag lacks its value or asks for what does not exist, or there is nothing to do. Other flags are clang's to judge.
pub fn parse(args: &[String]) -> Result<Arguments> {
    let mut sorted = Arguments::default();
    let mut cuda = false;
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
        match NVCC.iter().find(|(name, _)| *name == flag).map(|(_, meaning)| meaning) {
            Some(Meaning::Nothing) => continue,
            Some(Meaning::NothingOf) => {
                value()?;
                continue;
            }
            Some(Meaning::Same(other)) => {
                sorted.flag(other);
                continue;
            }
            Some(Meaning::Joined(other)) => {
                let value = value()?;
                sorted.valued(other, value);
                continue;
            }
            Some(Meaning::Refused(reason)) => return Err(usage(format!("{flag}: {reason}"))),
            None => {}
        }
        let off = |value: &str| matches!(value, "false" | "no" | "0");
        match flag {
            "-o" | "--output-file" => sorted.output = Some(value()?.into()),
            "-odir" | "--output-directory" => sorted.folder = Some(value()?.into()),
            "-c" | "--compile" | "-dc" | "--device-c" | "-dw" | "--device-w" => {
                sorted.stop_after = Stage::Objects
            }
            "-ptx" | "--ptx" => sorted.stop_after = Stage::Ptx,
            "-cuda" | "--cuda" => sorted.stop_after = Stage::HostSource,
            "-E" | "--preprocess" => sorted.stop_after = Stage::Preprocessed,
            "-dlink" | "--device-link" => sorted.stop_after = Stage::DeviceLink,
            "-M" | "-MM" | "--generate-dependencies" | "--generate-nonsystem-dependencies" => {
                sorted.stop_after = Stage::Dependencies
            }
            "-MD"
            | "-MMD"
            | "--generate-dependencies-with-compile"
            | "--generate-nonsystem-dependencies-with-compile" => sorted.rules.wanted = true,
            "-MP" | "--generate-dependency-targets" => sorted.rules.phony = true,
            "-MF" | "--dependency-output" => sorted.rules.file = Some(value()?),
            "-MT" | "-MQ" | "--dependency-target-name" => sorted.rules.target = Some(value()?),
            "-std" | "--std" => {
                let standard = value()?;
                sorted.standard(&standard);
            }
            "-Xcompiler" | "--compiler-options" => {
                for option in value()?.split([',', ' ']).filter(|option| !option.is_empty()) {
                    sorted.host_flag(option);
                }
            }
            "-dryrun" | "--dryrun" => sorted.dry_run = true,
            "-default-stream" | "--default-stream" => match value()?.as_str() {
                // Work is complete when the call returns, on either.
                "per-thread" => sorted.common.push("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1".into()),
                "legacy" | "null" => {}
                other => return Err(usage(format!("{flag} is legacy, null or per-thread, not `{other}`"))),
            },
            "-Xlinker" | "--linker-options" => sorted.link.push(format!("-Wl,{}", value()?)),
            "-x" | "--x" => match value()?.as_str() {
                "cu" | "cuda" => cuda = true,
                other => {
                    return Err(usage(format!("-x {other}: the language of a file follows from its name")))
                }
            },
            "-Werror" | "--Werror" => {
                let kinds = joined.map(String::from).or_else(|| rest.as_slice().first().cloned());
                let known = |kinds: &str| kinds.split(',').all(|kind| WERROR.contains(&kind));
                match kinds {
                    Some(kinds) if known(&kinds) => {
                        if joined.is_none() {
                            rest.next();
                        }
                    }
                    _ => sorted.host.push(arg.clone()),
                }
            }
            "-use_fast_math" | "--use_fast_math" => {
                sorted.common.push("-D__USE_FAST_MATH__".into());
                sorted.for_device(FLUSH);
                sorted.for_device(APPROXIMATE_DIVISION);
            }
            "-ftz" | "--ftz" if !off(&value()?) => sorted.for_device(FLUSH),
            "-prec-div" | "--prec-div" if off(&value()?) => sorted.for_device(APPROXIMATE_DIVISION),
            "-fmad" | "--fmad" if off(&value()?) => sorted.for_device(NO_CONTRACTION),
            "-ftz" | "--ftz" | "-prec-div" | "--prec-div" | "-fmad" | "--fmad" => {}
            _ if JOINED.contains(&flag) && (joined.is_some() || (arg == flag && flag != "-O")) => {
                let value = value()?;
                sorted.valued(flag, value);
            }
            _ if WITH_VALUE.contains(&arg.as_str()) => {
                let value = value()?;
                sorted.valued(arg, value);
            }
            _ if arg.starts_with('-') => {
                sorted.passed.push(arg.clone());
                sorted.flag(arg);
            }
            _ => sorted.file(arg, cuda)?,
        }
    }
    if sorted.sources.is_empty() && (sorted.link.is_empty() || sorted.stop_after < Stage::DeviceLink) {
        return Err(usage("there is no source to compile; usage: warpsmith cc FILE.cu ... -o PROGRAM"));
    }
    Ok(sorted)
}

impl Arguments {
    fn for_device(&mut self, flags: &[&str]) {
        self.device.extend(flags.iter().map(|flag| flag.to_string()));
    }

    /// A dialect counts for the files of its own language.
    fn standard(&mut self, name: &str) {
        let standard = if name.contains("++") { &mut self.cpp_standard } else { &mut self.c_standard };
        *standard = Some(name.into());
    }

    /// A flag for the host's compiler.
    fn host_flag(&mut self, flag: &str) {
        if let Some(standard) = flag.strip_prefix("-std=") {
            self.standard(standard);
        } else if !GCC.contains(&flag) {
            self.passed.push(flag.into());
            self.host.push(flag.into());
        }
    }

    /// A flag of clang's with a value.
    fn valued(&mut self, flag: &str, value: String) {
        match flag {
            "-l" | "-L" => self.link.push(format!("{flag}{value}")),
            "-O" => self.host.push(format!("{flag}{value}")),
            "-I" | "-D" | "-U" => self.common.push(format!("{flag}{value}")),
            _ => self.common.extend([flag.into(), value]),
        }
    }

    /// A flag that goes to clang as it is.
    fn flag(&mut self, arg: &str) {
        match arg.as_bytes().get(1) {
            Some(b'l' | b'L') => self.link.push(arg.into()),
            _ if arg == "-shared" || arg == "-static" => self.link.push(arg.into()),
            // What the optimiser does to the host says nothing about the device.
            Some(b'O' | b'g' | b'W' | b'm' | b'p' | b'w') => self.host.push(arg.into()),
            _ if GCC.contains(&arg) => {}
            _ => self.common.push(arg.into()),
        }
    }

    /// A source, an object or a library. After `-x cu` every other name is that of a CUDA source.
    fn file(&mut self, arg: &str, cuda: bool) -> Result<()> {
        let path = PathBuf::from(arg);
        let kind = match extension(&path) {
            "o" | "obj" | "a" | "so" => {
                self.link.push(arg.into());
                return Ok(());
            }
            _ if cuda => Kind::Cuda,
            "cu" => Kind::Cuda,
            "cpp" | "cc" | "cxx" | "C" | "c++" | "ii" => Kind::Cpp,
            "c" => Kind::C,
            _ => {
                return Err(usage(format!(
                    "{arg} is neither a source (.cu .cpp .cc .cxx .C .ii .c) nor an object or library (.o .obj .a .so)"
                )));
            }
        };
        self.sources.push(SourceFile { path, kind });
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
        assert_eq!(a.sources, [SourceFile { path: "x.cu".into(), kind: Kind::Cuda }]);
        assert_eq!(a.output, Some("x".into()));
        assert_eq!(
            (a.common, a.cpp_standard),
            (vec!["-Iinc".into(), "-DN=4".into()], Some("c++14".to_string()))
        );
        assert_eq!(a.host, ["-O2", "-Wall"]);
        assert_eq!(a.link, ["-lm"]);
    }

    #[test]
    fn a_dialect_is_for_the_files_of_its_language_wherever_it_is_given() {
        let a = parsed("-std=c++17 -Xcompiler -std=gnu99 x.cu y.c");
        assert_eq!((a.cpp_standard, a.c_standard), (Some("c++17".to_string()), Some("gnu99".to_string())));
        assert_eq!((a.common, a.host), (vec![], vec![]));
    }

    #[test]
    fn a_definition_with_an_equals_sign_is_passed_whole() {
        assert_eq!(parsed("-DSIZE=16 -D A=B -I=dir x.cu").common, ["-DSIZE=16", "-DA=B", "-Idir"]);
    }

    #[test]
    fn fast_mathematics_is_for_the_headers_and_device_code() {
        let a = parsed("-use_fast_math x.cu");
        assert_eq!((a.common, a.host), (vec!["-D__USE_FAST_MATH__".to_string()], vec![]));
        assert_eq!(a.device, [FLUSH, APPROXIMATE_DIVISION].concat());
        assert_eq!(parsed("-ftz=true -prec-div=false --fmad false x.cu").device.len(), 4);
        assert_eq!(parsed("-ftz=false -prec-div=true -fmad=true x.cu").device, [""; 0]);
    }

    #[test]
    fn long_names_of_nvcc_mean_what_the_short_ones_do() {
        let a = parsed(
            "--include-path inc --define-macro=N=4 --optimize 3 --library=m --library-path lib --compile x.cu \
             --output-file x.o --machine 64 -Werror cross-execution-space-call -Xcompiler=-fPIC,-g -odir out",
        );
        assert_eq!(
            (a.common, a.host),
            (vec!["-Iinc".into(), "-DN=4".into()], vec!["-O3".into(), "-fPIC".into(), "-g".into()])
        );
        assert_eq!((a.link, a.stop_after), (vec!["-lm".to_string(), "-Llib".into()], Stage::Objects));
    }

    #[test]
    fn separate_compilation_makes_objects_and_a_device_link_makes_one() {
        assert_eq!(parsed("-rdc=true -dc a.cu").stop_after, Stage::Objects);
        let link = parsed("-arch=sm_35 -dlink a.o b.o -o link.o");
        assert_eq!((link.stop_after, link.outputs().unwrap()), (Stage::DeviceLink, vec!["link.o".into()]));
    }

    #[test]
    fn objects_by_their_other_name_and_options_of_the_assembler_are_taken() {
        let a = parsed("-po=-v -po -v --default-stream per-thread -default-stream=legacy x.cu y.obj");
        assert_eq!((a.link, a.sources.len()), (vec!["y.obj".to_string()], 1));
        assert_eq!(a.common, ["-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"]);
        assert!(!a.dry_run && parsed("-dryrun x.cu").dry_run);
    }

    #[test]
    fn any_file_is_a_cuda_source_after_x_cu() {
        let a = parsed("-x cu kernel.cpp other.inc lib.a");
        assert!(a.sources.iter().all(|source| source.kind == Kind::Cuda));
        assert_eq!((a.sources.len(), a.link), (2, vec!["lib.a".to_string()]));
    }

    #[test]
    fn rules_for_make_are_a_by_product_or_all_that_is_made() {
        let a = parsed("-c -MMD -MP -MF x.d -MT x.o x.cu");
        let rules = Rules { wanted: true, file: Some("x.d".into()), target: Some("x.o".into()), phony: true };
        assert_eq!((a.rules, a.stop_after), (rules, Stage::Objects));
        assert_eq!(parsed("-MM x.cu").stop_after, Stage::Dependencies);
    }

    #[test]
    fn outputs_without_o_are_named_after_the_sources() {
        assert_eq!(parsed("-c dir/a.cu b.cpp").outputs().unwrap(), [PathBuf::from("a.o"), "b.o".into()]);
        assert_eq!(parsed("-cuda dir/a.cu").outputs().unwrap(), [PathBuf::from("a.cu.cpp.ii")]);
        assert_eq!(parsed("a.cu").outputs().unwrap(), [PathBuf::from("a.out")]);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_the_reason() {
        for (line, reason) in [
            ("-o", "needs a value"),
            ("-o x", "no source"),
            ("x.f90", "x.f90"),
            ("-keep x.cu", "-ptx"),
            ("-cubin x.cu", "-ptx"),
            ("--default-stream both x.cu", "per-thread"),
            ("-m32 x.cu", "64 bits"),
        ] {
            assert!(error(line).contains(reason), "{line}: {}", error(line));
        }
        let two = parsed("-c a.cu b.cu -o x").outputs().expect_err("two sources, one output");
        assert!(two.to_string().contains("several sources"));
    }
}
