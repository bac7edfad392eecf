// SPDX-License-Identifier: Apache-2.0
//! The command `warpsmith`.

#[macro_use] // first, so that all others have its macros
mod streams;

mod alone;
mod application_table;
mod attach;
mod bars;
mod cc;
mod commands;
mod cpus;
mod csv;
mod digest;
mod dumps;
mod event_trace;
mod failure;
mod inputs;
mod kernel_table;
mod lanes;
mod launch_file;
mod machine_file;
mod manifest;
mod means;
mod notes;
mod output;
mod page;
mod program_exit;
mod progress;
mod repricing;
mod result;
mod run_line;
mod session;
mod several;
mod sharing_table;
mod shell;
mod speedup;
mod split;
mod summary;
mod system;
mod table;
mod unused_keys;
mod verilog;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Hardware that manages a GPU: RTL in the loop of a cycle model, run by real CUDA programs.
#[derive(Parser)]
#[command(
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  warpsmith cc kmeans.cu -o kmeans
  warpsmith run -o base.json -- ./kmeans
  warpsmith run --with equalizer:mode=performance -o eq.json -- ./kmeans
  warpsmith compare base.json eq.json
  warpsmith report base.json eq.json -o report.html
  warpsmith emit equalizer -o rtl

Exit codes: 0 done, 1 failed, 2 wrong command line."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(commands::list::Args),
    Emit(commands::emit::Args),
    Cc(cc::CcArgs),
    CudaHome(commands::cuda_home::Args),
    Run(commands::run::Args),
    Record(commands::record::Args),
    Compare(commands::compare::Args),
    Report(commands::report::Args),
    BenchMachine(commands::bench_machine::Args),
    BenchUnit(commands::bench_unit::Args),
    Sweep(commands::sweep::Args),
    Claims(commands::claims::Args),
    Synth(commands::synth::Args),
    Prove(commands::prove::Args),
    Mutate(commands::mutate::Args),
    Cache(commands::cache::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
    /// Say what is installed, what is missing, and the one command that mends it.
    #[command(after_help = "Examples:\n  warpsmith doctor")]
    Doctor,
}

/// Stack of the thread that does the work; that of the process is what the user's shell allows.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    if let Err(error) = warpsmith_process::watch() {
        return failure::report(&anyhow::Error::new(error).context("cannot be told of signals"));
    }
    let worker = std::thread::Builder::new().name("main".to_string()).stack_size(STACK_BYTES);
    match worker.spawn(command) {
        Ok(worker) => worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => failure::report(&anyhow::Error::new(error).context("no thread can be started")),
    }
}

/// Does what the command line says.
fn command() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(answer) => return say(&answer),
    };
    #[cfg(feature = "rtl")]
    warpsmith_cosim::tell(progress::rtl::show);
    let done = match command {
        Command::List(args) => commands::list::list(&args).map(|()| ExitCode::SUCCESS),
        Command::Emit(args) => commands::emit::emit(&args).map(|()| ExitCode::SUCCESS),
        Command::Cc(args) => cc::cc(&args).map(|()| ExitCode::SUCCESS),
        Command::CudaHome(args) => commands::cuda_home::cuda_home(&args).map(|()| ExitCode::SUCCESS),
        Command::Run(args) => commands::run::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Record(args) => commands::record::record(&args).map(|()| ExitCode::SUCCESS),
        Command::Compare(args) => commands::compare::compare(&args).map(|()| ExitCode::SUCCESS),
        Command::Report(args) => commands::report::report(&args).map(|()| ExitCode::SUCCESS),
        Command::BenchMachine(args) => commands::bench_machine::bench_machine(&args),
        Command::BenchUnit(args) => commands::bench_unit::bench_unit(&args).map(|()| ExitCode::SUCCESS),
        Command::Synth(args) => commands::synth::synth(&args).map(|()| ExitCode::SUCCESS),
        Command::Prove(args) => commands::prove::prove(&args).map(|()| ExitCode::SUCCESS),
        Command::Mutate(args) => commands::mutate::mutate(&args).map(|()| ExitCode::SUCCESS),
        Command::Cache(args) => commands::cache::cache(&args).map(|()| ExitCode::SUCCESS),
        Command::Completions(args) => {
            commands::completions::completions(&args, Cli::command());
            Ok(ExitCode::SUCCESS)
        }
        Command::Man(args) => commands::man::man(&args, Cli::command()).map(|()| ExitCode::SUCCESS),
        Command::Sweep(args) => commands::sweep::sweep(args),
        Command::Claims(args) => commands::claims::claims(&args),
        Command::Doctor => Ok(commands::doctor::doctor()),
    };
    warpsmith_process::wait_if_ending();
    streams::exit_code(done.unwrap_or_else(|error| failure::report(&error)))
}

/// Prints what clap answers to the command line itself: help, the version, or what is wrong with it.
fn say(answer: &clap::Error) -> ExitCode {
    let code = ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(1));
    match answer.print() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && code == ExitCode::SUCCESS => {
            eprintln!("warpsmith: cannot write to standard output: {error}");
            ExitCode::FAILURE
        }
        _ => code,
    }
}
