//! What may be asked for: every rule about settings is here.

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::estimate::Measure;

mod error;

pub use error::SettingsError;

/// How bodies are chosen.
///
/// | strategy | use it for | it promises |
/// | --- | --- | --- |
/// | `recursive-char` | anything, above all mixed or unknown text | no chunk over the size |
/// | `sentence` | text that will be quoted as evidence | no cut inside a sentence |
/// | `paragraph` | articles, mail, minutes: a thought a paragraph | no cut inside a paragraph |
/// | `semantic` | documents with headings: manuals, contracts, standards | whole paragraphs, and no chunk across a heading |
///
/// ```
/// use chunklab::Strategy;
/// assert_eq!("semantic".parse(), Ok(Strategy::Semantic));
/// let error = "by-page".parse::<Strategy>().unwrap_err().to_string();
/// assert_eq!(error, r#"strategy "by-page" must be one of recursive-char, sentence, paragraph, semantic"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// The coarsest boundary that fills the room well enough; never over the size.
    #[default]
    RecursiveChar,
    /// Whole sentences.
    Sentence,
    /// Whole paragraphs.
    Paragraph,
    /// Whole paragraphs, and every section begins a chunk.
    Semantic,
}

impl Strategy {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::RecursiveChar, Self::Sentence, Self::Paragraph, Self::Semantic];

    /// Their names in settings, links and the command line.
    pub const NAMES: [&str; 4] = ["recursive-char", "sentence", "paragraph", "semantic"];
}

/// What size and overlap count.
///
/// ```
/// use chunklab::Unit;
/// assert_eq!(Unit::NAMES.map(|name| name.parse()), Unit::ALL.map(Ok));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Estimated tokens: one for each CJK character, and for every [`CharsPerToken`] others.
    #[default]
    Tokens,
    /// Code points.
    Characters,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Tokens, Self::Characters];

    /// Their names in settings, links and the command line.
    pub const NAMES: [&str; 2] = ["tokens", "characters"];
}

/// Characters other than CJK in one token: 1.0, 1.1 … 10.0. In tenths, so that estimates are made of whole numbers only.
///
/// ```
/// use chunklab::{CharsPerToken, Options};
/// let options = Options { chars_per_token: "4.2".parse().unwrap(), ..Options::default() };
/// assert_eq!(options.chars_per_token.tenths(), 42);
/// assert!("0.9".parse::<CharsPerToken>().is_err() && "3.85".parse::<CharsPerToken>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CharsPerToken {
    tenths: u8,
}

impl CharsPerToken {
    /// So many tenths, if they are 10 to 100.
    ///
    /// ```
    /// use chunklab::CharsPerToken;
    /// assert_eq!(CharsPerToken::from_tenths(38), Some(CharsPerToken::default()));
    /// assert_eq!(CharsPerToken::from_tenths(101), None);
    /// ```
    #[must_use]
    pub const fn from_tenths(tenths: u8) -> Option<Self> {
        if tenths >= 10 && tenths <= 100 { Some(Self { tenths }) } else { None }
    }

    /// In tenths, 10 to 100.
    #[must_use]
    pub const fn tenths(self) -> u8 {
        self.tenths
    }
}

impl Default for CharsPerToken {
    fn default() -> Self {
        Self { tenths: 38 }
    }
}

impl FromStr for CharsPerToken {
    type Err = SettingsError;

    /// One digit behind the point, or more where floating-point arithmetic left them: `3.8000000000000003` is 3.8.
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        /// So many digits decide what is only an error of arithmetic.
        const TELLING: usize = 8;
        let tenths = || {
            let (ones, rest) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
            let is_number =
                !ones.is_empty() && ones.len() <= 2 && ones.bytes().chain(rest.bytes()).all(|byte| byte.is_ascii_digit());
            let (tenth, behind) = rest.split_at_checked(1).unwrap_or(("0", ""));
            let all = |digit: char| behind.chars().take(TELLING).all(|c| c == digit);
            let up = u16::from(behind.len() >= TELLING && all('9'));
            let tenths = [ones, tenth].concat().parse::<u16>().ok().filter(|_| is_number && (up == 1 || all('0')))?;
            Self::from_tenths(u8::try_from(tenths + up).ok()?)
        };
        tenths().ok_or_else(|| SettingsError::CharsPerToken { given: value.to_owned() })
    }
}

impl Serialize for CharsPerToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.tenths) / 10.0)
    }
}

/// Settings as somebody wrote them, not yet checked: see [`Settings::new`]. Field names are those of the command, the page and links.
///
/// ```
/// use chunklab::{Options, Strategy};
/// let options = Options { strategy: Strategy::Sentence, size: 300, ..Options::default() };
/// assert_eq!(options.overlap, 50);
/// assert!(serde_json::to_string(&options).unwrap().starts_with(r#"{"strategy":"sentence","size":300,"overlap":50,"#));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, named by the contract")]
pub struct Options {
    /// How bodies are chosen.
    pub strategy: Strategy,
    /// The most a chunk may measure, overlap included; 1 or more.
    pub size: u32,
    /// The most that is copied in front of a body; less than `size`.
    pub overlap: u32,
    /// What `size` and `overlap` count.
    pub unit: Unit,
    /// Characters other than CJK in one token.
    pub chars_per_token: CharsPerToken,
    /// Whether a block (fence, table, front matter, list item) stays whole where it fits in the size.
    pub keep_blocks: bool,
    /// Whether sentence, paragraph and semantic cut a unit that is over the size instead of keeping it whole.
    pub split_oversize: bool,
    /// Whether blanks at both ends of a chunk are left out of it.
    pub trim: bool,
    /// Whether title and heading path are put in front of a chunk's text.
    pub breadcrumb: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            size: 500,
            overlap: 50,
            unit: Unit::default(),
            chars_per_token: CharsPerToken::default(),
            keep_blocks: true,
            split_oversize: false,
            trim: false,
            breadcrumb: false,
        }
    }
}

impl Options {
    /// The names that [`Options::set`] takes.
    pub const NAMES: [&str; 9] =
        ["strategy", "size", "overlap", "unit", "chars_per_token", "keep_blocks", "split_oversize", "trim", "breadcrumb"];

    /// Sets one option from text: the way in for the command line, JavaScript and links, so that all three say the same of a wrong value.
    ///
    /// # Errors
    /// The name is unknown, or the value cannot be one of that option. How options go together is for [`Settings::new`] to say.
    ///
    /// ```
    /// let mut options = chunklab::Options::default();
    /// options.set("size", "300").unwrap();
    /// assert_eq!(options.size, 300);
    /// let error = options.set("size", "12.5").unwrap_err();
    /// assert_eq!(error.to_string(), "size 12.5 must be a whole number, 1 or more");
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingsError> {
        match name {
            "strategy" => self.strategy = value.parse()?,
            "size" => self.size = whole("size", value, 1)?,
            "overlap" => self.overlap = whole("overlap", value, 0)?,
            "unit" => self.unit = value.parse()?,
            "chars_per_token" => self.chars_per_token = value.parse()?,
            "keep_blocks" => self.keep_blocks = switch("keep_blocks", value)?,
            "split_oversize" => self.split_oversize = switch("split_oversize", value)?,
            "trim" => self.trim = switch("trim", value)?,
            "breadcrumb" => self.breadcrumb = switch("breadcrumb", value)?,
            _ => return Err(SettingsError::Name { given: name.to_owned() }),
        }
        Ok(())
    }
}

fn whole(name: &'static str, value: &str, least: u32) -> Result<u32, SettingsError> {
    value.trim().parse().ok().filter(|&n| n >= least).ok_or_else(|| SettingsError::Whole { name, given: value.to_owned(), least })
}

/// Finds a value by its name; `allowed` are the names of `values`, in the same order.
pub(crate) fn choose<T: Copy>(
    name: &'static str,
    value: &str,
    values: &[T],
    allowed: &'static [&'static str],
) -> Result<T, SettingsError> {
    let place = allowed.iter().position(|&allowed| allowed == value.trim());
    place.map(|i| values[i]).ok_or_else(|| SettingsError::Choice { name, given: value.to_owned(), allowed })
}

fn switch(name: &'static str, value: &str) -> Result<bool, SettingsError> {
    choose(name, value, &[true, false], &["true", "false"])
}

impl FromStr for Strategy {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("strategy", value, &Self::ALL, &Self::NAMES)
    }
}

impl FromStr for Unit {
    type Err = SettingsError;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        choose("unit", value, &Self::ALL, &Self::NAMES)
    }
}

/// Settings that have been checked: chunking with them cannot fail.
///
/// ```
/// use chunklab::{Options, Settings};
/// let settings = Settings::new(Options { size: 300, overlap: 30, ..Options::default() }).unwrap();
/// assert_eq!(settings.size(), 300);
/// let error = Settings::new(Options { overlap: 600, ..Options::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "overlap 600 must be less than the size, 500");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    options: Options,
}

impl Settings {
    /// Checks the options. Nothing is ever changed to make them fit.
    ///
    /// # Errors
    /// `size` is 0, or `overlap` is not less than `size`.
    pub fn new(options: Options) -> Result<Self, SettingsError> {
        if options.size == 0 {
            return Err(SettingsError::Whole { name: "size", given: "0".to_owned(), least: 1 });
        }
        if options.overlap >= options.size {
            return Err(SettingsError::Overlap { given: options.overlap, size: options.size });
        }
        Ok(Self { options })
    }

    /// The options these settings were made of.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The strategy.
    #[must_use]
    pub const fn strategy(&self) -> Strategy {
        self.options.strategy
    }

    /// The most a chunk may measure, in [`Settings::measure`]'s units.
    #[must_use]
    pub const fn size(&self) -> u32 {
        self.options.size
    }

    /// The most that is copied in front of a body, in [`Settings::measure`]'s units.
    #[must_use]
    pub const fn overlap(&self) -> u32 {
        self.options.overlap
    }

    /// What size and overlap are measured in.
    ///
    /// ```
    /// use chunklab::{Count, Settings};
    /// assert_eq!(Settings::default().measure().units(&Count::of("Boil it.")), 3); // tokens: 8 / 3.8, rounded up
    /// ```
    #[must_use]
    pub const fn measure(&self) -> Measure {
        match self.options.unit {
            Unit::Tokens => self.token_measure(),
            Unit::Characters => Measure::characters(),
        }
    }

    /// The token estimate, whatever the unit.
    ///
    /// ```
    /// use chunklab::{Count, Options, Settings, Unit};
    /// let settings = Settings::new(Options { unit: Unit::Characters, ..Options::default() }).unwrap();
    /// let count = Count::of("Boil it.");
    /// assert_eq!((settings.measure().units(&count), settings.token_measure().units(&count)), (8, 3));
    /// ```
    #[must_use]
    pub const fn token_measure(&self) -> Measure {
        Measure::tokens(self.options.chars_per_token.tenths)
    }

    /// Whether the overlap is over 30 % of the size: allowed, but most of what is embedded is then paid for twice.
    ///
    /// ```
    /// use chunklab::{Options, Settings};
    /// let of = |size, overlap| Settings::new(Options { size, overlap, ..Options::default() }).unwrap();
    /// assert!(!of(500, 150).overlaps_much() && of(500, 151).overlaps_much());
    /// ```
    #[must_use]
    pub const fn overlaps_much(&self) -> bool {
        self.options.overlap as u64 * 10 > self.options.size as u64 * 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(options: Options) -> String {
        Settings::new(options).expect_err("refused").to_string()
    }

    #[test]
    fn the_defaults_are_valid() {
        assert_eq!(Settings::new(Options::default()), Ok(Settings::default()));
    }

    #[test]
    fn an_invalid_value_is_named_with_what_is_allowed() {
        let given = Options::default();
        assert_eq!(refused(Options { size: 0, overlap: 0, ..given }), "size 0 must be a whole number, 1 or more");
        assert_eq!(refused(Options { overlap: 500, ..given }), "overlap 500 must be less than the size, 500");
    }

    #[test]
    fn characters_per_token_are_read_as_floating_point_prints_them() {
        for tenths in 10..=100_u8 {
            let expected = CharsPerToken::from_tenths(tenths);
            let number = f64::from(tenths) / 10.0;
            for text in [format!("{number}"), format!("{number:.1}"), format!("{number:.3}"), format!("{:?}", number * 3.0 / 3.0)]
            {
                assert_eq!(text.parse().ok(), expected, "{text}");
            }
            // All the sums of a slider that adds 0.1 again and again.
            let sum: f64 = (0..tenths).map(|_| 0.1).sum();
            assert_eq!(sum.to_string().parse().ok(), expected, "{sum}");
        }
        for text in [
            "0.9",
            "0.99",
            "10.1",
            "10.01",
            "3.85",
            "3.89",
            "NaN",
            "inf",
            "-3.8",
            "+3.8",
            "4e0",
            "",
            ".",
            ".5",
            "3.8x",
            "104",
            "256",
            "25.6",
            "25.59999999999",
        ] {
            let error = text.parse::<CharsPerToken>().expect_err(text).to_string();
            assert_eq!(error, format!("chars_per_token {text} must be from 1.0 to 10.0 with at most one decimal"));
        }
    }

    #[test]
    fn text_that_is_no_value_is_refused_for_every_option() {
        for name in Options::NAMES {
            for value in ["", "x", "-1", "NaN", "４"] {
                let mut options = Options::default();
                let error =
                    options.set(name, value).map(|()| Settings::new(options)).and_then(|checked| checked).expect_err("refused");
                assert_eq!(error.setting(), name);
                assert!(error.to_string().starts_with(name), "{error}");
            }
        }
        assert_eq!(Options::default().set("sise", "1").map_err(|error| error.code()), Err("name"));
        assert!(Options::default().set("size", "4294967296").is_err());
    }
}
