//! The one place that knows JavaScript. It converts and does nothing else.
//!
//! A whole chunking crosses as columns (typed arrays, UTF-16 units): 20,000 chunks take half a millisecond that way and eighteen as
//! objects. Records cross one by one, for what is on screen.

#![expect(unreachable_pub, clippy::needless_pass_by_value, reason = "what JavaScript calls is public and is given values")]

use js_sys::{Array, Error, Function, JSON, Map, Object, RangeError, Reflect, TypeError, Uint8Array, Uint32Array};
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::value::to_raw_value;
use wasm_bindgen::prelude::*;

use crate::{
    Change, DocumentKind, Field, Fields, Oddities, Oddity, Offsets, Options, Record, Settings, SettingsError, Source, Statistics,
    chunk,
    cuts::shared,
    export::{self, Export, Ollama, json},
    find::{self, Sought},
    oddities,
    offsets::Places,
    recognise, record, records,
    settings::choose,
    state::states,
    statistics::{Counted, counted},
    tracked::{Tracked, utf16},
    warnings::changes,
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm/types.ts");

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Partial<Settings>")]
    pub type JsSettings;
    #[wasm_bindgen(typescript_type = "Settings")]
    pub type JsDefaults;
    #[wasm_bindgen(typescript_type = "Offsets")]
    pub type JsOffsets;
    #[wasm_bindgen(typescript_type = "Partial<Ollama>")]
    pub type JsOllama;
    #[wasm_bindgen(typescript_type = "Metadata")]
    pub type JsMetadata;
    #[wasm_bindgen(typescript_type = "{ metadata?: Metadata; offsets?: Offsets }")]
    pub type JsDocument;
    #[wasm_bindgen(typescript_type = "string | Uint8Array")]
    pub type JsText;
    #[wasm_bindgen(typescript_type = "(piece: Uint8Array<ArrayBuffer>) => void")]
    pub type JsWrite;
    #[wasm_bindgen(typescript_type = "Format")]
    pub type JsFormat;
    #[wasm_bindgen(typescript_type = "Statistics")]
    pub type JsStatistics;
    #[wasm_bindgen(typescript_type = "Columns")]
    pub type JsColumns;
    #[wasm_bindgen(typescript_type = "Side")]
    pub type JsSide;
    #[wasm_bindgen(typescript_type = "Sought")]
    pub type JsSought;
    #[wasm_bindgen(typescript_type = "Statistics & { over_limit: number | null }")]
    pub type JsMeasured;
    #[wasm_bindgen(typescript_type = "Comparison")]
    pub type JsComparison;
    #[wasm_bindgen(typescript_type = "ChunkRecord[]")]
    pub type JsRecords;
    #[wasm_bindgen(typescript_type = "ChunkState[]")]
    pub type JsStates;
    #[wasm_bindgen(typescript_type = "Warnings")]
    pub type JsWarnings;
    #[wasm_bindgen(typescript_type = "Cleaning")]
    pub type JsCleaning;
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String, catch)]
    fn as_text(value: &JsValue) -> Result<String, JsValue>;
    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    fn fields_in(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = from, catch)]
    fn listed(values: &JsValue) -> Result<Array, JsValue>;
}

#[wasm_bindgen(start)]
fn start() {
    // Where it stopped and not why: what a message quotes may be of the document.
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, ToString::to_string);
        web_sys::console::error_1(&format!("the chunker stopped at {place}").into());
    }));
}

/// The settings where nothing is said.
#[wasm_bindgen(js_name = defaults)]
pub fn defaults() -> Result<JsDefaults, JsValue> {
    Ok(to_js(&Options::default())?.unchecked_into())
}

/// All chunks of a text, which is a string or UTF-8 in a `Uint8Array`, as records. `metadata` goes into each of them; offsets count UTF-16 units, as strings do, unless something else is asked
/// for. Throws a `SettingsError` for settings that are not allowed.
#[wasm_bindgen(js_name = chunk)]
pub fn chunk_text(text: JsText, settings: Option<JsSettings>, document: Option<JsDocument>) -> Result<JsRecords, JsValue> {
    let settings = settings.map_or_else(|| Ok(Settings::default()), |settings| settings_of(&settings))?;
    let [metadata, offsets] = named(&document.into(), ["metadata", "offsets"])?;
    let mut source = Source::new(text_in(&text)?);
    source.set_fields(fields_of(&metadata)?);
    Ok(parsed(&records(&source, &chunk(&source, &settings), offsets_of(&offsets)?))?.unchecked_into())
}

/// One document, kept inside WebAssembly memory and changed by edits, and up to two chunkings of it. Where no side is named, it is A.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    source: Source,
    sides: [Option<Tracked>; 2],
    /// How many edits came since the text was chunked last.
    edits: usize,
}

/// After more edits at once it is quicker to chunk the text anew than to follow each: a few of them, and one more for every so many bytes.
const FOLLOWED: (usize, usize) = (16, 1 << 16);

#[wasm_bindgen]
impl Session {
    /// An empty document.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a new text: a string, or UTF-8, which `TextEncoder` makes three times faster than a string is handed over. `total` is how many
    /// bytes it will have, where this is only the first piece of it.
    pub fn load(&mut self, text: JsText, total: Option<usize>) -> Result<(), JsValue> {
        self.source = Source::new(text_in(&text)?);
        let length = total.unwrap_or_else(|| self.source.text().len());
        self.source.reserve(length.saturating_add(length / 8));
        self.sides = [None, None];
        Ok(())
    }

    /// Takes the next piece of the text.
    pub fn append(&mut self, text: JsText) -> Result<(), JsValue> {
        let end = self.source.text().len();
        let change = self.source.edit(end..end, &text_in(&text)?);
        self.follow(&change);
        Ok(())
    }

    /// Replaces the text between two UTF-16 positions, in order; past the end, the end. What takes its place is a string or UTF-8.
    pub fn edit(&mut self, start: f64, end: f64, inserted: JsText) -> Result<(), JsValue> {
        let inserted = text_in(&inserted)?;
        if !(0.0 <= start && start <= end) {
            return Err(RangeError::new(&format!("no positions in order: {start}, {end}")).into());
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative; what is too large is past the end"
        )]
        let [from, to] = [start, end].map(|at| self.source.byte_of_utf16(at as usize));
        self.edits += 1;
        let (least, bytes) = FOLLOWED;
        if self.edits > least + self.source.text().len() / bytes {
            self.source.forget_structure();
            self.sides = [None, None];
        }
        let change = self.source.edit(from..to, &inserted);
        self.follow(&change);
        Ok(())
    }

    /// Takes other fields of the document in the place of all it has: they go into every record, and `title` leads the breadcrumb. Texts stay
    /// as they are; anything else is kept as JSON.
    #[wasm_bindgen(js_name = setFields)]
    pub fn set_fields(&mut self, fields: JsMetadata) -> Result<(), JsValue> {
        self.source.set_fields(fields_of(&fields)?);
        self.sides = [None, None];
        Ok(())
    }

    /// Chunks the text; what else is asked of this side then speaks of these chunks. After an edit it is asked again, with the same settings: what
    /// could be kept true through the edit is not made anew.
    pub fn chunk(&mut self, settings: Option<JsSettings>, side: Option<JsSide>) -> Result<JsStatistics, JsValue> {
        let settings = settings.map_or_else(|| Ok(Settings::default()), |settings| settings_of(&settings))?;
        self.edits = 0;
        let side = &mut self.sides[place_of(side)?];
        let tracked = match side.take().filter(|tracked| *tracked.chunking.settings() == settings) {
            Some(tracked) => tracked,
            None => Tracked::new(&self.source, &settings),
        };
        Ok(to_js(&side.insert(tracked).counted.statistics)?.unchecked_into())
    }

    /// The numbers that other settings would give, and how many chunks hold more tokens than a limit. They change no side.
    pub fn measure(&self, settings: JsSettings, limit: Option<u32>) -> Result<JsMeasured, JsValue> {
        let chunking = chunk(&self.source, &settings_of(&settings)?);
        let counted = counted(&self.source, &chunking);
        let over_limit = limit.map(|limit| over(&counted, limit));
        Ok(to_js(&Measured { statistics: counted.statistics, over_limit })?.unchecked_into())
    }

    /// The first chunk behind another one that a number counts, or else the first of all.
    pub fn find(
        &self,
        sought: JsSought,
        after: usize,
        limit: Option<u32>,
        side: Option<JsSide>,
    ) -> Result<Option<usize>, JsValue> {
        let Tracked { chunking, counted, .. } = self.side(side)?;
        let sought = choose("sought", &text_of(&sought), &Sought::ALL, &Sought::NAMES).map_err(refused)?;
        Ok(find::next(chunking, counted, sought, limit.map_or(u64::MAX, u64::from), after))
    }

    /// Where the chunks are, and why they end there.
    pub fn columns(&self, side: Option<JsSide>) -> Result<JsColumns, JsValue> {
        let Tracked { chunking, columns, .. } = self.side(side)?;
        let column = |places: &[u32]| JsValue::from(Uint32Array::from(places));
        let [start, body, end] = [&columns.start, &columns.body, &columns.end].map(|places| column(places));
        let chunks = chunking.chunks();
        let cut = bytes(chunks.iter().map(|chunk| chunk.cut as u8));
        Ok(object([("start", start), ("body", body), ("end", end), ("cut", cut)])?.unchecked_into())
    }

    /// The records of the chunks from `first` up to, not including, `last`: all of them, if nothing is said. Offsets count UTF-16 units unless
    /// something else is asked for.
    pub fn records(
        &self,
        first: Option<usize>,
        last: Option<usize>,
        offsets: Option<JsOffsets>,
        side: Option<JsSide>,
    ) -> Result<JsRecords, JsValue> {
        let Tracked { chunking, counted, .. } = self.side(side)?;
        let shown = first.unwrap_or(0)..last.unwrap_or(usize::MAX);
        let offsets = offsets_of(&offsets.map_or(JsValue::UNDEFINED, JsValue::from))?;
        let some = record::some_records(&self.source, chunking, offsets, &counted.firsts, shown);
        Ok(parsed(&some)?.unchecked_into())
    }

    /// The states of the chunks from `first` up to, not including, `last`.
    pub fn states(&self, first: usize, last: usize, side: Option<JsSide>) -> Result<JsStates, JsValue> {
        let Tracked { chunking, counted, .. } = self.side(side)?;
        Ok(to_js(&states(&self.source, chunking, &counted.firsts, first..last))?.unchecked_into())
    }

    /// How many chunks hold more than so many tokens, as estimated.
    pub fn over(&self, tokens: u32, side: Option<JsSide>) -> Result<usize, JsValue> {
        Ok(over(&self.side(side)?.counted, tokens))
    }

    /// Which cuts the two sides share.
    pub fn compare(&self) -> Result<JsComparison, JsValue> {
        let [Some(a), Some(b)] = &self.sides else { return Err(not_chunked()) };
        let [a, b] = shared(self.source.text(), &a.chunking, &b.chunking);
        let only = |side: &[bool]| side.iter().filter(|&&shared| !shared).count();
        // The first chunk begins with the text: that is no cut.
        let both = a.iter().skip(1).filter(|&&shared| shared).count();
        let counts = [("shared", both), ("only_a", only(&a)), ("only_b", only(&b))].map(|(name, n)| (name, JsValue::from(n)));
        let [a, b] = [a, b].map(|side| bytes(side.into_iter().map(u8::from)));
        let [shared, only_a, only_b] = counts;
        Ok(object([("A", a), ("B", b), shared, only_a, only_b])?.unchecked_into())
    }

    /// What is worth knowing about the document, whatever the settings.
    pub fn warnings(&self) -> Result<JsWarnings, JsValue> {
        let text = self.source.text();
        let document = recognise(text).map(|found| Document {
            kind: found.kind.code(),
            language: if let DocumentKind::Code(language) = found.kind { language } else { None },
            confidence: found.confidence,
        });
        let mut found = oddities(text);
        for odd in &mut found {
            odd.places.truncate(SHOWN_PLACES);
        }
        // All kinds in one pass over the text.
        let mut edges: Vec<usize> = found.iter().flat_map(|odd| &odd.places).flat_map(|span| [span.start, span.end]).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut places = Places::new(text);
        let units: Vec<u32> = edges.iter().map(|&at| utf16(places.at(at))).collect();
        let unit = |at: usize| units[edges.partition_point(|&edge| edge < at)];
        let odd = |odd: Oddities| OddPlaces {
            kind: odd.kind,
            count: odd.count,
            places: odd.places.iter().map(|span| [unit(span.start), unit(span.end)]).collect(),
        };
        Ok(to_js(&Warnings { document, oddities: found.into_iter().map(odd).collect() })?.unchecked_into())
    }

    /// What cleaning the document changes.
    pub fn cleaning(&self) -> Result<JsCleaning, JsValue> {
        let text = self.source.text();
        let mut places = Places::new(text);
        let (mut from, mut to, inserted) = (Vec::new(), Vec::new(), Array::new());
        changes(text, |span, _, replacement| {
            from.push(utf16(places.at(span.start)));
            to.push(utf16(places.at(span.end)));
            inserted.push(&replacement.into());
        });
        let [from, to] = [from, to].map(|column| JsValue::from(Uint32Array::from(column.as_slice())));
        Ok(object([("from", from), ("to", to), ("insert", inserted.into())])?.unchecked_into())
    }

    /// Hands the records to `write` in pieces of UTF-8, in order: all of them, or the first ones.
    pub fn write(
        &self,
        exporter: &mut Exporter,
        write: JsWrite,
        side: Option<JsSide>,
        first: Option<usize>,
    ) -> Result<(), JsValue> {
        let chunking = &self.side(side)?.chunking;
        let write: Function = write.unchecked_into();
        let mut pending = Vec::with_capacity(PIECE);
        let hand_over = |pending: &mut Vec<u8>| -> Result<(), JsValue> {
            write.call1(&JsValue::NULL, &Uint8Array::from(pending.as_slice()))?;
            pending.clear();
            Ok(())
        };
        let gather = |row: &str| {
            pending.extend_from_slice(row.as_bytes());
            if pending.len() < PIECE { Ok(()) } else { hand_over(&mut pending) }
        };
        match first {
            Some(count) => exporter.0.write_first(count, &self.source, chunking, gather)?,
            None => exporter.0.write(&self.source, chunking, gather)?,
        }
        hand_over(&mut pending)
    }
}

/// What is written is handed over whenever it is so long, in bytes.
const PIECE: usize = 1 << 20;

/// Writes the chunks of one session after the other as one text of a format: a head, the chunks of each, a tail.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Exporter(export::Exporter);

#[wasm_bindgen]
impl Exporter {
    /// One that has written nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new(format: JsFormat, offsets: JsOffsets, ollama: Option<JsOllama>) -> Result<Self, JsValue> {
        let ollama = ollama.map_or_else(|| Ok(Ollama::default()), |ollama| ollama_of(&ollama))?;
        let format = text_of(&format).parse().map_err(refused)?;
        Ok(Self(export::Exporter::new(Export { format, offsets: offsets_of(&offsets)?, ollama })))
    }

    /// What stands before all chunks.
    pub fn head(&self) -> String {
        self.0.head()
    }

    /// What stands behind all chunks.
    pub fn tail(&self) -> String {
        self.0.tail().to_owned()
    }
}

fn text_in(given: &JsValue) -> Result<String, JsValue> {
    if let Some(text) = given.as_string() {
        return Ok(text);
    }
    let utf8: &Uint8Array = given.dyn_ref().ok_or_else(|| TypeError::new("a text is a string or UTF-8 in a Uint8Array"))?;
    String::from_utf8(utf8.to_vec()).map_err(|error| TypeError::new(&error.to_string()).into())
}

impl Session {
    /// Keeps the chunks true through an edit. If nothing of them would stay, they are forgotten until they are asked for: another edit may come.
    fn follow(&mut self, change: &Change) {
        let can_follow =
            |side: &Tracked| change.0.as_ref().is_some_and(|renewed| side.chunking.can_follow(&self.source, renewed));
        if !self.sides.iter().flatten().all(can_follow) {
            self.source.forget_structure();
            self.sides = [None, None];
        }
        for side in self.sides.iter_mut().flatten() {
            side.follow(&self.source, change);
        }
    }

    fn side(&self, side: Option<JsSide>) -> Result<&Tracked, JsValue> {
        self.sides[place_of(side)?].as_ref().ok_or_else(not_chunked)
    }
}

fn over(counted: &Counted, tokens: u32) -> usize {
    counted.sizes.iter().filter(|&&size| size > u64::from(tokens)).count()
}

fn not_chunked() -> JsValue {
    Error::new("there are no chunks: ask for them first, and again after another text, other fields or edits").into()
}

fn place_of(side: Option<JsSide>) -> Result<usize, JsValue> {
    side.map_or(Ok(0), |side| choose("side", &text_of(&side), &[0, 1], &["A", "B"]).map_err(refused))
}

/// The most places of odd characters of a kind that the page steps through.
const SHOWN_PLACES: usize = 100;

#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    statistics: Statistics,
    over_limit: Option<usize>,
}

#[derive(Serialize)]
struct Warnings {
    document: Option<Document>,
    oddities: Vec<OddPlaces>,
}

#[derive(Serialize)]
struct Document {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    confidence: u8,
}

#[derive(Serialize)]
struct OddPlaces {
    kind: Oddity,
    count: usize,
    places: Vec<[u32; 2]>,
}

fn bytes(values: impl Iterator<Item = u8>) -> JsValue {
    Uint8Array::from(values.collect::<Vec<_>>().as_slice()).into()
}

/// A plain object with these fields.
fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value)?;
    }
    Ok(object.into())
}

/// The names and values of an object or a `Map`; none where nothing is said. What is undefined is left out.
fn entries(of: &JsValue) -> Result<Vec<(String, JsValue)>, JsValue> {
    let entries = if of.is_instance_of::<Map>() {
        listed(of)?
    } else if of.is_null_or_undefined() {
        Array::new()
    } else if of.is_object() && !Array::is_array(of) {
        fields_in(of)?
    } else {
        return Err(TypeError::new("names and values come in an object or a Map").into());
    };
    let mut named = Vec::new();
    for entry in entries {
        let value = Reflect::get_u32(&entry, 1)?;
        if !value.is_undefined() {
            named.push((text_of(&Reflect::get_u32(&entry, 0)?), value));
        }
    }
    Ok(named)
}

/// The values of these names, undefined where there is none. Another name is refused: mistyped, it would be a wish that nobody hears.
fn named<const N: usize>(of: &JsValue, names: [&str; N]) -> Result<[JsValue; N], JsValue> {
    let mut values = [const { JsValue::UNDEFINED }; N];
    for (name, value) in entries(of)? {
        let place = names.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| TypeError::new(&format!("{name:?} is none of {}", names.join(", "))))?;
        values[place] = value;
    }
    Ok(values)
}

/// As text, so that a number, a switch and a field of a form are read alike.
fn settings_of(object: &JsValue) -> Result<Settings, JsValue> {
    let mut options = Options::default();
    for (name, value) in entries(object)? {
        options.set(&name, &text_of(&value)).map_err(refused)?;
    }
    Settings::new(options).map_err(refused)
}

fn fields_of(object: &JsValue) -> Result<Fields, JsValue> {
    let mut fields = Fields::default();
    for (name, value) in entries(object)? {
        if let Some(text) = value.as_string() {
            fields.set(name, Field::Text(text));
        } else if let Some(json) = JSON::stringify(&value)?.as_string() {
            // What has no JSON is left out, and a date is a text there.
            let json = to_raw_value(&Plain(JSON::parse(&json)?)).map_err(|error| Error::new(&error.to_string()))?;
            fields.set(name, Field::Json(json));
        }
    }
    Ok(fields)
}

/// Up to here a number says which whole number it is (2^53 - 1).
const LARGEST_WHOLE: f64 = 9_007_199_254_740_991.0;

/// What JSON can say. Written value by value: to read it as JSON first would take 23 KB of WebAssembly (gzip).
struct Plain(JsValue);

impl Serialize for Plain {
    #[expect(clippy::cast_possible_truncation, reason = "a whole number of at most 53 bits")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value) = self;
        if let Some(text) = value.as_string() {
            serializer.serialize_str(&text)
        } else if let Some(number) = value.as_f64() {
            if number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE {
                serializer.serialize_i64(number as i64)
            } else {
                serializer.serialize_f64(number)
            }
        } else if let Some(truth) = value.as_bool() {
            serializer.serialize_bool(truth)
        } else if let Some(values) = value.dyn_ref::<Array>() {
            serializer.collect_seq(values.iter().map(Self))
        } else if value.is_object() {
            let fields = entries(value).map_err(|_| S::Error::custom("no fields"))?;
            serializer.collect_map(fields.into_iter().map(|(name, value)| (name, Self(value))))
        } else {
            serializer.serialize_unit()
        }
    }
}

fn ollama_of(object: &JsValue) -> Result<Ollama, JsValue> {
    let usual = Ollama::default();
    let [model, truncate, server] = named(object, ["model", "truncate", "server"])?;
    let said = |value: JsValue| (!value.is_undefined()).then(|| text_of(&value));
    Ok(Ollama {
        model: said(model).unwrap_or(usual.model),
        truncate: said(truncate).map_or(usual.truncate, |given| given == "true"),
        server: said(server).unwrap_or(usual.server),
    })
}

/// UTF-16 units where nothing is said.
fn offsets_of(name: &JsValue) -> Result<Offsets, JsValue> {
    if name.is_undefined() { Ok(Offsets::Utf16) } else { text_of(name).parse().map_err(refused) }
}

/// A value as text; of one that has none, nothing.
fn text_of(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| as_text(value).unwrap_or_default())
}

fn refused(error: SettingsError) -> JsValue {
    let thrown = Error::new(&error.to_string());
    thrown.set_name("SettingsError");
    let fields = [("code", error.code()), ("setting", error.setting()), ("given", &error.given()), ("allowed", &error.allowed())];
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&thrown, &name.into(), &value.into());
    }
    thrown.into()
}

/// Records cross as JSON: JavaScript reads that faster than it makes objects when called for each field.
fn parsed(records: &[Record]) -> Result<JsValue, JsValue> {
    JSON::parse(&json::to_json(records))
}

/// Plain objects, and whole numbers as numbers.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(JsValue::from)
}
