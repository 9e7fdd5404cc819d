//! What lines of programming languages look like.
//!
//! To add a language, add a row: how its lines begin, and what occurs in them.

/// A language: its name, how its lines begin, and what occurs in them.
pub(super) struct Language {
    pub(super) name: &'static str,
    pub(super) begins: &'static [&'static str],
    pub(super) contains: &'static [&'static str],
}

const JAVASCRIPT_BEGINS: [&str; 10] =
    ["const ", "let ", "var ", "function ", "export ", "import ", "async function ", "return ", "}, ", "});"];
const JAVASCRIPT_CONTAINS: [&str; 9] =
    ["=> ", " === ", "console.", "document.", "require(", "function(", "function (", "await ", ".then("];

/// One list behind the other; `N` is how long they are together.
const fn both<const N: usize>(one: &[&'static str], other: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < one.len() { one[i] } else { other[i - one.len()] };
        i += 1;
    }
    all
}

pub(super) const LANGUAGES: [Language; 16] = [
    Language {
        name: "Python",
        begins: &[
            "#!/usr/bin/env python",
            "#!/usr/bin/python",
            "def ",
            "class ",
            "elif ",
            "except ",
            "async def ",
            "from ",
            "import ",
            "@",
            "with ",
            "return ",
            "raise ",
            "self.",
            "for ",
            "if ",
            "else:",
            "try:",
        ],
        contains: &["self.", "print(", "__init__", "import ", " None", "):", " not in ", "lambda "],
    },
    Language {
        name: "Rust",
        begins: &["fn ", "pub ", "use ", "impl ", "let ", "let mut ", "mod ", "struct ", "enum ", "match ", "#[", "//!", "///"],
        contains: &["::", " -> ", "&mut ", "&self", ".unwrap()", "=> ", "Some(", "Ok(", "Vec<", "&str"],
    },
    Language { name: "JavaScript", begins: &JAVASCRIPT_BEGINS, contains: &JAVASCRIPT_CONTAINS },
    // Everything of JavaScript, and more: named only where there is more.
    Language {
        name: "TypeScript",
        begins: &both::<16>(&JAVASCRIPT_BEGINS, &["interface ", "type ", "declare ", "private ", "readonly ", "public "]),
        contains: &both::<18>(
            &JAVASCRIPT_CONTAINS,
            &[": string", ": number", ": boolean", "Promise<", "readonly ", "?: ", ": void", "<T>", " as const"],
        ),
    },
    Language {
        name: "Java",
        begins: &["package ", "import java", "public class ", "public ", "private ", "protected ", "@Override", "System.out"],
        contains: &["public static void", "new ", "String ", "throws ", "List<", "@Override", "System.out"],
    },
    Language {
        name: "C#",
        begins: &["using System", "namespace ", "public class ", "public ", "private ", "internal ", "var ", "Console."],
        contains: &["{ get; set; }", "Console.", "string ", "async Task", "List<", "=> "],
    },
    Language {
        name: "C++",
        begins: &["#include <", "using namespace", "template", "class ", "std::", "namespace ", "public:", "private:", "auto "],
        contains: &["std::", "cout <<", "->", "const ", "::", "nullptr", "template<"],
    },
    Language {
        name: "C",
        begins: &[
            "#include", "#define", "#ifdef", "#ifndef", "#endif", "int ", "void ", "char ", "static ", "struct ", "typedef ",
            "return ",
        ],
        contains: &["->", "printf(", "sizeof(", "malloc(", "NULL", "char *", "int ", "void *"],
    },
    Language {
        name: "Go",
        begins: &["package ", "func ", "import (", "type ", "defer ", "go ", "if err", "var ", "return "],
        contains: &[":= ", "err != nil", "fmt.", "func(", " struct {", " interface {", "[]string", "make("],
    },
    Language {
        name: "Ruby",
        begins: &["require ", "def ", "end", "module ", "class ", "attr_", "puts ", "elsif ", "unless "],
        contains: &[" do |", ".each ", "@", "=> ", "nil", " unless ", "puts "],
    },
    Language {
        name: "PHP",
        begins: &["<?php", "$", "use ", "namespace ", "public function ", "private function ", "echo ", "require_once"],
        contains: &["$this->", "->", "=> ", "array(", "function ", "::", "echo "],
    },
    Language {
        name: "shell",
        begins: &[
            "#!/bin/",
            "#!/usr/bin/env bash",
            "#!/usr/bin/env sh",
            "echo ",
            "export ",
            "fi",
            "done",
            "then",
            "else",
            "if [",
            "for ",
            "case ",
            "esac",
            "set -",
            "cd ",
            "sudo ",
        ],
        contains: &["$(", "${", " | ", "&& ", "|| ", "\"$", " > ", "2>&1", "]; then"],
    },
    Language {
        name: "SQL",
        begins: &[
            "SELECT ",
            "INSERT INTO",
            "CREATE TABLE",
            "UPDATE ",
            "DELETE FROM",
            "FROM ",
            "WHERE ",
            "JOIN ",
            "LEFT JOIN",
            "GROUP BY",
            "ORDER BY",
            "ALTER TABLE",
            "select ",
            "from ",
            "where ",
        ],
        contains: &[" VARCHAR", " INTEGER", " NOT NULL", " PRIMARY KEY", " AS ", " ON ", "COUNT("],
    },
    Language {
        name: "Kotlin",
        begins: &["fun ", "val ", "var ", "data class ", "package ", "import ", "override fun ", "class ", "when "],
        contains: &["fun ", "?.", " -> ", ": String", ": Int", "listOf(", "println("],
    },
    Language {
        name: "Swift",
        begins: &["func ", "let ", "var ", "import ", "struct ", "guard ", "class ", "extension ", "@State"],
        contains: &[" -> ", "guard let", "if let", ": String", ": Int", "self.", "print("],
    },
    Language {
        name: "CSS",
        begins: &[
            "@media",
            "@import",
            "body {",
            ":root",
            "margin",
            "padding",
            "color:",
            "display:",
            "font",
            "background",
            "width:",
            "border",
        ],
        contains: &["px;", "rem;", "em;", "%;", "var(--", ": #"],
    },
];
