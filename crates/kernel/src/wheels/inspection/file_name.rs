//! A wheel's file name: which package it claims to be, and for which interpreters.

use crate::wheels::Refusal;
use crate::wheels::inspection::bounds::MAX_PATH_BYTES;
use crate::wheels::inspection::headers::Headers;
use crate::wheels::inspection::names::{is_name, is_version, normalised, same_version};

/// The interpreter's minor version: Python 3.14.
const MINOR: u32 = 14;
/// The platform of compiled code, as PEP 783 names it.
const PLATFORM: &str = "pyemscripten_2026_0_wasm32";

/// A file name that wheels have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileName {
    name: String,
    version: String,
    tags: String,
}

impl FileName {
    /// Reads a file name: `name-version(-build)-python-abi-platform.whl`.
    pub(crate) fn read(file: &str) -> Result<Self, Refusal> {
        let refused = || Refusal::FileName(text::truncated(&text::file_name(file), MAX_PATH_BYTES));
        let stem = file
            .strip_suffix(".whl")
            .filter(|_| file.len() <= MAX_PATH_BYTES)
            .ok_or_else(refused)?;
        let parts: Vec<&str> = stem.split('-').collect();
        let (name, version, tags) = match parts.as_slice() {
            [name, version, tags @ ..] if tags.len() == 3 => (name, version, tags),
            [name, version, build, tags @ ..]
                if tags.len() == 3 && build.starts_with(|first: char| first.is_ascii_digit()) =>
            {
                (name, version, tags)
            }
            _ => return Err(refused()),
        };
        let is_tag = |tag: &&str| {
            !tag.is_empty()
                && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
        };
        if !is_name(name) || !is_version(version) || !tags.iter().all(is_tag) {
            return Err(refused());
        }
        Ok(Self { name: (*name).to_owned(), version: (*version).to_owned(), tags: tags.join("-") })
    }

    /// Returns whether a package of this name and version may have this file name.
    pub(crate) fn fits(&self, name: &str, version: &str) -> bool {
        normalised(&self.name) == normalised(name) && same_version(&self.version, version)
    }

    /// Checks that the wheel is for this interpreter, by its name and by what its `WHEEL` says.
    pub(crate) fn expect_tags(&self, wheel: &str) -> Result<(), Refusal> {
        let headers = Headers::read(wheel);
        let is_known = |version: &str| version == "1" || version.starts_with("1.");
        if !headers.only("wheel-version").is_some_and(is_known) {
            return Err(Refusal::damaged("its WHEEL is not of version 1"));
        }
        if !is_usable(&self.tags) || !headers.all("tag").into_iter().any(is_usable) {
            return Err(Refusal::Tags(self.tags.clone()));
        }
        Ok(())
    }
}

/// Returns whether this interpreter takes wheels with this tag, of which each part may be several.
fn is_usable(tag: &str) -> bool {
    let [pythons, abis, platforms] = tag.split('-').collect::<Vec<_>>()[..] else { return false };
    let takes =
        |python: &str, abi: &str| platforms.split('.').any(|platform| takes(python, abi, platform));
    pythons.split('.').any(|python| abis.split('.').any(|abi| takes(python, abi)))
}

fn takes(python: &str, abi: &str, platform: &str) -> bool {
    match (abi, platform) {
        ("none", "any" | PLATFORM) => {
            matches!(python, "py3" | "cp314") || minor(python, "py3").is_some()
        }
        ("abi3", PLATFORM) => minor(python, "cp3").is_some_and(|minor| minor >= 2),
        ("cp314", PLATFORM) => python == "cp314",
        _ => false,
    }
}

/// Returns the minor version of `py312` or `cp312`, if this interpreter is not older.
fn minor(python: &str, prefix: &str) -> Option<u32> {
    python.strip_prefix(prefix)?.parse().ok().filter(|minor| *minor <= MINOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_usable_if_this_interpreter_takes_it() {
        for (tag, usable) in [
            ("py3-none-any", true),
            ("py2.py3-none-any", true),
            ("py39-none-any", true),
            ("py314-none-any", true),
            ("cp314-none-any", true),
            ("cp314-cp314-pyemscripten_2026_0_wasm32", true),
            ("cp310-abi3-pyemscripten_2026_0_wasm32", true),
            ("py3-none-pyemscripten_2026_0_wasm32", true),
            ("cp313.cp314-cp314-manylinux_2_17_x86_64.pyemscripten_2026_0_wasm32", true),
            ("py2-none-any", false),
            ("py315-none-any", false),
            ("cp313-none-any", false),
            ("cp315-abi3-pyemscripten_2026_0_wasm32", false),
            ("cp313-cp313-pyemscripten_2026_0_wasm32", false),
            ("cp314-cp314-pyemscripten_2025_0_wasm32", false),
            ("cp314-cp314-emscripten_4_0_9_wasm32", false),
            ("cp314-cp314-manylinux_2_17_x86_64", false),
            ("cp314-cp314-any", false),
            ("cp314-cp314t-pyemscripten_2026_0_wasm32", false),
            ("py3-none", false),
            ("", false),
        ] {
            assert_eq!(is_usable(tag), usable, "{tag}");
        }
    }

    #[test]
    fn a_file_name_has_a_package_a_version_and_three_tags() {
        let read =
            |file: &str| FileName::read(file).map(|name| (name.name, name.version, name.tags));
        let parts = |name: &str, version: &str, tags: &str| {
            Ok((name.to_owned(), version.to_owned(), tags.to_owned()))
        };
        assert_eq!(read("attrs-25.1.0-py3-none-any.whl"), parts("attrs", "25.1.0", "py3-none-any"));
        assert_eq!(read("a_b-1!2+x_y-3-py3-none-any.whl"), parts("a_b", "1!2+x_y", "py3-none-any"));
        for refused in [
            "attrs-25.1.0.tar.gz",
            "attrs-25.1.0-py3-none-any (1).whl",
            "attrs-25.1.0-py3-none.whl",
            "attrs-25.1.0-build-py3-none-any.whl",
            "-1-py3-none-any.whl",
            "attrs--py3-none-any.whl",
            "attrs-1-py3--any.whl",
            "../attrs-1-py3-none-any.whl",
            "ａttrs-1-py3-none-any.whl",
            ".whl",
        ] {
            assert_eq!(read(refused), Err(Refusal::FileName(refused.to_owned())));
        }
        let long = format!("a-1-py3-none-{}.whl", "any.".repeat(100));
        assert!(
            matches!(read(&long), Err(Refusal::FileName(shown)) if shown.chars().count() == MAX_PATH_BYTES)
        );
    }

    #[test]
    fn names_and_versions_are_compared_as_the_package_index_does() {
        let name = FileName::read("Scikit_Learn.x-1.0_1-py3-none-any.whl");
        for (package, version, fits) in [
            ("scikit-learn-x", "1.0-1", true),
            ("SCIKIT--learn_x", "1.0_1", true),
            ("scikit-learn", "1.0-1", false),
            ("scikit-learn-x", "1.0", false),
        ] {
            assert_eq!(
                name.as_ref().map(|name| name.fits(package, version)),
                Ok(fits),
                "{package} {version}"
            );
        }
    }
}
