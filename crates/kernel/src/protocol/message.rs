//! The form of a message: an object whose `type` is the name of a variant, beside the variant's
//! fields.
//!
//! Serde writes this form, but reads it by way of a copy of all fields, for which it compiles every
//! type of a message a second time. Here the text is read twice instead: first its type, then the
//! fields, which takes 10 KB (brotli) off the page.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, IntoDeserializer, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::de::StrRead;
use serde_json::{Error, Result};

/// A message of the protocol, which [`message!`] defines.
pub trait Message: Sized {
    /// Reads the variant and its fields from an enum in Serde's own form.
    ///
    /// # Errors
    /// If there is no such variant, or a field is missing or of another type.
    fn from_enum<'de, D: Deserializer<'de>>(deserializer: D)
    -> std::result::Result<Self, D::Error>;
}

/// Defines an enum of messages with its [`Message`] and `Serialize`.
macro_rules! message {
    ($(#[$attribute:meta])* pub enum $name:ident { $($body:tt)* }) => {
        $(#[$attribute])*
        #[allow(clippy::large_enum_variant, reason = "messages are handled one by one, and few are kept")]
        #[derive(serde::Serialize)]
        #[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
        pub enum $name { $($body)* }

        const _: () = {
            type Written = $name;

            #[derive(serde::Deserialize)]
            #[serde(remote = "Written", rename_all = "camelCase", rename_all_fields = "camelCase")]
            #[allow(dead_code, clippy::large_enum_variant, reason = "Serde makes the message itself")]
            enum Variants { $($body)* }

            impl $crate::protocol::Message for $name {
                fn from_enum<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    Variants::deserialize(deserializer)
                }
            }
        };
    };
}
pub(crate) use message;

/// Parses a message from JSON text.
///
/// # Errors
/// If the text is not JSON, has no known `type`, or lacks a field.
pub fn read<T: Message>(text: &str) -> Result<T> {
    #[derive(Deserialize)]
    struct Head {
        r#type: String,
    }
    let Head { r#type: variant } = serde_json::from_str(text)?;
    T::from_enum(Tagged {
        variant: &variant,
        fields: &mut serde_json::Deserializer::from_str(text),
    })
}

/// A message of which the type is known.
struct Tagged<'a, 'de> {
    variant: &'a str,
    fields: &'a mut serde_json::Deserializer<StrRead<'de>>,
}

impl<'de> Deserializer<'de> for Tagged<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        Ok((seed.deserialize(self.variant.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for Tagged<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        IgnoredAny::deserialize(self.fields).map(drop)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.fields)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.fields.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.fields.deserialize_struct("", fields, visitor)
    }
}
