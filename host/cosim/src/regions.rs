// SPDX-License-Identifier: Apache-2.0
//! How a model with captured inputs is evaluated. Used by the build script too.

use std::collections::BTreeSet;

use warpsmith_units::{Dir, PortSpec};

use crate::captured;

/// C++ statements on the model `m`, and on `r`, its root.
pub struct Evaluation {
    /// Captures the inputs, and evaluates all that depends on them.
    pub settle: String,
    /// The rising edge of the clock, and what depends on registers alone. What depends on inputs as well follows if an output that is looked
    /// at after the edge is part of it, as one that depends on settings; otherwise it stays as it was until it is settled again.
    pub edge: String,
}

/// The one of the model with these ports whose Verilator prefix is `prefix`, from the text of its root class and from its C++.
///
/// Verilator sorts functions by the clocks that they wait for. Where these can be told apart each is called once a cycle. Otherwise the model's
/// own `eval` looks for edges, and goes through what depends on both at either.
pub fn evaluation(prefix: &str, ports: &[PortSpec], root: &str, code: &str) -> Evaluation {
    let memories = memories(root);
    let clocks = ["clock", captured::CLOCK];
    if memories.iter().all(|memory| clocks.iter().any(|clock| is_of(memory, clock))) {
        if let Some(evaluation) = by_clock(prefix, ports, code) {
            return evaluation;
        }
    }
    // The memory of a clock in the previous evaluation, set with it, saves the evaluation of the falling edge, which no register uses.
    let [edge, settle] = clocks.map(|clock| match memories.iter().find(|memory| is_of(memory, clock)) {
        Some(memory) => format!("m.{clock} = 1; m.eval(); m.{clock} = r.{memory} = 0;"),
        None => format!("m.{clock} = 1; m.eval(); m.{clock} = 0; m.eval();"),
    });
    Evaluation { settle, edge }
}

/// What the model knows of the previous evaluation, to see what has changed since, in the text of its root class. Where there is more than
/// of clocks there is logic that has no order, as cycles through the bits of a vector: it goes on until it settles.
fn memories(root: &str) -> BTreeSet<&str> {
    let names = root.split(|c: char| !c.is_alphanumeric() && c != '_');
    names.filter(|name| name.starts_with("__Vtrig") && name.contains("prev")).collect()
}

/// Whether such a memory is of this clock: `__Vtrigrprev__TOP__clock`, of newer versions of Verilator
/// `__Vtrigprevexpr___TOP__clock__0`.
fn is_of(memory: &str, clock: &str) -> bool {
    memory.trim_end_matches("__0").ends_with(&format!("TOP__{clock}"))
}

/// Nothing, if the C++ is not as it is expected.
fn by_clock(prefix: &str, ports: &[PortSpec], code: &str) -> Option<Evaluation> {
    let root = format!("{prefix}___024root");
    // Inputs that reach logic past the registers, and gated clocks.
    if ["___ico_sequent__", "___act_sequent__", "___act_comb__"].iter().any(|region| code.contains(region)) {
        return None;
    }
    let functions = called(&root, code)?;
    // Inputs are read where they are captured.
    let inputs: BTreeSet<&str> = ports.iter().filter(|p| p.dir == Dir::In).map(|p| p.name).collect();
    let captures = |function: &&Function| words(&function.body).any(|word| inputs.contains(word));
    let capture = functions.iter().find(captures)?.condition;
    let (mut captured, mut clocked, mut mixed, mut clock) = (Vec::new(), Vec::new(), Vec::new(), None);
    for function in &functions {
        match function.name.strip_prefix(&root)? {
            region if region.starts_with("___nba_comb__") => mixed.push(function),
            region if !region.starts_with("___nba_sequent__") => return None,
            _ if function.condition == capture => captured.push(function),
            _ if *clock.get_or_insert(function.condition) == function.condition => clocked.push(function),
            _ => return None,
        }
    }
    let (by_clocked, by_mixed) = (assigned(&clocked), assigned(&mixed));
    let mut registered = ports.iter().filter(|p| p.dir == Dir::Out && !p.comb).map(|p| p.name);
    let follows_up = registered.any(|port| !by_clocked.contains(port) || by_mixed.contains(port));
    let edge = calls(&clocked) + &if follows_up { calls(&mixed) } else { String::new() };
    Some(Evaluation { settle: calls(&captured) + &calls(&mixed), edge })
}

/// A function that is called under a condition.
struct Function<'a> {
    condition: &'a str,
    name: &'a str,
    /// Without comments.
    body: String,
}

/// What is called after an edge, if nothing else is done then.
fn called<'a>(root: &str, code: &'a str) -> Option<Vec<Function<'a>>> {
    let mut functions = Vec::new();
    let mut condition = None;
    let lines = body(root, &format!("{root}___eval_nba"), code)?.lines().map(str::trim);
    for line in lines.filter(|line| !is_preamble(line)) {
        match condition {
            None => condition = Some(line.strip_prefix("if (")?.strip_suffix(") {")?),
            Some(_) if line == "}" => condition = None,
            Some(condition) => {
                let name = line.strip_suffix("(vlSelf);")?;
                let body = body(root, name, code)?.lines();
                let body =
                    body.flat_map(|line| [line.split("//").next().unwrap_or_default(), "\n"]).collect();
                functions.push(Function { condition, name, body });
            }
        }
    }
    Some(functions)
}

/// The body of a function whose only argument is the root.
fn body<'a>(root: &str, name: &str, code: &'a str) -> Option<&'a str> {
    let (_, rest) = code.split_once(&format!("void {name}({root}* vlSelf) {{\n"))?;
    rest.split_once("\n}\n").map(|(body, _)| body)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The members of the root with which statements begin, and all that a macro names that may assign some of it.
fn assigned<'a>(functions: &[&'a Function]) -> BTreeSet<&'a str> {
    let mut members = BTreeSet::new();
    for statement in functions.iter().flat_map(|function| function.body.split([';', '{', '}'])).map(str::trim)
    {
        if let Some(target) = statement.strip_prefix("vlSelf->").or(statement.strip_prefix("vlSelfRef.")) {
            members.extend(words(target).next());
        } else if statement.starts_with("VL_") {
            members.extend(words(statement));
        }
    }
    members
}

/// Calls of functions, one after the other.
fn calls(functions: &[&Function]) -> String {
    functions.iter().map(|function| format!("{}(&r); ", function.name)).collect()
}

/// What each function of Verilator begins with.
fn is_preamble(line: &str) -> bool {
    ["//", "if (false && vlSelf) {}", "VL_DEBUG_IF(", "auto& vlSelfRef"]
        .iter()
        .any(|start| line.starts_with(start))
        || line.contains("__Syms* const __restrict")
}

#[cfg(test)]
mod tests {
    use warpsmith_units::Storage;

    use super::*;

    const MEMORIES: &str = "CData/*0:0*/ __Vtrigrprev__TOP__capture;\nCData/*0:0*/ __Vtrigrprev__TOP__clock;";
    const NEWER_MEMORIES: &str =
        "CData/*0:0*/ __Vtrigprevexpr___TOP__capture__0;\nCData/*0:0*/ __Vtrigprevexpr___TOP__clock__0;";
    const CAPTURE: &str = "    vlSelf->unit__DOT__held_level = vlSelf->level;\n";
    const MIXED: &str = "    vlSelf->grant = (vlSelf->unit__DOT__held_level \n& vlSelf->ready);\n";

    /// A function of the model's root.
    fn function(name: &str, body: &str) -> String {
        let begin = "    if (false && vlSelf) {}  // Prevent unused\n    // Body\n";
        format!("VL_INLINE_OPT void V___024root___{name}(V___024root* vlSelf) {{\n{begin}{body}}}\n")
    }

    /// What is called under a condition.
    fn call(condition: &str, name: &str) -> String {
        format!("    if ({condition}) {{\n        V___024root___{name}(vlSelf);\n    }}\n")
    }

    /// The C++ of a model whose functions have these bodies, in the form of Verilator 5.006.
    fn code(capture: &str, mixed: &str) -> String {
        let (clock, captured) = ("vlSelf->__VnbaTriggered.at(1U)", "vlSelf->__VnbaTriggered.at(0U)");
        let nba = "    V__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;\n".to_string()
            + &call(clock, "nba_sequent__TOP__0")
            + &call(captured, "nba_sequent__TOP__1")
            + &call(&format!("({captured} | {clock})"), "nba_comb__TOP__0");
        function("nba_sequent__TOP__0", "    vlSelf->ready = 1U;\n")
            + &function("nba_sequent__TOP__1", capture)
            + &function("nba_comb__TOP__0", mixed)
            + &function("eval_nba", &nba)
    }

    fn ports() -> [PortSpec; 3] {
        let port = |name, dir, comb| PortSpec { name, dir, width: 1, storage: Storage::Bool, comb, doc: "" };
        [port("level", Dir::In, false), port("grant", Dir::Out, true), port("ready", Dir::Out, false)]
    }

    #[test]
    fn each_function_of_a_model_that_waits_for_its_two_clocks_alone_is_called_once() {
        let code = code(CAPTURE, MIXED);
        // Newer versions of Verilator have a reference to the root, and other forms of triggers and memories.
        let newer = code.replace("vlSelf->", "vlSelfRef.").replace(".at(", "[").replace("U)", "U]");
        for (memories, code) in [(MEMORIES, code), (NEWER_MEMORIES, newer)] {
            let Evaluation { settle, edge } = evaluation("V", &ports(), memories, &code);
            assert_eq!(settle, "V___024root___nba_sequent__TOP__1(&r); V___024root___nba_comb__TOP__0(&r); ");
            assert_eq!(edge, "V___024root___nba_sequent__TOP__0(&r); ");
        }
    }

    #[test]
    fn a_model_without_registers_has_no_edge() {
        let memory = "CData/*0:0*/ __Vtrigrprev__TOP__capture;";
        let nba = call("vlSelf->__VnbaTriggered.at(0U)", "nba_sequent__TOP__0");
        let code = function("nba_sequent__TOP__0", CAPTURE) + &function("eval_nba", &nba);
        let Evaluation { settle, edge } = evaluation("V", &ports()[..2], memory, &code);
        assert_eq!((&*settle, &*edge), ("V___024root___nba_sequent__TOP__0(&r); ", ""));
    }

    #[test]
    fn an_output_that_depends_on_a_setting_is_followed_up_after_the_edge() {
        for assigned in [
            "vlSelf->ready \n= vlSelf->level;",
            "VL_ASSIGN_W(40, vlSelf->ready, x);",
            "vlSelf->ready[0U] = 1U;",
        ] {
            let Evaluation { edge, .. } = evaluation("V", &ports(), MEMORIES, &code(CAPTURE, assigned));
            assert_eq!(edge, "V___024root___nba_sequent__TOP__0(&r); V___024root___nba_comb__TOP__0(&r); ");
        }
    }

    #[test]
    fn a_model_that_is_not_understood_evaluates_itself() {
        let itself = |memories: &str, code: &str| {
            let Evaluation { settle, edge } = evaluation("V", &ports(), memories, code);
            assert_eq!(settle, "m.capture = 1; m.eval(); m.capture = r.__Vtrigrprev__TOP__capture = 0;");
            assert_eq!(edge, "m.clock = 1; m.eval(); m.clock = r.__Vtrigrprev__TOP__clock = 0;");
        };
        let code = code(CAPTURE, MIXED);
        // Logic that goes on until it settles.
        itself(&format!("{MEMORIES} CData/*1:0*/ __Vtrigrprev__TOP__ones;"), &code);
        // Inputs that reach logic past the registers.
        itself(MEMORIES, &(code.clone() + &function("ico_sequent__TOP__0", "")));
        // A statement among the calls, a third clock, other names.
        itself(MEMORIES, &code.replace("    V__Syms*", "    vlSelf->x = 1;\n    V__Syms*"));
        let third = call("vlSelf->__VnbaTriggered.at(2U)", "nba_sequent__TOP__2");
        itself(MEMORIES, &code.replace("    V__Syms*", &(third + "    V__Syms*")));
        itself(MEMORIES, &code.replace("___nba_", "___n_"));
        // Newer versions have other names for the memories.
        let Evaluation { edge, .. } = evaluation("V", &ports(), NEWER_MEMORIES, "");
        assert_eq!(edge, "m.clock = 1; m.eval(); m.clock = r.__Vtrigprevexpr___TOP__clock__0 = 0;");
        // Without memories of the clocks both phases are evaluated.
        assert_eq!(evaluation("V", &[], "", "").edge, "m.clock = 1; m.eval(); m.clock = 0; m.eval();");
    }
}
