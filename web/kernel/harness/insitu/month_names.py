"""Names of months in several languages, as the alternatives of a regular expression. English is
first, since most files are in it.
"""

from __future__ import annotations

# Each list has January to December: the name, its forms in dates, and its usual abbreviations.
MONTHS: dict[str, list[str]] = {
    "English": [
        "january|jan",
        "february|feb",
        "march|mar",
        "april|apr",
        "may",
        "june|jun",
        "july|jul",
        "august|aug",
        "september|sept|sep",
        "october|oct",
        "november|nov",
        "december|dec",
    ],
    "German": [
        "januar|jänner|jan",
        "februar|feber|feb",
        "märz|mär|mrz",
        "april|apr",
        "mai",
        "juni|jun",
        "juli|jul",
        "august|aug",
        "september|sept|sep",
        "oktober|okt",
        "november|nov",
        "dezember|dez",
    ],
    "French": [
        "janvier|janv|jan",
        "février|févr|fév",
        "mars",
        "avril|avr",
        "mai",
        "juin",
        "juillet|juil",
        "août",
        "septembre|sept",
        "octobre|oct",
        "novembre|nov",
        "décembre|déc",
    ],
    "Spanish": [
        "enero|ene",
        "febrero|feb",
        "marzo|mar",
        "abril|abr",
        "mayo|may",
        "junio|jun",
        "julio|jul",
        "agosto|ago",
        "septiembre|setiembre|sept|sep",
        "octubre|oct",
        "noviembre|nov",
        "diciembre|dic",
    ],
    "Italian": [
        "gennaio|gen",
        "febbraio|feb",
        "marzo|mar",
        "aprile|apr",
        "maggio|mag",
        "giugno|giu",
        "luglio|lug",
        "agosto|ago",
        "settembre|sett|set",
        "ottobre|ott",
        "novembre|nov",
        "dicembre|dic",
    ],
    "Portuguese": [
        "janeiro|jan",
        "fevereiro|fev",
        "março|mar",
        "abril|abr",
        "maio|mai",
        "junho|jun",
        "julho|jul",
        "agosto|ago",
        "setembro|set",
        "outubro|out",
        "novembro|nov",
        "dezembro|dez",
    ],
    "Dutch": [
        "januari|jan",
        "februari|feb",
        "maart|mrt",
        "april|apr",
        "mei",
        "juni|jun",
        "juli|jul",
        "augustus|aug",
        "september|sept|sep",
        "oktober|okt",
        "november|nov",
        "december|dec",
    ],
    "Swedish": [
        "januari|jan",
        "februari|feb",
        "mars|mar",
        "april|apr",
        "maj",
        "juni|jun",
        "juli|jul",
        "augusti|aug",
        "september|sept|sep",
        "oktober|okt",
        "november|nov",
        "december|dec",
    ],
    "Danish": [
        "januar|jan",
        "februar|feb",
        "marts|mar",
        "april|apr",
        "maj",
        "juni|jun",
        "juli|jul",
        "august|aug",
        "september|sept|sep",
        "oktober|okt",
        "november|nov",
        "december|dec",
    ],
    "Norwegian": [
        "januar|jan",
        "februar|feb",
        "mars|mar",
        "april|apr",
        "mai",
        "juni|jun",
        "juli|jul",
        "august|aug",
        "september|sept|sep",
        "oktober|okt",
        "november|nov",
        "desember|des",
    ],
    "Polish": [
        "stycznia|styczeń|sty",
        "lutego|luty|lut",
        "marca|marzec|mar",
        "kwietnia|kwiecień|kwi",
        "maja|maj",
        "czerwca|czerwiec|cze",
        "lipca|lipiec|lip",
        "sierpnia|sierpień|sie",
        "września|wrzesień|wrz",
        "października|październik|paź",
        "listopada|listopad|lis",
        "grudnia|grudzień|gru",
    ],
    "Czech": [
        "ledna|leden|led",
        "února|únor|úno",
        "března|březen|bře",
        "dubna|duben|dub",
        "května|květen|kvě",
        "června|červen|čvn",
        "července|červenec|čvc",
        "srpna|srpen|srp",
        "září|zář",
        "října|říjen|říj",
        "listopadu|listopad|lis",
        "prosince|prosinec|pro",
    ],
    "Russian": [
        "января|январь|янв",
        "февраля|февраль|фев",
        "марта|март|мар",
        "апреля|апрель|апр",
        "мая|май",
        "июня|июнь|июн",
        "июля|июль|июл",
        "августа|август|авг",
        "сентября|сентябрь|сент|сен",
        "октября|октябрь|окт",
        "ноября|ноябрь|ноя",
        "декабря|декабрь|дек",
    ],
    "Turkish": [
        "ocak|oca",
        "şubat|şub",
        "mart|mar",
        "nisan|nis",
        "mayıs|may",
        "haziran|haz",
        "temmuz|tem",
        "ağustos|ağu",
        "eylül|eyl",
        "ekim|eki",
        "kasım|kas",
        "aralık|ara",
    ],
}


NAMES = {
    name
    for months in MONTHS.values()
    for alternatives in months
    for name in alternatives.split("|")
}


def language_of(words: set[str]) -> str | None:
    """Returns the language in which all of these words in lower case are months, or None."""
    for language, months in MONTHS.items():
        names = {name for alternatives in months for name in alternatives.split("|")}
        if words <= names:
            return language
    return None


def numbers_of(language: str) -> dict[str, str]:
    """Returns regular expressions of the months' names with the months' numbers."""
    return {
        rf"\b(?:{alternatives})\b": str(at) for at, alternatives in enumerate(MONTHS[language], 1)
    }
