//! The document's own fields.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};

/// Names and values, in the order they were given; no name twice.
///
/// ```
/// let source = chunklab::Source::new("Boil it.").with_field("doc_id", "soup-1").with_field("pages", 2);
/// assert_eq!(serde_json::to_string(source.fields()).unwrap(), r#"{"doc_id":"soup-1","pages":2}"#);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields(Vec<(String, Field)>);

/// The value of a field.
///
/// ```
/// use chunklab::Field;
/// assert_eq!(Field::from("Soup"), Field::Text("Soup".to_owned()));
/// let nested = serde_json::json!({ "tags": ["hot", "quick"] });
/// assert_eq!(serde_json::to_string(&Field::from(nested)).unwrap(), r#"{"tags":["hot","quick"]}"#);
/// ```
#[derive(Debug, Clone)]
pub enum Field {
    /// A text.
    Text(String),
    /// Anything else, as the JSON it came as: a number of thirty digits comes out as it went in.
    Json(Box<RawValue>),
}

impl Fields {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of the field of this name.
    ///
    /// ```
    /// let source = chunklab::Source::new("Boil it.").with_field("pages", 2);
    /// assert!(source.fields().get("pages").is_some() && source.fields().get("url").is_none());
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.iter().find_map(|(of, value)| (of == name).then_some(value))
    }

    /// A field that is a text or a number, as text.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.get(name)? {
            Field::Text(text) => Some(text.into()),
            Field::Json(json) => {
                let number = json.get();
                number.starts_with(|c: char| c == '-' || c.is_ascii_digit()).then_some(number.into())
            }
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Field)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Adds a field, or gives the one of this name another value.
    pub(crate) fn set(&mut self, name: String, value: Field) {
        match self.0.iter_mut().find(|(of, _)| *of == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }
}

impl From<Value> for Field {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            other => Self::Json(serde_json::value::to_raw_value(&other).expect("JSON is written as JSON")),
        }
    }
}

/// JSON as it was read: a text is one, anything else stays as it is.
impl From<Box<RawValue>> for Field {
    fn from(json: Box<RawValue>) -> Self {
        match serde_json::from_str(json.get()) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Json(json),
        }
    }
}

macro_rules! from_plain {
    ($($plain:ty),*) => {
        $(impl From<$plain> for Field {
            fn from(plain: $plain) -> Self {
                Value::from(plain).into()
            }
        })*
    };
}

from_plain!(&str, String, bool, i32, i64, u32, u64, f64);

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Json(a), Self::Json(b)) => a.get() == b.get(),
            _ => false,
        }
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Json(json) => json.serialize(serializer),
        }
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_set_again_keeps_its_place_and_numbers_keep_their_digits() {
        let long = "12345678901234567890123.4500";
        let mut fields = Fields::default();
        fields.set("id".to_owned(), Field::Json(RawValue::from_string(long.to_owned()).expect("a number")));
        fields.set("title".to_owned(), Field::Text("Soup".to_owned()));
        fields.set("draft".to_owned(), Value::from(true).into());
        fields.set("title".to_owned(), Value::from("Soup\n\"2\"").into());
        assert_eq!(
            serde_json::to_string(&fields).expect("serialises"),
            format!(r#"{{"id":{long},"title":"Soup\n\"2\"","draft":true}}"#)
        );
        assert_eq!((fields.text("id").as_deref(), fields.text("title").as_deref()), (Some(long), Some("Soup\n\"2\"")));
        assert_eq!((fields.text("draft"), fields.text("url")), (None, None));
    }
}
