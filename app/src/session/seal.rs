//! The self-test of the seal: the exits that were tried, and what came of them in words.

use std::collections::BTreeMap;

use kernel::EgressProbe;
use kernel::automation::{JudgedFate, JudgedProbe};
use kernel::protocol::{Fate, Place};

/// What the page shows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seal {
    /// Whether the exits are being tried.
    pub running: bool,
    /// What came of it, as a sentence; empty before.
    pub word: String,
    /// The exits that were tried.
    pub probes: Vec<JudgedProbe>,
    /// Its result in a few words, or that the test was not run.
    pub badge: String,
}

impl Default for Seal {
    fn default() -> Self {
        Self { running: false, word: String::new(), probes: Vec::new(), badge: badge(&[]) }
    }
}

impl Seal {
    /// Returns whether the test has found an open exit.
    pub fn leaks(&self) -> bool {
        count(&self.probes, JudgedFate::Open) > 0
    }
}

/// Decides each probe's fate from what `arrived` at its address, as `worker-3`; `None` if that
/// is unknown. A probe that arrived is open; one that failed without a refusal was refused if
/// nothing arrived. `probes` are in the order of each place that ran them.
pub fn judged(probes: Vec<EgressProbe>, arrived: Option<&[String]>) -> Vec<JudgedProbe> {
    let mut numbers = BTreeMap::new();
    let judge = |probe: EgressProbe| {
        let EgressProbe { name, place, fate, how } = probe;
        let word = match place {
            Place::Worker => "worker",
            Place::Python => "python",
            Place::Frame => "frame",
        };
        let number = numbers.entry(word).or_insert(0_u32);
        let own = format!("{word}-{number}");
        *number += 1;
        let (fate, how) = match (fate, arrived) {
            (_, Some(arrived)) if arrived.contains(&own) => {
                (JudgedFate::Open, words::seal_it_arrived_at_the().to_owned())
            }
            (Fate::Failed, Some(_)) => {
                (JudgedFate::Refused, words::seal_nothing_arrived_at_the(&how))
            }
            (Fate::Refused, _) => (JudgedFate::Refused, how),
            (Fate::Open, _) => (JudgedFate::Open, how),
            (Fate::Failed | Fate::Unproven, _) => (JudgedFate::Unproven, how),
        };
        JudgedProbe { name, place, fate, how }
    };
    probes.into_iter().map(judge).collect()
}

/// Summarises probes in a sentence.
pub fn exits_summary(probes: &[JudgedProbe]) -> String {
    let (all, open, unproven) =
        (probes.len(), count(probes, JudgedFate::Open), count(probes, JudgedFate::Unproven));
    let rest = match unproven {
        0 => String::new(),
        _ => words::seal_of_more_nothing_can(&unproven),
    };
    match (all, open) {
        (0, _) => words::seal_no_exit_was_tried().to_owned(),
        (_, 0) if unproven == 0 => words::seal_all_exits_were_refused(&all),
        (_, 0) => words::seal_of_exits_were_refused(&all, &(all - unproven), &rest),
        _ => words::seal_of_exits_are_open(&all, open as u64, &rest),
    }
}

/// Summarises probes in a few words.
pub fn badge(probes: &[JudgedProbe]) -> String {
    match (probes.len(), count(probes, JudgedFate::Open), count(probes, JudgedFate::Unproven)) {
        (0, ..) => words::seal_not_run_yet().to_owned(),
        (_, 0, 0) => words::seal_passed().to_owned(),
        (_, 0, unproven) => words::seal_passed_not_proven(&unproven),
        (_, open, _) => words::seal_exits_open(open as u64),
    }
}

fn count(probes: &[JudgedProbe], fate: JudgedFate) -> usize {
    probes.iter().filter(|probe| probe.fate == fate).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fates(probes: &[(Place, Fate)], arrived: Option<&[&str]>) -> Vec<(JudgedFate, String)> {
        let probe = |&(place, fate)| EgressProbe {
            name: "fetch".to_owned(),
            place,
            fate,
            how: "it failed".to_owned(),
        };
        let arrived: Option<Vec<String>> =
            arrived.map(|arrived| arrived.iter().map(|&probe| probe.to_owned()).collect());
        judged(probes.iter().map(probe).collect(), arrived.as_deref())
            .into_iter()
            .map(|probe| (probe.fate, probe.how))
            .collect()
    }

    #[test]
    fn a_probe_that_arrived_is_open_whatever_was_observed_of_it() {
        let probes = [Fate::Refused, Fate::Failed, Fate::Open, Fate::Unproven]
            .map(|fate| (Place::Worker, fate));
        let arrived = ["worker-0", "worker-1", "worker-2", "worker-3"];
        let open = (JudgedFate::Open, "it arrived at the server".to_owned());
        assert_eq!(fates(&probes, Some(&arrived)), vec![open; 4]);
    }

    #[test]
    fn a_probe_is_identified_by_its_place_and_its_number_there() {
        let probes = [Place::Worker, Place::Frame, Place::Worker, Place::Python]
            .map(|place| (place, Fate::Failed));
        let fates = fates(&probes, Some(&["worker-1", "python-0"]));
        assert_eq!(
            fates.into_iter().map(|(fate, _)| fate).collect::<Vec<_>>(),
            [JudgedFate::Refused, JudgedFate::Refused, JudgedFate::Open, JudgedFate::Open]
        );
    }

    #[test]
    fn a_probe_that_failed_was_refused_if_nothing_arrived_and_is_unproven_if_arrivals_are_unknown()
    {
        let probes = [Fate::Failed, Fate::Refused, Fate::Open, Fate::Unproven]
            .map(|fate| (Place::Frame, fate));
        let as_observed = |first: JudgedFate, how: &str| {
            let others = [JudgedFate::Refused, JudgedFate::Open, JudgedFate::Unproven];
            let others = others.map(|fate| (fate, "it failed".to_owned()));
            [vec![(first, how.to_owned())], others.to_vec()].concat()
        };
        assert_eq!(
            fates(&probes, Some(&[])),
            as_observed(JudgedFate::Refused, "it failed; nothing arrived at the server")
        );
        assert_eq!(fates(&probes, None), as_observed(JudgedFate::Unproven, "it failed"));
    }

    #[test]
    fn neither_sentence_nor_badge_counts_a_probe_as_refused_that_did_not_run_was_open_or_is_unproven()
     {
        use JudgedFate::{Open, Refused, Unproven};
        for (fates, sentence, word) in [
            (&[][..], "No exit was tried.", "Not run yet"),
            (&[Refused, Refused], "All 2 exits were refused.", "Passed"),
            (&[Refused, Open], "1 of 2 exits is open.", "1 exit open"),
            (&[Open, Open], "2 of 2 exits are open.", "2 exits open"),
            (
                &[Refused, Unproven],
                "1 of 2 exits were refused. Of 1 more nothing can be known in this browser.",
                "Passed, 1 not proven",
            ),
            (
                &[Open, Unproven, Refused],
                "1 of 3 exits is open. Of 1 more nothing can be known in this browser.",
                "1 exit open",
            ),
        ] {
            let probe = |&fate| JudgedProbe {
                name: String::new(),
                place: Place::Frame,
                fate,
                how: String::new(),
            };
            let probes: Vec<JudgedProbe> = fates.iter().map(probe).collect();
            assert_eq!(
                (exits_summary(&probes), badge(&probes)),
                (sentence.to_owned(), word.to_owned())
            );
        }
    }
}
