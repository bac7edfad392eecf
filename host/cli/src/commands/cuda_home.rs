// SPDX-License-Identifier: Apache-2.0
//! `warpsmith cuda-home`: a folder that makefiles take for that of a CUDA installation.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};

use crate::cc::{headers, tools};
use crate::{output, shell, system};

/// Write a folder with bin/nvcc, include and lib64, for makefiles that name these instead of $(NVCC).
///
/// bin/nvcc calls `warpsmith cc`; the libraries bring Warpsmith's runtime to a program that gcc links. Give the folder where
/// the makefile has CUDA's (CUDA_DIR, CUDA_HOME, CUDA_PATH, CUDA_INSTALL_PATH ...), and its bin to PATH.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith cuda-home cuda
  PATH=$PWD/cuda/bin:$PATH make CUDA_DIR=$PWD/cuda CUDA_LIB_DIR=$PWD/cuda/lib64")]
pub struct Args {
    /// The folder; it must not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// What the linker makes of `-lcudart`: our runtime, and what that needs.
const RUNTIME_SCRIPT: &str = "INPUT(-lwarpsmith_cudart -lpthread -ldl -lm)\n";
/// What it makes of libraries whose functions the runtime has, or that are linked without need.
const EMPTY_SCRIPT: &str = "/* Everything is in cudart. */\n";

/// Writes the folder.
///
/// # Errors
/// It exists, it cannot be written, or there is no runtime library.
pub fn cuda_home(args: &Args) -> Result<()> {
    let folder = &args.folder;
    ensure!(!folder.exists(), "{} exists; name a folder that does not", folder.display());
    let staging = output::begin_folder(folder)?;
    fill(staging.path()).with_context(|| format!("cannot write {}", folder.display()))?;
    output::finish_folder(staging, folder)
}

/// The script that is nvcc.
fn wrapper(command: &Path) -> Vec<u8> {
    [b"#!/bin/sh\nexec ", shell::quoted(command).as_bytes(), b" cc \"$@\"\n"].concat()
}

fn fill(folder: &Path) -> Result<()> {
    let include = folder.join("include");
    headers::write(&include)?;
    // It is for one thread; gcc has its own for those that its OpenMP makes.
    fs::remove_file(include.join("omp.h"))?;
    let [bin, lib] = ["bin", "lib64"].map(|name| folder.join(name));
    fs::create_dir_all(&bin)?;
    fs::create_dir_all(&lib)?;
    let nvcc = bin.join("nvcc");
    fs::write(&nvcc, wrapper(&system::command()?))?;
    fs::set_permissions(&nvcc, fs::Permissions::from_mode(0o755))?;
    fs::copy(tools::find_runtime()?, lib.join("libwarpsmith_cudart.a"))?;
    for name in ["libcudart.so", "libcudart_static.a"] {
        fs::write(lib.join(name), RUNTIME_SCRIPT)?;
    }
    for name in ["libcuda.so", "libcudadevrt.a"] {
        fs::write(lib.join(name), EMPTY_SCRIPT)?;
    }
    std::os::unix::fs::symlink("lib64", folder.join("lib"))?;
    Ok(())
}
