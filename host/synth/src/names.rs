// SPDX-License-Identifier: Apache-2.0
//! Names from files of the user that go into Verilog, Tcl and scripts of yosys. In each of these other characters have a
//! meaning, down to commands that are executed, so that only plain names may pass.

/// Whether a name is an identifier in all of them: letters, digits and `_`, the first no digit.
pub fn is_plain(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// Refuses another name; `what` has it.
///
/// # Errors
/// Says so.
pub fn check(what: &str, name: &str) -> Result<(), String> {
    if is_plain(name) {
        return Ok(());
    }
    Err(format!("the name {name:?} of {what} is not made of letters, digits and `_`, which the tools need"))
}

/// The name in the text of a module that yosys named after the values of its parameters: `$paramod\fifo\W=s32'…` or
/// `$paramod$hash\fifo`.
pub fn own(module: &str) -> &str {
    let own = module.strip_prefix("$paramod").and_then(|rest| rest.split('\\').nth(1));
    own.unwrap_or(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_has_no_character_with_a_meaning_in_a_script() {
        for name in ["A", "_", "INVX1", "sky130_fd_sc_hd__inv_1"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "1", "a b", "a;b", "a[0]", "$a", "a\nb", "\"a", "a'", "{a}", "a\\", "#a", "ä", "a*"]
        {
            assert!(check("a cell", name).is_err(), "{name}");
        }
    }
}
