//! What is put in front of a chunk so that it can be understood alone: title, heading path, table header.

use crate::{
    settings::Settings,
    source::Source,
    span::Span,
    structure::{blocks::Kind, titles::Titles},
};

/// Longer header rows are left out, in bytes: they are said again with every chunk of the table.
const LONGEST_HEADER: usize = 4096;

/// Puts title, heading path and table header together.
#[derive(Debug)]
pub(crate) struct Breadcrumb<'a> {
    source: &'a Source,
    settings: &'a Settings,
    titles: Titles<'a>,
}

impl<'a> Breadcrumb<'a> {
    pub(crate) fn new(source: &'a Source, settings: &'a Settings) -> Self {
        Self { source, settings, titles: Titles::new(source) }
    }

    /// The header rows of the table that a body starting at `start` goes on with, if it does and they are no longer than is sensible. No other
    /// block starts inside a table.
    pub(crate) fn table(&self, start: usize) -> Option<Span> {
        let table = self.source.block_up_to(start)?;
        match table.kind {
            Kind::Table { head } if head.end < start && start < table.span.end => {
                (head.end - head.start <= LONGEST_HEADER).then_some(head)
            }
            _ => None,
        }
    }

    /// What goes in front of a body that starts at `start` and needs room for a weight of `need` itself; empty without `breadcrumb`.
    /// `first` is its first character that is no blank.
    pub(crate) fn prefix(&self, start: usize, first: usize, need: u64) -> String {
        if !self.settings.options().breadcrumb {
            return String::new();
        }
        let measure = self.settings.measure();
        let left = measure.limit(self.settings.size()).saturating_sub(need);
        let mut prefix = self.path(start, first, left);
        if let Some(head) = self.table(start) {
            let header = format!("{}\n", &self.source.text()[head.range()]);
            let weight = measure.weight_of(&header);
            let rest = left.checked_sub(measure.weight_of(&prefix) + weight);
            if weight <= left / 2 && rest.is_some_and(|rest| self.takes_a_row(start, rest)) {
                prefix += &header;
            }
        }
        prefix
    }

    /// Title and headings, joined by ` › `, then a line end; the outermost left out until they weigh at most a quarter of the size.
    fn path(&self, start: usize, first: usize, left: u64) -> String {
        let text = self.source.text();
        let measure = self.settings.measure();
        let most = (measure.limit(self.settings.size()) / 4).min(left);
        let headings = self.source.headings_over(first, text.len());
        let mut parts: Vec<String> = headings.iter().map(|heading| self.titles.of(heading)).collect();
        let title =
            self.source.field("title").filter(|title| !title.is_empty() && parts.first().is_none_or(|part| part != title));
        parts.truncate(headings.iter().filter(|heading| heading.span.end <= start).count());
        if let Some(title) = title {
            parts.insert(0, title.into_owned());
        }
        parts.retain(|part| !part.is_empty());
        (0..parts.len())
            .map(|outermost| format!("{}\n", parts[outermost..].join(" › ")))
            .find(|path| measure.weight_of(path) <= most)
            .unwrap_or_default()
    }

    /// Whether a weight of `left` takes the line that starts at `start`.
    fn takes_a_row(&self, start: usize, left: u64) -> bool {
        let rest = &self.source.text()[start..];
        let reach = self.settings.measure().reach(rest, left);
        reach == rest.len() || rest[..reach].contains(['\n', '\r']) || rest[reach..].starts_with(['\n', '\r'])
    }
}
