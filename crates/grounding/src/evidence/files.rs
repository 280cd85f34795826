//! What the profile of a file says: counts and names, no cells.

use kernel::Profile;

use super::{Known, NONE, Place, Role, Source, Values};

/// What a profile counts.
#[derive(Clone, Copy)]
enum Counted {
    Rows,
    Columns,
    Missing,
    Distinct,
    Duplicates,
    File,
}

impl Values {
    pub(super) fn of_file(at: usize, profile: &Profile) -> Self {
        let source = Source { at, place: Place::Profile };
        let mut counts =
            vec![(Counted::File, profile.bytes), (Counted::File, profile.tables.len() as u64)];
        let mut names = vec![profile.name.clone()];
        for table in &profile.tables {
            let width = table.columns.len() as u64;
            counts.extend([
                (Counted::Rows, table.rows),
                (Counted::Columns, width),
                (Counted::Duplicates, table.duplicates),
            ]);
            names.extend(table.sheet.clone());
            for column in &table.columns {
                counts.extend([
                    (Counted::Missing, column.missing),
                    (Counted::Distinct, column.distinct),
                    (Counted::Missing, column.bad),
                ]);
                names.push(column.name.clone());
            }
        }
        let known = |(counted, count): (Counted, u64)| {
            let value = count as f64;
            Known {
                value,
                resolution: 0.0,
                source,
                typed: false,
                role: Role::Value,
                row: NONE,
                column: counted as u32,
            }
        };
        counts.sort_unstable_by_key(|(_, count)| *count);
        Self {
            numbers: counts.into_iter().map(known).collect(),
            text: vec![names.join("\n").to_lowercase()],
            ..Self::default()
        }
    }
}
