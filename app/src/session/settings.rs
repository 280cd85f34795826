//! How the models of a session are asked: the values that are accepted, a sentence for each that is
//! not, and the form in which the user types them.

use chat::Effort;
use serde::{Deserialize, Serialize};
use text::format;

/// How many replies of a turn may run code unless the user sets it, as `agent` has it.
pub const STEPS: u32 = 8;
/// The most that can be set.
pub const MAX_STEPS: u32 = 50;
/// The most characters of additions to the system prompt.
pub const MAX_INSTRUCTIONS: usize = 4000;

/// The settings, in their order.
const NAMES: [&str; 4] = ["temperature", "effort", "steps", "instructions"];

/// The settings of a session; `SessionSettings` in `web/types/page.ts`. None is the default of
/// the model, or of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How random answers are, from 0 to 2.
    pub temperature: Option<f64>,
    /// How much a model thinks.
    pub effort: Option<Effort>,
    /// How many replies of a turn may run code.
    pub steps: Option<u32>,
    /// What is added to the system prompt.
    pub instructions: String,
}

/// A value that a script or a field has for a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// Null, or nothing was typed.
    Null,
    /// A number, possibly NaN.
    Number(f64),
    /// A text.
    Text(String),
    /// Anything else.
    Other,
}

impl Settings {
    /// Returns the settings with these changes; none if they are not an object.
    ///
    /// # Errors
    /// What is wrong with them, as a sentence.
    pub fn with(&self, changes: Option<&[(String, Given)]>) -> Result<Self, String> {
        let unknown = |what: &str| words::settings_is_not_a_setting(&NAMES.join(", "), &what);
        let changes = changes.ok_or_else(|| unknown(words::settings_this()))?;
        if let Some((name, _)) = changes.iter().find(|(name, _)| !NAMES.contains(&name.as_str())) {
            return Err(unknown(&format!("“{name}”")));
        }
        let mut settings = self.clone();
        for (name, value) in changes {
            match name.as_str() {
                "temperature" => settings.temperature = temperature(value)?,
                "effort" => settings.effort = effort(value)?,
                "steps" => settings.steps = steps(value)?,
                _ => settings.instructions = instructions(value)?,
            }
        }
        Ok(settings)
    }

    /// Says which are not the defaults; `reasoning` says whether the model takes an effort.
    pub fn summary(&self, reasoning: bool) -> String {
        let steps = |steps| words::settings_steps(u64::from(steps));
        let changed = [
            self.temperature.map(|temperature| words::settings_temperature(&temperature)),
            self.effort.filter(|_| reasoning).map(|effort| words::settings_effort(&effort.word())),
            self.steps.map(steps),
            (!self.instructions.trim().is_empty())
                .then(|| words::settings_own_instructions().to_owned()),
        ];
        let changed: Vec<String> = changed.into_iter().flatten().collect();
        let title = words::settings_settings_of_this_session();
        if changed.is_empty() {
            title.to_owned()
        } else {
            format!("{title}: {}", changed.join(", "))
        }
    }
}

fn temperature(value: &Given) -> Result<Option<f64>, String> {
    match value {
        Given::Null => Ok(None),
        Given::Number(number) if (0.0..=2.0).contains(number) => Ok(Some(*number)),
        _ => Err(words::settings_the_temperature_is_a().to_owned()),
    }
}

fn effort(value: &Given) -> Result<Option<Effort>, String> {
    let known = match value {
        Given::Null => return Ok(None),
        Given::Text(word) => Effort::from_word(word),
        _ => None,
    };
    let words = Effort::ALL.map(Effort::word).join(", ");
    known.map(Some).ok_or_else(|| words::settings_the_reasoning_effort_is(&words))
}

fn steps(value: &Given) -> Result<Option<u32>, String> {
    match value {
        Given::Null => Ok(None),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within bounds and whole"
        )]
        Given::Number(number)
            if (1.0..=f64::from(MAX_STEPS)).contains(number) && number.fract() == 0.0 =>
        {
            Ok(Some(*number as u32))
        }
        _ => Err(words::settings_the_step_limit_is(&MAX_STEPS)),
    }
}

fn instructions(value: &Given) -> Result<String, String> {
    let Given::Text(text) = value else {
        return Err(words::settings_the_instructions_are_a().to_owned());
    };
    let length = text.chars().count();
    if length > MAX_INSTRUCTIONS {
        let [length, most] = [length, MAX_INSTRUCTIONS].map(|number| format::count(number as u64));
        return Err(words::settings_the_instructions_have_characters(&length, &most));
    }
    Ok(text.clone())
}

/// A field into which text is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The temperature.
    Temperature,
    /// The limit of steps.
    Steps,
    /// What is added to the system prompt.
    Instructions,
}

/// What the form of the settings has beside them. Each field is taken over when it is left, if it
/// is accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsForm {
    /// Whether it is open, also when the menu is opened again.
    pub open: bool,
    /// What was typed and is not taken over.
    drafts: [Option<Draft>; 3],
}

/// What was typed into a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Draft {
    text: String,
    /// Why it is not accepted, as a sentence; empty before that is known.
    problem: String,
}

impl Field {
    const ALL: [Self; 3] = [Self::Temperature, Self::Steps, Self::Instructions];

    /// Returns what a text in it says.
    fn given(self, text: &str) -> (String, Given) {
        let number = || match text.trim() {
            "" => Given::Null,
            text => Given::Number(text.replacen(',', ".", 1).parse().unwrap_or(f64::NAN)),
        };
        match self {
            Self::Temperature => ("temperature".to_owned(), number()),
            Self::Steps => ("steps".to_owned(), number()),
            Self::Instructions => ("instructions".to_owned(), Given::Text(text.to_owned())),
        }
    }
}

impl SettingsForm {
    /// Returns what a field has.
    pub fn text(&self, field: Field, settings: &Settings) -> String {
        let known = match field {
            Field::Temperature => {
                settings.temperature.map(|number| number.to_string()).unwrap_or_default()
            }
            Field::Steps => settings.steps.map(|number| number.to_string()).unwrap_or_default(),
            Field::Instructions => settings.instructions.clone(),
        };
        self.drafts[field as usize].as_ref().map_or(known, |draft| draft.text.clone())
    }

    /// Takes what the user types.
    pub fn type_into(&mut self, field: Field, text: String) {
        self.drafts[field as usize].get_or_insert_default().text = text;
    }

    /// Takes over what was typed into a field. What is not accepted stays, with the reason.
    pub fn take(&mut self, field: Field, settings: &Settings) -> Settings {
        let draft = &mut self.drafts[field as usize];
        let Some(Draft { text, problem }) = draft else { return settings.clone() };
        match settings.with(Some(&[field.given(text)])) {
            Ok(settings) => {
                *draft = None;
                settings
            }
            Err(why) => {
                *problem = why;
                settings.clone()
            }
        }
    }

    /// Takes over what was typed into each field.
    pub fn take_all(&mut self, settings: &Settings) -> Settings {
        Field::ALL.into_iter().fold(settings.clone(), |settings, field| self.take(field, &settings))
    }

    /// Returns whether what was typed into a field was not accepted.
    pub fn is_refused(&self, field: Field) -> bool {
        self.drafts[field as usize].as_ref().is_some_and(|draft| !draft.problem.is_empty())
    }

    /// Says what is not accepted; empty if nothing is.
    pub fn problem(&self) -> String {
        let problems = self.drafts.iter().flatten().map(|draft| draft.problem.as_str());
        problems.filter(|problem| !problem.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use chat::Effort;

    use super::{Field, Given, Settings, SettingsForm};

    fn given(changes: &[(&str, Given)]) -> Vec<(String, Given)> {
        changes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    fn text(text: &str) -> Given {
        Given::Text(text.to_owned())
    }

    #[test]
    fn a_setting_that_is_not_accepted_is_named_with_what_it_may_be() {
        let temperature =
            "The temperature is a number from 0 to 2, or empty for the model’s default.";
        let steps = "The step limit is a whole number from 1 to 50.";
        let all = [
            ("temperature", Given::Number(0.0)),
            ("effort", text("high")),
            ("steps", Given::Number(50.0)),
            ("instructions", text(&"a".repeat(4000))),
        ];
        let none = [("temperature", Given::Null), ("effort", Given::Null), ("steps", Given::Null)];
        let long = [("instructions", text(&"👩".repeat(4001)))];
        let cases: [(&[(&str, Given)], &str); 15] = [
            (&[], ""),
            (&all, ""),
            (&none, ""),
            (&[("instructions", text(""))], ""),
            (&[("temperature", Given::Number(2.1))], temperature),
            (&[("temperature", Given::Number(-1.0))], temperature),
            (&[("temperature", Given::Number(f64::NAN))], temperature),
            (&[("temperature", text("0.5"))], temperature),
            (
                &[("effort", text("much"))],
                "The reasoning effort is one of none, minimal, low, medium, high, xhigh, or empty for the model’s default.",
            ),
            (&[("steps", Given::Number(0.0))], steps),
            (&[("steps", Given::Number(51.0))], steps),
            (&[("steps", Given::Number(2.5))], steps),
            (&long, "The instructions have 4,001 characters; 4,000 are the most. Shorten them."),
            (&[("instructions", Given::Other)], "The instructions are a text."),
            (
                &[("temprature", Given::Number(1.0))],
                "“temprature” is not a setting: there are temperature, effort, steps, instructions.",
            ),
        ];
        for (changes, sentence) in cases {
            let found = Settings::default().with(Some(&given(changes)));
            assert_eq!(found.err().unwrap_or_default(), sentence);
        }
        assert_eq!(
            Settings::default().with(None).unwrap_err(),
            "This is not a setting: there are temperature, effort, steps, instructions."
        );
    }

    #[test]
    fn what_is_set_is_kept_with_the_rest_and_what_is_refused_changes_nothing() {
        let settings =
            Settings::default().with(Some(&given(&[("temperature", Given::Number(0.2))]))).unwrap();
        let settings = settings.with(Some(&given(&[("steps", Given::Number(3.0))]))).unwrap();
        assert!(settings.with(Some(&given(&[("steps", Given::Number(99.0))]))).is_err());
        let expected = Settings { temperature: Some(0.2), steps: Some(3), ..Settings::default() };
        assert_eq!(settings, expected);
        let expected = r#"{"temperature":0.2,"effort":null,"steps":3,"instructions":""}"#;
        assert_eq!(serde_json::to_string(&settings).unwrap(), expected);
    }

    #[test]
    fn what_is_changed_is_summarised() {
        let settings = Settings {
            temperature: Some(0.2),
            effort: Some(Effort::Low),
            steps: Some(1),
            instructions: "Round.".to_owned(),
        };
        assert_eq!(
            settings.summary(true),
            "Settings of this session: temperature 0.2, effort low, 1 step, own instructions"
        );
        let few = Settings { effort: Some(Effort::Low), ..Settings::default() };
        assert_eq!(few.summary(false), "Settings of this session");
    }

    #[test]
    fn what_is_typed_is_taken_over_if_it_is_accepted_and_stays_if_it_is_not() {
        let (mut form, mut settings) = (SettingsForm::default(), Settings::default());
        let mut leave = |form: &mut SettingsForm, field, text: &str| {
            form.type_into(field, text.to_owned());
            settings = form.take(field, &settings);
            settings.clone()
        };
        let settings = leave(&mut form, Field::Temperature, "0,2");
        assert_eq!(
            (settings.temperature, form.text(Field::Temperature, &settings)),
            (Some(0.2), "0.2".to_owned())
        );
        let settings = leave(&mut form, Field::Steps, "many");
        assert_eq!((settings.steps, form.text(Field::Steps, &settings)), (None, "many".to_owned()));
        assert!(form.is_refused(Field::Steps) && !form.is_refused(Field::Temperature));
        assert_eq!(form.problem(), "The step limit is a whole number from 1 to 50.");
        let settings = leave(&mut form, Field::Steps, "4");
        assert_eq!((settings.steps, form.problem()), (Some(4), String::new()));
        let settings = leave(&mut form, Field::Temperature, " ");
        assert_eq!(settings.temperature, None);
        form.type_into(Field::Instructions, "Round to euros.".to_owned());
        form.type_into(Field::Temperature, "hot".to_owned());
        let settings = form.take_all(&settings);
        assert_eq!(
            (settings.instructions.as_str(), settings.temperature),
            ("Round to euros.", None)
        );
        assert_eq!(form.text(Field::Temperature, &settings), "hot");
    }
}
