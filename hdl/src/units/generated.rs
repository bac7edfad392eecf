// SPDX-License-Identifier: Apache-2.0
//! The files of `generated/`: modules of several units in `common`, the others in their unit's folder, beside the thin top
//! modules of its named configurations. The defaults of a module's parameters are those of the first configuration that has it.

use super::core::Core;
use super::modules::common;
use super::{emit, EmitError, File};

/// Where the modules are that several units use.
const COMMON: &str = "common";

/// The files of a folder.
struct Folder {
    name: &'static str,
    about: &'static str,
    modules: Vec<File>,
    thin: Vec<File>,
    /// Names of the thin top modules.
    tops: Vec<String>,
}

/// All files, named from `generated/` on.
///
/// # Errors
/// As of [`emit`].
pub fn generated() -> Result<Vec<File>, EmitError> {
    let folder = |name, about| Folder { name, about, modules: vec![], thin: vec![], tops: vec![] };
    let mut shared = folder(COMMON, "modules of several units");
    let mut units = vec![];
    for unit in warpsmith_units::all() {
        let mut own = folder(unit.name, unit.description.about);
        for configuration in unit.configurations {
            let emitted = emit(unit.name, configuration, &[])?;
            own.tops.extend(emitted.tops.iter().map(|top| top.thin.clone()));
            own.thin.extend(emitted.thin().cloned());
            for file in emitted.modules() {
                let module = file.name.trim_end_matches(".v");
                let place = if common(module)? { &mut shared.modules } else { &mut own.modules };
                if !place.iter().any(|f| f.name == file.name) {
                    place.push(file.clone());
                }
            }
        }
        units.push(own);
    }
    let lists = |folder: &Folder| lists(folder, &shared.modules);
    let mut files = in_folder(&shared, lists(&shared));
    for unit in &units {
        files.extend(in_folder(unit, lists(unit)));
    }
    Ok(files)
}

/// The FuseSoC core and the file list of a folder.
fn lists(folder: &Folder, shared: &[File]) -> [File; 2] {
    let Folder { name, about, .. } = *folder;
    let files: Vec<&str> = folder.modules.iter().chain(&folder.thin).map(|f| f.name.as_str()).collect();
    let depend = name != COMMON;
    let core = Core { name, about, depend, files: &files, tops: &folder.tops }.text();
    let others = shared.iter().filter(|_| depend).map(|f| format!("../{COMMON}/{}\n", f.name));
    let list = others.chain(files.iter().map(|f| format!("{f}\n"))).collect();
    [("core", core), ("f", list)].map(|(end, text)| File { name: format!("{name}.{end}"), text })
}

fn in_folder(folder: &Folder, lists: [File; 2]) -> Vec<File> {
    let files = folder.modules.iter().chain(&folder.thin).cloned().chain(lists);
    files.map(|f| File { name: format!("{}/{}", folder.name, f.name), text: f.text }).collect()
}
