//! Takes functions out of the page's WebAssembly that can be called but never are, which no optimiser can know.
//!
//! Leptos keeps the asynchronous way to hydrate each view in a table beside the synchronous one. The page hydrates
//! synchronously (`hydrate_body`) and has nothing that suspends, so those functions only travel: 100 KB before compression. Each
//! gets a body that traps. Should the page ever need one, it stops at once and every journey shows it.
//!
//! What panics is cut short in the same way. A panic in the browser ends in a trap without a word, since there is no stream that its
//! message could go to; so the functions that put the message together trap at once, and with them go the messages and places that
//! every caller would hand over.

use std::path::Path;

use anyhow::{Result, ensure};
use walrus::{FunctionBuilder, FunctionKind, Module};

/// How the mangled names of functions that are never called look: the bodies of `hydrate_async`'s futures, and what makes them for
/// an erased view.
pub(super) const NEVER_CALLED: [&str; 2] =
    ["13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$17h", "into_any13hydrate_async17h"];

/// Parts of the mangled names of functions that end in a panic whatever happens.
pub(super) const PANICS: [&str; 12] = [
    "4core9panicking",
    "4core6option13unwrap_failed",
    "4core6option13expect_failed",
    "4core6result13unwrap_failed",
    "4core5slice5index16slice_index_fail",
    "4core3str16slice_error_fail",
    "4core4cell22panic_already_borrowed",
    "4core4cell30panic_already_mutably_borrowed",
    "3std6thread5local18panic_access_error",
    "5alloc7raw_vec12handle_error",
    "5alloc5alloc18handle_alloc_error",
    "3std9panicking15panic_with_hook",
];

/// The fewest instructions of a function that is taken out. The compiler keeps one of several functions with the same
/// instructions, under any of their names: a short one may be called under the name of one that is not.
const FEWEST: u64 = 20;

/// The module of a file without these functions' bodies.
///
/// # Errors
/// Where the file is no module, or has none of the functions: then the library has changed, and this list with it.
pub(super) fn pruned(wasm: &Path) -> Result<Module> {
    let mut module = Module::from_file(wasm)?;
    let local = |function: &&walrus::Function| matches!(function.kind, FunctionKind::Local(_));
    let named = |name: fn(&str) -> bool| {
        move |function: &&walrus::Function| function.name.as_deref().is_some_and(name)
    };
    let long = |function: &&walrus::Function| matches!(&function.kind, FunctionKind::Local(body) if body.size() >= FEWEST);
    let never: Vec<_> =
        module.funcs.iter().filter(named(is_never_called)).filter(long).map(walrus::Function::id).collect();
    let panics: Vec<_> =
        module.funcs.iter().filter(named(panics)).filter(local).map(walrus::Function::id).collect();
    for (found, names) in [(&never, &NEVER_CALLED[..]), (&panics, &PANICS[..])] {
        ensure!(
            !found.is_empty(),
            "the page has no function named like {names:?}; see xtask/src/build/prune.rs"
        );
    }
    for id in never.into_iter().chain(panics) {
        let signature = module.types.get(module.funcs.get(id).ty());
        let (parameters, results) = (signature.params().to_vec(), signature.results().to_vec());
        let arguments = parameters.iter().map(|kind| module.locals.add(*kind)).collect();
        let mut body = FunctionBuilder::new(&mut module.types, &parameters, &results);
        body.func_body().unreachable();
        module.funcs.get_mut(id).kind = FunctionKind::Local(body.local_func(arguments));
    }
    Ok(module)
}

fn is_never_called(name: &str) -> bool {
    // What drops such a future is named after it, and is short.
    NEVER_CALLED.iter().any(|part| name.contains(part)) && !name.contains("drop_in_place")
}

fn panics(name: &str) -> bool {
    PANICS.iter().any(|part| name.contains(part))
}
