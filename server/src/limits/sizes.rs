//! How large a request may be: messages, images, and bytes of each image. Reads the request's JSON
//! as a client sent it, and no text in it.

use serde_json::Value;

use super::{MEGABYTE, estimate::Size, refusal::Refusal};

/// The largest request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) messages: u64,
    pub(super) images: u64,
    pub(super) image_megabytes: u64,
}

impl Sizes {
    /// Returns the size of a request, whose JSON has `bytes`.
    ///
    /// # Errors
    /// It is larger than the limits.
    pub(super) fn examine(&self, body: &Value, bytes: usize) -> Result<Size, Refusal> {
        // What is not of this form is refused by the reader of requests, with the field's name.
        let messages =
            body.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let found = count(messages.len());
        if found > self.messages {
            return Err(Refusal::Messages { limit: self.messages, found });
        }
        let (mut images, mut image_bytes) = (0, 0);
        for url in messages.iter().flat_map(parts).filter_map(image) {
            let encoded = url.rsplit_once(',').map_or(url, |(_, encoded)| encoded);
            let decoded = count(encoded.len()) / 4 * 3;
            if decoded > self.image_megabytes * MEGABYTE {
                return Err(Refusal::ImageBytes { limit: self.image_megabytes, found: decoded });
            }
            images += 1;
            image_bytes += count(url.len());
        }
        if images > self.images {
            return Err(Refusal::Images { limit: self.images, found: images });
        }
        Ok(Size { text_bytes: count(bytes).saturating_sub(image_bytes), images })
    }
}

/// Returns the parts of a message of any role, also of a tool's result.
fn parts(message: &Value) -> &[Value] {
    message.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the address of a part that is an image.
fn image(part: &Value) -> Option<&str> {
    match part.get("image_url")? {
        Value::String(url) => Some(url),
        object => object.get("url")?.as_str(),
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SIZES: Sizes = Sizes { messages: 2, images: 2, image_megabytes: 1 };

    fn picture(bytes: usize) -> Value {
        let url = format!("data:image/png;base64,{}", "A".repeat(bytes / 3 * 4));
        json!({ "type": "image_url", "image_url": { "url": url } })
    }

    fn check(messages: &Value) -> Result<Size, String> {
        let body = json!({ "messages": messages });
        SIZES.examine(&body, body.to_string().len()).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_request_within_the_limits_is_measured() {
        let text = json!({ "role": "user", "content": "What is 1+1?" });
        let size = check(&json!([text])).unwrap();
        assert_eq!(size, Size { text_bytes: 55, images: 0 });
        let result = json!({ "role": "tool", "tool_call_id": "a", "content": [picture(999_999), picture(30)] });
        let size = check(&json!([text, result])).unwrap();
        assert_eq!(size.images, 2);
        assert!((100..300).contains(&size.text_bytes), "{size:?}");
    }

    #[test]
    fn each_limit_is_named_with_what_was_found() {
        let text = json!({ "role": "user", "content": "?" });
        let with = |images: Vec<Value>| json!([{ "role": "user", "content": images }]);
        for (messages, wanted) in [
            (json!([text, text, text]), "has 3 messages, and this server takes 2"),
            (
                with(vec![picture(30), picture(30), picture(30)]),
                "has 3 images, and this server takes 2",
            ),
            (
                with(vec![picture(30), picture(1_260_000)]),
                "An image has 1.3 MB, and this server takes 1 MB",
            ),
        ] {
            let error = check(&messages).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn other_forms_are_left_to_the_reader_of_requests() {
        for body in [
            json!(null),
            json!([]),
            json!({ "messages": "none" }),
            json!({ "messages": [1, { "content": [2] }] }),
        ] {
            assert_eq!(SIZES.examine(&body, 10), Ok(Size { text_bytes: 10, images: 0 }), "{body}");
        }
    }
}
