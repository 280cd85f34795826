//! The form of `METADATA` and `WHEEL`.

/// Names and values, as at the beginning of a mail.
pub(crate) struct Headers(Vec<(String, String)>);

impl Headers {
    /// Reads the headers before the first empty line.
    pub(crate) fn read(text: &str) -> Self {
        let mut headers: Vec<(String, String)> = Vec::new();
        for line in text.lines().take_while(|line| !line.trim().is_empty()) {
            match (line.starts_with([' ', '\t']), headers.last_mut(), line.split_once(':')) {
                (true, Some((_, value)), _) => {
                    value.push(' ');
                    value.push_str(line.trim());
                }
                (false, _, Some((name, value))) => {
                    headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
                }
                _ => {}
            }
        }
        Self(headers)
    }

    /// Returns the values of a header, whose name is in lower case.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the value of a header that is there exactly once.
    pub(crate) fn only(&self, name: &str) -> Option<&str> {
        match self.all(name)[..] {
            [value] => Some(value),
            _ => None,
        }
    }
}
