//! Abbreviations, and the other words that decide at a full stop, of many languages in one table: no language is asked for.
//!
//! To add one, put it in the line of its language where it belongs, without its last full stop and without blanks ("z. B." is `z.B`,
//! "ad es." is `ad.es`). An entry with a capital matches only as it is written; one without matches in either case. An ordinary word
//! that can end a sentence ("no", "art") belongs in [`BEFORE_NUMBER`], or nowhere. Not needed here: single letters ("p.", "J."), words
//! with full stops inside whatever their letters ("LL.AA."), and words of consonants that begin with a capital ("Skt.").

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// A language and its entries, blanks between.
type Row = (&'static str, &'static str);

/// Never end a sentence: something always follows (titles, "e.g.", "cf.").
const NEVER_LAST: &[Row] = &[
    (
        "English",
        "Adm Ald Asst Atty Brig Capt Cllr Cmdr Col Comdr Cpl Dr Drs Ens Fr Gen Gov Hon Insp Lieut Lt Maj Messrs Mr Mrs Ms Mx Mt Mts Pfc \
         Pres Prof Profs Pvt Rep Reps Rev Rt Sen Sens Sgt Supt Vice-Adm cf e.g eds esp i.e incl viz vs",
    ),
    (
        "German",
        "Fa Hr Hrn Fr Frl Dipl Dr Prof Hl Abt Hrsg Bspw Frhr Inh Verf Nr abzgl allg amerik bspw bzgl bzw ca d.h d.i dt ehem eigtl einschl engl \
         entspr evtl exkl frz gez ggf ggü griech hl i.A i.d.R i.S i.S.d i.V i.V.m inkl insb insbes jur kath lfd m.E m.W med phil rer o.g \
           sog städt u.a u.U ungef urspr v.a vgl z.B z.Hd z.T z.Z z.Zt zzgl",
    ),
    ("French", "MM Mme Mmes Mlle Mlles Mgr Dr Pr Ste Vve apr av c.-à-d c.à.d cf env p.ex"),
    (
        "Spanish",
        "Arq Cnel D.ª Dña Dr Dra Dres Excmo Excma Gral Ilmo Ilma Ing Lic Licda Mons Pbro Profa Rvdo Sr Sra Sras Sres Srta Srtas Sto Sta Tte \
         aprox dr dra p.ej pej sr sra srta",
    ),
    ("Portuguese", "Dra Drs Enga Exmo Exma Ilmo Ilma Profa Profª Sra Sras Srs Sr Sto p.ex v.g"),
    (
        "Italian",
        "Amm Arch Avv Cav Comm Dir Dott Dott.ssa Dr Dr.ssa Dottssa Egr Gent Geom Ing Mons On Prof.ssa Rag Sig Sig.na Sig.ra Sigg Spett ad.es \
          avv cfr dott dott.ssa geom ing p.es per.es prof.ssa psicol sig.na sig.ra",
    ),
    (
        "Czech, Slovak",
        "Bc Ing Mgr JUDr MDDr MUDr MVDr MgA PaedDr PharmDr PhDr PhMr RNDr ThDr ThLic Dr.Sc cca dr gen kpt m.j mj mjr např napr npor \
         nprap plk popr popř pplk pprap prof prům přibl příp resp sv t.č t.j t.zn tj tzn tzv ul vč zejm čp šerm št",
    ),
    (
        "Polish",
        "abp bp bł ds dr hab inż kard kpt ks lek m.in mec mgr mjr np o.o.s pdst płk ppłk ppor prof przyp sierż sp.j św \
         t.j tj tzn tzw ub ul wg wł ww zast zob",
    ),
    (
        "Dutch",
        "Dhr aanw bijv bijz ca d.w.z dhr drs ds evt excl i.p.v i.v.m incl ir jhr m.a.w m.b.t m.n mevr mw n.a.v o.a o.i.d t.a.v t.o.v vgl z.g zgn",
    ),
    (
        "Danish, Norwegian, Swedish",
        "Hr Skt Sct St.-kirke adv.dir bl.a ca cand d.v.s dvs eks f.d f.eks f.x fg fhv fr frk fx hhv iflg inkl jf jfr kand kgl mht pga \
         resp s.k sdr t.ex vedr",
    ),
    ("Finnish", "ent esim huom ks toim vrt"),
    ("Turkish", "Av Alb Bkz Dç Doç Gn Hz Org Sn Tğm Uzm Yrd Yzb bkz örn"),
    ("Hungarian", "ifj id özv ún vö pl"),
    ("Romanian", "Dl Dlui Dna Dnei Dvs ing prof înv"),
    ("Greek", "Δρ δηλ κα κος π.χ βλ τ.μ"),
    (
        "Russian, Ukrainian, Bulgarian, Kazakh",
        "Пл акад англ б.з.б биол бул в.т.ч вкл ген гос гр гр-н гражд греч деп дер доц д-р зам игум инж ин.яз исп итал канд \
          кн лейт мин-во митр мл наб накл наим напр нем неск нем.яз обл.сов оз пгт пер пл \
            пос прапор прп пр-т преп просп проф ред рус с.х св см сокр ср ст.-сл т.е т.к т.н т.наз \
         т.нар т.о тов ул вул ім урожд ур фр франц хр чл.-корр эл яз",
    ),
    ("Hindi, Marathi", "डॉ डा प्रो कु पं मि श्री श्रीमती लि कं सं उदा"),
    ("Icelandic", "hr sbr skv t.d u.þ.b þ.á.m þ.e "),
    ("Croatian, Serbian, Slovene", "gdin gosp mr npr odn oz prof tj tzv vlč"),
    ("Lithuanian, Latvian, Estonian", "nt pvz piem "),
    ("Indonesian", "Bpk Sdr Sdri Jl Jln "),
    ("Vietnamese", "GS PGS TP ThS TS"),
];

/// Do not end a sentence before a number: "No. 5", "p. 12", "рис. 3". Months and weekdays among them.
const BEFORE_NUMBER: &[Row] = &[
    (
        "English",
        "Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun app approx art arts avg bk bks ch chap chaps cl col cols cor def eq eqs ex exp figs fig fn fol \
         jan feb mar apr aug sep sept oct nov dec lem lib ln max min no nos nr num Op para paras pars pl pp prop pt pts ref refs sec secs \
         sect ser st suppl tab tbl temp thm ver vol vols wk",
    ),
    ("German", "Di Mo Do Mi Jän Mär Okt Dez abb abs anh anm aufl bd bde gem kap nr nrn rdnr rn rz seite tab tel ziff"),
    ("French", "al ann bd chap fasc févr fév hab janv juil n° nº no nos tél par réf sect tit vol déc"),
    ("Spanish", "ago ap cap caps dic ene jue lám lun mié mar n.º núm núms nº pág págs párr párrf sáb tel tfno tít vie vol"),
    ("Portuguese", "Out Set art arts cap fev fig n.º nº pág págs séc tel vol dez"),
    ("Italian", "artt cap capp dic dom fasc gen gio giu lett lug lun mag mer ott pag pagg par sab set sett tav tel ven vol"),
    ("Czech, Slovak", "bod čís čl ev.č kap obr ods odst opr ot par písm pozn příl rč roč str tab tel usn ust vyhl zák"),
    ("Polish", "art bud godz kol lit lok ok nr par pkt poz rozdz rys str tabl tel tom ust zał zesz"),
    ("Dutch", "afb afl art bijl blz hfst hfdst pag tab tel"),
    ("Danish, Norwegian, Swedish", "bd fig kap kl nr pkt sid stk tel tlf"),
    ("Finnish", "klo kpl luv nro puh siv"),
    ("Greek", "αρ αριθ άρθ εικ κεφ σελ σχ"),
    (
        "Russian, Bulgarian",
        "вып гл изд илл кв корп кн лит обр пн пп разд ред рис ст стр табл тел тт черт чт чл янв февр фев авг сент окт нояб дек",
    ),
    ("Icelandic", "bls kl"),
    ("Croatian, Serbian, Slovene", "br čl god sl st str"),
    ("Indonesian", "hlm tgl"),
];

/// May end a sentence, and do so where a new one starts: "etc.", "Inc.", "p.m."
const MAY_BE_LAST: &[Row] = &[
    (
        "English",
        "a.d a.k.a a.m apt assn assoc ave b.a b.c b.c.e b.sc blvd bldg bros c.e cert co corp d.c dept dist div ed encl esq est etc et.al ext ft gal \
         hr hrs hwy inc intl jr lb lbs ltd llc llp m.a m.d m.sc mfg mph natl oz p.a p.m p.s ph.d plc pvt rd sq sr tel tr univ \
         wk yd yr yrs Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec",
    ),
    ("German", "Co Co.KG Jh Jhd Jhs KG Std Str Tel geb n.Chr o.ä o.Ä österr s.l tägl u.ä u.Ä u.dgl u.v.m usf usw v.Chr"),
    ("French", "boul cie éd etc.s J-C J.-C Ltée s.a tél"),
    ("Spanish", "a.C a.m apdo avda c.a cía d.C depto EE.UU etc ltda prov s.a tlf ud uds vd vds"),
    ("Portuguese", "av cia lda ltda s.a"),
    ("Italian", "d.C ecc eccetera s.n.c s.p.a s.r.l v.le"),
    (
        "Czech, Slovak",
        "a.s aj ap apod atd atp atď hod kč mil min mld n.l např.n nám o.p.s o.s p.n.l pr.n.l př.n.l př.Kr s.p s.r.o sek spol tis tř v.o.s",
    ),
    ("Polish", " itd itp m.st mies mkw mln mld n.e os p.n.e pl s.a s.c sp sp.z.o.o tys woj z.o.o zł"),
    ("Dutch", "b.v cs e.a e.d e.v enz enzv gld jl m.i.v n.Chr n.v p/a v.Chr"),
    ("Danish, Norwegian, Swedish", "a.s e.Kr e.l f.Kr m.fl m.m m.v mia mill mio mkr o.fl o.l o.lign o.s.v osv osb tkr"),
    ("Finnish", "eKr jKr jne ym yms tms milj mrd"),
    ("Turkish", "vb vd"),
    ("Hungarian", "bt i.e.sz kft nyrt stb zrt"),
    ("Romanian", "d.Hr etc î.Hr"),
    ("Greek", "κ.ά κ.λπ κλπ κτλ μ.Χ μ.μ π.μ π.Χ"),
    (
        "Russian, Ukrainian, Bulgarian",
        "вв гг до.н.э дол долл др кг км коп куб кв.м куб.м млн млрд мин н.е н.э обл пр р-н руб сек см стр т.д т.п тыс трлн у.е чел экз и.др и.пр и.т.д и.т.п",
    ),
    ("Icelandic", "e.Kr f.Kr o.fl o.s.frv"),
    ("Croatian, Serbian, Slovene", "itd itn kn n.e p.n.e pr.n.e sl"),
    ("Indonesian, Vietnamese", "dkk dll dsb dst v.v"),
];

/// Of those, the ones that begin names or measures ("U.S. Army", "Mio. Euro"): they end a sentence only before a word that often begins one.
const BEGIN_NAMES: &[Row] = &[
    ("English", "U.S U.K U.N E.U U.S.A U.S.S.R St Ste Ft Ave Jr Sr Str Univ"),
    ("German", "Mio Mrd Tsd Bio St mind"),
    ("Spanish, Portuguese", "av avda"),
    ("Italian", "arch rag sig"),
    ("Czech, Slovak", "arch doc mil mld nám tis tř"),
    ("Polish", "Al im mld mln os pl red tys"),
    ("Russian", "им тел обл худ"),
];

/// Words that often begin a sentence and seldom go on after an abbreviation.
const STARTERS: &[Row] = &[
    (
        "English",
        "A After All Also Although An And Another Any Are As At Because Before Both But By Can Could Did Do Does Each Every Few For From Had Has \
         Have He Her Here His How However I If In Is It Its Just Let Many May Maybe Might More Most Must My No Nobody Not Now Of On Once \
         One Only Or Our People Please Shall She Should Since So Some Such That The Their Then There These They This Those Though Thus To \
         Today Under Until Was We Were What When Where Whether Which While Who Why Will With Would Yes Yet You Your",
    ),
    (
        "German",
        "Aber Alle Als Am Auch Auf Aus Bei Beim Bis Da Dabei Dafür Dagegen Daher Damit Danach Dann Daraufhin Darum Das Dem Den Denn Der Des Deshalb \
         Die Dies Diese Dieser Dieses Doch Dort Durch Ein Eine Einen Einer Er Es Für Gegen Hier Ich Ihr Ihre Im In Ist Jede Jeder Jedoch \
         Kein Keine Man Manche Mehr Mit Nach Nachdem Noch Nun Nur Ob Obwohl Oder Ohne Schon Sein Seine Seit Sich Sie Sind So Sobald Solche Sonst Sowohl \
         Trotz Um Und Unser Viele Vom Von Vor Während War Warum Was Wegen Weil Wenn Wer Wie Wir Wird Wo Zu Zum Zur Zwar",
    ),
    (
        "French",
        "Après Au Aucun Aujourd'hui Aussi Aux Avant Avec Ce Ceci Cela Celui Ces Cet Cette Chaque Comme Comment Dans De Depuis Des Dès Donc Du Elle \
         Elles En Enfin Ensuite Et Il Ils Je La Le Les Leur Lors Lorsque Mais Même Nous On Or Ou Où Par Parmi Pendant Plus Pour Pourquoi \
         Puis Quand Quant Que Quel Qui Sa Sans Selon Ses Si Son Sous Sur Tous Tout Un Une Vous",
    ),
    (
        "Spanish",
        "Además Al Algunos Aunque Cada Como Con Cuando De Del Desde Después Donde Durante El Él Ella Ellas Ellos En Entonces Entre Era Es Ese \
         Esta Este Esto Estos Fue Ha Hay La Las Lo Los Me Mi Mientras Muchos Nadie No Nos Para Pero Por Porque Que Se Según Si Sin Sobre \
         Su Sus También Tras Tú Un Una Unos Y Ya Yo",
    ),
    (
        "Portuguese",
        "A Ainda Ao Aos Apesar Após As Assim Até Com Como Contudo Da Das De Depois Desde Do Dos E Ela Elas Ele Eles Em Enquanto Então Entre Era \
         Essa Esse Esta Este Eu Foi Há Isso Isto Já Mas Muitos Na Não Nas No Nos O Os Para Pela Pelo Por Porém Quando Que Se Segundo Sem \
         Seu Sua Também Um Uma Você",
    ),
    (
        "Italian",
        "Ad Al Alla Altri Anche Ancora Ai Appena Che Chi Ci Come Con Così Da Dal Dalla Del Dell' Della Di Dopo Dove Dunque Durante E È Ed Era \
         Fu Gli Ha Hanno I Il In Infine Inoltre Io Invece L' La Le Lo Lui Lei Loro Ma Mentre Molti Nel Nell' Nella Nessuno Noi Non Ogni Per \
         Perché Più Però Poi Prima Qual Quale Quando Quella Quello Questa Questi Questo Qui Se Secondo Senza Si Sono Su Sul Sulla Tra Tutti \
         Un Una Uno",
    ),
    (
        "Czech, Slovak",
        "A Ačkoli Ale Ani Aby Až Bez Byl Byla Byli Bylo Byly Co Což Dále Dnes Do Až Další I Jak Jako Jakmile Jaký Je Jeho Jejich Její Jen Jenže \
         Ještě Jestli Jsem Jsou Již Ja Já K Kde Kdo Když Keď Ke Která Které Který Ktorý Mezi Mimo Můj My Na Nad Nebo Někteří Není Nie O Od \
         On Ona Oni Ono Pak Pod Podle Podľa Pokud Po Potom Pro Proč Protože Proto Před Při S Se Si Sú Ta Tak Také Tato Ten Tento Teprve To Toto \
         Tu Tyto U Už V Však Ve Více Viz Vy Z Za Zde Ze Že",
    ),
    (
        "Polish",
        "Ale Ani Bez Był Była Było Być Chociaż Co Czy Dla Do Dlatego Gdy Gdyby I Ich Ja Jak Jako Jednak Jego Jej Jest Jeśli Każdy Kiedy Kto Który \
         Ma Mimo My Na Nad Następnie Nie O Od On Ona One Oni Po Pod Podczas Podobnie Ponieważ Potem Przed Przez Przy Są Się Tak Także Ta Ten \
         Te To Tu Tylko W We Według Więc Wszyscy Z Za Zatem Ze Został Została Że",
    ),
    (
        "Dutch",
        "Aan Al Alle Als Bij Daar Daarna Dan Dat De Deze Dit Door Een Echter Elke En Er Het Hier Hij Hoe Hun Ik In Is Maar Met Mijn Na Naar Niet \
         Nog Nu Of Om Omdat Ook Op Over Sinds Te Toch Toen Tot Tijdens Uit Van Veel Voor Waar Want Wat We Wie Wij Zij Ze Zijn Zo Zoals",
    ),
    (
        "Danish, Norwegian, Swedish",
        "Att Av Av Da De Den Denna Denne Der Det Dette Detta Disse Dog Du Efter En Er Et Ett Ei För For Fra Från Han Har Hon Hun Hur Hva Hvad Hvem \
         Hvis Hvor Hvorfor I Ifølge Ikke Inga Jag Jeg Men Med Mens Mot När Når Några Nogle Noen Och Og Også Om På Sedan Selv Senere Siden Ska \
         Som Så Til Till Under Var Vad Ved Vi Vid Vil",
    ),
    (
        "Finnish",
        "Että Ei Hän He Ja Joka Jos Kun Kuitenkin Lisäksi Me Minä Mutta Myös Ne Nämä Niin On Ovat Se Silti Sitten Tämä Vaikka",
    ),
    ("Turkish", "Ama Ancak Ayrıca Bir Bu Bunlar Bunun Çünkü Daha Fakat Her İki Ne O Onlar Ve Ya Yine Şu"),
    ("Hungarian", "A Az És De Egy Ez Hogy Ha Is Itt Majd Már Meg Mert Mi Nem Ő Ők Van Volt"),
    ("Romanian", "A Am Acest Această Au Ca Că Ce Cu Da Dar De După El Ea Ei Este În La Nu O Pe Pentru Și Un"),
    (
        "Greek",
        "Αν Αυτή Αυτό Αυτός Για Δεν Ένα Ένας Επίσης Η Θα Και Κατά Με Μια Μετά Ο Οι Όταν Πριν Σε Στη Στην Στο Τα Την Της Τι Τις Το Τον Του Τους",
    ),
    (
        "Russian, Ukrainian, Bulgarian",
        "А Без Более Был Была Были Было В Вместе Во Вот Все Всё Вы Где Да Для До Его Ее Её Если Есть Ещё За И Из Именно Их К Как Каждый Когда Кроме Кто \
         Мы На Над Не Нет Ни Но О Об Однако Он Она Они Оно От После По Под Поэтому При Про С Сегодня Сейчас Со Так Также Там Те Тем То Тогда \
         Только Ты У Уже Хотя Чем Через Что Чтобы Эта Эти Это Этот Я Від Він Вона Вони Це Цей Що Як Але Та Той Това Тя Те Тази Този Като Със Се",
    ),
    ("Icelandic", "Að Af Á En Ef Ég Eftir Frá Hann Hún Hvað Í Meðal Og Svo Það Þau Þegar Þeir Þessi Þetta Þó Um Við Var Það"),
    (
        "Croatian, Serbian, Slovene",
        "Ako Ali Bez Bilo Da Do Dok I Iako Ili Iz Ja Je Kad Kada Kako Među Na Nakon Nema Nije No O Od On Ona Oni Ova Ovaj Ovo Po Pa Prije S Sa Sam Se Su Ta Taj Tako To U Ta Uz Vi Za",
    ),
    (
        "Indonesian",
        "Ada Akan Anda Apa Bagi Bahkan Dalam Dan Dari Dengan Di Dia Ia Ini Itu Jika Kami Karena Ke Kita Mereka Namun Oleh Pada Para Saat Saya Sebagai Sejak Selain Setelah Sementara Tetapi Tidak Untuk Yang",
    ),
    (
        "Vietnamese",
        "Anh Các Chúng Có Đây Để Đó Hai Họ Không Khi Một Năm Nếu Người Nhưng Những Ông Sau Theo Tôi Trong Từ Và Vào Với",
    ),
];

/// Words before a number with a full stop that counts something, "den 45. Präsidenten": articles and prepositions of languages whose
/// ordinals are written so.
const BEFORE_ORDINAL: &[Row] = &[
    (
        "German",
        "am beim das dem den der des die im ins jede jeden jeder jedes seit seinem seinen ihrem ihren und vom zum zur ab bis",
    ),
    ("Danish, Norwegian", "den det til fra"),
    ("Czech, Slovak, Polish", "od po při v ve w we z ze ke ku pri vo zo"),
    ("Turkish", "ve ile"),
];

/// Capitalised words that a number with a full stop before them counts: "12. Juni", "19. Jahrhundert".
const COUNTED: &[Row] = &[
    (
        "German",
        "Januar Jänner Februar Feber März April Mai Juni Juli August September Oktober November Dezember Jahrhundert Jahrhunderts Jahrhunderten Jahrtausend Jh Jhd",
    ),
    ("Slovak", "Januára Februára Marca Apríla Mája Júna Júla Augusta Septembra Októbra Novembra Decembra"),
    ("Czech", "Ledna Února Března Dubna Května Června Července Srpna Září Října Listopadu Prosince"),
    ("Turkish", "Dünya Yüzyıl"),
];

/// Words after which a number is no item's: "see section 2. The rest".
const BEFORE_REFERENCE: &[Row] = &[
    (
        "English",
        "section chapter step part page table figure rule article paragraph version level phase line note volume number example equation \
         in of at to than is was are were and or the for by only about over under from until with another exactly nearly",
    ),
    ("German", "abschnitt kapitel schritt teil seite tabelle abbildung regel artikel absatz und oder nur über bis mit"),
    ("French", "section chapitre étape partie page tableau figure règle article alinéa et ou"),
    ("Spanish", "sección capítulo paso parte página tabla figura regla artículo párrafo y o"),
    ("Italian", "sezione capitolo passo parte pagina tabella figura regola articolo comma e o"),
    ("Czech", "oddíl kapitola krok část strana tabulka obrázek pravidlo článek odstavec a nebo"),
    ("Russian", "раздел глава шаг часть страница таблица рисунок правило статья пункт и или"),
];

/// What an abbreviation is to the full stop behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "an entry can stand in several tables")]
pub(super) struct Abbreviation {
    pub(super) never_last: bool,
    pub(super) before_number: bool,
    pub(super) may_be_last: bool,
    pub(super) begins_names: bool,
}

type Table = FxHashMap<&'static str, Abbreviation>;

static ABBREVIATIONS: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    entries(NEVER_LAST).for_each(|entry| table.entry(entry).or_default().never_last = true);
    entries(BEFORE_NUMBER).for_each(|entry| table.entry(entry).or_default().before_number = true);
    entries(MAY_BE_LAST).for_each(|entry| table.entry(entry).or_default().may_be_last = true);
    entries(BEGIN_NAMES).for_each(|entry| table.entry(entry).or_default().begins_names = true);
    table
});

type Words = FxHashSet<&'static str>;

static STARTING: LazyLock<Words> = LazyLock::new(|| entries(STARTERS).collect());
static ORDINAL: LazyLock<Words> = LazyLock::new(|| entries(BEFORE_ORDINAL).collect());
static REFERENCE: LazyLock<Words> = LazyLock::new(|| entries(BEFORE_REFERENCE).collect());

fn entries(rows: &'static [Row]) -> impl Iterator<Item = &'static str> {
    rows.iter().flat_map(|(_, entries)| entries.split_whitespace())
}

/// Longest entry of the table, in bytes: a longer word is looked up no further.
pub(super) const LONGEST: usize = 24;

/// Looks up a word as it is written, without its last full stop, blanks inside left out.
pub(super) fn abbreviation(word: &str) -> Option<Abbreviation> {
    if word.len() > LONGEST {
        return None;
    }
    ABBREVIATIONS.get(word).or_else(|| in_small_letters(word, |small| ABBREVIATIONS.get(small))).copied()
}

/// What `find` gives for a word in small letters, if it is not so already.
fn in_small_letters<T>(word: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
    if !word.is_ascii() {
        return find(&word.to_lowercase());
    }
    if !word.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let mut small = [0; LONGEST];
    let small = &mut small[..word.len()];
    small.copy_from_slice(word.as_bytes());
    small.make_ascii_lowercase();
    std::str::from_utf8(small).ok().and_then(find)
}

/// Whether a word often begins a sentence.
pub(super) fn is_starter(word: &str) -> bool {
    STARTING.contains(word)
}

/// Whether a number behind this word, with a full stop, may be an ordinal.
pub(super) fn goes_before_ordinal(word: &str) -> bool {
    ORDINAL.contains(word)
}

/// Whether a number with a full stop before this word is an ordinal.
pub(super) fn is_counted(word: &str) -> bool {
    entries(COUNTED).any(|entry| entry == word)
}

/// Whether a number behind this word refers to something and numbers no item.
pub(super) fn goes_before_reference(word: &str) -> bool {
    REFERENCE.contains(word.to_lowercase().as_str())
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
