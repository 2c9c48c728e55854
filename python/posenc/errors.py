"""The error class of the package."""

from __future__ import annotations


class PosencError(ValueError):
    """The error of this package; `code` is one of `posenc.error_codes()`, `field` the parameter or ""."""

    code: str
    field: str

    def __init__(self, code: str, field: str, message: str):
        super().__init__(f"{field} {message}" if field and not message.startswith(field) else message)
        self.code = code
        self.field = field

    @classmethod
    def of(cls, code: str, field: str, text: str) -> PosencError:
        """Creates an error with exactly this text."""
        error = cls(code, "", text)
        error.field = field
        return error

    def __reduce__(self) -> tuple[object, tuple[str, str, str]]:
        return PosencError.of, (self.code, self.field, str(self))
