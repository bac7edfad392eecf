// SPDX-License-Identifier: Apache-2.0
//! Tokens to a syntax tree. An error inside a body spoils that kernel only.

use crate::ast::*;
use crate::error::PtxError;
use crate::lexer::{lex, Tok, Token};
use crate::types::{LaunchBounds, RegisterBound, Type};
use warpsmith_protocol::TextureHeader;

/// Largest variable accepted, in bytes; keeps a misprint from exhausting the host.
const MAX_VARIABLE: u64 = 1 << 32;
/// Most dimensions of an array; an initialiser is read as deep as the array has them.
const MAX_DIMENSIONS: usize = 32;
/// Most registers of one `%r<n>` declaration.
const MAX_REGISTERS: u64 = 1 << 16;
/// Registers of a thread at most (CUDA programming guide, compute capability 3.5 and later).
const MAX_REGISTERS_PER_THREAD: u32 = 255;
/// How a pragma begins that says how many registers a thread takes.
const REGISTERS: &str = "registers ";

pub(crate) fn parse<'a>(text: &'a str, origin: &'a str) -> Result<ModuleTree<'a>, PtxError> {
    let tokens = lex(text, origin)?;
    let mut parser = Parser { text, origin, tokens, at: 0, function: None, registers: None };
    let mut tree = ModuleTree::default();
    while parser.peek().is_some() {
        parser.module_item(&mut tree)?;
    }
    Ok(tree)
}

struct Parser<'a> {
    text: &'a str,
    origin: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    /// The function being parsed, for errors.
    function: Option<&'a str>,
    /// Registers of a thread that pragmas of that function state.
    registers: Option<u32>,
}

type Parse<T> = Result<T, PtxError>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Tok<'a>> {
        self.tokens.get(self.at).map(|t| t.tok)
    }

    fn line(&self) -> u32 {
        let index = self.at.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(index).map_or(1, |t| t.line)
    }

    fn error<T>(&self, what: impl Into<String>) -> Parse<T> {
        let kernel = self.function.map(str::to_owned);
        Err(PtxError { origin: self.origin.into(), line: self.line(), kernel, what: what.into() })
    }

    fn next(&mut self) -> Parse<Tok<'a>> {
        match self.peek() {
            Some(tok) => {
                self.at += 1;
                Ok(tok)
            }
            None => self.error("the text ends in the middle of a statement"),
        }
    }

    /// Consumes `punct` if it is next.
    fn accept(&mut self, punct: u8) -> bool {
        let found = self.peek() == Some(Tok::Punct(punct));
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Tok::Word(word));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, punct: u8) -> Parse<()> {
        if self.accept(punct) {
            return Ok(());
        }
        let found = self.tokens.get(self.at).map_or("the end of the text", |t| &self.text[t.start..t.end]);
        self.error(format!("expected `{}`, found `{found}`", punct as char))
    }

    fn word(&mut self) -> Parse<&'a str> {
        match self.peek() {
            Some(Tok::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.error("expected a name"),
        }
    }

    fn name(&mut self) -> Parse<&'a str> {
        match self.word()? {
            word if word.starts_with('.') => {
                self.at -= 1;
                self.error(format!("expected a name, found `{word}`"))
            }
            word => Ok(word),
        }
    }

    fn unsigned(&mut self) -> Parse<u64> {
        match self.peek() {
            Some(Tok::Int(value)) => {
                self.at += 1;
                Ok(value)
            }
            _ => self.error("expected a number"),
        }
    }

    /// Skips the rest of the current line (directives that end without a semicolon).
    fn skip_line(&mut self) {
        let line = self.line();
        while self.tokens.get(self.at).is_some_and(|t| t.line == line) {
            self.at += 1;
        }
    }

    fn skip_past(&mut self, punct: u8) -> Parse<()> {
        while self.next()? != Tok::Punct(punct) {}
        Ok(())
    }

    /// Skips a `{ ... }` block whose opening brace has been consumed.
    fn skip_block(&mut self) -> Parse<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                Tok::Punct(b'{') => depth += 1,
                Tok::Punct(b'}') => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn module_item(&mut self, tree: &mut ModuleTree<'a>) -> Parse<()> {
        match self.peek() {
            Some(Tok::Word(".version" | ".target" | ".file")) => self.skip_line(),
            Some(Tok::Word(".address_size")) => {
                self.at += 1;
                if self.unsigned()? != 64 {
                    self.at -= 1;
                    return self.error("only 64-bit addresses are supported: compile with -m64");
                }
            }
            Some(Tok::Word(".section")) => {
                self.skip_past(b'{')?;
                self.skip_block()?;
            }
            Some(Tok::Word(".pragma" | ".alias")) => self.skip_past(b';')?,
            Some(Tok::Punct(b';')) => self.at += 1,
            Some(Tok::Punct(b'@')) => self.skip_line(),
            _ => self.declaration(tree)?,
        }
        Ok(())
    }

    fn declaration(&mut self, tree: &mut ModuleTree<'a>) -> Parse<()> {
        let mut is_extern = false;
        loop {
            match self.peek() {
                Some(Tok::Word(".extern")) => is_extern = true,
                Some(Tok::Word(".visible" | ".weak" | ".common")) => {}
                _ => break,
            }
            self.at += 1;
        }
        if self.accept_word(".entry") {
            tree.functions.push(self.function(true)?);
        } else if self.accept_word(".func") {
            tree.functions.push(self.function(false)?);
        } else if let Some(space) = self.space() {
            self.variables(space, is_extern, &mut tree.variables)?;
        } else {
            let found =
                self.tokens.get(self.at).map_or("the end of the text", |t| &self.text[t.start..t.end]);
            return self.error(format!("`{found}` does not start a directive, variable, kernel or function"));
        }
        Ok(())
    }

    fn space(&mut self) -> Option<DeclSpace> {
        let space = match self.peek()? {
            Tok::Word(".global") => DeclSpace::Global,
            Tok::Word(".const") => DeclSpace::Const,
            Tok::Word(".shared") => DeclSpace::Shared,
            Tok::Word(".local") => DeclSpace::Local,
            Tok::Word(".param") => DeclSpace::Param,
            _ => return None,
        };
        self.at += 1;
        Some(space)
    }

    fn function(&mut self, is_entry: bool) -> Parse<Function<'a>> {
        let line = self.line();
        let returns = if !is_entry && self.accept(b'(') { self.parameters(false)? } else { Vec::new() };
        let name = self.name()?;
        self.function = Some(name);
        self.registers = None;
        let params = if self.accept(b'(') { self.parameters(is_entry)? } else { Vec::new() };
        let mut bounds = self.function_attributes()?;
        let body = if self.accept(b';') {
            None
        } else {
            self.expect(b'{')?;
            let start = self.at;
            let body = self.body();
            if body.is_err() {
                self.at = start;
                self.skip_block()?;
            }
            Some(body)
        };
        if let Some(stated) = self.registers {
            if !is_entry {
                return self.error("a pragma with registers stands in a function that is no kernel");
            }
            bounds.registers = RegisterBound::Exactly(stated);
        }
        self.function = None;
        Ok(Function { name, is_entry, params, returns, bounds, body, line })
    }

    fn parameters(&mut self, is_entry: bool) -> Parse<Vec<Variable<'a>>> {
        let mut params = Vec::new();
        while !self.accept(b')') {
            if !params.is_empty() {
                self.expect(b',')?;
            }
            let space = if self.accept_word(".reg") {
                DeclSpace::Register
            } else if self.space() == Some(DeclSpace::Param) {
                DeclSpace::Param
            } else {
                return self.error("expected `.param` or `.reg`");
            };
            let param = self.one_variable(space, false)?;
            if param.ty == Type::Pred || space == DeclSpace::Register && is_entry {
                return self.error(format!("parameter `{}` must be in `.param` space", param.name));
            }
            params.push(param);
        }
        Ok(params)
    }

    fn function_attributes(&mut self) -> Parse<LaunchBounds> {
        let mut bounds = LaunchBounds::default();
        loop {
            match self.peek() {
                Some(Tok::Word(".maxntid" | ".reqntid")) => {
                    self.at += 1;
                    let mut product = self.unsigned()?;
                    while self.accept(b',') {
                        product = product.saturating_mul(self.unsigned()?);
                    }
                    bounds.max_threads = Some(u32::try_from(product).unwrap_or(u32::MAX));
                }
                Some(Tok::Word(".minnctapersm")) => {
                    self.at += 1;
                    bounds.min_ctas = Some(u32::try_from(self.unsigned()?).unwrap_or(u32::MAX));
                }
                Some(Tok::Word(".maxnreg")) => {
                    self.at += 1;
                    bounds.registers =
                        RegisterBound::AtMost(u32::try_from(self.unsigned()?).unwrap_or(u32::MAX));
                }
                Some(Tok::Word(".maxnctapersm")) => {
                    self.at += 1;
                    self.unsigned()?;
                }
                Some(Tok::Word(".pragma")) => self.pragma()?,
                Some(Tok::Word(".noreturn")) => self.at += 1,
                _ => return Ok(bounds),
            }
        }
    }

    /// `.pragma "registers 20", "nounroll";` in a function. As the ISA has it, strings that mean nothing here are ignored.
    fn pragma(&mut self) -> Parse<()> {
        loop {
            match self.next()? {
                Tok::Str(text) if text.starts_with(REGISTERS) => {
                    let stated = text[REGISTERS.len()..].parse().ok();
                    let in_range = stated.filter(|n| (1..=MAX_REGISTERS_PER_THREAD).contains(n));
                    let Some(registers) = in_range else {
                        let range = format!("a number from 1 to {MAX_REGISTERS_PER_THREAD}");
                        return self.error(format!("`.pragma \"{text}\"`: give {range}"));
                    };
                    if self.registers.is_some_and(|before| before != registers) {
                        return self
                            .error(format!("`.pragma \"{text}\"` contradicts another one of the kernel"));
                    }
                    self.registers = Some(registers);
                }
                Tok::Punct(b';') => return Ok(()),
                _ => {}
            }
        }
    }

    /// `.align 4 .b8 a[4] = {..}, b;` after the space.
    fn variables(&mut self, space: DeclSpace, is_extern: bool, to: &mut Vec<Variable<'a>>) -> Parse<()> {
        let first = self.one_variable(space, is_extern)?;
        let (ty, align) = (first.ty, first.align);
        to.push(first);
        while self.accept(b',') {
            to.push(self.declarator(space, is_extern, ty, 1, align)?);
        }
        self.expect(b';')
    }

    fn one_variable(&mut self, space: DeclSpace, is_extern: bool) -> Parse<Variable<'a>> {
        let mut align = None;
        let mut vector = 1;
        loop {
            let word = self.word()?;
            match word {
                ".align" => align = Some(self.unsigned()?),
                ".v2" => vector = 2,
                ".v4" => vector = 4,
                // Attributes of pointer parameters; they do not change the parameter.
                ".ptr" | ".global" | ".const" | ".shared" | ".local" => {}
                ".attribute" => self.skip_past(b')')?,
                // A texture variable is the texture's header, and its address the handle.
                ".texref" => {
                    let bytes = TextureHeader::BYTES as u64;
                    return self.declarator(space, is_extern, Type::B8, bytes, bytes);
                }
                ".samplerref" | ".surfref" => {
                    self.at -= 1;
                    return self.error(format!("variables of type `{word}` are not supported"));
                }
                _ => match word.strip_prefix('.').and_then(Type::from_name) {
                    Some(ty) => {
                        // `.param .u64 .ptr .global .align 4 name`: the alignment is of the pointee.
                        while let Some(Tok::Word(
                            ".ptr" | ".global" | ".const" | ".shared" | ".local" | ".align",
                        )) = self.peek()
                        {
                            if self.accept_word(".align") {
                                self.unsigned()?;
                            } else {
                                self.at += 1;
                            }
                        }
                        let natural = align.unwrap_or(u64::from(ty.bytes()) * vector);
                        if !natural.is_power_of_two() || natural > 4096 {
                            return self
                                .error(format!("alignment {natural} is not a power of two up to 4096"));
                        }
                        return self.declarator(space, is_extern, ty, vector, natural);
                    }
                    None => {
                        self.at -= 1;
                        return self.error(format!("unknown type or attribute `{word}`"));
                    }
                },
            }
        }
    }

    fn declarator(
        &mut self,
        space: DeclSpace,
        is_extern: bool,
        ty: Type,
        vector: u64,
        align: u64,
    ) -> Parse<Variable<'a>> {
        let line = self.line();
        let name = self.name()?;
        let element = u64::from(ty.bytes()) * vector;
        let mut dims = Vec::new();
        while self.accept(b'[') {
            dims.push(if self.accept(b']') { None } else { Some(self.unsigned()?) });
            if dims.last() != Some(&None) {
                self.expect(b']')?;
            }
            if dims.len() > MAX_DIMENSIONS {
                return self.error(format!("`{name}` has more than {MAX_DIMENSIONS} dimensions"));
            }
        }
        let counts: Vec<u64> = dims.iter().map(|d| d.unwrap_or(1)).collect();
        let mut init = Vec::new();
        let mut length = 0;
        if self.accept(b'=') {
            length = self.initialiser(&counts, 0, &mut init)?;
        }
        let mut size = counts.iter().fold(element, |size, count| size.saturating_mul(*count));
        if dims.first() == Some(&None) {
            size = u64::from(ty.bytes()).saturating_mul(length);
        }
        if size > MAX_VARIABLE {
            return self.error(format!("`{name}` is larger than {MAX_VARIABLE} bytes"));
        }
        Ok(Variable { space, name, ty, align, size, init, is_extern, line })
    }

    /// A value or a (nested) list for the elements from `first` on; returns the index after the last one.
    fn initialiser(&mut self, dims: &[u64], first: u64, to: &mut Vec<(u64, InitValue<'a>)>) -> Parse<u64> {
        if !self.accept(b'{') {
            to.push((first, self.init_value()?));
            return Ok(first.saturating_add(1));
        }
        let inner = dims.get(1..).unwrap_or(&[]);
        let mut at = first;
        while !self.accept(b'}') {
            if self.peek() == Some(Tok::Punct(b'{')) {
                if inner.is_empty() {
                    return self.error("the initialiser is nested deeper than the array has dimensions");
                }
                self.initialiser(inner, at, to)?;
                at = inner.iter().fold(1u64, |n, d| n.saturating_mul(*d)).saturating_add(at);
            } else {
                at = self.initialiser(inner, at, to)?;
            }
            if !self.accept(b',') {
                self.expect(b'}')?;
                break;
            }
        }
        Ok(at)
    }

    fn init_value(&mut self) -> Parse<InitValue<'a>> {
        let negative = self.accept(b'-');
        Ok(match self.next()? {
            Tok::Int(value) => InitValue::Int(if negative { value.wrapping_neg() } else { value }),
            Tok::F32(bits) => InitValue::F32(if negative { bits ^ (1 << 31) } else { bits }),
            Tok::F64(value) => InitValue::F64(if negative { -value } else { value }),
            Tok::Word("generic") if self.accept(b'(') => {
                let symbol = self.name()?;
                self.expect(b')')?;
                InitValue::Address { symbol, addend: self.addend()? }
            }
            Tok::Word(symbol) if !negative => InitValue::Address { symbol, addend: self.addend()? },
            _ => {
                self.at -= 1;
                return self.error("expected a number or a variable in the initialiser");
            }
        })
    }

    /// `+4`, `-4`, `+-4` or nothing.
    fn addend(&mut self) -> Parse<i64> {
        let plus = self.accept(b'+');
        let minus = self.accept(b'-');
        if !plus && !minus {
            return Ok(0);
        }
        let value = self.unsigned()? as i64;
        Ok(if minus { value.wrapping_neg() } else { value })
    }

    fn body(&mut self) -> Parse<Vec<Statement<'a>>> {
        let mut statements = Vec::new();
        let mut depth = 1u32;
        while depth > 0 {
            match self.peek() {
                Some(Tok::Punct(b'{')) => {
                    self.at += 1;
                    depth += 1;
                    statements.push(Statement::Open);
                }
                Some(Tok::Punct(b'}')) => {
                    self.at += 1;
                    depth -= 1;
                    if depth > 0 {
                        statements.push(Statement::Close);
                    }
                }
                Some(Tok::Punct(b';')) => self.at += 1,
                Some(Tok::Word(".loc" | ".file")) => self.skip_line(),
                Some(Tok::Word(".pragma")) => self.pragma()?,
                Some(Tok::Word(".section")) => {
                    self.skip_past(b'{')?;
                    self.skip_block()?;
                }
                Some(Tok::Word(".reg")) => statements.push(self.registers()?),
                Some(Tok::Word(word)) if word.starts_with('.') => {
                    let is_extern = self.accept_word(".extern");
                    let Some(space) = self.space() else {
                        return self.error(format!("unknown directive `{word}`"));
                    };
                    let mut variables = Vec::new();
                    self.variables(space, is_extern, &mut variables)?;
                    statements.extend(variables.into_iter().map(Statement::Variable));
                }
                Some(Tok::Word(label))
                    if self.tokens.get(self.at + 1).is_some_and(|t| t.tok == Tok::Punct(b':')) =>
                {
                    self.at += 2;
                    statements.push(self.labelled(label)?);
                }
                None => return self.error("the text ends inside a body"),
                _ => statements.push(Statement::Inst(self.instruction()?)),
            }
        }
        Ok(statements)
    }

    /// What follows `label:`; branch target lists take the label themselves.
    fn labelled(&mut self, label: &'a str) -> Parse<Statement<'a>> {
        if self.accept_word(".branchtargets") {
            let mut targets = vec![self.name()?];
            while self.accept(b',') {
                targets.push(self.name()?);
            }
            self.expect(b';')?;
            return Ok(Statement::BranchTargets { label, targets });
        }
        if matches!(self.peek(), Some(Tok::Word(".callprototype" | ".calltargets"))) {
            self.skip_past(b';')?;
        }
        Ok(Statement::Label(label))
    }

    fn registers(&mut self) -> Parse<Statement<'a>> {
        self.at += 1;
        let line = self.line();
        let word = self.word()?;
        let Some(ty) = word.strip_prefix('.').and_then(Type::from_name) else {
            self.at -= 1;
            return self.error(format!("registers of type `{word}` are not supported"));
        };
        let mut names = Vec::new();
        loop {
            let name = self.name()?;
            let mut count = None;
            if self.accept(b'<') {
                let n = self.unsigned()?;
                if n > MAX_REGISTERS {
                    return self.error(format!("more than {MAX_REGISTERS} registers `{name}`"));
                }
                count = Some(n as u32);
                self.expect(b'>')?;
            }
            names.push((name, count));
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b';')?;
        Ok(Statement::Registers { ty, names, line })
    }

    fn instruction(&mut self) -> Parse<RawInst<'a>> {
        let (first, line) = (self.at, self.line());
        let guard = if self.accept(b'@') {
            let negated = self.accept(b'!');
            Some((self.name()?, negated))
        } else {
            None
        };
        let opcode = self.name()?;
        let mut operands = Vec::new();
        if !self.accept(b';') {
            loop {
                operands.push(self.operand()?);
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b';')?;
        }
        let text = &self.text[self.tokens[first].start..self.tokens[self.at - 1].end];
        Ok(RawInst { guard, opcode, operands, line, text })
    }

    fn operand(&mut self) -> Parse<RawOperand<'a>> {
        if self.accept(b'[') {
            return self.memory_operand();
        }
        if self.accept(b'{') {
            return Ok(RawOperand::Vector(self.list(b'}')?));
        }
        if self.accept(b'(') {
            return Ok(RawOperand::Group(self.list(b')')?));
        }
        self.simple_operand()
    }

    fn memory_operand(&mut self) -> Parse<RawOperand<'a>> {
        let operand = match self.peek() {
            Some(Tok::Int(_)) | Some(Tok::Punct(b'-')) => {
                let minus = self.accept(b'-');
                let value = self.unsigned()? as i64;
                RawOperand::Memory { base: None, offset: if minus { value.wrapping_neg() } else { value } }
            }
            _ => {
                let name = self.name()?;
                if self.accept(b',') {
                    return self.texture_operand(name);
                }
                RawOperand::Memory { base: Some(name), offset: self.addend()? }
            }
        };
        self.expect(b']')?;
        Ok(operand)
    }

    /// What follows `[texture,`.
    fn texture_operand(&mut self, texture: &'a str) -> Parse<RawOperand<'a>> {
        let at = match self.accept(b'{') {
            true => self.list(b'}')?,
            false => vec![self.simple_operand()?],
        };
        if self.accept(b',') {
            return self.error("separate samplers are not supported: compile in unified texture mode");
        }
        self.expect(b']')?;
        Ok(RawOperand::Texture { texture, at })
    }

    fn list(&mut self, close: u8) -> Parse<Vec<RawOperand<'a>>> {
        let mut items = Vec::new();
        while !self.accept(close) {
            if !items.is_empty() {
                self.expect(b',')?;
            }
            items.push(self.simple_operand()?);
        }
        Ok(items)
    }

    fn simple_operand(&mut self) -> Parse<RawOperand<'a>> {
        Ok(match self.next()? {
            Tok::Word(name) if !name.starts_with('.') => {
                if self.accept(b'|') {
                    RawOperand::Pair(name, self.name()?)
                } else {
                    match self.addend()? {
                        0 => RawOperand::Name(name),
                        addend => RawOperand::Offset(name, addend),
                    }
                }
            }
            Tok::Int(value) => RawOperand::Int(value),
            Tok::F32(bits) => RawOperand::F32(bits),
            Tok::F64(value) => RawOperand::F64(value),
            Tok::Punct(b'!') => RawOperand::Not(self.name()?),
            Tok::Punct(b'~') => RawOperand::Int(!self.unsigned()?),
            Tok::Punct(b'-') => match self.next()? {
                Tok::Int(value) => RawOperand::Int(value.wrapping_neg()),
                Tok::F32(bits) => RawOperand::F32(bits ^ (1 << 31)),
                Tok::F64(value) => RawOperand::F64(-value),
                Tok::Word(name) if !name.starts_with('.') => RawOperand::Negated(name),
                _ => {
                    self.at -= 1;
                    return self.error("expected a number or a register after `-`");
                }
            },
            _ => {
                self.at -= 1;
                return self.error("expected an operand");
            }
        })
    }
}
