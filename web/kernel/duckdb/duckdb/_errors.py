"""DuckDB's exceptions, by the names that its Python package has."""

from __future__ import annotations

import json
import os
import re

KIND = re.compile(r"^(?:(\w[\w ]*?) Error: )?(.*)$", re.DOTALL)
REFUSED = re.compile(
    r'^Cannot access file "(.*?)" - file system operations are disabled', re.DOTALL
)
MISSING = re.compile(r"^Table with name (.+?) does not exist!", re.DOTALL)
# What DuckDB says of extensions, none of which can be had here.
ADVICE = re.compile(
    r"\s*Please try installing and loading.*|Loading external extensions is disabled through configuration.*",
    re.DOTALL,
)
EXTENSIONS = "Extensions cannot be installed or loaded here: the engine has its core functions, and no network."


class Error(Exception):
    """Any error of the engine."""


class DatabaseError(Error):
    pass


class ProgrammingError(DatabaseError):
    pass


class CatalogException(ProgrammingError):
    """Something that SQL names does not exist."""


class BinderException(ProgrammingError):
    pass


class ParserException(ProgrammingError):
    pass


class SyntaxException(ProgrammingError):
    pass


class InvalidInputException(ProgrammingError):
    pass


class DataError(DatabaseError):
    pass


class ConversionException(DataError):
    pass


class OutOfRangeException(DataError):
    pass


class ConstraintException(DatabaseError):
    pass


class NotImplementedException(DatabaseError):
    pass


class InternalException(DatabaseError):
    pass


class TransactionException(DatabaseError):
    pass


class OperationalError(DatabaseError):
    pass


class IOException(OperationalError):
    pass


class ConnectionException(OperationalError):
    """The connection is closed, or its engine has ended."""


class OutOfMemoryException(OperationalError):
    pass


class PermissionException(DatabaseError):
    """SQL asked for something that lies outside of the engine."""


KINDS: dict[str, type[Error]] = {
    "Catalog": CatalogException,
    "Binder": BinderException,
    "Parser": ParserException,
    "Syntax": SyntaxException,
    "Invalid Input": InvalidInputException,
    "Conversion": ConversionException,
    "Out of Range": OutOfRangeException,
    "Constraint": ConstraintException,
    "Not implemented": NotImplementedException,
    "INTERNAL": InternalException,
    "TransactionContext": TransactionException,
    "IO": IOException,
    "Connection": ConnectionException,
    "Out of Memory": OutOfMemoryException,
    "Permission": PermissionException,
}


def parts(message: str) -> tuple[str, str]:
    """Returns the kind of one of the engine's messages, and what it says."""
    if message.startswith("{"):
        try:
            found = json.loads(message)
            return str(found["exception_type"]), str(found["exception_message"])
        except (ValueError, KeyError):
            pass
    kind, text = KIND.match(message).groups()  # pyright: ignore[reportOptionalMemberAccess] - it matches everything.
    return kind or "", text


def missing_name(message: str) -> str | None:
    """Returns the name of the table that the engine does not know, if that is what is wrong."""
    kind, text = parts(message)
    found = {"Catalog": MISSING, "Permission": REFUSED}.get(kind)
    match = found.match(text) if found else None
    return match[1] if match else None


def error_of(message: str) -> Error:
    """Returns the exception for one of the engine's messages."""
    kind, text = parts(message)
    name = missing_name(message)
    if name is not None and (kind == "Permission" or "://" in name):
        return PermissionException(outside(name))
    if ADVICE.search(text):
        text = f"{ADVICE.sub('', text).rstrip()} {EXTENSIONS}".strip()
        return KINDS.get(kind, PermissionException)(f"{kind or 'Permission'} Error: {text}")
    return KINDS.get(kind, Error)(f"{kind} Error: {text}" if kind else text)


def outside(name: str) -> str:
    """Returns why SQL cannot reach a file or an address."""
    reason = "SQL here has no network, and neither writes files nor opens databases."
    if os.path.isfile(name):
        return f"Permission Error: \"{name}\" is not read by this call. Files are read as their profile says: write FROM '{name}', or read_csv('{name}') with literals such as skip=3; or read it by pandas and query the DataFrame by its name."
    if "://" in name:
        return f'Permission Error: "{name}" cannot be reached. {reason} Download the file yourself and drop it into the page.'
    return f"Permission Error: \"{name}\" cannot be opened. {reason} Name a file that is here (FROM 'name.csv'), and write results by .df().to_csv(…)."
