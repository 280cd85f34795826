//! The user's agreement that what code prints goes to a model that does not run on this machine:
//! for which models there is one, and the example from the session's files that the page asks with.

use std::sync::Arc;

use kernel::{Profile, Table};
use serde::{Deserialize, Serialize};
use text::{cell, visible};

use super::listed_model::{ListedModel, ModelPlace, is_loopback};
use super::{Consent, Disclosure, Model};

/// The most columns and rows of an example, and the most characters of a cell.
const MAX_COLUMNS: usize = 4;
const MAX_ROWS: usize = 3;
const MAX_CELL: usize = 18;

/// A model for which the user has agreed, in this browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedModel {
    /// Its id.
    pub model: String,
    /// Where it runs, as far as that is known: the same name may become another model.
    pub host: String,
    /// Its name as shown.
    pub label: String,
}

impl AgreedModel {
    /// Returns what the user agrees to for a model.
    fn of(model: ListedModel) -> Self {
        let ListedModel { id, label, host, .. } = model;
        Self { model: id, host, label }
    }

    /// Returns the model's name, and where it runs.
    pub fn words(&self) -> String {
        match self.host.as_str() {
            "" => self.label.clone(),
            host => format!("{} ({host})", self.label),
        }
    }

    fn is(&self, other: &Self) -> bool {
        (&self.model, &self.host) == (&other.model, &other.host)
    }
}

/// Returns what the user has to agree to before a question goes to this model; none if it runs on
/// this machine, if less than everything printed goes, or if the user has agreed. `page` is the
/// host name in the page's address.
pub fn missing(
    model: &Model,
    disclosure: Disclosure,
    page: &str,
    agreed: &[AgreedModel],
) -> Option<AgreedModel> {
    let listed = ListedModel::of(model);
    let is_here = match listed.place {
        ModelPlace::Page => true,
        ModelPlace::Direct => is_loopback(&listed.host),
        // The machine of the server is this one only if the page comes from it.
        ModelPlace::Machine => is_loopback(page),
        ModelPlace::Elsewhere => false,
    };
    let wanted = AgreedModel::of(listed);
    let is_needed = disclosure == Disclosure::Printed && !is_here;
    (is_needed && !agreed.iter().any(|one| one.is(&wanted))).then_some(wanted)
}

/// Adds an agreement.
pub fn agree(agreed: &mut Vec<AgreedModel>, model: AgreedModel) {
    revoke(agreed, &model);
    agreed.push(model);
}

/// Removes an agreement.
pub fn revoke(agreed: &mut Vec<AgreedModel>, model: &AgreedModel) {
    agreed.retain(|one| !one.is(model));
}

/// Returns the question for an agreement, with an example from the first file that has values.
pub fn question(model: &AgreedModel, files: &[Arc<Profile>]) -> Consent {
    let found = files.iter().find_map(|file| Some((file, file.tables.iter().find_map(example)?)));
    let (file, example) = found.map(|(file, text)| (visible(&file.name), text)).unwrap_or_default();
    Consent::Printed { model: model.words(), file, example }
}

/// Returns some values of a table as code prints them.
fn example(table: &Table) -> Option<String> {
    let columns: Vec<Vec<String>> = table
        .columns
        .iter()
        .filter(|column| !column.examples.is_empty())
        .take(MAX_COLUMNS)
        .map(|column| {
            let values = column.examples.iter().take(MAX_ROWS);
            std::iter::once(&column.name)
                .chain(values)
                .map(|text| cell(&visible(text), MAX_CELL))
                .collect()
        })
        .collect();
    let rows = columns.iter().map(Vec::len).max()?;
    let widths: Vec<usize> = columns
        .iter()
        .map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default())
        .collect();
    let line = |row: usize| {
        let cells = columns.iter().zip(&widths).map(|(cells, &width)| {
            format!("{:>width$}", cells.get(row).map_or("", String::as_str))
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    Some((0..rows).map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::session::PLANNER;

    fn model(name: &str, direct: bool, insitu: &Value) -> Model {
        Model {
            name: name.to_owned(),
            builtin: name == PLANNER,
            direct,
            info: json!({ "insitu": insitu }),
            ..Model::planner()
        }
    }

    #[test]
    fn everything_printed_goes_to_a_model_elsewhere_only_once_the_user_has_agreed() {
        let far = json!({ "host": "api.example.org" });
        let on_server = json!({ "host": "127.0.0.1:11434", "local": true });
        let own = json!({ "host": "api.example.org", "direct": true });
        let own_here = json!({ "host": "localhost:1234", "direct": true });
        let tab = json!({ "tab": true, "direct": true });
        for (insitu, direct, page, is_asked) in [
            (&far, false, "127.0.0.1", true),
            (&Value::Null, false, "127.0.0.1", true),
            (&on_server, false, "localhost", false),
            (&on_server, false, "insitu.example.org", true),
            (&own, true, "localhost", true),
            (&own_here, true, "insitu.example.org", false),
            (&tab, true, "insitu.example.org", false),
        ] {
            let model = model("m", direct, insitu);
            let of = |disclosure, agreed: &[AgreedModel]| missing(&model, disclosure, page, agreed);
            let asked = of(Disclosure::Printed, &[]);
            assert_eq!(asked.is_some(), is_asked, "{insitu} from {page}");
            assert_eq!(of(Disclosure::Ask, &[]), None);
            assert_eq!(of(Disclosure::Shape, &[]), None);
            let mut agreed = Vec::new();
            let Some(asked) = asked else { continue };
            agree(&mut agreed, asked.clone());
            assert_eq!(of(Disclosure::Printed, &agreed), None);
            // Another model, or the same name elsewhere, is asked about again.
            for other in [
                AgreedModel { model: "n".to_owned(), ..asked.clone() },
                AgreedModel { host: "other.example.org".to_owned(), ..asked.clone() },
            ] {
                assert_eq!(of(Disclosure::Printed, &[other]), Some(asked.clone()));
            }
            revoke(&mut agreed, &asked);
            assert_eq!(agreed, []);
        }
        let planner = model(PLANNER, false, &Value::Null);
        assert_eq!(missing(&planner, Disclosure::Printed, "insitu.example.org", &[]), None);
    }

    #[test]
    fn the_question_shows_values_of_the_file_as_code_prints_them() {
        let column = |name: &str, examples: &[&str]| {
            json!({
                "name": name, "type": "text", "dtype": "str", "missing": 0, "distinct": 3, "bad": 0,
                "examples": examples, "min": null, "max": null,
            })
        };
        let profile = |columns: Value| -> Arc<Profile> {
            let table = json!({
                "sheet": null, "reader": "", "rows": 3, "rowsExact": true, "sampled": false,
                "duplicates": 0, "columns": columns,
            });
            Arc::new(
                serde_json::from_value(json!({
                    "path": "/data/a.csv", "name": "a.csv", "bytes": 1, "kind": "csv",
                    "tables": [table], "notes": [], "error": null,
                }))
                .unwrap(),
            )
        };
        let asked = AgreedModel {
            model: "lab/m".to_owned(),
            host: "api.example.org".to_owned(),
            label: "M".to_owned(),
        };
        let files = [
            profile(json!([column("nothing", &[])])),
            profile(json!([
                column("region", &["West", "East", "North", "South"]),
                column("nothing", &[]),
                column("amount", &["12.5", "7"]),
            ])),
        ];
        let consent = question(&asked, &files);
        let expected = Consent::Printed {
            model: "M (api.example.org)".to_owned(),
            file: "a.csv".to_owned(),
            example: "region  amount\n  West    12.5\n  East       7\n North        ".to_owned(),
        };
        assert_eq!(consent, expected);
        let Consent::Printed { file, example, .. } = question(&asked, &files[..1]) else {
            unreachable!("an agreement")
        };
        assert_eq!((file.as_str(), example.as_str()), ("", ""));
    }
}
