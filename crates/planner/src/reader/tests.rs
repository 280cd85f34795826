//! A table of questions over made-up tables, each with the one query that it is read as.

use std::collections::BTreeMap;

use super::lexicon::stem;
use super::lookup::{Found, Places, Whole, Within};
use super::*;
use crate::input::{self, ColumnType};
use crate::query::{Bound, Filter, Group, Operation, Query, Sign};

/// A column as `name:type:distinct:missing:min:max`, and its values.
type Source = (&'static str, &'static str);

const SALES: &[Source] = &[
    ("Date:date:300:0:2024-01-02:2025-12-30", ""),
    ("Region:category:4:0", "North|South|East|West"),
    ("Product:category:12:0", "Desk Lamp|Office Chair|Pencil Set|Notebook"),
    ("Customer:text:80:0", "Acme Corp|Blue Ltd|Summit Partners"),
    ("Quantity:integer:20:0:1:24", ""),
    ("Unit Price:number:30:0:2.5:320", ""),
    ("Revenue:number:400:0:5:2400", ""),
    ("Discount:number:5:12:0:0.3", ""),
    ("Returned:category:2:0", "yes|no"),
];

const STAFF: &[Source] = &[
    ("employee_id:integer:120:0:1:120", ""),
    ("Name:text:120:0", "Ada Kent|Bruno Diaz|Carla Stone"),
    ("Department:category:6:0", "Sales|Engineering|Human Resources|Finance"),
    ("Gender:category:2:0", "M|F"),
    ("Age:integer:40:0:21:64", ""),
    ("Salary:integer:100:0:28000:140000", ""),
    ("Hired:date:100:0:2009-03-01:2025-06-01", ""),
    ("Remote:boolean:2:0", ""),
    ("Email:text:110:10", "ada@example.org|bruno@example.org"),
    ("Years of Experience:integer:30:0:0:38", ""),
];

const NATIONS: &[Source] = &[
    ("country:text:40:0", "Kenya|Norway|Peru|South Korea|Germany"),
    ("continent:category:5:0", "Africa|Europe|South America|Asia"),
    ("year:integer:8:0:1985:2020", ""),
    ("population:integer:320:0:300000:90000000", ""),
    ("gdp_per_capita:number:320:3:400:90000", ""),
    ("life_expectancy:number:250:0:45:84", ""),
];

const CARS: &[Source] = &[
    ("Model:text:60:0", "Roadster X|Family Van|City Mini"),
    ("Maker:category:9:0", "Volta|Krone|Nimbus"),
    ("Horsepower:integer:40:0:60:600", ""),
    ("Weight (kg):integer:55:0:700:2600", ""),
    ("Top Speed (km/h):integer:30:0:120:320", ""),
    ("Price ($):integer:60:0:9000:250000", ""),
    ("Electric:category:2:0", "yes|no"),
    ("Body Type:category:4:0", "coupe|van|sedan|convertible"),
    ("Cylinders:integer:4:9:4:12", ""),
];

const RAIN: &[Source] = &[
    ("City:text:30:0", "Lisbon|Oslo|Cairo"),
    ("2019:number:30:0:10:900", ""),
    ("2020:number:30:0:10:950", ""),
    ("2021:number:30:0:12:980", ""),
];

const TEAM: &[Source] = &[
    ("Player:text:50:0", "Ivo Hart|Lea Moss"),
    ("Pos:category:4:0", "G|D|M|F"),
    ("Goals:integer:18:0:0:25", ""),
    ("Assists:integer:12:0:0:14", ""),
    ("Injured:integer:2:0:0:1", ""),
    ("Born:date:50:0:1988-02-01:2006-04-01", ""),
];

const GASES: &[Source] = &[
    ("gas:text:100:0", "Methane|Nitrous oxide"),
    ("family:category:6:0", "HFC|PFC|CFC"),
    ("level:integer:3:0:1:3", ""),
    ("permit:boolean:2:0", ""),
    ("20yr GWP:number:90:0:1:18000", ""),
    ("100yr GWP:number:90:0:1:25200", ""),
    ("date:date:100:0:2001-01-31:2009-04-30", ""),
    ("construction:number:90:0:10:30", ""),
    ("high_school:number:90:0:10:20", ""),
];

const REPAIRS: &[Source] = &[
    ("repair_id:text:200:0", "R-001|R-002"),
    ("opened:date:90:0:2025-01-02:2025-06-30", ""),
    ("due:date:90:0:2025-01-09:2025-07-07", ""),
    ("closed:date:80:31:2025-01-05:2025-07-12", ""),
    ("ctry:category:3:0", "DE|FR|PL"),
    ("pax:integer:40:0:1:60", ""),
    ("frt_min:integer:80:4:1:300", ""),
    ("nspares:integer:9:0:0:8", ""),
    ("kwh_used:number:150:0:0.4:88", ""),
    ("langs:text:12:0", "Dutch, German|German|Polish, German"),
];

const VERKAUF: &[Source] = &[
    ("Datum:date:120:0:2024-01-03:2025-03-30", ""),
    ("Filiale:category:4:0", "Altona|Mitte"),
    ("Warengruppe:category:5:0", "Elektro|Garten"),
    ("Menge:integer:30:0:1:40", ""),
    ("Einzelpreis:number:60:0:1.5:220", ""),
    ("KundenNr:integer:90:0:1001:1090", ""),
];

const TRIAL: &[Source] = &[
    ("patient_id:integer:90:0:1:90", ""),
    ("arm:category:2:0", "drug|placebo"),
    ("sbp_bl:integer:60:0:110:190", ""),
    ("sbp_w4:integer:60:2:105:185", ""),
    ("sbp_w12:integer:60:3:100:180", ""),
    ("temp_α:number:60:0:35.5:40.1", ""),
    ("temp_β:number:60:0:35.6:40.3", ""),
];

const FIXTURES: &[Source] = &[
    ("date:date:200:0:2024-08-01:2025-05-30", ""),
    ("home_team:category:12:0", "Rovers|United|Town"),
    ("away_team:category:12:0", "Rovers|United|Town"),
    ("home_goals:integer:7:0:0:6", ""),
    ("away_goals:integer:6:0:0:5", ""),
    ("attendance:integer:240:0:900:21000", ""),
    ("referee:category:9:0", "Hill|Marsh"),
    ("ticket_state:category:3:0", "A|P|R"),
    ("would_return:category:3:0", "yes|no|maybe"),
    ("rating:integer:5:0:1:5", ""),
    ("cost_2024:number:230:0:100:9000", ""),
    ("cost_2025:number:230:0:100:9500", ""),
    ("pitch_m2:integer:40:0:5000:9000", ""),
];

const TOWNS: &[Source] = &[
    ("name:text:80:0", "Ash|Elm Grove"),
    ("state:category:5:0", "IL|OH"),
    ("poptotal:integer:290:0:1000:90000", ""),
    ("area:number:200:0:1:90", ""),
    ("percbelowpoverty:number:290:0:2:40", ""),
    ("JUL:number:200:0:10:30", ""),
    ("DEC:number:200:0:-5:9", ""),
    ("level_cm:number:200:0:-999:300", ""),
    ("water_temp:number:150:0:2:22", ""),
    ("quality:integer:6:0:3:8", ""),
    ("limit_mph:integer:5:0:20:70", ""),
    ("landlocked:boolean:2:0", ""),
];

const VISITS: &[Source] = &[
    ("visit:integer:500:0:1:500", ""),
    ("patient:integer:120:0:1:120", ""),
    ("male:integer:2:0:0:1", ""),
    ("insured:category:2:0", "Y|N"),
    ("age:integer:70:0:1:95", ""),
    ("season:category:4:0", "2014-2015|2015-2016"),
    ("status:category:3:0", "D|A|R"),
    ("ward:category:5:0", "Oak|Pine|Birch"),
    ("weight_kg:number:300:20:2:120", ""),
    ("fee:number:300:0:10:900", ""),
    ("mins:integer:90:0:5:300", ""),
];

const LOTS: &[Source] = &[
    ("lot_id:text:200:0", "L-001|L-002"),
    ("agent:category:8:0", "Hill|Marsh"),
    ("side:category:2:0", "L|R"),
    ("attempt:integer:3:0:1:3", ""),
    ("clsprc:number:150:0:1000:90000", ""),
    ("bids:integer:12:0:0:14", ""),
    ("clicks:integer:100:0:1:900", ""),
    ("spend:number:180:5:5:2000", ""),
    ("qty:integer:60:0:0:90", ""),
    ("min_qty:integer:10:0:5:30", ""),
    ("sold_on:date:90:0:2024-01-02:2025-06-30", ""),
    ("due_on:date:90:0:2024-01-09:2025-07-07", ""),
    ("fenced:boolean:2:0", ""),
    ("cigs:integer:20:0:0:40", ""),
    ("age:integer:50:0:18:90", ""),
    ("temp_c:integer:40:0:-9:38", ""),
    ("reason:category:5:0", "Damage|Noise"),
    ("default:category:2:0", "yes|no"),
    ("y:category:2:0", "yes|no"),
];

const SURVEY: &[Source] = &[
    ("year:integer:8:0:71:98", ""),
    ("time:integer:12:0:0:21", ""),
    ("diet:integer:4:0:1:4", ""),
    ("weight:number:200:0:30:400", ""),
    ("occupation:text:40:0", "Baker|Miner"),
    ("sex:category:2:0", "men|women"),
    ("count:integer:180:0:1:9000", ""),
    ("perc:number:190:0:0:1", ""),
];

const GROWTH: &[Source] = &[
    ("plant:integer:40:0:1:40", ""),
    ("t:integer:12:0:0:21", ""),
    ("height:number:200:0:3:90", ""),
];

const CLINIC: &[Source] = &[
    ("case:integer:90:0:1:90", ""),
    ("sex:category:2:0", "women|men"),
    ("horTh:category:2:0", "yes|no"),
    ("cigs:integer:20:0:0:40", ""),
    ("age:integer:50:0:18:90", ""),
];

const LEAGUE: &[Source] = &[
    ("player:text:80:0", "Ivo Hart|Lea Moss"),
    ("allstar:integer:2:0:0:1", ""),
    ("points:number:60:0:1.2:29.8", ""),
    ("games:integer:40:0:5:82", ""),
];

/// Each table's name, its rows and its columns.
const TABLES: [(&str, u64, &[Source]); 18] = [
    ("clinic.csv", 90, CLINIC),
    ("league.csv", 80, LEAGUE),
    ("growth.csv", 480, GROWTH),
    ("lots.csv", 200, LOTS),
    ("survey.csv", 240, SURVEY),
    ("towns.csv", 300, TOWNS),
    ("visits.csv", 500, VISITS),
    ("fixtures.csv", 264, FIXTURES),
    ("sales.csv", 400, SALES),
    ("staff.csv", 120, STAFF),
    ("nations.csv", 320, NATIONS),
    ("cars.csv", 60, CARS),
    ("rain.csv", 30, RAIN),
    ("team.csv", 50, TEAM),
    ("gases.csv", 100, GASES),
    ("repairs.csv", 200, REPAIRS),
    ("verkauf.csv", 300, VERKAUF),
    ("trial.csv", 90, TRIAL),
];

fn column((described, values): &Source) -> input::Column {
    let parts: Vec<&str> = described.split(':').collect();
    let value = |at: usize| {
        parts.get(at).map(|text| text.parse::<f64>().map_or((*text).into(), Into::into))
    };
    let number = |at: usize| parts.get(at).and_then(|text| text.parse().ok()).unwrap_or(0);
    input::Column {
        name: parts[0].to_owned(),
        r#type: match parts[1] {
            "integer" => ColumnType::Integer,
            "number" => ColumnType::Number,
            "date" => ColumnType::Date,
            "category" => ColumnType::Category,
            "boolean" => ColumnType::Boolean,
            _ => ColumnType::Text,
        },
        distinct: number(2),
        missing: number(3),
        min: value(4),
        max: value(5),
        examples: values.split('|').filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        ..input::Column::default()
    }
}

fn file(name: &str) -> File {
    let (name, rows, sources) =
        TABLES.iter().find(|table| table.0 == name).expect("a table of that name");
    let table = input::Table {
        rows: *rows,
        columns: sources.iter().map(column).collect(),
        ..input::Table::default()
    };
    File { name: (*name).to_owned(), tables: vec![table], ..File::default() }
}

/// Finds texts as `templates/lookup.py` does, among the values that a table states here.
fn found(question: &str, files: &[File]) -> Found {
    let asked = texts(question, files);
    let places = |(f, t): (usize, usize)| {
        let mut places = Places { file: f, table: t, ..Places::default() };
        for column in files[f].tables[t].columns.iter().filter(|column| column.is_text()) {
            let mut parts: BTreeMap<String, Within> = BTreeMap::new();
            for value in &column.examples {
                let plain = value.to_lowercase();
                let words: Vec<String> =
                    plain.split(|c: char| !c.is_alphanumeric()).map(stem).collect();
                let (key, name) = (words.join(" "), column.name.clone());
                if let Some(forms) = asked.texts().get(&key) {
                    let exact = forms.contains(&plain);
                    places.whole.push(Whole {
                        text: key.clone(),
                        column: name.clone(),
                        value: value.clone(),
                        exact,
                    });
                }
                for from in 0..words.len() {
                    for to in from + 1..=words.len() {
                        let run = words[from..to].join(" ");
                        if run != key && asked.texts().contains_key(&run) {
                            let empty = Within {
                                text: run.clone(),
                                column: name.clone(),
                                count: 0,
                                values: Vec::new(),
                                words: words.len(),
                            };
                            let part = parts.entry(run).or_insert(empty);
                            part.count += 1;
                            part.values.push(value.clone());
                        }
                    }
                }
            }
            places.within.extend(parts.into_values());
        }
        places
    };
    Found { tables: asked.places().iter().copied().map(places).collect() }
}

fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Equal => "=",
        Sign::NotEqual => "!=",
        Sign::Greater => ">",
        Sign::AtLeast => ">=",
        Sign::Less => "<",
        Sign::AtMost => "<=",
    }
}

fn measure(measure: &Measure) -> String {
    match measure {
        Measure::Column(name) => name.clone(),
        Measure::Computed { left, operation, right } => {
            let sign = match operation {
                Operation::Plus => "+",
                Operation::Minus => "-",
                Operation::Times => "*",
                Operation::DividedBy => "/",
                Operation::PercentChange => "%-",
            };
            format!("{left} {sign} {right}")
        }
        Measure::Added(names) => names.join(" + "),
    }
}

fn filter(filter: &Filter) -> String {
    let no = |not: &bool| if *not { "not " } else { "" };
    let test = match &filter.test {
        Test::OneOf { values, not } => format!("is {}{}", no(not), values.join("|")),
        Test::Text { place, text, not } => format!("{}{place:?} {text}", no(not)),
        Test::Compare(by, Bound::Number(value)) => format!("{} {value}", sign(*by)),
        Test::Compare(by, Bound::Average) => format!("{} average", sign(*by)),
        Test::Compare(by, Bound::Column(name)) => format!("{} `{name}`", sign(*by)),
        Test::Between(from, to) => format!("{from} to {to}"),
        Test::Period { from, to, .. } => {
            format!("{}..{}", from.as_deref().unwrap_or(""), to.as_deref().unwrap_or(""))
        }
        Test::Recurring(part, values) => format!("{part:?} {values:?}"),
        Test::Newest(part, count) => format!("newest {count} {part:?}"),
        Test::Filled(yes) => if *yes { "filled" } else { "missing" }.to_owned(),
        Test::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Test::Once => "once".to_owned(),
        Test::Matched { table, matched, .. } => {
            format!("{} {}", if *matched { "in" } else { "not in" }, table.file)
        }
        Test::Open => "open".to_owned(),
    };
    format!("{} {test}", filter.column)
}

fn group(group: &Group) -> String {
    match group.part {
        Some(part) => format!("{}/{part:?}", group.column),
        None => group.column.clone(),
    }
}

/// Returns a query in one line.
fn said(query: &Query) -> String {
    let mut out = vec![format!("{:?}", query.kind)];
    let list = |items: Vec<String>| items.join(", ");
    if let Some(of) = &query.measure {
        let aggregates = !matches!(
            query.kind,
            Kind::Rows
                | Kind::Distinct
                | Kind::Missing
                | Kind::Correlation
                | Kind::Distribution
                | Kind::Duplicates
                | Kind::Outliers
        );
        let how = if aggregates { format!("{:?} ", query.aggregate) } else { String::new() };
        out.push(format!("of {how}{}", measure(of)));
    } else if query.aggregate == Aggregate::RowsPerGroup {
        out.push("rows per group".to_owned());
    }
    out.extend(query.second.iter().map(|second| format!("and {}", measure(second))));
    if !query.groups.is_empty() {
        out.push(format!("by {}", list(query.groups.iter().map(group).collect())));
    }
    if !query.filters.is_empty() {
        out.push(format!("where {}", list(query.filters.iter().map(filter).collect())));
    }
    if !query.base.is_empty() {
        out.push(format!("of those {}", list(query.base.iter().map(filter).collect())));
    }
    out.extend(query.having.map(|(by, value)| format!("having {} {value}", sign(by))));
    if !query.show.is_empty() {
        out.push(format!("show {}", query.show.join(", ")));
    }
    out.extend(query.sort.map(|order| format!("{order:?}")));
    out.extend(query.limit.map(|limit| limit.to_string()));
    out.extend(query.nth.then(|| "nth".to_owned()));
    if query.focus != crate::query::Focus::Sides {
        out.push(format!("{:?}", query.focus));
    }
    if query.chart != Chart::Auto {
        out.push(format!("as {:?}", query.chart));
    }
    out.join(" ")
}

const CASES: &str = include_str!("cases.txt");

#[test]
fn each_question_is_read_as_one_query() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut name = "";
    for line in CASES.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(table) = line.strip_prefix("# ") {
            name = table;
            continue;
        }
        let (question, expected) = line.split_once(" => ").expect("a question and its query");
        let files = [file(name)];
        let readings = read(question, &[], &files, &found(question, &files));
        let read = readings.first().map_or("nothing".to_owned(), |reading| said(&reading.query));
        count += 1;
        if read != expected.trim() {
            wrong.push(format!("{question} => {read}\n    expected {expected}"));
        }
    }
    assert!(count >= 100, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Conversations: a table, the questions so far, the last question, and its query.
const CONVERSATIONS: [(&str, &[&str], &str, &str); 29] = [
    ("visits.csv", &["how many are insured"], "and men?", "Count where male yes"),
    (
        "visits.csv",
        &["most common ward"],
        "and for people over 70?",
        "Count by ward where age > 70 Top 1",
    ),
    (
        "fixtures.csv",
        &["highest attendance"],
        "when was that?",
        "Rows of attendance show date Top 1",
    ),
    ("sales.csv", &["how many were returned"], "in percent", "Share where Returned yes"),
    (
        "sales.csv",
        &["how many were returned"],
        "of those, how many in the West region",
        "Count where Region is West, Returned yes",
    ),
    (
        "sales.csv",
        &["customers that contain corp"],
        "and summit",
        "Rows where Customer Contains summit",
    ),
    ("sales.csv", &["average revenue by region"], "and how many in each", "Count by Region"),
    (
        "rain.csv",
        &["which city grew most in percent from 2019 to 2021"],
        "and in absolute numbers",
        "Rows of 2021 - 2019 show City Top 1",
    ),
    (
        "sales.csv",
        &["total revenue in the West region"],
        "same for each region",
        "Aggregate of Total Revenue by Region",
    ),
    (
        "cars.csv",
        &["which car has the highest price"],
        "and the lowest?",
        "Rows of Price ($) show Model Bottom 1",
    ),
    (
        "sales.csv",
        &["which region has the second highest revenue"],
        "top 3",
        "Aggregate of Total Revenue by Region Top 3",
    ),
    (
        "sales.csv",
        &["which region has the second highest revenue"],
        "and which was the lowest",
        "Aggregate of Total Revenue by Region Bottom 1",
    ),
    ("sales.csv", &["total revenue"], "and by region?", "Aggregate of Total Revenue by Region"),
    (
        "sales.csv",
        &["revenue by region"],
        "only 2025",
        "Aggregate of Total Revenue by Region where Date 2025-01-01..2026-01-01",
    ),
    (
        "sales.csv",
        &["revenue by region"],
        "as a pie",
        "Aggregate of Total Revenue by Region as Pie",
    ),
    (
        "sales.csv",
        &["revenue by region"],
        "by product instead",
        "Aggregate of Total Revenue by Product",
    ),
    ("sales.csv", &["revenue by region"], "top 3", "Aggregate of Total Revenue by Region Top 3"),
    (
        "sales.csv",
        &["top 5 customers by revenue"],
        "the other way round",
        "Aggregate of Total Revenue by Customer Bottom 5",
    ),
    (
        "sales.csv",
        &["average revenue by region"],
        "and quantity",
        "Aggregate of Average Quantity by Region",
    ),
    (
        "sales.csv",
        &["revenue in the West region"],
        "what about the East",
        "Aggregate of Total Revenue where Region is East",
    ),
    (
        "sales.csv",
        &["how many orders in 2024"],
        "and in 2025?",
        "Count where Date 2025-01-01..2026-01-01",
    ),
    ("sales.csv", &["total revenue"], "per month", "Trend of Total Revenue by Date/Month"),
    (
        "sales.csv",
        &["revenue by region", "only 2025"],
        "as bars",
        "Aggregate of Total Revenue by Region where Date 2025-01-01..2026-01-01 as Bars",
    ),
    ("sales.csv", &["total revenue"], "how many were returned", "Count where Returned yes"),
    (
        "staff.csv",
        &["average salary by department"],
        "now the median",
        "Aggregate of Median Salary by Department",
    ),
    (
        "staff.csv",
        &["average salary by department"],
        "only women",
        "Aggregate of Average Salary by Department where Gender is F",
    ),
    (
        "staff.csv",
        &["average salary by department"],
        "without Finance",
        "Aggregate of Average Salary by Department where Department is not Finance",
    ),
    (
        "sales.csv",
        &["plot revenue by month"],
        "which was the highest",
        "Aggregate of Total Revenue by Date/Month Top 1",
    ),
    (
        "nations.csv",
        &["total population by year"],
        "only Kenya",
        "Trend of Total population by year where country is Kenya",
    ),
];

#[test]
fn a_short_question_changes_the_last_query() {
    let mut wrong = Vec::new();
    for (table, before, question, expected) in CONVERSATIONS {
        let files = [file(table)];
        let mut history: Vec<Exchange> = Vec::new();
        for earlier in before {
            let query = read(earlier, &history, &files, &found(earlier, &files))
                .first()
                .map(|r| r.query.clone());
            history.push(Exchange {
                question: (*earlier).to_owned(),
                answer: String::new(),
                query,
                explained: Vec::new(),
            });
        }
        let readings = read(question, &history, &files, &found(question, &files));
        let read = readings.first().map_or("nothing".to_owned(), |reading| said(&reading.query));
        if read != expected {
            wrong.push(format!("{before:?} {question} => {read}\n    expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_explained_word_is_remembered() {
    let files = [file("team.csv")];
    let is_goalie = Filter {
        column: "Pos".to_owned(),
        test: Test::OneOf { values: vec!["G".to_owned()], not: false },
    };
    let explained =
        vec![Explained { word: "stoppers".to_owned(), filter: Some(is_goalie), column: None }];
    let history =
        [Exchange { question: String::new(), answer: String::new(), query: None, explained }];
    let question = "how many stoppers are there";
    let read = read(question, &history, &files, &found(question, &files));
    assert_eq!(
        read.first().map(|reading| said(&reading.query)).as_deref(),
        Some("Count where Pos is G")
    );
}

#[test]
fn names_of_files_are_no_words_of_the_question() {
    let files = ["sales.csv", "my sales.csv", "notes"]
        .map(|name| File { name: name.to_owned(), ..File::default() });
    let cases = [
        ("total by region in sales.csv", "total by region", vec![0]),
        ("total in the file `My Sales.csv` by region", "total by region", vec![1]),
        ("sales.csv: how many rows?", ": how many rows?", vec![0]),
        ("resales.csvs by notes", "resales.csvs by notes", vec![]),
    ];
    for (question, text, named) in cases {
        assert_eq!(without_file_names(question, &files), (text.to_owned(), named));
    }
}

#[test]
fn the_file_whose_columns_fit_is_taken() {
    let files = [file("sales.csv"), file("staff.csv"), file("nations.csv")];
    for (question, expected) in [
        ("average salary by department", "staff.csv"),
        ("total revenue by product", "sales.csv"),
        ("life expectancy in Peru over time", "nations.csv"),
    ] {
        let read = read(question, &[], &files, &found(question, &files));
        assert_eq!(
            read.first().map(|reading| reading.query.table.file.as_str()),
            Some(expected),
            "{question}"
        );
    }
}

#[test]
fn doubt_and_other_languages_are_noticed() {
    let files = [file("sales.csv")];
    let check = |question: &str| {
        let found = found(question, &files);
        (is_doubtful(&read(question, &[], &files, &found)), is_foreign(question, &files, &found))
    };
    for question in [
        "total revenue by region",
        "does North or South have more revenue in 2025",
        "lowest and highest unit price",
        "how many orders of pencil sets or desk lamps",
        "Identify the top 5 customers by revenue",
        "average revenue by region, rounded to 2 decimals",
        "total revenue of the 4 regions",
    ] {
        assert_eq!(check(question), (false, false), "{question}");
    }
    assert_eq!(check("how did the zebras outrun gazelles"), (true, false));
    // What a query cannot say, or leaves out, is not answered as if it did.
    for question in [
        "average revenue of the first ten rows",
        "how many orders came from Canada",
        "how many of the 10 largest orders were returned",
        "how many orders were returned or had more than 5 units",
        "which customers never returned anything",
        "compare the revenue of North and South over 50",
    ] {
        assert_eq!(check(question), (true, false), "{question}");
    }
    assert_eq!(check("wie hoch ist der Umsatz pro Kunde im letzten Jahr"), (true, true));
    assert_eq!(check("сколько строк в таблице"), (true, true));
}

#[test]
fn a_wide_table_is_read_as_a_narrow_one() {
    let mut files = [file("sales.csv")];
    for i in 0..500 {
        let name = format!("sensor {i} reading level");
        files[0].tables[0].columns.push(input::Column {
            name,
            r#type: ColumnType::Number,
            distinct: 300,
            ..input::Column::default()
        });
    }
    let question = "which region had the highest total revenue for office chairs in March 2025";
    let found = found(question, &files);
    let readings = read(question, &[], &files, &found);
    let expected = "Aggregate of Total Revenue by Region where Date 2025-03-01..2025-04-01, Product is Office Chair Top 1";
    assert_eq!(readings.first().map(|reading| said(&reading.query)).as_deref(), Some(expected));
}
