//! A JSON value with its path, so that every error can name the place.

use serde_json::Value;

use super::WireError;

/// A value and its path.
pub(super) struct Field<'a> {
    pub(super) value: &'a Value,
    pub(super) path: String,
}

impl<'a> Field<'a> {
    /// Returns the outermost value.
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// Returns the member `key`, if it exists and is not null.
    pub(super) fn get(&self, key: &str) -> Option<Field<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field { value, path: self.path_of(key) })
    }

    /// Returns the member `key`, which is required.
    pub(super) fn need(&self, key: &str) -> Result<Field<'a>, WireError> {
        self.get(key).ok_or_else(|| WireError::field(self.path_of(key), "is missing; add it"))
    }

    /// Checks that every member that is set is one of `keys`: a field that has no effect would be
    /// dropped silently.
    pub(super) fn only(&self, keys: &[&str]) -> Result<(), WireError> {
        let members = self.value.as_object().into_iter().flatten();
        let unknown = members.filter(|(_, value)| !is_unset(value)).map(|(key, _)| key.as_str());
        match unknown.into_iter().find(|key| !keys.contains(key)) {
            Some(key) => Err(WireError::field(
                self.path_of(key),
                "is a field that is not relayed; leave it out",
            )),
            None => Ok(()),
        }
    }

    /// Returns the member `key` as text, if it exists.
    pub(super) fn optional_text(&self, key: &str) -> Result<Option<&'a str>, WireError> {
        self.get(key).map(|field| field.text()).transpose()
    }

    /// Returns the value as text.
    pub(super) fn text(&self) -> Result<&'a str, WireError> {
        self.value.as_str().ok_or_else(|| self.wrong("a string"))
    }

    /// Returns the value as a boolean.
    pub(super) fn flag(&self) -> Result<bool, WireError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// Returns the value as a whole number from 0.
    pub(super) fn count(&self) -> Result<u64, WireError> {
        self.value.as_u64().ok_or_else(|| self.wrong("a whole number from 0"))
    }

    /// Returns the value as a number.
    pub(super) fn number(&self) -> Result<f64, WireError> {
        self.value.as_f64().ok_or_else(|| self.wrong("a number"))
    }

    /// Returns the value as a whole number.
    pub(super) fn integer(&self) -> Result<i64, WireError> {
        self.value.as_i64().ok_or_else(|| self.wrong("a whole number"))
    }

    /// Returns the value's items.
    pub(super) fn items(&self) -> Result<Vec<Field<'a>>, WireError> {
        let items = self.value.as_array().ok_or_else(|| self.wrong("an array"))?;
        let field = |(index, value)| Field { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(field).collect())
    }

    /// Returns the error that the value does not have the type `wanted`.
    pub(super) fn wrong(&self, wanted: &str) -> WireError {
        let found = match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        WireError::field(self.path.as_str(), format!("is {found}; make it {wanted}"))
    }

    /// Returns the path of the member `key`.
    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

/// Returns whether a value says nothing: clients return `null` and empty lists for what an answer
/// did not have.
fn is_unset(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}
