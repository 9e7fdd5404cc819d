//! Abbreviations of the languages the product speaks and their neighbours, merged in one table: no language is asked for.
//!
//! To add one, put it where it belongs without its last full stop and without blanks ("z. B." is `z.B`). An entry with a capital
//! matches only as it is written; one without matches in either case. An ordinary word that can end a sentence ("no", "art") belongs
//! in [`BEFORE_NUMBER`], or nowhere.

use std::{collections::HashMap, sync::LazyLock};

/// Never end a sentence: something always follows (titles, "e.g.", "cf.").
const NEVER_LAST: &str = "
    Skt Dir Amm Пл
    Adm Asst Brig Capt Cmdr Col Cpl Dr Fr Gen Gov Hon Lt Maj Messrs Mr Mrs Ms Mme Mlle Mt Pres Prof Rep Rev Sen Sgt St Supt
    ad.es cf e.g eds esp i.e viz vs
    Hr Frl Dipl z.B z.T bzw bzgl ca d.h evtl ggf inkl lfd o.ä sog u.a vgl zzgl
    c.-à-d p.ex Ste Mgr
    Sra Srta Dña p.ej Excmo
    Arch Avv Dott Dott.ssa Dr.ssa Egr Geom Ing Prof.ssa Rag Sig Sigg Sig.na Sig.ra Spett dott dott.ssa prof prof.ssa sig sig.ra avv ing p.es cfr
    Bc doc Doc Ing.arch JUDr MgA MUDr MVDr PaedDr PharmDr PhDr RNDr ThDr např npor plk por prof resp sv tj tzn tzv čp mj
    Dr.Sc акад в.т.ч доц им инж напр проф т.е т.к т.н ул
";

/// Do not end a sentence before a number: "No. 5", "p. 12", "рис. 3".
const BEFORE_NUMBER: &str = "
    app art arts ch chap cl eq eqs ex fig figs fol l ln n no nos nr num op p para pars pl pp pt ref sec sect tab v vol vols
    abb abs anh bd kap rdnr rn s seite ziff
    cap fasc lett tav pag pagg
    n° núm pág págs
    bod č čís čl kap odst par písm pozn příl roč str
    г гл д изд кв кн л м п пп рис с см ст стр т табл ч
";

/// May end a sentence, and do so where a new one clearly starts: "etc.", "Inc.", "p.m."
const MAY_BE_LAST: &str = "
    a.d a.m approx apt assn ave b.c b.c.e blvd bros c.e co corp d.c dept dist div ed est al etc ft hrs hwy inc jr lb lbs llc ltd m.d mfg
    mph oz p.a p.m ph.d pvt rd sq Sr tel univ yr yrs St
    Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
    Mio Mrd Std Tsd Str usw chr v.Chr n.Chr geb
    boul éd env tél
    EE.UU cía apdo avda ud uds vd vds
    ecc s.p.a s.r.l d.C a.C
    a.s s.r.o atd apod aj ap př.n.l n.l hod kč mil mld min tis nám tř
    в.в вв г гг до.н.э н.э др и.др и.т.д и.т.п т.д т.п коп млн млрд обл просп руб тыс чел экз
";

/// Of those, the ones that begin names ("U.S. Army", "Jan. Smith"): they end a sentence only before a word that often begins one.
const BEGIN_NAMES: &str = "U.S U.K U.N E.U U.S.A U.S.S.R Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec St Ave Jr Sr Str";

/// Words that often begin a sentence and seldom go on after an abbreviation.
const STARTERS: &str = "
    Are Can Could Did Do Does Had Has Have Is May Might Must Shall Should Was Were Will Would
    Aber Bei Das Der Die Ein Eine Er Es Ich Im Nach Sie Und Wenn Wir Elle Il Je Le La Les Lo Nous Un Una Une Vous El Ella Los
    Det Han Hun Hvad Jeg Vi Ale Byl Byla Bylo Je Ten To В Во Его Её И На Но Он Она Они Это
    A After All Although An And As At Because Before But By Each For From He Her Here His How However I If In It Its My No Not Now On One Or Our
    She Since So Some Such That The Their Then There These They This Those Though To Today Under Until We What When Where Which While Who Why With You Your
";

/// What an abbreviation is to the full stop behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "an entry can stand in several tables")]
pub(crate) struct Abbreviation {
    pub(crate) never_last: bool,
    pub(crate) before_number: bool,
    pub(crate) may_be_last: bool,
    pub(crate) begins_names: bool,
}

type Table = HashMap<&'static str, Abbreviation>;

static ABBREVIATIONS: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::new();
    for entry in NEVER_LAST.split_whitespace() {
        table.entry(entry).or_default().never_last = true;
    }
    for entry in BEFORE_NUMBER.split_whitespace() {
        table.entry(entry).or_default().before_number = true;
    }
    for entry in MAY_BE_LAST.split_whitespace() {
        table.entry(entry).or_default().may_be_last = true;
    }
    for entry in BEGIN_NAMES.split_whitespace() {
        table.entry(entry).or_default().begins_names = true;
    }
    table
});

/// Longest entry of the table, in bytes: a longer word is looked up no further.
const LONGEST: usize = 24;

/// Looks up a word as it is written, without its last full stop, blanks inside left out.
pub(crate) fn abbreviation(word: &str) -> Option<Abbreviation> {
    if word.len() > LONGEST {
        return None;
    }
    ABBREVIATIONS.get(word).or_else(|| ABBREVIATIONS.get(word.to_lowercase().as_str())).copied()
}

/// Whether a word often begins a sentence.
pub(crate) fn is_starter(word: &str) -> bool {
    STARTERS.split_whitespace().any(|starter| starter == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capital_entry_matches_only_as_written() {
        assert!(abbreviation("Sen").is_some() && abbreviation("sen").is_none());
        assert!(abbreviation("Etc").is_some() && abbreviation("etc").is_some());
        assert!(abbreviation("Philipp").is_none());
    }

    #[test]
    fn no_entry_is_longer_than_what_is_looked_up() {
        assert!(ABBREVIATIONS.keys().all(|entry| entry.len() <= LONGEST && !entry.ends_with('.')));
    }
}
