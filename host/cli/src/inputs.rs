// SPDX-License-Identifier: Apache-2.0
//! The files that a run reads, which no result may replace.

use crate::launch_file::LaunchFile;
use crate::output::Files;
use std::path::Path;

/// The files of a program, PTX file or trace: itself, its launch file and what that names, the traces of a list, and
/// arguments that are files. What cannot be read is told where it is needed.
pub fn add(program: &Path, args: &[String], launch: Option<&Path>, files: &mut Files) {
    files.reads(program);
    args.iter().for_each(|arg| files.reads(arg));
    launch.iter().for_each(|path| files.reads(path));
    let folder = program.parent().unwrap_or(Path::new(""));
    match program.extension().and_then(|extension| extension.to_str()) {
        Some("ptx") => {
            let described = LaunchFile::read(launch.unwrap_or(program));
            described.iter().flat_map(LaunchFile::inputs).for_each(|path| files.reads(path));
        }
        // The list of Accel-Sim names a trace, or a copy of memory, in each line.
        Some("g") => {
            let list = std::fs::read_to_string(program).unwrap_or_default();
            list.lines().for_each(|line| files.reads(folder.join(line.trim())));
        }
        _ => {}
    }
}
