//! A JSON value together with the path that leads to it, so that every complaint can say where.

use serde_json::Value;

use super::WireError;

/// A value and where it is.
pub(super) struct Field<'a> {
    pub(super) value: &'a Value,
    pub(super) path: String,
}

impl<'a> Field<'a> {
    /// The outermost value.
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// The member `key`, where it is there and not null.
    pub(super) fn get(&self, key: &str) -> Option<Field<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field { value, path: self.path_of(key) })
    }

    /// The member `key`, which must be there.
    pub(super) fn need(&self, key: &str) -> Result<Field<'a>, WireError> {
        self.get(key).ok_or_else(|| WireError::field(self.path_of(key), "is missing; add it"))
    }

    /// The member `key` as text, where it is there.
    pub(super) fn optional_text(&self, key: &str) -> Result<Option<&'a str>, WireError> {
        self.get(key).map(|field| field.text()).transpose()
    }

    /// The value as text.
    pub(super) fn text(&self) -> Result<&'a str, WireError> {
        self.value.as_str().ok_or_else(|| self.wrong("a string"))
    }

    /// The value as true or false.
    pub(super) fn flag(&self) -> Result<bool, WireError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// The value as a whole number from 0.
    pub(super) fn count(&self) -> Result<u64, WireError> {
        self.value.as_u64().ok_or_else(|| self.wrong("a whole number from 0"))
    }

    /// The value's items.
    pub(super) fn items(&self) -> Result<Vec<Field<'a>>, WireError> {
        let items = self.value.as_array().ok_or_else(|| self.wrong("an array"))?;
        let field = |(index, value)| Field { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(field).collect())
    }

    /// That the value is of another type than `wanted`.
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

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}
