//! Lines that are numbered like section headings of plain text: "5.2 Returns", "IV. Methods", "Article 7", "§ 12", "Čl. 3", "第3条".
//!
//! To add a language, add its words to the row of their rank.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{abbreviations::is_starter, blanks::is_unspaced};

/// The words for the parts of a work, from the largest down: books, chapters, sections, articles.
const RANKS: [&[(&str, &str)]; 4] = [
    &[
        ("English", "Part Book Title Volume"),
        ("German", "Teil Buch"),
        ("French", "Partie Livre Titre Tome"),
        ("Spanish, Portuguese", "Parte Libro Livro Título"),
        ("Italian", "Parte Libro Titolo"),
        ("Czech, Slovak", "Část Časť Kniha Díl"),
        ("Polish", "Część Księga Dział"),
        ("Dutch", "Deel Boek"),
        ("Danish, Norwegian, Swedish", "Del Bog Bok"),
        ("Russian, Ukrainian, Bulgarian", "Часть Частина Част Книга Том"),
    ],
    &[
        ("English", "Chapter Appendix Annex Schedule Exhibit"),
        ("German", "Kapitel Anhang Anlage"),
        ("French", "Chapitre Annexe"),
        ("Spanish, Portuguese", "Capítulo Anexo Apéndice Apêndice"),
        ("Italian", "Capitolo Capo Allegato Appendice"),
        ("Czech, Slovak", "Kapitola Hlava Příloha Príloha Dodatek"),
        ("Polish", "Rozdział Załącznik"),
        ("Dutch", "Hoofdstuk Bijlage"),
        ("Danish, Norwegian, Swedish", "Kapitel Kapittel Bilag Bilaga"),
        ("Finnish", "Luku Liite"),
        ("Russian, Ukrainian, Bulgarian", "Глава Розділ Приложение Додаток"),
        ("Greek", "Κεφάλαιο"),
    ],
    &[
        ("English", "Section Subsection Sec."),
        ("German", "Abschnitt"),
        ("French", "Sous-section"),
        ("Spanish, Portuguese", "Sección Seção Secção"),
        ("Italian", "Sezione"),
        ("Czech, Slovak", "Oddíl Oddiel"),
        ("Polish", "Oddział"),
        ("Dutch", "Afdeling Paragraaf"),
        ("Swedish", "Avsnitt"),
        ("Russian, Bulgarian", "Раздел"),
    ],
    &[
        ("any", "§ §§"),
        ("English", "Article Art. Clause Rule Regulation"),
        ("German, Dutch, Danish, Norwegian, Swedish", "Artikel"),
        ("Spanish, Portuguese", "Artículo Artigo Cláusula"),
        ("Italian", "Articolo"),
        ("Czech, Slovak", "Článek Článok Čl."),
        ("Polish", "Artykuł"),
        ("Finnish", "Artikla Pykälä"),
        ("Russian, Ukrainian, Bulgarian", "Статья Стаття Член Пункт"),
        ("Greek", "Άρθρο"),
    ],
];

/// The same in Japanese, Chinese and Korean, where they stand behind the number: 第3条, 第二章, 제1조.
const COUNTERS: [&str; 4] = ["編编部篇편", "章장", "節节절", "条條款项項조항"];

/// Words that no title ends with: after them the clause goes on, in items under it ("3.3 Either party may terminate if"). None that a
/// title ends with now and then ("What it is made of") is here.
const GOES_ON: &[(&str, &str)] = &[
    ("English", "and if may must or shall that the unless whether which"),
    ("German", "dass falls indem oder sofern soweit sowie und wenn"),
    ("French", "et lorsque ou que si"),
    ("Spanish, Portuguese", "cuando ou quando que se si"),
    ("Italian", "che ed od quando se"),
    ("Czech, Slovak", "aby ak alebo jestliže keď nebo pokud že"),
    ("Polish", "albo gdy jeśli jeżeli lub oraz że"),
    ("Dutch", "als dat en indien"),
    ("Danish, Norwegian, Swedish", "att eller hvis och og samt"),
    ("Finnish", "että ja jos kun tai"),
    ("Hungarian", "és ha hogy vagy"),
    ("Romanian", "că dacă sau și"),
    ("Greek", "εάν και ότι"),
    ("Russian, Ukrainian, Bulgarian", "або если когда либо или также что чтобы що якщо ако че"),
];

/// A longer title is a sentence, in characters and words.
const LONGEST: (usize, usize) = (100, 14);

/// How a line is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// "5.2": how many numbers.
    Decimal(u8),
    /// "IV."
    Roman,
    /// A word with a number: its rank among [`RANKS`], from 0.
    Word(u8),
}

/// How a line is numbered, if it is a heading by its looks, and whether a blank line has to follow: a word with its number and nothing
/// else, or a title set off from it, needs none.
pub(super) fn numbered(row: &str) -> Option<(Number, bool)> {
    let looks_numbered =
        row.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '§' | '第' | '제') || !is_unspaced(c) && c.is_uppercase());
    if !looks_numbered {
        return None;
    }
    if let Some((rank, rest)) = designation(row) {
        let set_off = rest.starts_with(['.', ':', '–', '—', '-', '(', '（', '　', '：', '|']) || rest.is_empty();
        let title = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '：' | '–' | '—' | '-'));
        let fits = (title.is_empty() || is_title(title, true)) && !has_columns(row);
        return fits.then_some((Number::Word(rank), !set_off));
    }
    let (number, title) = number(row)?;
    let short = title.split_whitespace().count() <= 3;
    (is_title(title, short) && !has_columns(row)).then_some((number, true))
}

/// How a line is numbered that its text follows in, and where its title ends: "2. Grant of License. Subject to the terms…"
pub(super) fn run_in(row: &str) -> Option<(Number, usize)> {
    let (number, rest) = number(row).filter(|(number, _)| matches!(number, Number::Decimal(_)))?;
    let title = &rest[..rest.find(". ")?];
    let text = rest[title.len() + 2..].trim_start();
    let small = ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"];
    let capital = |word: &str| word.starts_with(|c: char| c.is_uppercase() || matches!(c, '(' | '&'));
    let titled = title.split_whitespace().all(|word| capital(word) || small.contains(&word));
    let single = !title.contains(' ') && is_starter(title);
    (titled && !single && is_title(title, false) && text.starts_with(char::is_uppercase))
        .then(|| (number, row.len() - rest.len() + title.len() + 1))
}

/// "5.2", "5.", "IV." and what stands behind them.
fn number(row: &str) -> Option<(Number, &str)> {
    /// A longer word is no number, in bytes.
    const LONGEST_LABEL: usize = 24;
    if !matches!(row.as_bytes(), [b'0'..=b'9' | b'I' | b'V' | b'X', ..] | [b'A'..=b'Z', b'.', ..]) {
        return None;
    }
    let end = row.bytes().take(LONGEST_LABEL).position(|byte| matches!(byte, b' ' | b'\t'))?;
    let (label, rest) = (&row[..end], row[end..].trim_start());
    let bare = label.strip_suffix('.').unwrap_or(label);
    let appendix = bare.len() > 2 && bare.as_bytes()[0].is_ascii_uppercase() && bare.as_bytes()[1] == b'.';
    let parts = || bare.split('.').skip(usize::from(appendix));
    let is_part = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts().all(is_part) {
        let depth = parts().count() + usize::from(appendix);
        return (depth <= 6).then_some((Number::Decimal(u8::try_from(depth).ok()?), rest));
    }
    let roman = label.len() > bare.len()
        && !bare.is_empty()
        && bare.len() <= 6
        && bare.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    roman.then_some((Number::Roman, rest))
}

/// The rank of a word with its number, and what stands behind them.
fn designation(row: &str) -> Option<(u8, &str)> {
    /// None of the words is longer, in bytes.
    const LONGEST_WORD: usize = 32;
    counted(row).or_else(|| {
        let end = row.bytes().take(LONGEST_WORD).position(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t'))?;
        let word = &row[..end];
        if let Some(word) = word.strip_suffix(':').filter(|&word| rank_of(word) == Some(1)) {
            return Some((1, &row[word.len()..]));
        }
        let rank = rank_of(word)?;
        let rest = row[end..].trim_start();
        let number = rest.find(|c: char| !(c.is_alphanumeric() || c == '.')).map_or(rest, |end| &rest[..end]);
        let number = number.strip_suffix('.').unwrap_or(number);
        let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 8;
        let roman = !number.is_empty()
            && number.len() <= 7
            && number.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C'));
        let letter = rank == 1 && number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_uppercase());
        (digits || roman || letter).then(|| (rank, &rest[number.len()..]))
    })
}

/// The rank of a word of the table, as it is written there or all in capitals.
fn rank_of(word: &str) -> Option<u8> {
    if let Some(&(rank, true)) = RANK_OF.get(word) {
        return Some(rank);
    }
    let in_capitals = word.chars().all(|c| !c.is_lowercase());
    in_capitals.then(|| RANK_OF.get(word.to_lowercase().as_str())).flatten().map(|&(rank, _)| rank)
}

/// The rank of each word, as it is written and in small letters, and whether that is how it is written.
static RANK_OF: LazyLock<FxHashMap<String, (u8, bool)>> = LazyLock::new(|| {
    let mut rank_of = FxHashMap::default();
    for (rank, rows) in (0..).zip(RANKS) {
        for word in rows.iter().flat_map(|(_, words)| words.split(' ')) {
            rank_of.insert(word.to_owned(), (rank, true));
            rank_of.entry(word.to_lowercase()).or_insert((rank, false));
        }
    }
    rank_of
});

/// 第3条, 第二章, 제1조.
fn counted(row: &str) -> Option<(u8, &str)> {
    const DIGITS: &str = "一二三四五六七八九十百千零〇０１２３４５６７８９";
    let rest = row.strip_prefix('第').or_else(|| row.strip_prefix('제'))?.trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_digit() || DIGITS.contains(c)))?;
    let counter = rest[end..].chars().next().filter(|_| (1..=15).contains(&end))?;
    let rank = COUNTERS.iter().position(|counters| counters.contains(counter))?;
    let after = &rest[end + counter.len_utf8()..];
    // 第3条の2 is a number of its own; 第3条に… is a sentence.
    let after = after
        .strip_prefix(['の', '의'])
        .map_or(after, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || DIGITS.contains(c)));
    let parted =
        after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || matches!(c, '（' | '(' | '：' | ':' | '【' | '「'));
    parted.then_some((u8::try_from(rank).unwrap_or(0), after))
}

/// Whether a text looks like a title: it begins like one, is short, and ends like no sentence (or may, where it is short or set off).
fn is_title(title: &str, may_end: bool) -> bool {
    let first = title.chars().find(|c| c.is_alphanumeric());
    let end = title.chars().next_back().unwrap_or(' ');
    let words = title.split_whitespace().count();
    let ends_badly = matches!(end, ',' | ';' | ':' | '!' | '。' | '；' | '，' | '、' | '-')
        || end == '.' && (!may_end || title.trim_end_matches('.').contains(". "));
    first.is_some_and(|c| c.is_alphabetic() && !c.is_lowercase() || title.starts_with(['(', '"', '“', '„', '«', '（']))
        && title.chars().count() <= LONGEST.0
        && words <= LONGEST.1
        && !ends_badly
        && !goes_on(title)
}

/// Whether a line is no title, since the clause is not at its end.
pub(super) fn goes_on(line: &str) -> bool {
    let last = line.rsplit(char::is_whitespace).next().unwrap_or(line);
    last.starts_with(char::is_lowercase) && GOES_ON.iter().any(|(_, words)| words.split(' ').any(|word| word == last))
}

/// Whether a line has columns, the dots of a contents list or cells: no title has.
pub(super) fn has_columns(row: &str) -> bool {
    let row = row.trim().as_bytes();
    (0..row.len()).any(|at| match row[at] {
        b'\t' | b'|' => true,
        b' ' => row[at..].starts_with(b"   "),
        b'.' => matches!(row[at..], [_, b'.' | b' ', b'.', ..]),
        0xE2 => row[at..].starts_with("…".as_bytes()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_with_numbers_are_told_from_text() {
        for (row, number, needs_blank) in [
            ("5.2 Returns", Number::Decimal(2), true),
            ("1. Introduction", Number::Decimal(1), true),
            ("A.1 Sample code", Number::Decimal(2), true),
            ("IV. Methods", Number::Roman, true),
            ("Article 7", Number::Word(3), false),
            ("ARTICLE VII", Number::Word(3), false),
            ("Chapter 2: Soup", Number::Word(1), false),
            ("Appendix B Tables", Number::Word(1), true),
            ("APPENDIX: How to mend a net", Number::Word(1), false),
            ("§ 12", Number::Word(3), false),
            ("§12a Kündigung", Number::Word(3), true),
            ("Čl. 3", Number::Word(3), false),
            ("Статья 5. Права сторон", Number::Word(3), false),
            ("第3条", Number::Word(3), false),
            ("第二章　総則", Number::Word(1), false),
            ("제1조 (목적)", Number::Word(3), true),
            ("2.4 What it is made of", Number::Decimal(2), true),
            ("2.5 Free will", Number::Decimal(2), true),
        ] {
            assert_eq!(numbered(row), Some((number, needs_blank)), "{row}");
        }
        for row in [
            "5 apples",
            "5.2",
            "12.3.2024 Meeting",
            "1. Boil the water for ten long minutes.",
            "1. Introduction ........ 3",
            "2.1 Scope          4",
            "Article 7 of the treaty says so",
            "Part of it",
            "第3条に規定する",
            "IV therapy",
            "1 | a | b",
            "Section 5, which",
            "2.2 A failure is one of the following:",
            "3.3 Ein wichtiger Grund liegt insbesondere vor, wenn",
            "3.2 The Supplier shall",
            "2.1 Стороны договорились, что",
            "§ 4 Die Parteien vereinbaren, dass",
        ] {
            assert_eq!(numbered(row), None, "{row}");
        }
    }

    #[test]
    fn a_title_may_be_followed_by_its_text() {
        let end = "3. Term and Termination.".len();
        assert_eq!(run_in("3. Term and Termination. This begins on"), Some((Number::Decimal(1), end)));
        for row in ["3. It rains. We go.", "3. Take the bread out. Let it rest.", "3. Term", "Mr. Osei. He left"] {
            assert_eq!(run_in(row), None, "{row}");
        }
    }
}
