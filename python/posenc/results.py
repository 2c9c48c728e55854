"""Results about configurations: dictionaries and lists that print as the command line does."""

from __future__ import annotations

import html
from typing import Any

from ._process import call


class Result(dict[str, Any]):
    """A dictionary with the field names of the JavaScript API; `str` returns the text of the command line."""

    kind: str

    def __init__(self, kind: str, fields: dict[str, Any]):
        super().__init__(fields)
        self.kind = kind

    def __str__(self) -> str:
        return str(call("text", self.kind, dict(self)))

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, Any]]]:
        return Result, (self.kind, dict(self))


class Results(list[dict[str, Any]]):
    """A list of such dictionaries; `str` returns the text of the command line."""

    kind: str

    def __init__(self, kind: str, items: list[dict[str, Any]]):
        super().__init__(items)
        self.kind = kind

    def __str__(self) -> str:
        return str(call("text", self.kind, list(self)))

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def __reduce__(self) -> tuple[object, tuple[str, list[dict[str, Any]]]]:
        return Results, (self.kind, list(self))
