//! Compiled files: whether one is WebAssembly, and whether it needs what the page's policy rules
//! out.

use wasmparser::{Encoding, Parser, Payload};

/// What a compiled file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiled {
    /// WebAssembly that the runtime can load.
    Usable,
    /// WebAssembly with JavaScript in it, which the runtime would pass to `eval`.
    NeedsEval,
    /// Something else, of another system for instance.
    Foreign,
}

/// Reads a file whose name ends in `.so`.
pub(crate) fn read(bytes: &[u8]) -> Compiled {
    let mut exports = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload {
            Ok(Payload::ExportSection(section)) => {
                for export in section {
                    let Ok(export) = export else { return Compiled::Foreign };
                    exports.push(export.name);
                }
            }
            Ok(Payload::Version { encoding: Encoding::Component, .. }) | Err(_) => {
                return Compiled::Foreign;
            }
            Ok(_) => {}
        }
    }
    // Emscripten's loader makes functions of the texts at these places.
    let has_javascript = |name: &&str| name.starts_with("__em_js__") || *name == "__start_em_asm";
    if exports.iter().any(has_javascript) { Compiled::NeedsEval } else { Compiled::Usable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wheels::inspection::testing::wasm;

    #[test]
    fn javascript_in_a_compiled_file_is_found_by_the_names_that_its_loader_looks_for() {
        for (bytes, compiled) in [
            (wasm(&["PyInit_x"]), Compiled::Usable),
            (wasm(&[]), Compiled::Usable),
            (wasm(&["PyInit_x", "__em_js__ask"]), Compiled::NeedsEval),
            (wasm(&["__start_em_asm", "__stop_em_asm"]), Compiled::NeedsEval),
            (b"\x7fELF\x02\x01\x01".to_vec(), Compiled::Foreign),
            (b"\0asm\x0d\0\x01\0".to_vec(), Compiled::Foreign),
            (wasm(&["PyInit_x"])[..20].to_vec(), Compiled::Foreign),
            (Vec::new(), Compiled::Foreign),
        ] {
            assert_eq!(read(&bytes), compiled, "{bytes:?}");
        }
    }
}
