"""posenc in Pyodide, which has no processes: the npm package computes, in the same JavaScript engine.

    pyodide.registerJsModule("posenc_js", { posenc: await create() });      // create of the npm package posenc

    import posenc_pyodide as posenc
    report = await posenc.report(config, context_length=131072)
    table = await posenc.table({"encoding": "rope", "dim": 128}, 4096)      # a row-major matrix: its buffer, rows and cols

Any method of the JavaScript API can be called, also with underscores in its name; options are keywords.
"""

import json

import js
from pyodide.ffi import JsException, JsProxy, to_js
from posenc_js import posenc as _posenc


class PosencError(ValueError):
    """Has `code` and `field` as in JavaScript."""

    def __init__(self, error):
        super().__init__(error.message)
        self.code, self.field = error.code, error.field


def _camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _sent(value):
    return to_js(value, dict_converter=js.Object.fromEntries)


def _received(value):
    """Converts values to Python; arrays of matrices become memory views."""
    if not isinstance(value, JsProxy):
        return value
    if js.ArrayBuffer.isView(value):
        return value.to_py()
    if hasattr(value, "data") and hasattr(value, "rows") and hasattr(value, "cols"):
        return {"rows": value.rows, "cols": value.cols, "data": value.data.to_py()}
    if js.Array.isArray(value):
        return [_received(item) for item in value]
    return {key: _received(item) for key, item in js.Object.entries(value)}


def __getattr__(name):
    method = getattr(_posenc, {"diff": "diffConfigs", "extend": "extendContext"}.get(name, _camel(name)), None)
    if method is None:
        raise AttributeError(f"posenc has no {name}")

    async def call(*arguments, **options):
        # a configuration is sent as JSON text, so that it is read like a file
        given = [json.dumps(one) if isinstance(one, dict) and "model_type" in one else _sent(one) for one in arguments]
        if options:
            given.append(_sent({_camel(key): value for key, value in options.items()}))
        try:
            return _received(await method(*given))
        except JsException as error:
            if error.name == "PosencError":
                raise PosencError(error) from None
            raise

    call.__name__ = name
    return call
