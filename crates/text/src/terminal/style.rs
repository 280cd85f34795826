//! The style of a run. Colours become one of a terminal's basic eight, since only these are known
//! to be legible in light and dark.

/// The emphases in the order of their classes, each with the codes that set and end it.
const EMPHASES: [(u32, u32, &str); 5] = [
    (1, 22, "ansi-bold"),
    (2, 22, "ansi-faint"),
    (3, 23, "ansi-italic"),
    (4, 24, "ansi-underline"),
    (9, 29, "ansi-strike"),
];

/// How text looks; a colour is the index of one of the basic eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    colour: Option<u32>,
    background: Option<u32>,
    emphases: [bool; EMPHASES.len()],
}

impl Style {
    /// Returns its classes in the stylesheet, separated by spaces; empty for plain text. On a
    /// background colour the text has the page's text colour, so that no code can hide it.
    #[must_use]
    pub fn classes(&self) -> String {
        let colour = match (self.background, self.colour) {
            (Some(background), _) => Some(format!("ansi-on-{background}")),
            (None, colour) => colour.map(|colour| format!("ansi-{colour}")),
        };
        let emphases = EMPHASES.iter().zip(self.emphases).filter(|(_, is_set)| *is_set);
        let classes: Vec<String> = colour
            .into_iter()
            .chain(emphases.map(|((_, _, class), _)| (*class).to_owned()))
            .collect();
        classes.join(" ")
    }

    /// Applies the parameters of an escape, in their order.
    pub(crate) fn change(&mut self, parameters: &str) {
        let mut codes = parameters.split([';', ':']).map(code);
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Self::default(),
                30..=37 | 90..=97 => self.colour = Some(code % 10),
                38 => self.colour = extended(&mut codes),
                39 => self.colour = None,
                40..=47 | 100..=107 => self.background = Some(code % 10),
                48 => self.background = extended(&mut codes),
                49 => self.background = None,
                _ => {
                    for ((on, off, _), is_set) in EMPHASES.iter().zip(&mut self.emphases) {
                        *is_set = code == *on || *is_set && code != *off;
                    }
                }
            }
        }
    }
}

/// Returns a parameter as a number, at most 255, which stands for every code that is unknown.
fn code(parameter: &str) -> u32 {
    if parameter.is_empty() { 0 } else { parameter.parse().map_or(255, |code: u32| code.min(255)) }
}

/// Returns the nearest of the eight colours for one of the 256, or for one of red, green and blue.
/// Takes the parameters that it reads.
fn extended(codes: &mut impl Iterator<Item = u32>) -> Option<u32> {
    let kind = codes.next()?;
    let mut next = || codes.next().unwrap_or_default();
    match kind {
        2 => Some(nearest([next(), next(), next()])),
        5 => Some(match next() {
            basic @ 0..16 => basic % 8,
            grey @ 232.. => nearest([(grey - 232) * 10 + 8; 3]),
            cube => nearest(
                [(cube - 16) / 36, (cube - 16) / 6 % 6, (cube - 16) % 6].map(|part| part * 51),
            ),
        }),
        _ => None,
    }
}

fn nearest(parts @ [red, green, blue]: [u32; 3]) -> u32 {
    let most = red.max(green).max(blue);
    if most - red.min(green).min(blue) < 40 {
        return if most > 127 { 7 } else { 0 };
    }
    parts.iter().zip([1, 2, 4]).filter(|(part, _)| *part * 5 > most * 3).map(|(_, bit)| bit).sum()
}
