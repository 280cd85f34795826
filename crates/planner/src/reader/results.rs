//! Results of games: who won is in two columns, one for each side.

use super::draft::Draft;
use super::sentence::{bit, mask};
use super::table::Column;
use crate::query::{Bound, Sign, Test};
use crate::wording;

impl Draft<'_> {
    /// Reads “draws”, “home wins” and “won away” of columns such as “home_goals” and “away_goals”.
    pub(crate) fn read_results(&mut self) {
        let sentence = self.sentence();
        let Some((home, away)) = self.sides() else { return };
        let named = self.scene.in_column | self.scene.in_value;
        for at in (0..sentence.len()).filter(|at| self.free(bit(*at)) && named & bit(*at) == 0) {
            let draw = sentence.is(at, &["draw", "draws", "drawn", "tie", "ties", "tied"]);
            let wins = sentence.is(at, &["win", "wins", "won", "victory", "victories"]);
            // “home wins”, “the home team wins”, “won away”
            let near = (at.saturating_sub(3)..at + 3).filter(|near| *near != at);
            let side = |words: &[&str]| near.clone().find(|near| sentence.is(*near, words));
            let (at_home, away_from) = (side(&["home"]), side(&["away"]));
            let sign = match (draw, wins, at_home, away_from) {
                (true, ..) => Sign::Equal,
                (_, true, Some(_), None) => Sign::Greater,
                (_, true, None, Some(_)) => Sign::Less,
                _ => continue,
            };
            let side = at_home.or(away_from).filter(|_| !draw);
            let team = side.filter(|side| sentence.is(side + 1, &["team", "side", "teams"]));
            let mut tokens = bit(at) | side.map_or(0, bit) | team.map_or(0, |team| bit(team + 1));
            // The words that name the team's column belong to it.
            for span in self.columns(|_| true) {
                let own = mask(&self.span(span).at);
                if own & tokens & !bit(at) != 0 {
                    self.take(span);
                    tokens |= own;
                }
            }
            self.explained |= tokens;
            let (a, b) = (self.column(home).name, self.column(away).name);
            let test = Test::Compare(sign, Bound::Column(b.to_owned()));
            let said = &sentence.tokens[at].text;
            let words = match sign {
                Sign::Equal => "equals",
                Sign::Greater => "is above",
                _ => "is below",
            };
            self.assumed.push(format!(
                "“{said}” is read as: {} {words} {}.",
                wording::name(a),
                wording::name(b)
            ));
            self.filter(home, test, at, tokens);
            return;
        }
    }

    /// Returns the only pair of whole numbers of a home side and an away side.
    fn sides(&self) -> Option<(usize, usize)> {
        let columns = &self.table().columns;
        let counts = |column: &Column| column.is_amount() && column.whole;
        let scored = |column: &Column| {
            let word = |word: &String| {
                matches!(word.as_str(), "goals" | "goal" | "score" | "points" | "runs" | "sets")
            };
            column.words.iter().any(word) || column.name.len() <= 4
        };
        let other = |name: &str| {
            let lower = name.to_lowercase();
            let long = lower.contains("home").then(|| lower.replace("home", "away"));
            let short = (lower.len() <= 4 && lower.ends_with("hg"))
                .then(|| format!("{}ag", &lower[..lower.len() - 2]));
            long.or(short)
        };
        let mut pairs = (0..columns.len()).filter(|i| counts(&columns[*i]) && scored(&columns[*i]));
        let found = |home: usize| {
            let name = other(columns[home].name)?;
            let away = columns.iter().position(|c| c.name.to_lowercase() == name && counts(c))?;
            Some((home, away))
        };
        pairs.find_map(found)
    }
}
