//! Reads the cases of `tests/cases/headings.md` and `blocks.md`: a document between two lines of tildes, then a list of what it has.

/// A case: what it shows, the document, and the lines of the list.
#[derive(Default)]
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) text: String,
    pub(super) expected: Vec<&'static str>,
}

pub(super) fn cases(file: &'static str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_document = false;
    for line in file.lines() {
        if line == "~~~~~" {
            in_document = !in_document;
        } else if let Some(name) = line.strip_prefix("### ").filter(|_| !in_document) {
            cases.push(Case { name, ..Case::default() });
        } else if let Some(case) = cases.last_mut() {
            if in_document {
                case.text += line;
                case.text += "\n";
            } else {
                case.expected.extend(line.strip_prefix("- "));
            }
        }
    }
    cases
}
