//! Takes functions out of a WebAssembly module that are linked into it and never called.
//!
//! Leptos puts the functions of asynchronous hydration of every view beside those of the hydration that the page uses, by pointers,
//! so that neither the linker nor wasm-opt can see that nobody calls them. Their bodies become a trap, and wasm-opt then removes
//! what only they have called.

use anyhow::{Context, Result, bail};

/// A part of the symbol of a function that is never called: the future of a `hydrate_async`. Closures within it stay, since the compiler
/// merges them with the same ones of `hydrate` and `build`.
const NEVER_CALLED: &str = "13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$17h";
/// Shorter bodies stay: the compiler may have merged them with functions that are called.
const SHORTEST: usize = 64;
/// A body without locals: `unreachable`, `end`.
const TRAP: [u8; 3] = [0, 0x00, 0x0b];

const CUSTOM: u8 = 0;
const IMPORT: u8 = 2;
const CODE: u8 = 10;

/// Returns the module with the bodies of the functions that are never called replaced, and how many bytes they had.
pub(super) fn snip(module: &[u8]) -> Result<(Vec<u8>, usize)> {
    let mut reader = Reader { rest: module };
    let head = reader.take(8)?;
    let mut sections = Vec::new();
    while !reader.rest.is_empty() {
        let id = reader.byte()?;
        let length = reader.number()?;
        sections.push((id, reader.take(length)?));
    }
    let imported = sections.iter().find(|(id, _)| *id == IMPORT).map(|(_, body)| imported(body));
    let imported = imported.transpose()?.unwrap_or(0);
    let mut never = Vec::new();
    for (id, body) in &sections {
        if *id == CUSTOM {
            never.extend(never_called(body)?);
        }
    }
    let mut snipped = 0;
    let mut written = head.to_vec();
    for (id, body) in sections {
        let body = if id == CODE {
            let (body, bytes) = trapped(body, |at| never.contains(&(at + imported)))?;
            snipped = bytes;
            body
        } else {
            body.to_vec()
        };
        written.push(id);
        write(&mut written, body.len());
        written.extend(body);
    }
    Ok((written, snipped))
}

/// Returns the code section with traps in place of some functions' bodies, and how many bytes these had.
fn trapped(section: &[u8], is_never_called: impl Fn(usize) -> bool) -> Result<(Vec<u8>, usize)> {
    let mut reader = Reader { rest: section };
    let count = reader.number()?;
    let (mut written, mut snipped) = (Vec::new(), 0);
    write(&mut written, count);
    for at in 0..count {
        let length = reader.number()?;
        let mut body = reader.take(length)?;
        if length >= SHORTEST && is_never_called(at) {
            snipped += length;
            body = &TRAP;
        }
        write(&mut written, body.len());
        written.extend(body);
    }
    Ok((written, snipped))
}

/// Returns how many functions are imported: they are numbered before those of the module.
fn imported(section: &[u8]) -> Result<usize> {
    let mut reader = Reader { rest: section };
    let mut functions = 0;
    for _ in 0..reader.number()? {
        for _ in 0..2 {
            let length = reader.number()?;
            reader.take(length)?;
        }
        match reader.byte()? {
            0 => {
                reader.number()?;
                functions += 1;
            }
            kind @ (1 | 2) => {
                if kind == 1 {
                    reader.byte()?;
                }
                let limits = reader.byte()?;
                reader.number()?;
                if limits & 1 == 1 {
                    reader.number()?;
                }
            }
            3 => drop(reader.take(2)?),
            kind => bail!("the module imports something of the unknown kind {kind}"),
        }
    }
    Ok(functions)
}

/// Returns the numbers of the functions that are never called, if the section has names of functions.
fn never_called(section: &[u8]) -> Result<Vec<usize>> {
    let mut reader = Reader { rest: section };
    let length = reader.number()?;
    let mut found = Vec::new();
    if reader.take(length)? != b"name" {
        return Ok(found);
    }
    while !reader.rest.is_empty() {
        let kind = reader.byte()?;
        let length = reader.number()?;
        let mut names = Reader { rest: reader.take(length)? };
        for _ in 0..if kind == 1 { names.number()? } else { 0 } {
            let function = names.number()?;
            let length = names.number()?;
            if std::str::from_utf8(names.take(length)?).is_ok_and(|name| name.contains(NEVER_CALLED)) {
                found.push(function);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length).context("the module is cut off")?;
        self.rest = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// Reads an unsigned number in LEB128.
    fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        bail!("the module has a number that is too long")
    }
}

/// Writes an unsigned number in LEB128.
fn write(written: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        written.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    written.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with one imported function and two of its own, of these names and bodies.
    fn module(functions: [(&str, &[u8]); 2]) -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, body: &[u8]| {
            module.push(id);
            write(&mut module, body.len());
            module.extend(body);
        };
        section(IMPORT, b"\x01\x01m\x01f\0\0");
        let (mut code, mut names) = (vec![2], vec![2]);
        for (at, (name, body)) in functions.into_iter().enumerate() {
            write(&mut code, body.len());
            code.extend(body);
            write(&mut names, at + 1);
            write(&mut names, name.len());
            names.extend(name.as_bytes());
        }
        section(CODE, &code);
        let mut custom = b"\x04name\x01".to_vec();
        write(&mut custom, names.len());
        custom.extend(names);
        section(CUSTOM, &custom);
        module
    }

    #[test]
    fn only_long_futures_of_asynchronous_hydration_become_traps() -> Result<()> {
        let long = [0x01; 200];
        let future = format!("_ZN6tachys{NEVER_CALLED}0E");
        let (snipped, bytes) = snip(&module([("called", &long), (&future, &long)]))?;
        assert_eq!(bytes, 200);
        assert_eq!(snipped, module([("called", &long), (&future, &TRAP)]));
        let short = module([
            ("_ZN13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$28_$u7b$", &long),
            (&future, &[0x01; 10]),
        ]);
        assert_eq!(snip(&short)?, (short, 0));
        Ok(())
    }

    #[test]
    fn a_module_that_is_cut_off_is_refused() {
        let whole = module([("a", &[0x0b]), ("b", &[0x0b])]);
        assert!(snip(&whole[..whole.len() - 3]).is_err());
    }
}
