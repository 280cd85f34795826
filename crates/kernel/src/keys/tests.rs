//! Which columns are keys, over tables of several domains. What columns have in common is counted
//! here from their values.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;

/// A table by its file's name, and its columns with their values; numbers are whole numbers.
type Data<'a> = (&'a str, Vec<(&'a str, Vec<String>)>);

/// Returns the numbers of a range as values with a text before each.
fn series(prefix: &str, numbers: impl Iterator<Item = usize>) -> Vec<String> {
    numbers.map(|number| format!("{prefix}{number}")).collect()
}

/// Returns as many values as there are rows, each of these in turn.
fn cycle(values: &[&str], rows: usize) -> Vec<String> {
    values.iter().cycle().take(rows).map(|value| (*value).to_owned()).collect()
}

fn counted(values: &[String]) -> BTreeMap<&String, u64> {
    let mut counts = BTreeMap::new();
    for value in values.iter().filter(|value| !value.is_empty()) {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

fn profile((name, columns): &Data) -> Profile {
    let rows = columns[0].1.len();
    let column = |(name, values): &(&str, Vec<String>)| {
        let counts = counted(values);
        let numbers: Option<Vec<i64>> = counts.keys().map(|value| value.parse().ok()).collect();
        let date = |value: &&String| value.len() == 10 && value.matches('-').count() == 2;
        let r#type = match &numbers {
            Some(_) => "integer",
            None if counts.keys().all(date) => "date",
            None if counts.len() * 2 < rows => "category",
            None => "text",
        };
        let limit = |pick: fn(&[i64]) -> Option<i64>| numbers.as_deref().and_then(pick);
        json!({
            "name": name, "type": r#type, "dtype": "", "examples": [], "bad": 0,
            "missing": values.iter().filter(|value| value.is_empty()).count(),
            "distinct": counts.len(),
            "min": limit(|numbers| numbers.iter().min().copied()),
            "max": limit(|numbers| numbers.iter().max().copied()),
        })
    };
    let table = json!({
        "sheet": null, "reader": format!("pd.read_csv({name:?})"), "rows": rows, "rowsExact": true,
        "sampled": false, "duplicates": 0, "columns": columns.iter().map(column).collect::<Vec<_>>(),
    });
    serde_json::from_value(json!({
        "path": format!("/data/{name}"), "name": name, "bytes": 1_000, "kind": "csv",
        "tables": [table], "notes": [], "error": null,
    }))
    .expect("a profile")
}

fn overlap(own: &[String], other: &[String]) -> Overlap {
    let (own, other) = (counted(own), counted(other));
    let shared = || own.iter().filter(|(value, _)| other.contains_key(*value));
    let count = |number: usize| number as u64;
    let repeated = |of: &BTreeMap<&String, u64>| count(of.values().filter(|n| **n > 1).count());
    Overlap {
        rows: own.values().sum(),
        found: shared().map(|(_, rows)| rows).sum(),
        distinct: count(own.len()),
        shared: count(shared().count()),
        others: count(other.len()),
        own_repeated: repeated(&own),
        repeated: repeated(&other),
        sampled: false,
    }
}

/// Returns the keys between tables, when the last of them is new, as
/// `orders.csv customer_id > customers.csv id: 98 %, many to one`.
fn keys(data: &[Data]) -> Vec<String> {
    let profiles: Vec<Profile> = data.iter().map(profile).collect();
    let profiles: Vec<&Profile> = profiles.iter().collect();
    let candidates = candidates(&profiles, profiles.len() - 1);
    let values = |place: Place| &data[place.file].1[place.column].1;
    let overlaps: Vec<Option<Overlap>> =
        candidates.iter().map(|pair| Some(overlap(values(pair.from), values(pair.to)))).collect();
    let mut found: Vec<String> = chosen(&profiles, &candidates, &overlaps)
        .into_iter()
        .map(|(file, key)| {
            format!(
                "{} {} > {} {}: {} %, {}",
                profiles[file].name,
                key.column,
                key.other_file,
                key.other_column,
                key.percent(),
                key.cardinality()
            )
        })
        .collect();
    found.sort();
    found
}

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

#[test]
fn a_column_named_after_a_table_names_its_rows() {
    let orders = (
        "orders.csv",
        vec![
            ("id", series("", 1..101)),
            ("customer_id", series("", (0..100).map(|row| 1 + row % 51))),
            ("amount", series("", 10..110)),
        ],
    );
    let customers =
        ("customers.csv", vec![("id", series("", 1..51)), ("country", cycle(&["DE", "FR"], 50))]);
    let expected = ["orders.csv customer_id > customers.csv id: 99 %, many to one"];
    assert_eq!(keys(&[orders.clone(), customers.clone()]), expected);
    assert_eq!(keys(&[customers, orders]), expected, "in either order");
}

#[test]
fn codes_in_two_columns_each_name_rows_of_one_table() {
    let codes = ["JFK", "LAX", "SFO", "ORD", "BOS", "SEA", "MIA", "DEN"];
    let flights = (
        "flights.csv",
        vec![
            ("flight", series("", 100..180)),
            ("origin", cycle(&codes[..3], 80)),
            ("dest", cycle(&codes[1..], 80)),
            ("carrier", cycle(&["UA", "AA", "DL"], 80)),
        ],
    );
    let airports = (
        "airports.csv",
        vec![
            ("faa", texts(&codes)),
            ("name", series("Airport ", 0..8)),
            ("alt", series("", 3..11)),
        ],
    );
    let airlines = (
        "airlines.csv",
        vec![("carrier", texts(&["UA", "AA", "DL", "WN"])), ("name", series("Line ", 0..4))],
    );
    assert_eq!(
        keys(&[flights.clone(), airports]),
        ["flights.csv dest > airports.csv faa: 100 %, many to one"],
        "three of eight codes might be there by chance, seven are not"
    );
    assert_eq!(
        keys(&[flights, airlines]),
        ["flights.csv carrier > airlines.csv carrier: 100 %, many to one"]
    );
}

#[test]
fn keys_are_found_in_other_spellings_and_domains() {
    for (own, other, expected) in [
        // One record of a hospital for each patient of another.
        (
            (
                "visits.csv",
                vec![
                    ("PatientNo", series("P", (0..60).map(|row| row % 20))),
                    ("ward", cycle(&["A", "B"], 60)),
                ],
            ),
            (
                "patients.csv",
                vec![("patient_no", series("P", 0..30)), ("born", series("", 1940..1970))],
            ),
            "visits.csv PatientNo > patients.csv patient_no: 100 %, many to one",
        ),
        // Abbreviated.
        (
            (
                "hours.csv",
                vec![
                    ("emp_id", series("", (0..40).map(|row| 900 + row % 9))),
                    ("hours", series("", 1..41)),
                ],
            ),
            (
                "employees.csv",
                vec![("employee_id", series("", 900..910)), ("dept", cycle(&["x", "y"], 10))],
            ),
            "hours.csv emp_id > employees.csv employee_id: 100 %, many to one",
        ),
        // A record may lack the other, and the other side may have the longer name.
        (
            ("stations.csv", vec![("id", series("S", 0..12)), ("lat", series("", 40..52))]),
            (
                "readings.csv",
                vec![
                    ("station", series("S", (0..48).map(|row| row % 16))),
                    ("pm25", series("", 5..53)),
                ],
            ),
            "readings.csv station > stations.csv id: 75 %, many to one",
        ),
        // Years and names of countries.
        (
            ("gdp.csv", vec![("Country", series("Land ", 0..9)), ("gdp", series("", 70..79))]),
            (
                "population.csv",
                vec![("country", series("Land ", 0..9)), ("people", series("", 100..109))],
            ),
            "gdp.csv Country > population.csv country: 100 %, one to one",
        ),
        // One of the named values occurs twice.
        (
            (
                "loans.csv",
                vec![
                    ("book_id", series("", (0..60).map(|row| 500 + row % 20))),
                    ("days", series("", 1..61)),
                ],
            ),
            (
                "books.csv",
                vec![
                    ("id", series("", (0..21).map(|row| 500 + row % 20))),
                    ("title", series("T", 0..21)),
                ],
            ),
            "loans.csv book_id > books.csv id: 100 %, many to many",
        ),
    ] {
        assert_eq!(keys(&[own, other]), [expected]);
    }
}

#[test]
fn values_that_meet_by_chance_are_no_keys() {
    let none: [&str; 0] = [];
    // Both count their rows.
    let a = ("a.csv", vec![("id", series("", 1..51)), ("x", series("u", 0..50))]);
    let b = ("b.csv", vec![("id", series("", 1..51)), ("y", series("v", 0..50))]);
    assert_eq!(keys(&[a, b]), none);
    // Whole numbers of other things.
    let a = ("shops.csv", vec![("staff", series("", (0..40).map(|row| 1 + row % 9)))]);
    let b = ("grades.csv", vec![("grade", series("", 1..10)), ("points", series("", 60..69))]);
    assert_eq!(keys(&[a, b]), none);
    // The same columns of two years: what is named is not named once.
    let year = |name| {
        let products = cycle(&["tea", "milk", "rice"], 60);
        (name, vec![("product", products), ("sold", series("", 1..61))])
    };
    assert_eq!(keys(&[year("2024.csv"), year("2025.csv")]), none);
    // The same table twice.
    let list = |name| (name, vec![("city", series("c", 0..30)), ("people", series("", 40..70))]);
    assert_eq!(keys(&[list("a.csv"), list("a (2).csv")]), none);
    // The name fits, and the values do not.
    let a = ("orders.csv", vec![("customer_id", series("", 700..760))]);
    let b = ("customers.csv", vec![("id", series("", (1..51).chain(700..710)))]);
    assert_eq!(keys(&[a, b]), none);
}

#[test]
fn in_a_folder_of_many_files_no_keys_are_looked_for() {
    let visits = profile(&("visits.csv", vec![("city", cycle(&["a", "b", "c"], 40))]));
    let cities = profile(&(
        "cities.csv",
        vec![("city", texts(&["a", "b", "c"])), ("x", texts(&["u", "v", "w"]))],
    ));
    for (others, expected) in [(18, true), (19, false)] {
        let others = vec![visits.clone(); others];
        let profiles: Vec<&Profile> =
            [&cities].into_iter().chain(&others).chain([&visits]).collect();
        let new = profiles.len() - 1;
        assert_eq!(!candidates(&profiles, new).is_empty(), expected, "{}", profiles.len());
    }
}

#[test]
fn what_the_interpreter_says_wrongly_is_no_key() {
    let orders = ("orders.csv", vec![("customer_id", series("c", (0..90).map(|row| row % 30)))]);
    let customers = ("customers.csv", vec![("id", series("c", 0..40))]);
    let profiles = [profile(&orders), profile(&customers)];
    let profiles: Vec<&Profile> = profiles.iter().collect();
    let pairs = candidates(&profiles, 1);
    assert_eq!(pairs.len(), 1);
    let good = Overlap {
        rows: 90,
        found: 90,
        distinct: 30,
        shared: 30,
        others: 40,
        own_repeated: 30,
        ..Overlap::default()
    };
    for (overlap, expected) in [
        (Some(good), 1),
        (Some(Overlap { found: 91, ..good }), 0),
        (Some(Overlap { shared: 31, ..good }), 0),
        (Some(Overlap::default()), 0),
        (None, 0),
    ] {
        assert_eq!(chosen(&profiles, &pairs, &[overlap]).len(), expected, "{overlap:?}");
    }
    assert_eq!(chosen(&profiles, &pairs, &[]), []);
}

#[test]
fn large_files_are_read_in_pieces_and_larger_ones_as_far_as_that_says_something() {
    let mut file = profile(&("a.csv", vec![("id", series("", 1..9)), ("b", series("", 1..9))]));
    let mut frames = |bytes: u64, reader: &str| {
        file.bytes = bytes;
        file.tables[0].reader = reader.to_owned();
        pieces(&file, &file.tables[0], &["id"])
    };
    let selected = "usecols=lambda name: name in [\"id\"]";
    for (bytes, reader, expected) in [
        (
            9,
            "pd.read_csv(\"a.csv\")",
            Some((format!("pd.read_csv(\"a.csv\", {selected}, chunksize=200000)"), false)),
        ),
        (
            9,
            "pd.read_csv(\"a.csv\", nrows=7)",
            Some(("[pd.read_csv(\"a.csv\", nrows=7)]".to_owned(), false)),
        ),
        (
            1 << 30,
            "pd.read_csv(\"a.csv\")",
            Some((format!("[pd.read_csv(\"a.csv\", {selected}, nrows=500000)]"), true)),
        ),
        (9, "pd.read_excel(\"a.xlsx\")", Some(("[pd.read_excel(\"a.xlsx\")]".to_owned(), false))),
        (1 << 30, "pd.read_excel(\"a.xlsx\")", None),
    ] {
        assert_eq!(frames(bytes, reader), expected, "{reader}");
    }
    // A compressed file of few bytes may fill the memory.
    let reader = "pd.read_parquet(\"a.parquet\")";
    file.bytes = 9;
    reader.clone_into(&mut file.tables[0].reader);
    for (rows, is_read) in [(MAX_CELLS / 2, true), (MAX_CELLS / 2 + 1, false)] {
        file.tables[0].rows = rows;
        assert_eq!(pieces(&file, &file.tables[0], &["id"]).is_some(), is_read, "{rows} rows");
    }
}

#[test]
fn percentages_are_100_or_0_only_if_all_or_none_are_found() {
    for (found, rows, expected) in
        [(0, 0, 0), (1, 1_000, 1), (999, 1_000, 99), (7, 7, 100), (1, 3, 33)]
    {
        assert_eq!(Key { found, rows, ..Key::default() }.percent(), expected, "{found} of {rows}");
    }
}

#[test]
fn a_search_without_an_answer_was_stopped_and_one_that_lacks_tables_was_late() {
    let counts = r#"{"rows": 3, "found": 2}"#;
    for (printed, search, pairs) in [
        (format!(r#"{{"overlaps": [{counts}, null], "late": false}}"#), Search::Complete, 2),
        (format!(r#"{{"overlaps": [{counts}], "late": true}}"#), Search::Complete, 1),
        (format!(r#"{{"overlaps": [{counts}, null], "late": true}}"#), Search::Late, 2),
        (String::new(), Search::Stopped, 0),
        ("[".to_owned(), Search::Stopped, 0),
    ] {
        let (found, ended) = Overlaps::of(&printed);
        assert_eq!((ended, found.overlaps.len()), (search, pairs), "{printed}");
        assert_eq!(ended.sentence().is_some(), search != Search::Complete);
    }
}
