//! Takes functions out of the page's WebAssembly that can be called but never are, which no optimiser can know.
//!
//! Leptos keeps the asynchronous way to hydrate each view in a table beside the synchronous one. The page hydrates
//! synchronously (`hydrate_body`) and has nothing that suspends, so those functions only travel: 100 KB before compression. Each
//! gets a body that traps. Should the page ever need one, it stops at once and every journey shows it.

use std::path::Path;

use anyhow::{Result, ensure};
use walrus::{FunctionBuilder, FunctionKind, Module};

/// How the mangled names of functions that are never called look: the bodies of `hydrate_async`'s futures, and what makes them for
/// an erased view.
pub(super) const NEVER_CALLED: [&str; 2] =
    ["13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$17h", "into_any13hydrate_async17h"];

/// The fewest instructions of a function that is taken out. The compiler keeps one of several functions with the same
/// instructions, under any of their names: a short one may be called under the name of one that is not.
const FEWEST: u64 = 20;

/// The module of a file without these functions' bodies.
///
/// # Errors
/// Where the file is no module, or has none of the functions: then the library has changed, and this list with it.
pub(super) fn pruned(wasm: &Path) -> Result<Module> {
    let mut module = Module::from_file(wasm)?;
    let never: Vec<_> = module
        .funcs
        .iter()
        .filter(|function| function.name.as_deref().is_some_and(is_never_called))
        .filter(|function| matches!(&function.kind, FunctionKind::Local(body) if body.size() >= FEWEST))
        .map(walrus::Function::id)
        .collect();
    ensure!(
        !never.is_empty(),
        "the page has no function named like {NEVER_CALLED:?}; see xtask/src/build/prune.rs"
    );
    for id in never {
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
