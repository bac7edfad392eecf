// SPDX-License-Identifier: Apache-2.0
//! From text to a module: the parts put together.

use std::collections::HashMap;

use crate::ast::{DeclSpace, InitValue, Variable};
use crate::build::build_kernel;
use crate::decode::ModuleNames;
use crate::error::PtxError;
use crate::module::{GlobalVar, Module};
use crate::parser;
use crate::types::{Space, Type};

impl Module {
    /// Parses PTX text; `origin` names it in errors. A kernel that cannot be executed does not
    /// make the module fail: see [`Kernel::error`](crate::Kernel::error).
    ///
    /// # Errors
    /// The first mistake outside function bodies, with its line.
    pub fn parse(text: &str, origin: &str) -> Result<Module, PtxError> {
        let tree = parser::parse(text, origin)?;
        let fail = |line: u32, what: String| PtxError { origin: origin.to_owned(), line, kernel: None, what };
        let mut names = ModuleNames {
            origin,
            globals: HashMap::new(),
            shared: HashMap::new(),
            functions: HashMap::new(),
            addressed: Vec::new(),
            tree: &tree,
        };
        let mut variables = Vec::new();
        for variable in &tree.variables {
            match variable.space {
                DeclSpace::Global | DeclSpace::Const => match names.globals.get(variable.name) {
                    // A definition takes the place of an earlier declaration.
                    Some(&index) => {
                        let known: &mut &Variable<'_> = &mut variables[index];
                        if !known.is_extern && !variable.is_extern {
                            return Err(fail(variable.line, format!("`{}` is defined twice", variable.name)));
                        }
                        if known.is_extern {
                            *known = variable;
                        }
                    }
                    None => {
                        names.globals.insert(variable.name, variables.len());
                        variables.push(variable);
                    }
                },
                DeclSpace::Shared => {
                    names.shared.insert(variable.name, variable.clone());
                }
                DeclSpace::Local | DeclSpace::Param | DeclSpace::Register => {
                    let what =
                        format!("`{}`: local and parameter variables belong in functions", variable.name);
                    return Err(fail(variable.line, what));
                }
            }
        }
        for (index, function) in tree.functions.iter().enumerate() {
            match names.functions.get(function.name) {
                Some(&known) if tree.functions[known].body.is_some() => {
                    if function.body.is_some() {
                        return Err(fail(function.line, format!("`{}` is defined twice", function.name)));
                    }
                }
                _ => {
                    names.functions.insert(function.name, index);
                }
            }
        }
        names.find_addressed();
        let globals = variables
            .iter()
            .map(|variable| global(variable, &names).map_err(|what| fail(variable.line, what)))
            .collect::<Result<_, _>>()?;
        let kernels = (0..tree.functions.len())
            .filter(|&i| tree.functions[i].is_entry && tree.functions[i].body.is_some())
            .map(|i| build_kernel(&names, i))
            .collect();
        Ok(Module { kernels, globals })
    }
}

/// The variable with its initial bytes.
fn global(variable: &Variable<'_>, names: &ModuleNames<'_, '_>) -> Result<GlobalVar, String> {
    let width = variable.ty.bytes() as usize;
    let mut init = Vec::new();
    let mut relocations = Vec::new();
    for &(index, value) in &variable.init {
        let start = usize::try_from(index).ok().and_then(|i| i.checked_mul(width)).unwrap_or(usize::MAX);
        let end = start.checked_add(width).filter(|end| *end as u64 <= variable.size);
        let end = end.ok_or_else(|| format!("the initialiser of `{}` is longer than it", variable.name))?;
        init.resize(init.len().max(end), 0);
        let bits = match (value, variable.ty) {
            (InitValue::Int(bits), Type::F32) => u64::from((bits as i64 as f32).to_bits()),
            (InitValue::Int(bits), Type::F64) => (bits as i64 as f64).to_bits(),
            (InitValue::Int(bits), _) => bits,
            (InitValue::F32(bits), Type::F64) => f64::from(f32::from_bits(bits)).to_bits(),
            (InitValue::F32(bits), _) => u64::from(bits),
            (InitValue::F64(value), Type::F32) => u64::from((value as f32).to_bits()),
            (InitValue::F64(value), _) => value.to_bits(),
            (InitValue::Address { symbol, addend }, _) if names.functions.contains_key(symbol) => {
                names.function_address(symbol).map_or(0, |address| address.wrapping_add_signed(addend))
            }
            (InitValue::Address { symbol, addend }, _) => {
                let target = names.globals.get(symbol);
                let target =
                    *target.ok_or_else(|| format!("`{symbol}` in an initialiser is not a variable"))?;
                if width != 8 {
                    return Err(format!("the address of `{symbol}` needs elements of 8 bytes"));
                }
                relocations.push((start, target, addend));
                0
            }
        };
        init[start..end].copy_from_slice(&bits.to_le_bytes()[..width]);
    }
    Ok(GlobalVar {
        name: variable.name.to_owned(),
        size: variable.size,
        align: variable.align,
        init,
        space: if variable.space == DeclSpace::Const { Space::Const } else { Space::Global },
        is_extern: variable.is_extern,
        relocations,
    })
}
