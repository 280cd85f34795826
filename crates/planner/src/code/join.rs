//! The lines that join a table with another one whose rows its key names: no row is lost, and none
//! is multiplied. How many rows found another is noted.

use super::Writer;
use crate::input::{Join, Relation};
use crate::label;
use crate::literal::{fill, list, text};

impl Writer<'_> {
    /// Returns the lines that read the other table as `others`, one row for each value of the key;
    /// nothing of a table that is not joined.
    pub(super) fn others(&self, used: Option<&[&str]>) -> String {
        let Some(join) = &self.table.join else { return String::new() };
        let other = &join.other;
        let names = other.columns.iter().map(|column| column.name.as_str());
        let of_query = |name: &&str| used.is_none_or(|used| used.contains(&join.renamed(name)));
        let kept: Vec<&str> =
            names.filter(|name| *name == join.other_key || of_query(name)).collect();
        let mut new: Vec<(&str, &str)> =
            kept.iter().map(|name| (*name, join.renamed(name))).collect();
        for (name, new) in &mut new {
            if *name == join.other_key {
                *new = &join.key;
            }
        }
        let renamed: Vec<String> = new
            .iter()
            .filter(|(old, new)| old != new)
            .map(|(old, new)| format!("{}: {}", text(old), text(new)))
            .collect();
        let renamed = match renamed.as_slice() {
            [] => String::new(),
            some => format!(".rename(columns={{{}}})", some.join(", ")),
        };
        let totals = other.without_totals.as_ref();
        let totals = totals.map(|rows| format!("df = {rows}\n")).unwrap_or_default();
        format!(
            "df = {}\n{totals}others = df[{}].dropna(subset={}){renamed}\n",
            other.reader.trim(),
            list(&kept),
            text(&join.other_key)
        )
    }

    /// Returns the lines that join `df` with `others`.
    pub(super) fn joined(&self) -> String {
        let Some(join) = &self.table.join else { return String::new() };
        let Join { name, other_name, key, other_key, .. } = join.as_ref();
        let by = if key == other_key {
            label::plain(key)
        } else {
            format!("{} = {}", label::plain(key), label::plain(other_key))
        };
        let [own, other] = [name, other_name].map(|name| label::plain(name));
        fill(
            include_str!("../../templates/join.py"),
            &[
                ("key", text(key)),
                ("by", text(&by)),
                ("other_key", text(&label::plain(other_key))),
                ("own", text(&own)),
                ("other", text(&other)),
            ],
        )
    }

    /// Returns the lines that read the values that conditions look for in other tables.
    pub(super) fn matches(&self) -> String {
        let read = |(at, relation): (usize, &Relation)| {
            let totals = relation.without_totals.as_ref();
            let totals = totals.map(|rows| format!("df = {rows}\n")).unwrap_or_default();
            format!(
                "df = {}\n{totals}keys_{at} = df[{}].dropna()\n",
                relation.reader.trim(),
                text(&relation.other_column)
            )
        };
        self.relations().map(read).collect()
    }

    /// Returns the lines that tell which rows have a match there, before any value is converted.
    pub(super) fn matched(&self) -> String {
        let find = |(at, relation): (usize, &Relation)| {
            let own = text(&relation.column);
            let by = match relation.column == relation.other_column {
                true => label::plain(&relation.column),
                false => format!(
                    "{} = {}",
                    label::plain(&relation.column),
                    label::plain(&relation.other_column)
                ),
            };
            let note = format!("Matched with {} by {by}", label::plain(relation.name()));
            format!(
                "matched_{at} = df[{own}].isin(keys_{at})\n\
                 notes.append({} + f\": {{matched_{at}.sum():,}} of {{len(df):,}} rows have a match.\")\n",
                text(&note)
            )
        };
        self.relations().map(find).collect()
    }

    /// Returns the relations that conditions are about, each once, by their number.
    fn relations(&self) -> impl Iterator<Item = (usize, &Relation)> {
        let is_used =
            |at: usize| self.conditions().any(|filter| self.table.relation(filter) == Some(at));
        self.table.relations.iter().enumerate().filter(move |(at, _)| is_used(*at))
    }

    /// Returns which of these columns the own table has, and its key.
    pub(super) fn own<'a>(&'a self, used: &[&'a str]) -> Vec<&'a str> {
        let Some(join) = &self.table.join else { return used.to_vec() };
        let own = self.table.columns.iter().take(join.columns).map(|column| column.name.as_str());
        own.filter(|name| used.contains(name) || *name == join.key).collect()
    }
}
