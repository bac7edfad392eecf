// SPDX-License-Identifier: Apache-2.0
//! A page as a browser without a window shows it.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Whether there is a browser, as [`crate::is_installed`].
pub fn is_there() -> bool {
    crate::is_installed("chromium")
}

/// Opens a page, dark or light: what it is when its script has run, and what the console said.
pub fn opened(page: &Path, dark: bool) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(folder.path());
    let scheme = if dark { "preferredColorScheme=0" } else { "preferredColorScheme=1" };
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"])
        .args(["--window-size=1400,2000", "--virtual-time-budget=5000"])
        .arg(format!("--blink-settings={scheme}"))
        .arg(profile)
        .arg(page)
        .output()
        .expect("chromium starts");
    let log = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    (String::from_utf8_lossy(&output.stdout).into_owned(), console.join("\n"))
}
