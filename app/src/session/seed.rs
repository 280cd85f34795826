//! When the random numbers of a session are seeded: before the first code that uses some and sets
//! no seed itself. Knows neither the interpreter nor how the seed is set.

/// The variable that has the seed.
pub const SEED: &str = "_session_seed";

/// The code that sets the seed 0.
const SOURCE: &str = include_str!("seed.py");

/// What code mentions that uses random numbers, of a library or of its own.
const RANDOM: [&str; 7] =
    ["random", "sample", "shuffle", "rvs", "bootstrap", "permutation", "sklearn"];

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn calls_seed(code: &str) -> bool {
    code.match_indices("seed").any(|(at, word)| {
        !code[..at].ends_with(is_word) && code[at + word.len()..].trim_start().starts_with('(')
    })
}

/// Returns whether code sets a seed of its own.
pub fn sets_seed(code: &str) -> bool {
    calls_seed(code) && !code.contains(SEED)
}

/// Returns whether code uses random numbers and sets no seed.
pub fn needs_seed(code: &str) -> bool {
    code.split(|character| !is_word(character)).any(|word| RANDOM.contains(&word))
        && !calls_seed(code)
}

/// Returns the code that sets a seed.
pub fn seeding(seed: u32) -> String {
    SOURCE.replace(&format!("{SEED} = 0"), &format!("{SEED} = {seed}"))
}

#[cfg(test)]
mod tests {
    use super::{needs_seed, seeding, sets_seed};

    #[test]
    fn code_that_uses_random_numbers_needs_a_seed_unless_it_sets_one() {
        for (code, needs) in [
            ("np.random.rand()", true),
            ("import random", true),
            ("df.sample(3)", true),
            ("from sklearn.cluster import KMeans", true),
            ("stats.norm.rvs(3)", true),
            ("rng.shuffle(x)", true),
            ("df.head()", false),
            ("samples = 3", false),
            ("randomised = 1", false),
            ("np.random.seed(1)\nnp.random.rand()", false),
            ("random.seed (2)\nrandom.random()", false),
        ] {
            assert_eq!(needs_seed(code), needs, "{code}");
        }
    }

    #[test]
    fn the_seed_is_written_into_the_code_that_sets_it() {
        assert!(seeding(u32::MAX).lines().any(|line| line == "_session_seed = 4294967295"));
    }

    #[test]
    fn code_of_the_session_that_sets_a_seed_differs_from_the_pages_own() {
        for (code, sets) in [
            ("np.random.seed(4)", true),
            ("random.random()", false),
            ("_session_seed = 4\n_random.seed(_session_seed)", false),
        ] {
            assert_eq!(sets_seed(code), sets, "{code}");
        }
    }
}
