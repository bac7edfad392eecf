// SPDX-License-Identifier: Apache-2.0
//! The machine of a run: a built-in one or a file, with the changes of `-m key=value`.

use crate::attach::key_values;
use crate::failure::{unknown, usage};
use crate::output::Files;
use anyhow::Result;
use toml::{Table, Value};
use warpsmith_gpu::machine::MachineSpec;

/// Loads `name_or_path` and applies the overrides in their order. A key is a path such as `sm.count`.
pub fn load(name_or_path: &str, overrides: &[String]) -> Result<MachineSpec> {
    let machine = MachineSpec::load(name_or_path).map_err(usage)?;
    if overrides.is_empty() {
        return Ok(machine);
    }
    let mut table = Table::try_from(&machine)?;
    for (key, value) in key_values("-m", overrides)? {
        set(&mut table, &key, &key, &value)?;
    }
    let text = toml::to_string(&table)?;
    MachineSpec::parse(&text, &format!("{name_or_path} with -m {}", overrides.join(" -m "))).map_err(usage)
}

/// Names the file of a machine, if it is not a built-in one.
pub fn reads(name_or_path: &str, files: &mut Files) {
    if !warpsmith_gpu::machine::builtin().any(|name| name == name_or_path) {
        files.reads(name_or_path);
    }
}

/// Replaces the value at a dotted path; its type is that of the value it replaces. `full` is the whole path.
fn set(table: &mut Table, path: &str, full: &str, text: &str) -> Result<()> {
    let (part, rest) = path.split_once('.').map_or((path, None), |(part, rest)| (part, Some(rest)));
    if !table.contains_key(part) {
        let group = full.strip_suffix(path).unwrap_or("").trim_end_matches('.');
        let what =
            if group.is_empty() { "machine key".to_string() } else { format!("machine key of `{group}`") };
        return Err(unknown(&what, part, &table.keys().map(String::as_str).collect::<Vec<_>>()));
    }
    match (&mut table[part], rest) {
        (Value::Table(inner), Some(rest)) => set(inner, rest, full, text),
        (Value::Table(inner), None) => {
            let keys: Vec<&str> = inner.keys().map(String::as_str).collect();
            Err(usage(format!("machine key `{full}` is a group; name one of its keys: {}", keys.join(", "))))
        }
        (_, Some(_)) => Err(usage(format!("machine key `{full}`: `{part}` is a value, not a group"))),
        (value, None) => {
            *value = like(value, full, text)?;
            Ok(())
        }
    }
}

/// `text` as a value of the type of `old`.
fn like(old: &Value, key: &str, text: &str) -> Result<Value> {
    let (kind, new) = match old {
        Value::Integer(_) => ("a whole number", text.parse().map(Value::Integer).ok()),
        Value::Float(_) => ("a number", text.parse().map(Value::Float).ok()),
        Value::Boolean(_) => ("true or false", text.parse().map(Value::Boolean).ok()),
        _ => ("text", Some(Value::String(text.to_string()))),
    };
    new.ok_or_else(|| usage(format!("machine key `{key}` = `{text}` is not {kind}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(text: &str) -> Result<MachineSpec> {
        load("gtx480", &[text.to_string()])
    }

    #[test]
    fn an_override_changes_its_key_and_nothing_else() {
        let mut expected = MachineSpec::load("gtx480").unwrap();
        expected.sm.count = 14;
        assert_eq!(overridden("sm.count=14").unwrap(), expected);
    }

    #[test]
    fn a_key_that_is_there_twice_is_refused() {
        let twice = ["sm.count=14", "l1.ways=2", "sm.count=14"].map(String::from);
        let text = load("gtx480", &twice).unwrap_err().to_string();
        assert!(text.contains("`sm.count` is there twice"), "{text}");
    }

    #[test]
    fn an_unknown_key_lists_the_keys_of_its_group() {
        let text = overridden("sm.cuont=14").unwrap_err().to_string();
        assert!(text.contains("did you mean `count`") && text.contains("warps"), "{text}");
        assert!(overridden("smx.count=14").unwrap_err().to_string().contains("`smx`"));
    }

    #[test]
    fn a_value_of_the_wrong_type_or_out_of_range_names_the_key() {
        assert!(overridden("sm.count=many").unwrap_err().to_string().contains("`sm.count` = `many`"));
        assert!(overridden("sm.count=0").unwrap_err().to_string().contains("sm.count"));
        assert!(overridden("sm=1").unwrap_err().to_string().contains("group"));
        assert!(overridden("sm.count.x=1").unwrap_err().to_string().contains("not a group"));
    }
}
