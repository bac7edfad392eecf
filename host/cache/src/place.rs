// SPDX-License-Identifier: Apache-2.0
//! Where things are kept.

use std::path::PathBuf;

use crate::Error;

/// The folder of all caches: `$WARPSMITH_CACHE`, `$XDG_CACHE_HOME/warpsmith` or `~/.cache/warpsmith`. A variable that is no absolute
/// path does not count, as the XDG specification says.
///
/// # Errors
/// None of the variables is set.
pub fn folder() -> Result<PathBuf, Error> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let user = || {
        let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
        cache.map(|cache| cache.join("warpsmith"))
    };
    absolute("WARPSMITH_CACHE").or_else(user).ok_or(Error::NoPlace)
}
