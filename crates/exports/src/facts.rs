//! What every export says about a session: when, on which files, with which versions, seed,
//! disclosure and models.

use text::format;

use crate::limits::{self, FILES};
use crate::{Check, DataFile, Transcript, Turn, Usage, Wheel};

/// What stands for a title that is missing.
const UNTITLED: &str = "Untitled analysis";

/// Returns the title.
pub(crate) fn title(transcript: &Transcript) -> String {
    let title = limits::line(&transcript.title);
    if title.is_empty() { UNTITLED.to_owned() } else { title }
}

/// Returns the facts about a session, each with its name. None is left out but wheels that nobody
/// added: what is not known is said to be.
pub(crate) fn facts(transcript: &Transcript) -> Vec<(&'static str, String)> {
    let environment = &transcript.environment;
    let packages = environment.packages.iter().take(FILES);
    let packages: Vec<_> =
        packages.map(|(name, version)| limits::line(&format!("{name} {version}"))).collect();
    let models: Vec<_> =
        environment.models.iter().take(FILES).map(|name| limits::line(name)).collect();
    let known =
        |text: String, otherwise: &str| if text.is_empty() { otherwise.to_owned() } else { text };
    let mut facts = vec![
        ("Created", known(transcript.created.map(time).unwrap_or_default(), "not known")),
        ("Updated", known(transcript.updated.map(time).unwrap_or_default(), "not known")),
        (
            "Python",
            known(limits::line(environment.python.as_deref().unwrap_or_default()), "not known"),
        ),
        ("Packages", known(packages.join(", "), "none")),
        (
            "Random seed",
            environment.seed.map_or_else(|| "not set".to_owned(), |seed| seed.to_string()),
        ),
        ("The model may see", known(limits::line(&environment.disclosure), "not known")),
        ("Models", known(models.join(", "), "none")),
        ("Tokens", transcript.usage.as_ref().map_or_else(|| "none".to_owned(), used)),
        ("Replay check", transcript.check.as_ref().map_or_else(|| "not done".to_owned(), verdict)),
    ];
    let wheels: Vec<_> = wheels(transcript).collect();
    if !wheels.is_empty() {
        facts.insert(4, ("Packages from wheels", wheels.join("; ")));
    }
    facts
}

/// Returns each package that the user has added as a wheel, with its wheel's hash: `attrs==26.1.0,
/// wheel sha256:…`.
pub(crate) fn wheels(transcript: &Transcript) -> impl Iterator<Item = String> {
    transcript.wheels.iter().take(FILES).map(|wheel| {
        let Wheel { name, version, sha256, .. } = wheel;
        limits::line(&format!("{name}=={version}, wheel sha256:{sha256}"))
    })
}

/// Returns what was used, in words: `1,240 tokens (1,000 read, 240 written), 0.0038 USD`.
fn used(usage: &Usage) -> String {
    let Usage { input, output, costs, incomplete } = usage;
    let mut words = if *incomplete { "at least ".to_owned() } else { String::new() };
    let [all, read, written] = [input.saturating_add(*output), *input, *output].map(format::count);
    words.push_str(&format!("{all} tokens ({read} read, {written} written)"));
    for (currency, cost) in costs.iter().filter(|(_, cost)| cost.is_finite()).take(FILES) {
        words.push_str(&format!(", {} {}", amount(*cost), limits::line(currency)));
    }
    words
}

/// Formats an amount of money: with two decimals, and two significant digits of a small one.
fn amount(cost: f64) -> String {
    let small = (cost > 0.0 && cost < 1.0).then(|| 1.0 - cost.log10().floor());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 2 to 20")]
    let places = small.unwrap_or(2.0).clamp(2.0, 20.0) as usize;
    format!("{cost:.places$}")
}

/// Returns which model answered and what it has used, if one is known.
pub(crate) fn answered_by(turn: &Turn) -> Option<String> {
    let model = limits::line(turn.model.as_deref()?);
    let usage = turn.usage.as_ref().map(|usage| format!(", {}", used(usage))).unwrap_or_default();
    Some(format!("Answered by {model}{usage}"))
}

/// Returns the verdict of a check, in a sentence.
fn verdict(check: &Check) -> String {
    let Check { ms, compared, different, other_runtime, left_out, tolerance } = *check;
    let results = format::plural(compared as u64, "result");
    let found = match different {
        0 => format!("{results} compared, all the same"),
        _ if other_runtime > 0 => {
            format!(
                "{results} compared, {different} different, {other_runtime} of them from another runtime"
            )
        }
        _ => format!("{results} compared, {different} different"),
    };
    let left_out = if left_out > 0 { format!("; {left_out} not compared") } else { String::new() };
    let digits = format::to_digits(tolerance);
    format!("{}: {found} (numbers compared {digits}){left_out}", time(ms))
}

/// Returns the name by which code opens a file: its path below the folder of the data files.
pub(crate) fn bare_name(file: &DataFile) -> &str {
    file.path.strip_prefix("/data/").filter(|name| !name.is_empty()).unwrap_or(&file.name)
}

/// Returns the SHA-256 of a file, if it is one.
pub(crate) fn digest(file: &DataFile) -> Option<String> {
    hexadecimal(file.sha256.as_deref())
}

fn hexadecimal(digest: Option<&str>) -> Option<String> {
    let digest = digest?;
    (digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .then(|| digest.to_ascii_lowercase())
}

/// Returns name, size and SHA-256 of each data file, and of those that it has replaced.
pub(crate) fn files(transcript: &Transcript) -> Vec<[String; 3]> {
    let row = |name: String, bytes, digest: Option<&str>| {
        let digest = hexadecimal(digest).unwrap_or_else(|| "not known".to_owned());
        [limits::line(&name), format::bytes(bytes), digest]
    };
    let described = |file: &DataFile| {
        let name = bare_name(file);
        let former = file.former.iter().map(|former| {
            row(format!("{name}, replaced since"), former.bytes, former.sha256.as_deref())
        });
        let own = row(name.to_owned(), file.bytes, file.sha256.as_deref());
        std::iter::once(own).chain(former).collect::<Vec<_>>()
    };
    transcript.files.iter().flat_map(described).take(FILES).collect()
}

/// Formats a time in UTC: `2026-03-01 14:05 UTC`.
fn time(milliseconds: i64) -> String {
    let minutes = milliseconds.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    // Counted in eras of 400 years, each of which begins on 1 March, so that the leap day is the
    // last of a year.
    let from_march = days + 719_468;
    let (era, day) = (from_march.div_euclid(146_097), from_march.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    format!("{year:04}-{month:02}-{of_month:02} {:02}:{:02} UTC", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{files, time, used};
    use crate::{DataFile, FormerFile, Transcript, Usage};

    #[test]
    fn a_file_that_was_replaced_is_listed_below_the_one_in_its_place() {
        let [now, before] = ["ab", "cd"].map(|pair| pair.repeat(32));
        let file = DataFile {
            name: "a.csv".to_owned(),
            path: "/data/a.csv".to_owned(),
            bytes: 5,
            sha256: Some(now.clone()),
            former: vec![
                FormerFile { bytes: 7, sha256: Some(before.clone()) },
                FormerFile { bytes: 8, sha256: None },
            ],
        };
        let rows = files(&Transcript { files: vec![file], ..Transcript::default() });
        let former = "a.csv, replaced since";
        assert_eq!(
            rows,
            [
                ["a.csv", "5 bytes", &now],
                [former, "7 bytes", &before],
                [former, "8 bytes", "not known"]
            ]
        );
    }

    #[test]
    fn what_was_used_is_said_with_as_many_digits_as_the_cost_needs() {
        let usage = |costs: &[(&str, f64)], incomplete| Usage {
            input: 1_000,
            output: 240,
            costs: costs.iter().map(|(currency, cost)| ((*currency).to_owned(), *cost)).collect(),
            incomplete,
        };
        for (usage, words) in [
            (
                usage(&[("USD", 0.0038)], false),
                "1,240 tokens (1,000 read, 240 written), 0.0038 USD",
            ),
            (
                usage(&[("CHF", 12.345), ("EUR", 0.0)], true),
                "at least 1,240 tokens (1,000 read, 240 written), 12.35 CHF, 0.00 EUR",
            ),
            (
                usage(&[("USD", f64::NAN), ("EUR", 1e-300)], false),
                "1,240 tokens (1,000 read, 240 written), 0.00000000000000000000 EUR",
            ),
            (
                Usage { costs: BTreeMap::new(), ..usage(&[], false) },
                "1,240 tokens (1,000 read, 240 written)",
            ),
        ] {
            assert_eq!(used(&usage), words);
        }
    }

    #[test]
    fn a_time_is_a_date_of_the_gregorian_calendar_in_utc() {
        for (milliseconds, shown) in [
            (0, "1970-01-01 00:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
            (951_827_696_000, "2000-02-29 12:34 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
            (1_735_689_540_000, "2024-12-31 23:59 UTC"),
        ] {
            assert_eq!(time(milliseconds), shown, "{milliseconds}");
        }
        // Any number is a time, also one that no clock shows.
        assert!(time(i64::MIN).ends_with("UTC") && time(i64::MAX).ends_with("UTC"));
    }
}
