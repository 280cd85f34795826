//! Rules on the modules of one crate: which of them must not know which others, or which crates.
//!
//! They say of modules what the rules on crates cannot: a crate may know another one for a part of
//! itself only. What a module knows through other modules and crates counts as known.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::rust::Crate;
use super::{PURE, Reach};
use crate::project;

/// Modules below the root of a crate.
enum Modules {
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

/// One rule: these modules of a crate know none of `never`, which are modules of the same crate
/// (`crate::name`), crates (`name`), or modules of other crates (`name::module`).
struct Within {
    of: &'static str,
    modules: Modules,
    never: &'static [&'static str],
    why: &'static str,
}

const RULES: &[Within] = &[
    Within {
        of: "kernel",
        modules: Modules::Only(&["protocol"]),
        never: &["crate::lifecycle", "crate::pending"],
        why: "messages are data, whatever is done with them",
    },
    Within {
        of: "kernel",
        modules: Modules::AllBut(&["automation", "activity"]),
        never: &["crate::automation", "crate::activity"],
        why: "the protocol does not know what scripts are told of it",
    },
    Within {
        of: "kernel",
        modules: Modules::Only(&["automation"]),
        never: &["crate::activity"],
        why: "what scripts exchange with the page does not know how the page keeps it",
    },
    Within {
        of: "exports",
        modules: Modules::AllBut(&[]),
        never: &["kernel::automation", "kernel::activity"],
        why: "a transcript is written down, whoever asked and answered",
    },
    Within {
        of: "text",
        modules: Modules::Only(&["terminal"]),
        never: &["crate::format", "crate::length", "crate::pasted", "crate::visible"],
        why: "printed text is read before anybody formats, bounds or discloses it",
    },
    Within {
        of: "text",
        modules: Modules::AllBut(&["terminal"]),
        never: &["crate::terminal"],
        why: "a text is formatted and bounded whether it was printed or not",
    },
    Within {
        of: "charts",
        modules: Modules::AllBut(&["summaries"]),
        never: &["crate::summaries", "text"],
        why: "a chart is data, however it is described",
    },
    Within {
        of: "session",
        modules: Modules::Only(&["log"]),
        never: &["crate::file", "exports", "markdown", "charts::summaries"],
        why: "a log says what happened, and neither decides what a model sees nor how it is shown",
    },
    Within {
        of: "session",
        modules: Modules::Only(&["file"]),
        never: &["kernel::automation", "kernel::activity"],
        why: "a session is handed on as its log has it, and nothing is asked or run for that",
    },
    Within {
        of: "providers",
        modules: Modules::AllBut(&["open_models"]),
        never: &["crate::open_models"],
        why: "a provider's codec knows only the vocabulary",
    },
    Within {
        of: "providers",
        modules: Modules::Only(&["open_models"]),
        never: &["chat", "text"],
        why: "the list of open models is data, whoever runs them",
    },
    Within {
        of: "kernel",
        modules: Modules::AllBut(&["wheels"]),
        never: &["crate::wheels"],
        why: "the protocol is data, whatever a user drops",
    },
    Within {
        of: "kernel",
        modules: Modules::Only(&["wheels"]),
        never: &[
            "crate::activity",
            "crate::automation",
            "crate::lifecycle",
            "crate::pending",
            "crate::protocol",
            "charts",
        ],
        why: "a wheel is judged by its bytes alone, whoever asks and whatever the session is",
    },
];

/// The pure crates by name.
type Crates = BTreeMap<String, Crate>;

/// Returns every forbidden edge that exists, as a sentence, and the number of rules.
///
/// # Errors
/// If a crate cannot be read, or if a rule names a module that does not exist.
pub(super) fn violations(reach: &Reach) -> Result<(Vec<String>, usize)> {
    let mut crates = Crates::new();
    for name in PURE {
        let root = project::path(&format!("crates/{name}/src/lib.rs"));
        crates.insert(name.to_owned(), Crate::of(&root)?);
    }
    let mut found = Vec::new();
    for rule in RULES {
        found.extend(broken(rule, &crates, reach)?);
    }
    Ok((found, RULES.len()))
}

fn broken(rule: &Within, crates: &Crates, reach: &Reach) -> Result<Vec<String>> {
    check_names(rule, crates)?;
    let Within { of, modules, never, why } = rule;
    let chosen: Vec<&str> = match modules {
        Modules::Only(names) => names.to_vec(),
        Modules::AllBut(names) => {
            crates[*of].tops().into_iter().filter(|top| !names.contains(top)).collect()
        }
    };
    let mut found = Vec::new();
    for module in chosen {
        let known = Known::of(crates, reach, of, module);
        for name in never.iter().filter(|name| known.contains(name)) {
            found.push(format!("{of}::{module} knows {name}: {why}"));
        }
    }
    Ok(found)
}

/// Checks that everything that a rule names exists, since a misspelt name would never be known.
fn check_names(rule: &Within, crates: &Crates) -> Result<()> {
    let (Modules::Only(names) | Modules::AllBut(names)) = rule.modules;
    let own = names.iter().map(|module| (rule.of, *module));
    let others = rule.never.iter().filter_map(|name| name.split_once("::"));
    let others = others.map(|(of, module)| (if of == "crate" { rule.of } else { of }, module));
    for (of, module) in own.chain(others) {
        if !crates.get(of).is_some_and(|it| it.tops().contains(module)) {
            bail!("the rules name a module that does not exist: {of}::{module}");
        }
    }
    let plain = rule.never.iter().filter(|name| !name.contains("::"));
    if let Some(name) = plain.into_iter().find(|name| !crates.contains_key(**name)) {
        bail!("the rules name a crate that is not one of the pure ones: {name}");
    }
    Ok(())
}

/// What a module knows.
struct Known<'a> {
    crates: &'a Crates,
    reach: &'a Reach,
    of: &'a str,
    /// The modules of its own crate, by their names below the root.
    modules: BTreeSet<&'a str>,
}

impl<'a> Known<'a> {
    fn of(crates: &'a Crates, reach: &'a Reach, of: &'a str, module: &'a str) -> Self {
        let own = &crates[of];
        let mut modules = BTreeSet::new();
        let mut next = vec![module];
        while let Some(module) = next.pop() {
            if modules.insert(module) {
                next.extend(own.named_by(module));
            }
        }
        Self { crates, reach, of, modules }
    }

    fn contains(&self, name: &str) -> bool {
        let foreign = self.modules.iter().flat_map(|module| self.crates[self.of].foreign(module));
        let foreign: Vec<Vec<String>> = foreign.collect();
        match name.split_once("::") {
            Some(("crate", module)) => self.modules.contains(module),
            None => foreign.iter().filter_map(|path| path.first()).any(|first| {
                first == name || self.reach.get(first).is_some_and(|it| it.contains(name))
            }),
            Some((owner, module)) => {
                let others: BTreeSet<&str> = foreign
                    .iter()
                    .filter_map(|path| path.first())
                    .flat_map(|first| {
                        let reached = self.reach.get(first).into_iter().flatten();
                        reached.chain([first]).map(String::as_str)
                    })
                    .filter(|other| *other != owner && *other != self.of)
                    .collect();
                let others = others.into_iter().filter_map(|other| self.crates.get(other));
                foreign
                    .iter()
                    .cloned()
                    .chain(others.flat_map(|other| {
                        other.tops().into_iter().flat_map(|top| other.foreign(top))
                    }))
                    .any(|path| self.leads_to(&path, owner, module))
            }
        }
    }

    /// Returns whether a path leads to a module of that crate, also through what the crate passes
    /// on.
    fn leads_to(&self, path: &[String], owner: &str, module: &str) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        first == owner
            && (rest.first().is_some_and(|name| name == "*")
                || self.crates[owner].tops_of(rest).contains(module))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rust::tests::crate_of;
    use super::*;

    /// Checks which of `never` the module `m` of the crate `own` knows, if it has this text.
    #[track_caller]
    fn check(text: &str, never: &'static [&'static str], expected: &[&str]) {
        let own = crate_of(
            "within-own",
            &[
                ("lib.rs", "pub mod m;\npub mod n;\npub mod o;\npub use o::Passed;"),
                ("m.rs", text),
                ("n.rs", "use crate::o::Passed;"),
                ("o.rs", "pub struct Passed;"),
            ],
        );
        let files = [
            ("lib.rs", "pub mod a;\npub mod b;\npub use a::A;\npub use b::B;"),
            ("a.rs", "pub struct A;"),
            ("b.rs", "pub struct B;"),
        ];
        let other = crate_of("within-other", &files);
        let between = crate_of(
            "within-between",
            &[("lib.rs", "pub mod c;"), ("c.rs", "use other::b::B;\npub struct C;")],
        );
        let crates = [("own", own), ("other", other), ("between", between)];
        let crates = crates.map(|(name, it)| (name.to_owned(), it)).into();
        let reach = Reach::from([("between".to_owned(), BTreeSet::from(["other".to_owned()]))]);
        let rule = Within { of: "own", modules: Modules::Only(&["m"]), never, why: "because" };
        let found = broken(&rule, &crates, &reach).expect("names that exist");
        let expected: Vec<_> =
            expected.iter().map(|name| format!("own::m knows {name}: because")).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_a_module_knows_is_found_in_every_form_of_a_path() {
        let never = &["crate::o", "other::b"];
        check("use other::a::A;\nuse crate::m;\nuse serde::b::B;", never, &[]);
        check("use crate::n;", never, &["crate::o"]);
        check("fn f(_: crate::Passed) {}", never, &["crate::o"]);
        for text in [
            "use other::b::B;",
            "use ::other::{a, b};",
            "use other::B;",
            "use other::*;",
            "fn f() { other::b::new() }",
            "fn f() { println!(\"{}\", other::b::new()) }",
            "use other as alias;\nfn f(_: alias::b::B) {}",
            "mod inner { use other::B; }",
            "use between::c::C;",
        ] {
            check(text, never, &["other::b"]);
        }
        check("#[cfg(test)]\nmod tests { use other::b::B; }", never, &[]);
    }

    #[test]
    fn a_crate_counts_if_it_is_reached_through_another() {
        check("use between::c::C;", &["other"], &["other"]);
        check("use other::a::A;", &["between"], &[]);
    }

    #[test]
    fn a_misspelt_module_is_an_error_and_not_a_missing_edge() {
        let crates = Crates::from([(
            "own".to_owned(),
            crate_of("within-names", &[("lib.rs", "pub mod m;"), ("m.rs", "")]),
        )]);
        let errors = [
            (Modules::Only(&["n"]), &["crate::m"], "own::n"),
            (Modules::AllBut(&[]), &["crate::n"], "own::n"),
            (Modules::AllBut(&[]), &["other::m"], "other::m"),
        ];
        for (modules, never, name) in errors {
            let rule = Within { of: "own", modules, never, why: "because" };
            let error = check_names(&rule, &crates).expect_err(name).to_string();
            assert_eq!(error, format!("the rules name a module that does not exist: {name}"));
        }
    }
}
