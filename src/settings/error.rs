//! Why settings are refused.

use std::{error, fmt};

use super::Options;

/// Why settings were refused. The message says what was given and what is allowed, and so do its parts, for programs.
///
/// ```
/// use chunklab::{Options, Settings};
/// let error = Settings::new(Options { overlap: 600, ..Options::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "overlap 600 must be less than the size, 500");
/// assert_eq!((error.code(), error.setting()), ("overlap", "overlap"));
/// assert_eq!((error.given(), error.allowed()), ("600".to_owned(), "500".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsError {
    /// There is no such option.
    Name {
        /// The name.
        given: String,
    },
    /// Not one of the values there are.
    Choice {
        /// The option.
        name: &'static str,
        /// Its value as given.
        given: String,
        /// The values there are.
        allowed: &'static [&'static str],
    },
    /// Not a whole number, or a smaller one than allowed.
    Whole {
        /// The option.
        name: &'static str,
        /// Its value as given.
        given: String,
        /// The least allowed.
        least: u32,
    },
    /// The overlap is not less than the size.
    Overlap {
        /// The overlap.
        given: u32,
        /// The size.
        size: u32,
    },
    /// Not one of 1.0, 1.1 … 10.0.
    CharsPerToken {
        /// The value as given.
        given: String,
    },
}

impl SettingsError {
    /// What is wrong, as a word a program can look up.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name { .. } => "name",
            Self::Choice { .. } => "choice",
            Self::Whole { .. } => "whole_number",
            Self::Overlap { .. } => "overlap",
            Self::CharsPerToken { .. } => "chars_per_token",
        }
    }

    /// The option it is about.
    #[must_use]
    pub fn setting(&self) -> &str {
        match self {
            Self::Name { given } => given,
            Self::Choice { name, .. } | Self::Whole { name, .. } => name,
            Self::Overlap { .. } | Self::CharsPerToken { .. } => self.code(),
        }
    }

    /// The value as it was given.
    #[must_use]
    pub fn given(&self) -> String {
        match self {
            Self::Overlap { given, .. } => given.to_string(),
            Self::Name { given } | Self::Choice { given, .. } | Self::Whole { given, .. } | Self::CharsPerToken { given } => {
                given.clone()
            }
        }
    }

    /// What would have been allowed: names with commas between, a least or a greatest number, or a range.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Name { .. } => Options::NAMES.join(", "),
            Self::Choice { allowed, .. } => allowed.join(", "),
            Self::Whole { least, .. } => least.to_string(),
            Self::Overlap { size, .. } => size.to_string(),
            Self::CharsPerToken { .. } => "1.0–10.0".to_owned(),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = self.allowed();
        match self {
            Self::Name { given } => write!(f, "there is no setting {given:?}; there are {allowed}"),
            Self::Choice { name, given, .. } => write!(f, "{name} {given:?} must be one of {allowed}"),
            Self::Whole { name, given, least } => {
                let given = if given.trim().is_empty() { "(nothing)" } else { given };
                write!(f, "{name} {given} must be a whole number, {least} or more")
            }
            Self::Overlap { given, size } => write!(f, "overlap {given} must be less than the size, {size}"),
            Self::CharsPerToken { given } => {
                write!(f, "chars_per_token {given} must be from 1.0 to 10.0 with at most one decimal")
            }
        }
    }
}

impl error::Error for SettingsError {}
