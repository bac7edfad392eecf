// SPDX-License-Identifier: Apache-2.0
//! Words of a shell.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// A text as one word. Between apostrophes the shell takes everything as it is, but an apostrophe ends that.
pub fn quoted(text: impl AsRef<OsStr>) -> OsString {
    let parts: Vec<&[u8]> = text.as_ref().as_bytes().split(|byte| *byte == b'\'').collect();
    OsString::from_vec([b"'", parts.join(&b"'\\''"[..]).as_slice(), b"'"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_shell_takes_a_quoted_text_for_one_word_whatever_is_in_it() {
        let text = OsStr::from_bytes(b"a 'b' \"$c\" \\ \n\xff;");
        let mut line = OsString::from("printf %s ");
        line.push(quoted(text));
        let said = Command::new("sh").arg("-c").arg(line).output().unwrap().stdout;
        assert_eq!(OsStr::from_bytes(&said), text);
    }
}
