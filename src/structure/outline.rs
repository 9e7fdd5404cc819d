//! The outline: which of the lines that may be headings are, at which level, and under which other one. That depends on all of them.

use super::{
    blocks::{Block, Kind},
    headings::{Candidate, Form},
    numbered::Number,
};
use crate::span::Span;

/// A heading: its lines (a setext underline included, the last line end not; of a line its text goes on in, only the title), its level
/// from 1, its title, marks left out, the heading it stands under and the last one of those that follow with nothing between, by their
/// places in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) span: Span,
    pub(crate) level: u8,
    pub(crate) title: Span,
    pub(crate) parent: Option<usize>,
    pub(crate) run: usize,
}

/// The headings among the candidates, with their levels and their places among each other.
pub(super) fn headings(text: &str, candidates: &[Candidate], stay: Stay) -> Vec<Heading> {
    let mut levels = Levels::default();
    let leveled = candidates.iter().map(|candidate| (candidate, levels.level(candidate)));
    let mut found: Vec<Heading> = leveled
        .filter(|(candidate, _)| stay.has(candidate.form))
        .map(|(&Candidate { span, title, .. }, level)| Heading { span, level, title, parent: None, run: 0 })
        .collect();
    set_parents(&mut found);
    set_runs(text, &mut found);
    found
}

/// Which headings stay: what only its number or place makes one is none in Markdown, and some need company: one number is not a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stay {
    plain: bool,
    decimals: bool,
    romans: bool,
}

impl Stay {
    pub(super) fn of<'b>(candidates: &[Candidate], mut blocks: impl Iterator<Item = &'b Block>) -> Self {
        let is_markdown = blocks.any(|block| matches!(block.kind, Kind::Fence | Kind::Table { .. }))
            || candidates.iter().any(|candidate| matches!(candidate.form, Form::Atx(_) | Form::Element(_)));
        let several = |is: fn(Number) -> bool| {
            let of_kind = |candidate: &&Candidate| matches!(candidate.form, Form::Numbered(number) if is(number));
            candidates.iter().filter(of_kind).nth(1).is_some()
        };
        let decimals = several(|number| matches!(number, Number::Decimal(_)));
        Self { plain: !is_markdown, decimals, romans: several(|number| number == Number::Roman) }
    }

    fn has(self, form: Form) -> bool {
        match form {
            Form::Numbered(Number::Decimal(1)) => self.plain && self.decimals,
            Form::Numbered(Number::Roman) => self.plain && self.romans,
            Form::Numbered(_) | Form::Outdented => self.plain,
            _ => true,
        }
    }
}

/// What the level of a heading depends on: those before it.
#[derive(Default)]
struct Levels {
    /// That of the last heading by its mark.
    marked: u8,
    /// The ranks of words with numbers that have occurred.
    ranks: [bool; 4],
}

impl Levels {
    fn level(&mut self, candidate: &Candidate) -> u8 {
        let mut above = 0;
        if let Some(rank) = candidate.rank.map(usize::from) {
            self.ranks[rank] = true;
            above = self.ranks[..rank].iter().map(|&seen| u8::from(seen)).sum();
        }
        match candidate.form {
            Form::Atx(level) | Form::Underlined(level) | Form::Element(level) => {
                self.marked = level;
                level
            }
            Form::Capitals => self.marked + 1,
            Form::Numbered(Number::Decimal(depth)) => depth,
            // How many kinds of larger parts have occurred.
            Form::Numbered(Number::Word(_)) => above + 1,
            Form::Numbered(Number::Roman) | Form::Outdented => 1,
        }
    }
}

fn set_runs(text: &str, headings: &mut [Heading]) {
    for i in (0..headings.len()).rev() {
        let next = headings.get(i + 1).filter(|next| text[headings[i].span.end..next.span.start].trim_start().is_empty());
        headings[i].run = next.map_or(i, |next| next.run);
    }
}

fn set_parents(headings: &mut [Heading]) {
    let mut open: Vec<usize> = Vec::new();
    for i in 0..headings.len() {
        while open.last().is_some_and(|&above| headings[above].level >= headings[i].level) {
            open.pop();
        }
        headings[i].parent = open.last().copied();
        open.push(i);
    }
}
