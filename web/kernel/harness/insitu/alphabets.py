"""Guesses the encoding of text that is not UTF-8, from the letters that its bytes are in each
encoding: those of one language's alphabet, in words that are written as words are. Tables have few
words, mostly names, so that frequencies of words decide little.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Letters beyond ASCII, in lower case, by encoding and language. If two are equally good the
# first is taken.
LATIN = "äöüß àâæçéèêëîïôœùûÿ áéíñóúü ãâáàçéêíóôõúü åäö æøå àèéìíîòóùú ëéïöü"
CENTRAL = "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű ăâîşţ čćđšž čšž"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяё абвгґдеєжзиіїйклмнопрстуфхцчшщьюя абвгдђежзијклљмнњопрстћуфхцчџш"
GREEK = "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ"
ONE_BYTE: tuple[tuple[str, str], ...] = (
    ("cp1252", LATIN),
    ("cp1250", CENTRAL),
    ("cp1251", CYRILLIC),
    ("koi8_r", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"),
    ("cp1253", GREEK),
    ("cp1254", "çğıöşüâîûi̇"),
    ("cp1257", "ąčęėįšųūž āčēģīķļņšūž äõöüšž"),
    ("cp1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
    ("cp1256", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ"),
    ("cp874", "".join(map(chr, range(0x0E01, 0x0E3B))) + "".join(map(chr, range(0x0E3F, 0x0E5C)))),
    ("mac_roman", LATIN),
    ("cp866", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"),
    ("mac_cyrillic", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"),
    ("cp850", LATIN),
    ("mac_latin2", "ąćęłńóśźż áčďéěíňóřšťúůýž áéíóöőúüű"),
    # As systems other than Windows write, and DOS.
    ("iso8859_2", CENTRAL),
    ("iso8859_15", LATIN + " äöüßšž"),
    ("iso8859_5", CYRILLIC),
    ("iso8859_7", GREEK),
    ("cp852", CENTRAL),
    ("cp737", GREEK),
)
# Icelandic shares the bytes of its other letters with Turkish.
ICELANDIC, ONLY_ICELANDIC = "áðéíóúýþæö", set("áéíóúæ")
# Those of scripts other than Latin, whose words have no letters of ASCII.
OWN_SCRIPT = {
    "cp1251",
    "koi8_r",
    "cp1253",
    "cp1255",
    "cp1256",
    "cp874",
    "cp866",
    "mac_cyrillic",
    "iso8859_5",
    "iso8859_7",
    "cp737",
}
# Vowels of the scripts that two encodings share the bytes of, and the least share of them among the
# letters of names.
VOWELS = set("аеёиоуыэюяіїєαεηιουωάέήίόύώϊϋΐΰ")
FEWEST_VOWELS = 0.28
# Encodings with several bytes for a character, with the one whose first bytes are those of the
# frequent characters, and these bytes.
FREQUENT: tuple[tuple[str, str, range], ...] = (
    ("cp932", "euc_jp", range(0xB0, 0xD0)),
    ("euc_jp", "euc_jp", range(0xB0, 0xD0)),
    ("gb18030", "gb2312", range(0xB0, 0xD8)),
    ("big5", "big5", range(0xA4, 0xC7)),
    ("cp949", "euc_kr", range(0xB0, 0xC9)),
)
# Signs that texts of any language have.
SIGNS = set("€£¥§°–—‘’“”„«»…•·©®™º ª½¼¾±²³µ×¿¡\u00a0№、。「」『』（）・，：；！？％～ー〜￥")
# Signs where texts have them: of a currency beside numbers or alone, of a degree before its scale or
# after its number, of a power after its unit, of a millionth before its unit, and so on. A sign
# elsewhere is rather a letter of another encoding: “Micha³” is “Michał”.
IN_PLACE = re.compile(
    r"(?<![^\W\d_])[€£¥](?![^\W\d_])"
    r"|(?:(?<![^\W\d_])|(?<=\b[nN]))°(?:(?=[CFK]\b)|(?![^\W_]))|(?<=\d)°(?=\s?[NESWC\d]\b)"
    r"|(?:(?<=\d)|(?<=\b[mRrsx])|(?<=\b[cdknµ]m)|(?<=\b(?:ft|in|yd|mi)))[²³](?![^\W\d_])"
    r"|(?<![^\W_])µ(?=[A-Za-z])"
    r"|(?<![^\W\d_])[½¼¾](?![^\W_])"
    r"|(?<![^\W_])[§©](?![^\W\d_])|[®™](?![^\W_])"
    r"|(?<![^\W\d_])[±×÷](?![^\W\d_])"
    r"|(?<=\s)[–—•·](?=\s)|(?<=[^\W_])[–—](?=[^\W_])|(?<=[^\W_])’(?=[^\W\d_])"
    r"|(?<![^\W_])[‘“«](?=[^\W_\s])|(?<=[^\W_.,!?%)])[’”»…](?![^\W_])"
    r"|(?:(?<=\d)|(?<=\b[nN]))[ºª](?![^\W_])|(?:(?<=\s)|(?<=^)|(?<=[\"'(]))[¡¿](?=[^\W\d_])"
    r"|\u00a0",
    re.MULTILINE,
)
WORD = re.compile(r"[^\W\d_]+")
# Signs that no text has before or between small letters: another encoding has letters there.
WITHIN = re.compile(r"[±¶¦§¼½¾×¬¤¸¨´](?=[^\W\d_A-Z])")
# Bytes beyond ASCII that are looked at.
LOOKED_AT = 20_000
# Lines that are compared to find one that shows the difference, and the characters of it that are
# shown.
COMPARED_LINES, MAX_LINE_LENGTH = 200, 60
# Shares of characters that fit, from which on an encoding is taken, and at which no other one is as
# likely.
GOOD, SURE = 0.8, 0.1


def guess(data: bytes) -> tuple[str, list[str]] | None:
    """Returns the most likely encoding and those that are nearly as likely, or None if no one
    fits.
    """
    scored = [
        (score, name) for name, score in (*several_bytes(data), *one_byte(data)) if score >= GOOD
    ]
    if not scored:
        return None
    # Sorted without changing the order of equals.
    scored.sort(key=lambda one: -one[0])
    best, name = scored[0]
    others = [
        other for score, other in scored[1:] if best - score < SURE and differs(data, name, other)
    ]
    return name, others


def differs(data: bytes, one: str, other: str) -> bool:
    """Returns whether two encodings make different texts of the bytes."""
    return data.decode(one, "replace") != data.decode(other, "replace")


def several_bytes(data: bytes) -> list[tuple[str, float]]:
    """Returns the share of frequent characters for each encoding in which the bytes are text."""
    found = []
    for name, base, first_bytes in FREQUENT:
        text = decoded(data, name)
        if text is None:
            continue
        beyond = [
            character for character in text if ord(character) > 127 and character not in SIGNS
        ]
        if not beyond:
            continue
        good = 0
        for character in beyond:
            if "\u3041" <= character <= "\u30ff" or "\uff61" <= character <= "\uff9f":
                good += name in ("cp932", "euc_jp")
            else:
                encoded = character.encode(base, "ignore")
                good += len(encoded) == 2 and encoded[0] in first_bytes
        # Single characters beside Latin letters are Latin letters of one byte.
        lonely = sum(
            bool(re.search(r"[A-Za-z]", word)) and len(word) > 1 and not word.isascii()
            for word in WORD.findall(text)
        )
        words = max(sum(not word.isascii() for word in WORD.findall(text)), 1)
        score = good / len(beyond) - 0.7 * lonely / words
        # Korean tables have no other characters, Japanese ones hardly ever no kana.
        if name == "cp949" and all("\uac00" <= character <= "\ud7a3" for character in beyond):
            score += 0.06
        if name in ("cp932", "euc_jp") and not any(
            "\u3041" <= character <= "\u30ff" or character > "\uff60" for character in beyond
        ):
            score -= 0.03
        found.append((name, score))
    return found


def one_byte(data: bytes) -> list[tuple[str, float]]:
    """Returns how many of the letters are of one alphabet, for each encoding of single bytes."""
    found = []
    for name, alphabets in ONE_BYTE:
        text = decoded(data, name)
        if text is None:
            continue
        beyond = [
            character for character in text if ord(character) > 127 and character not in SIGNS
        ]
        signs = sum(character in SIGNS for character in text if ord(character) > 127)
        # Beside letters of another script, signs are rather parts of characters of several bytes.
        marks = signs if beyond and name in OWN_SCRIPT else signs - len(IN_PLACE.findall(text))
        if not beyond:
            # Signs that are all in their places are unlikely to be letters of another encoding, and
            # Windows is the more frequent origin.
            found.append((name, GOOD if marks else 1.1 if name == "cp1252" else 1.05))
            continue
        letters = alphabets.split()
        if alphabets is LATIN and any(character.lower() in ONLY_ICELANDIC for character in beyond):
            letters.append(ICELANDIC)
        share = max(
            sum(character.lower() in alphabet for character in beyond) for alphabet in letters
        ) / len(beyond)
        words = [word for word in WORD.findall(text) if not word.isascii()]
        # Words have their capital at the start, or are capitals throughout.
        # Thai has marks between its letters, so that single letters stand alone.
        odd = (
            sum(is_odd(word, name in OWN_SCRIPT) for word in words)
            if name != "cp874"
            else sum(any(map(str.isascii, word)) for word in words)
        )
        if name in OWN_SCRIPT - {"cp1255", "cp1256", "cp874"} and sum(
            character.lower() in VOWELS for character in beyond
        ) < FEWEST_VOWELS * len(beyond):
            share -= 0.15
        finals = re.findall(r"[ךםןףץ](?=([^\W\d_])?)", text)
        if name == "cp1255" and finals and not any(finals):
            # Letters that only end words do.
            share += 0.06
        within = len(WITHIN.findall(text))
        score = share - odd / max(len(words), 1) - 0.3 * marks / (marks + len(beyond))
        found.append((name, score - within / (within + len(beyond))))
    return found


def is_odd(word: str, own_script: bool) -> bool:
    """Returns whether this is not a word: words have capitals at their start or throughout, and a
    script of its own has no letters of another one.
    """
    cased = word.islower() or word.isupper() or word[1:].islower() or word.lower() == word.upper()
    return not cased or (
        own_script and (len(word) == 1 or any(character.isascii() for character in word))
    )


def decoded(data: bytes, name: str) -> str | None:
    """Returns the text, or None if some bytes are not text in this encoding. Control characters are
    not text either.
    """
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return None
    return None if any("\x7f" <= character <= "\x9f" for character in text) else text


def compared(data: bytes, names: list[str]) -> list[tuple[str, str]]:
    """Returns each encoding with the line of `data` whose texts differ most among the encodings,
    shortened to where it does.
    """
    best: list[str] = []
    for line in data.split(b"\n")[:COMPARED_LINES]:
        texts = [line.decode(name, "replace") for name in names]
        if not best or (len(set(texts)), len(line)) > (len(set(best)), len(best[0])):
            best = texts
    shown = []
    for text in best:
        at = next((at for at, character in enumerate(text) if ord(character) > 127), 0)
        start = max(0, at - MAX_LINE_LENGTH // 3) if len(text) > MAX_LINE_LENGTH else 0
        piece = text[start : start + MAX_LINE_LENGTH]
        shown.append(
            ("…" if start else "")
            + piece.strip()
            + ("…" if start + MAX_LINE_LENGTH < len(text) else "")
        )
    return list(zip(names, shown, strict=True))


def sample(data: bytes) -> bytes:
    """Returns the lines that have bytes beyond ASCII, which alone show an encoding."""
    lines: Sequence[bytes] = [line for line in re.split(rb"[\r\n]+", data) if not line.isascii()]
    kept, size = [], 0
    for line in lines:
        kept.append(line)
        size += len(line)
        if size > LOOKED_AT:
            break
    return b"\n".join(kept)
