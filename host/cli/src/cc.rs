// SPDX-License-Identifier: Apache-2.0
//! `warpsmith cc`: compiles and links CUDA programs for the simulator with clang.
//!
//! A CUDA file is compiled twice: for the device to PTX, then for the host with that PTX inside. The program is linked
//! with our runtime. Headers and runtime are ours; nothing of a CUDA installation is used.

mod arguments;
mod flags;
pub mod headers;
mod nvcc;
mod overlay;
pub mod tools;

use crate::output::{Files, Output};
use anyhow::{bail, ensure, Context, Result};
use arguments::{Arguments, Kind, SourceFile};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tools::Clang;
use warpsmith_process::EndsWithUs;

/// The architecture that device code is compiled for: what the simulator's PTX reader is tested with.
const ARCHITECTURE: &str = "sm_35";
/// The release of CUDA whose headers ours resemble; their CUDART_VERSION says the same.
const CUDA_RELEASE: &str = "10.1";
/// The dialect of C++ where none is asked for: that of this release of CUDA, whatever clang's own is.
const CPP_STANDARD: &str = "gnu++14";
/// What nvcc says nothing about, so that programs of before C++11 and C++17 compile: narrowing, `register`, and a macro that follows
/// a string without a space.
const LENIENT: &[&str] = &["-Wno-c++11-narrowing", "-Wno-register", "-Wno-reserved-user-defined-literal"];
/// The PTX version whose instructions the headers use (votes and shuffles with masks).
const PTX_FEATURE: &str = "+ptx60";

/// Compile and link a CUDA program for the simulator.
///
/// Takes the flags of clang and nvcc that build files commonly pass: -o -c -dc -ptx -cuda -E -MM -MMD -I -D -U -O -g -std -W -l -L
/// -f -m -x cu -Xcompiler -Xlinker -use_fast_math -fmad -dryrun; -arch, -gencode, -Xptxas, -lcudart and the like are accepted and have
/// no effect. Device code is optimised (-O3) whatever -O says, as by nvcc. -fopenmp gives one thread.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith cc kmeans.cu -o kmeans
  warpsmith cc -O2 -Icommon main.cpp kernels.cu -o program
  warpsmith cc -ptx kernels.cu -o kernels.ptx")]
pub struct CcArgs {
    /// Flags and files, as for clang or nvcc
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "FLAG|FILE")]
    args: Vec<String>,
}

/// Runs `warpsmith cc` with the arguments of the command line.
///
/// # Errors
/// Arguments that make no sense, no clang, no runtime library, or whatever clang reports (on standard error).
pub fn cc(args: &CcArgs) -> Result<()> {
    if args.args.iter().any(|arg| arg == "--version" || arg == "-V") {
        println!("warpsmith cc {}, for programs of CUDA release {CUDA_RELEASE}", env!("CARGO_PKG_VERSION"));
        if let Ok(clang) = tools::find_clang() {
            println!("compiles with {clang}");
        }
        return Ok(());
    }
    let arguments = arguments::parse(&args.args)?;
    let outputs = arguments.outputs()?;
    let places = places(&arguments, &outputs)?;
    let clang = tools::find_clang()?;
    flags::check(&clang, &arguments.passed)?;
    let staging = warpsmith_process::folder().context("no temporary folder can be made")?;
    headers::write(&staging.path().join("include"))?;
    let job = Job { clang, arguments: &arguments, folder: staging.path() };
    match arguments.stop_after {
        arguments::Stage::Ptx => job.each(&places, |n, s| job.device(n, s)),
        arguments::Stage::HostSource => job.each(&places, |n, s| job.host_source(n, s)),
        arguments::Stage::Objects => job.each(&places, |n, s| job.object(n, s)),
        arguments::Stage::DeviceLink => job.install(&job.empty_object()?, &places),
        arguments::Stage::Program => job.install(&job.program()?, &places),
        arguments::Stage::Dependencies | arguments::Stage::Preprocessed => job.preprocess(outputs.first()),
    }
}

/// Compiles one source to a program, with default flags.
///
/// # Errors
/// As [`cc`].
pub fn compile(source: &Path, program: &Path) -> Result<()> {
    let text = |path: &Path| path.as_os_str().to_string_lossy().into_owned();
    cc(&CcArgs { args: vec![text(source), "-o".into(), text(program)] })
}

/// Where the outputs go. clang itself writes preprocessed code and rules for make; they too must not replace a source.
fn places(arguments: &Arguments, outputs: &[PathBuf]) -> Result<Vec<Output>> {
    let mut files = Files::default();
    arguments.sources.iter().for_each(|source| files.reads(&source.path));
    arguments.link.iter().for_each(|file| files.reads(file));
    arguments.rules.file.iter().try_for_each(|path| files.spares(Path::new(path)))?;
    match arguments.stop_after {
        arguments::Stage::Dependencies | arguments::Stage::Preprocessed => {
            outputs.iter().try_for_each(|path| files.spares(path))?;
            Ok(Vec::new())
        }
        _ => outputs.iter().map(|path| files.writes(path)).collect(),
    }
}

/// One run of the command.
struct Job<'a> {
    clang: Clang,
    arguments: &'a Arguments,
    folder: &'a Path,
}

impl Job<'_> {
    /// Makes each output from its source.
    fn each(
        &self,
        places: &[Output],
        mut make: impl FnMut(usize, &SourceFile) -> Result<PathBuf>,
    ) -> Result<()> {
        for (n, (source, output)) in self.arguments.sources.iter().zip(places).enumerate() {
            self.install(&make(n, source)?, std::slice::from_ref(output))?;
        }
        Ok(())
    }

    /// Copies what was made to its places.
    fn install(&self, made: &Path, places: &[Output]) -> Result<()> {
        if self.arguments.dry_run {
            return Ok(());
        }
        places.iter().try_for_each(|output| output.copy(made))
    }

    /// A compilation of a source, with what host and device have in common.
    fn compiler(&self, source: &SourceFile) -> Command {
        let mut command = self.clang.command(source.kind != Kind::C);
        command.arg("-isystem").arg(self.folder.join("include")).args(&self.arguments.common);
        if source.kind == Kind::C {
            command.args(self.arguments.c_standard.as_ref().map(|standard| format!("-std={standard}")));
        } else {
            let standard = self.arguments.cpp_standard.as_deref().unwrap_or(CPP_STANDARD);
            command.arg(format!("-std={standard}")).args(LENIENT);
        }
        if source.kind == Kind::Cuda {
            command.args([
                "-x",
                "cuda",
                "-nocudainc",
                "-nocudalib",
                "-include",
                "cuda_runtime.h",
                "-fgnu-keywords",
            ]);
            command.arg(format!("--cuda-gpu-arch={ARCHITECTURE}"));
        }
        command
    }

    /// The same for one side of a CUDA file, which clang is to see in its own words: what `side` includes decides which files
    /// these are.
    fn side(&self, source: &SourceFile, side: &str) -> Result<Command> {
        let mut command = self.compiler(source);
        command.arg(side);
        let mut rule = self.compiler(source);
        rule.args([side, "-w", "-MM", "-MT", "x"]).arg(&source.path).stderr(Stdio::null());
        // A file that is missing is for the compilation to report.
        let rule = rule
            .env("TMPDIR", self.folder)
            .ends_with_us()
            .output()
            .with_context(|| format!("cannot start {}", self.clang))?;
        let files = overlay::prerequisites(&String::from_utf8_lossy(&rule.stdout));
        if let Some(list) = overlay::write(&files, &self.folder.join("overlay").join(&side[2..]))? {
            command.arg("-ivfsoverlay").arg(list);
        }
        Ok(command)
    }

    /// Compiles the device code of a CUDA file to PTX.
    fn device(&self, number: usize, source: &SourceFile) -> Result<PathBuf> {
        ensure!(
            source.kind == Kind::Cuda,
            "{} is not a CUDA file (.cu), so it has no PTX",
            source.path.display()
        );
        let ptx = self.folder.join(format!("{number}.ptx"));
        let mut command = self.side(source, "--cuda-device-only")?;
        // The host pass warns about the same lines.
        command.args(["-S", "-O3", "-w"]);
        command.args(["-Xclang", "-target-feature", "-Xclang", PTX_FEATURE]);
        command.args(&self.arguments.device).arg("-o").arg(&ptx).arg(&source.path);
        self.run(command, &format!("{} (device code)", source.path.display()))?;
        Ok(ptx)
    }

    /// Compiles a source to an object.
    fn object(&self, number: usize, source: &SourceFile) -> Result<PathBuf> {
        self.compiled(number, source, &["-c"], "o")
    }

    /// Compiles a CUDA file to C++ that any compiler makes the object of: it holds what clang made of it, as assembly.
    fn host_source(&self, number: usize, source: &SourceFile) -> Result<PathBuf> {
        ensure!(source.kind == Kind::Cuda, "{} is not a CUDA file (.cu)", source.path.display());
        // Without what only clang's assembler knows.
        let assembly = self.compiled(number, source, &["-S", "-fno-addrsig"], "s")?;
        if self.arguments.dry_run {
            return Ok(assembly);
        }
        let text = fs::read_to_string(&assembly).context("cannot read a temporary file")?;
        // What follows in the compiler's own assembly is to stand where it believes to be.
        let text = format!("__asm__(R\"assembly(\n{text}\t.text\n)assembly\");\n");
        let made = self.folder.join(format!("{number}.ii"));
        fs::write(&made, text).context("cannot write a temporary file")?;
        Ok(made)
    }

    /// Compiles a source as far as the flags `stage` say, to a file with this extension.
    fn compiled(
        &self,
        number: usize,
        source: &SourceFile,
        stage: &[&str],
        extension: &str,
    ) -> Result<PathBuf> {
        let made = self.folder.join(format!("{number}.{extension}"));
        let mut command = if source.kind == Kind::Cuda {
            let ptx = self.device(number, source)?;
            let text = if self.arguments.dry_run { String::new() } else { self.finished(&ptx)? };
            let mut command = self.side(source, "--cuda-host-only")?;
            command.args(["-Xclang", "-fcuda-include-gpubinary", "-Xclang"]).arg(ptx);
            if text.contains(".func") && !text.contains(".entry") {
                // clang registers device code with the runtime only if the file has a kernel or a variable.
                command.arg("-D__WARPSMITH_FUNCTIONS_ONLY__");
            }
            command
        } else {
            self.compiler(source)
        };
        command.args(&self.arguments.host).args(self.rules(number)?);
        command.args(stage).arg("-o").arg(&made).arg(&source.path);
        self.run(command, &source.path.display().to_string())?;
        Ok(made)
    }

    /// The PTX of a file, to which the end mark is added that the runtime reads up to and clang does not write.
    fn finished(&self, ptx: &Path) -> Result<String> {
        let mut text = fs::read_to_string(ptx).context("cannot read a temporary file")?;
        text.push('\0');
        fs::write(ptx, &text).context("cannot write a temporary file")?;
        Ok(text)
    }

    /// The flags for rules for make beside the object of a source. Our headers are not in them: they are the command's.
    fn rules(&self, number: usize) -> Result<Vec<String>> {
        let rules = &self.arguments.rules;
        if !rules.wanted {
            return Ok(Vec::new());
        }
        let outputs = self.arguments.outputs()?;
        let object = outputs.get(number).or(outputs.first()).context("no output")?;
        let text = |path: &Path| path.display().to_string();
        let file = rules.file.clone().unwrap_or_else(|| text(&object.with_extension("d")));
        let target = rules.target.clone().unwrap_or_else(|| text(object));
        let mut flags = vec!["-MMD".to_string(), "-MF".into(), file, "-MT".into(), target];
        flags.extend(rules.phony.then(|| "-MP".into()));
        Ok(flags)
    }

    /// Writes the rules for make of each source, or its preprocessed host code, to a file or to standard output.
    fn preprocess(&self, output: Option<&PathBuf>) -> Result<()> {
        for source in &self.arguments.sources {
            let mut command = self.compiler(source);
            if source.kind == Kind::Cuda {
                command.arg("--cuda-host-only");
            }
            if self.arguments.stop_after == arguments::Stage::Dependencies {
                let object = Path::new(source.path.file_name().unwrap_or_default()).with_extension("o");
                let rules = &self.arguments.rules;
                command.arg("-MM").arg("-MT");
                command.arg(rules.target.clone().unwrap_or_else(|| object.display().to_string()));
                command.args(rules.phony.then_some("-MP"));
                if let Some(file) = rules.file.as_ref().map(PathBuf::from).as_ref().or(output) {
                    command.arg("-MF").arg(file);
                }
            } else {
                command.arg("-E").args(output.map(|file| ["-o".into(), file.clone()]).into_iter().flatten());
            }
            command.arg(&source.path);
            self.run(command, &source.path.display().to_string())?;
        }
        Ok(())
    }

    /// An object with nothing in it.
    fn empty_object(&self) -> Result<PathBuf> {
        let source = SourceFile { path: self.folder.join("empty.c"), kind: Kind::C };
        fs::write(&source.path, "").context("cannot write a temporary file")?;
        let object = self.folder.join("empty.o");
        let mut command = self.compiler(&source);
        command.arg("-c").arg("-o").arg(&object).arg(&source.path);
        self.run(command, "an empty object")?;
        Ok(object)
    }

    /// Compiles everything and links it with the runtime.
    fn program(&self) -> Result<PathBuf> {
        let runtime = tools::find_runtime()?;
        let objects: Result<Vec<PathBuf>> =
            self.arguments.sources.iter().enumerate().map(|(n, source)| self.object(n, source)).collect();
        let program = self.folder.join("program");
        let mut command = self.clang.command(true);
        command.args(&self.arguments.host).args(objects?).args(&self.arguments.link);
        // After everything that calls it.
        command.arg(runtime).args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
        if self.arguments.dry_run {
            self.run(command, "the program")?;
            return Ok(program);
        }
        let output = command
            .env("TMPDIR", self.folder)
            .ends_with_us()
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|child| child.wait_with_output());
        let output = output.with_context(|| format!("cannot start {}", self.clang))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            eprint!("{text}");
            match missing_api(&text).as_slice() {
                [] => bail!("linking failed with {}", self.clang),
                names => bail!(
                    "the program calls CUDA functions that Warpsmith does not have: {}",
                    names.join(", ")
                ),
            }
        }
        Ok(program)
    }

    /// Runs a command, or prints it as nvcc does.
    fn run(&self, mut command: Command, what: &str) -> Result<()> {
        if self.arguments.dry_run {
            eprintln!("#$ {command:?}");
            return Ok(());
        }
        // What the compiler leaves goes with the folder.
        let status = command
            .env("TMPDIR", self.folder)
            .ends_with_us()
            .status()
            .with_context(|| format!("cannot start {}", self.clang))?;
        ensure!(status.success(), "{what} does not compile with {}", self.clang);
        Ok(())
    }
}

/// The functions of CUDA's APIs among the undefined references of a linker's message.
fn missing_api(text: &str) -> Vec<&str> {
    let symbols = text.split("undefined reference to `").skip(1).filter_map(|rest| rest.split('\'').next());
    let is_api = |name: &&str| {
        ["cuda", "__cuda", "cu", "cublas", "cufft", "curand", "cusparse"].iter().any(|prefix| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        })
    };
    let mut names: Vec<&str> = symbols.filter(is_api).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The extension of a path, lower case where that is usual.
fn extension(path: &Path) -> &str {
    path.extension().and_then(OsStr::to_str).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_api_functions_are_named_once_and_others_not() {
        let text = "a.o: undefined reference to `cudaMallocManaged'\nb.o: undefined reference to `cudaMallocManaged'\n\
                    undefined reference to `cuInit'\nundefined reference to `current'\nundefined reference to `foo()'";
        assert_eq!(missing_api(text), ["cuInit", "cudaMallocManaged"]);
    }
}
