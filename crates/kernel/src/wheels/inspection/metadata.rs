//! What a wheel says about itself in `METADATA`.

use crate::wheels::Refusal;
use crate::wheels::inspection::file_name::FileName;
use crate::wheels::inspection::headers::Headers;
use crate::wheels::inspection::names::{is_name, is_version};

/// The most requirements that are read.
const MAX_REQUIREMENTS: usize = 200;
/// The most characters of a requirement's condition.
const MAX_CONDITION_LENGTH: usize = 80;

/// What `METADATA` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Metadata {
    /// The package's name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The packages that it needs, without those of its optional parts.
    pub(crate) needs: Vec<Need>,
}

/// A package that another one needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// Its name.
    pub(crate) name: String,
    /// Under which condition, as the wheel writes it; empty for always.
    pub(crate) condition: String,
}

impl Metadata {
    /// Reads `METADATA`, whose name and version have to be those of the file.
    pub(crate) fn read(text: &str, file: &FileName) -> Result<Self, Refusal> {
        let headers = Headers::read(text);
        let (Some(name), Some(version)) = (headers.only("name"), headers.only("version")) else {
            return Err(Refusal::damaged(
                "its METADATA does not have exactly one name and one version",
            ));
        };
        if !is_name(name) || !is_version(version) || !file.fits(name, version) {
            let said = text::truncated(
                &text::file_name(&format!("{name} {version}")),
                MAX_CONDITION_LENGTH,
            );
            return Err(Refusal::Suspicious(format!(
                "its METADATA says that it is {said:?}, which is not what its file name says"
            )));
        }
        let needs = headers
            .all("requires-dist")
            .into_iter()
            .filter_map(Need::read)
            .take(MAX_REQUIREMENTS)
            .collect();
        Ok(Self { name: name.to_owned(), version: version.to_owned(), needs })
    }
}

impl Need {
    /// Reads a requirement; `None` if it is that of an optional part, or cannot be read.
    fn read(requirement: &str) -> Option<Self> {
        let (package, condition) = requirement.split_once(';').unwrap_or((requirement, ""));
        if condition.contains("extra") {
            return None;
        }
        let end = package
            .find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_.".contains(letter)));
        let name = &package[..end.unwrap_or(package.len())];
        let condition = text::truncated(&text::file_name(condition.trim()), MAX_CONDITION_LENGTH);
        is_name(name).then(|| Self { name: name.to_owned(), condition })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(text: &str) -> Result<Metadata, Refusal> {
        Metadata::read(text, &FileName::read("good_one-1.0-py3-none-any.whl")?)
    }

    #[test]
    fn requirements_of_optional_parts_are_left_out_and_conditions_are_kept() {
        let text = "Metadata-Version: 2.4\nName: good.one\nVersion: 1.0\nRequires-Dist: numpy >=1.2,<3\n\
                    requires-dist: typing_extensions; python_version\n\t< \"3.11\"\nRequires-Dist: pytest; extra == 'test'\n\
                    Requires-Dist: attrs[x] (>2)\nRequires-Dist: ???\nno header\n\nRequires-Dist: body\n";
        let need = |name: &str, condition: &str| Need {
            name: name.to_owned(),
            condition: condition.to_owned(),
        };
        let needs = vec![
            need("numpy", ""),
            need("typing_extensions", "python_version < \"3.11\""),
            need("attrs", ""),
        ];
        let expected = Metadata { name: "good.one".to_owned(), version: "1.0".to_owned(), needs };
        assert_eq!(metadata(text), Ok(expected));
    }

    #[test]
    fn a_name_that_is_not_the_files_is_refused() {
        let suspicious = |said: &str| {
            Err(Refusal::Suspicious(format!(
                "its METADATA says that it is {said:?}, which is not what its file name says"
            )))
        };
        assert_eq!(metadata("Name: numpy\nVersion: 1.0\n"), suspicious("numpy 1.0"));
        assert_eq!(metadata("Name: good-one\nVersion: 1.1\n"), suspicious("good-one 1.1"));
        assert_eq!(metadata("Name: good-one\nVersion: \n"), suspicious("good-one "));
        for text in ["", "Name: good-one\n", "Name: good-one\nName: numpy\nVersion: 1.0\n"] {
            assert_eq!(
                metadata(text),
                Err(Refusal::damaged(
                    "its METADATA does not have exactly one name and one version"
                ))
            );
        }
    }
}
