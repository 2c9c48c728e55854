"""The one error of the package."""

from __future__ import annotations


class PosencError(ValueError):
    """What was wrong, in words; `code` is one of `posenc.error_codes()`, `field` the parameter ("" where it is none)."""

    def __init__(self, code: str, field: str, message: str):
        super().__init__(f"{field} {message}" if field and not message.startswith(field) else message)
        self.code = code
        self.field = field

    def __reduce__(self):
        return _again, (self.code, self.field, str(self))


def _again(code: str, field: str, text: str) -> PosencError:
    error = PosencError(code, "", text)
    error.field = field
    return error
