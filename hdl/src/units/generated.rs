// SPDX-License-Identifier: Apache-2.0
//! The files of `generated/`: modules of several units in `common`, the others in their unit's folder, beside the thin top
//! modules of its named configurations. The defaults of a module's parameters are those of the first configuration that has it.

use super::bender::manifest;
use super::core::Core;
use super::modules::common;
use super::{emit, registers, EmitError, Emitted, File};

/// Where the modules are that several units use.
const COMMON: &str = "common";

/// The configuration whose top modules have benches here; `warpsmith emit` makes them for any other.
const BENCHED: &str = "tiny";

/// The files of a folder.
struct Folder {
    name: &'static str,
    about: &'static str,
    modules: Vec<File>,
    thin: Vec<File>,
    /// Benches, and constraints of each top module.
    extra: Vec<File>,
    /// Names of the thin top modules, and of those that have benches.
    tops: Vec<String>,
    benches: Vec<String>,
}

impl Folder {
    fn new(name: &'static str, about: &'static str) -> Folder {
        Folder { name, about, modules: vec![], thin: vec![], extra: vec![], tops: vec![], benches: vec![] }
    }

    /// Takes what an emission has beside modules.
    fn add_extra(&mut self, emitted: &Emitted, benched: bool) {
        let tops = emitted.tops.iter().map(|top| top.thin.clone());
        self.benches.extend(tops.filter(|_| benched));
        for file in &emitted.files {
            let wanted = file.name.ends_with(".sdc") || benched && file.name.ends_with(".sv");
            if wanted && !self.extra.iter().any(|known| known.name == file.name) {
                self.extra.push(file.clone());
            }
        }
    }
}

/// All files, named from `generated/` on.
///
/// # Errors
/// As of [`emit`].
pub fn files() -> Result<Vec<File>, EmitError> {
    let mut shared = Folder::new(COMMON, "modules of several units");
    shared.modules.extend(registers::parts(registers::CONFIGURATION)?.modules().cloned());
    let mut units = vec![];
    for unit in warpsmith_units::all() {
        let mut own = Folder::new(unit.name, unit.description.about);
        for configuration in unit.configurations {
            let emitted = emit(unit.name, configuration, &[])?;
            own.tops.extend(emitted.tops.iter().map(|top| top.thin.clone()));
            own.thin.extend(emitted.thin().cloned());
            own.add_extra(&emitted, *configuration == BENCHED);
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
    let manifest = manifest(&files);
    files.push(manifest);
    Ok(files)
}

/// The FuseSoC core and the file lists of a folder: one for tools that run there, or that take the names in a list to be beside it, and
/// one for those that run in the root of the source tree.
fn lists(folder: &Folder, shared: &[File]) -> [File; 3] {
    let Folder { name, about, tops, benches, .. } = folder;
    let files: Vec<&str> = folder.modules.iter().chain(&folder.thin).map(|f| f.name.as_str()).collect();
    let depend = *name != COMMON;
    let core = Core { name, about, depend, files: &files, tops, benches }.text();
    let list = |others: &str, own: &str| {
        let shared = shared.iter().filter(|_| depend).map(|f| format!("{others}{COMMON}/{}\n", f.name));
        shared.chain(files.iter().map(|f| format!("{own}{f}\n"))).collect::<String>()
    };
    let (here, root) = (list("../", ""), list("generated/", &format!("generated/{name}/")));
    [("core", core), ("f", here), ("root.f", root)]
        .map(|(end, text)| File { name: format!("{name}.{end}"), text })
}

fn in_folder(folder: &Folder, lists: [File; 3]) -> Vec<File> {
    let files = folder.modules.iter().chain(&folder.thin).chain(&folder.extra).cloned().chain(lists);
    files.map(|f| File { name: format!("{}/{}", folder.name, f.name), text: f.text }).collect()
}
