"""Which writing system a character belongs to, and which packages of fonts have its glyphs. Knows
no figures.
"""

from __future__ import annotations

import bisect
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Blocks of Unicode, both ends included. What is not listed is left to the figure's own font.
BLOCKS = (
    (0x0590, 0x05FF, "Hebrew"),
    (0x0600, 0x06FF, "Arabic"),
    (0x0750, 0x077F, "Arabic"),
    (0x0870, 0x08FF, "Arabic"),
    (0x0900, 0x097F, "Devanagari"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x1100, 0x11FF, "Hangul"),
    (0x1CD0, 0x1CFF, "Devanagari"),
    (0x2600, 0x27BF, "Emoji"),
    (0x2E80, 0x303F, "Han"),
    (0x3040, 0x30FF, "Kana"),
    (0x3100, 0x312F, "Han"),
    (0x3130, 0x318F, "Hangul"),
    (0x3190, 0x31EF, "Han"),
    (0x31F0, 0x31FF, "Kana"),
    (0x3200, 0x9FFF, "Han"),
    (0xA8E0, 0xA8FF, "Devanagari"),
    (0xA960, 0xA97F, "Hangul"),
    (0xAC00, 0xD7FF, "Hangul"),
    (0xF900, 0xFAFF, "Han"),
    (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"),
    (0xFE30, 0xFE4F, "Han"),
    (0xFE70, 0xFEFE, "Arabic"),
    (0xFF00, 0xFF64, "Han"),
    (0xFF65, 0xFF9F, "Kana"),
    (0xFFA0, 0xFFDF, "Hangul"),
    (0xFFE0, 0xFFEF, "Han"),
    (0x1F000, 0x1FAFF, "Emoji"),
    (0x20000, 0x3FFFF, "Han"),
)
STARTS = [block[0] for block in BLOCKS]
# What a font has to shape: letters that join, change places, carry marks, or run from the right.
SHAPED = {"Hebrew", "Arabic", "Devanagari", "Thai"}

# The packages for a writing system in the order in which they are asked, by the language of the
# figure if its characters look different from one to the other.
FONTS = {
    "Hebrew": ("noto_sans_hebrew",),
    "Arabic": ("noto_sans_arabic",),
    "Devanagari": ("noto_sans_devanagari",),
    "Thai": ("noto_sans_thai",),
    "Hangul": ("noto_sans_kr",),
    "Kana": ("noto_sans_jp",),
    "Emoji": ("noto_emoji",),
}
HAN = {
    "zh": ("noto_sans_sc", "noto_sans_jp"),
    "ja": ("noto_sans_jp", "noto_sans_sc"),
    "ko": ("noto_sans_kr", "noto_sans_sc", "noto_sans_jp"),
}

# Characters that are drawn with the one before them, beside marks.
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
KEYCAPS = set("0123456789#*")
# The first character that an emoji may be made of, beside keycaps.
FIRST_SIGN = "\u2010"


def system(character: str) -> str:
    """Returns the writing system of a character, or an empty text for what the own font draws."""
    at = bisect.bisect_right(STARTS, ord(character)) - 1
    return BLOCKS[at][2] if at >= 0 and ord(character) <= BLOCKS[at][1] else ""


def systems(text: str) -> list[str]:
    """Returns the writing system of each character; marks and joiners have that of their base."""
    found: list[str] = []
    for at, character in enumerate(text):
        before = found[-1] if found else ""
        if is_attached(character) and found:
            found.append(before)
        elif before == "Emoji" and text[at - 1] == JOINER:
            found.append("Emoji")
        elif text[at + 1 : at + 2] == EMOJI_STYLE:
            # A keycap, or a sign that is to look like an emoji.
            found.append(
                "Emoji" if character in KEYCAPS or character >= FIRST_SIGN else system(character)
            )
        else:
            found.append(system(character))
    return found


def is_attached(character: str) -> bool:
    """Returns whether the character has no place of its own: a mark, a joiner, a skin tone, a tag."""
    code = ord(character)
    if unicodedata.category(character) in ("Mn", "Mc", "Me") or character in "\u200c\u200d":
        return True
    return 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F


def is_sign(character: str) -> bool:
    """Returns whether the character may be an emoji of an older block, as arrows and stars are."""
    return character >= FIRST_SIGN and unicodedata.category(character) == "So"


def is_invisible(character: str) -> bool:
    """Returns whether the character needs no glyph."""
    code = ord(character)
    return (
        unicodedata.category(character) in ("Cf", "Zs", "Cc")
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


def language(texts: Iterable[str]) -> str:
    """Returns the language whose forms Chinese characters have in these texts: `ja`, `ko` or `zh`."""
    found = {system(character) for text in texts for character in text if ord(character) >= 0x1100}
    return "ja" if "Kana" in found else "ko" if "Hangul" in found else "zh"


def packages(name: str, tongue: str) -> Sequence[str]:
    """Returns the modules whose fonts have a writing system, the first the best."""
    return HAN[tongue] if name == "Han" else FONTS.get(name, ())


def needed(text: str) -> set[str]:
    """Returns the modules whose fonts a text may need, beside a figure's own font."""
    tongue = language([text])
    names = {system(character) for character in text} - {""}
    return {packages(name, tongue)[0] for name in names}
