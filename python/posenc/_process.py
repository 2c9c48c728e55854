"""The one process of Node.js that answers for configurations. It is started by the first call that needs it."""

from __future__ import annotations

import atexit
import os
import subprocess
import threading
from collections import deque
from typing import Any

import numpy as np

from . import _frames, _node
from ._arrays import Array
from ._library import library
from .errors import PosencError


class Held:
    """Something on the other side that has methods; released when nothing here has it any more."""

    def __init__(self, process: _Process, number: int, fields: dict[str, Any]):
        self.process, self.number, self.fields = process, number, fields

    def call(self, name: str, *arguments: Any) -> Any:
        return _asked([name, *arguments], self)

    def release(self) -> None:
        number, self.number = self.number, 0
        if number:
            self.process.released.append(number)

    __del__ = release


class _Process:
    def __init__(self) -> None:
        self.owner = os.getpid()
        #: filled by finalizers, which run at any time: they may not ask anything themselves
        self.released: deque[int] = deque()
        command = [_node.node(), "--no-warnings", _node.program(), "calls", "--frames"]
        # a session of its own: Ctrl-C is for Python, which then ends the process; no buffers, which a fork would double
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        try:
            head, arrays = _frames.read(self._out)
        except EOFError:
            raise self._ended() from None
        self.hello: dict[str, Any] = _frames.received(head["hello"], arrays, lambda number, fields: fields)
        here = library.posenc_version().decode("ascii")
        if self.hello["version"] != here:
            self.close()
            raise PosencError(
                "internal", "", f"the JavaScript of this package is of version {self.hello['version']}, its library of {here}"
            )

    @property
    def _in(self) -> Any:
        return self.child.stdin

    @property
    def _out(self) -> Any:
        return self.child.stdout

    def ask(self, call: Any, arrays: list[Array], on: Held | None) -> Any:
        head: dict[str, Any] = {"call": call}
        if on is not None:
            head["on"] = on.number
        release = [self.released.popleft() for _ in range(len(self.released))]
        if release:
            head["release"] = release
        _frames.write(self._in, head, arrays)
        answer, arrays = _frames.read(self._out)
        error = answer.get("error")
        if error:
            raise PosencError.of(error["code"], error["field"], error["message"])
        return _frames.received(answer.get("result"), arrays, lambda number, fields: Held(self, number, fields))

    def is_usable(self) -> bool:
        return self.owner == os.getpid() and self.child.poll() is None

    def close(self) -> None:
        """Its end follows from that of its input; a call that goes on for long is cut off."""
        self._drop()
        if self.owner == os.getpid():
            try:
                self.child.wait(1)
            except subprocess.TimeoutExpired:
                self.kill()

    def _drop(self) -> None:
        for stream in (self._in, self._out):
            try:
                stream.close()
            except OSError:
                pass

    def kill(self) -> None:
        self._drop()
        self.child.kill()
        self.child.wait()

    def _ended(self) -> PosencError:
        self.close()
        return PosencError(
            "internal", "", f"the process of Node.js ended with status {self.child.returncode}; the next call starts another"
        )


# A finalizer may run within a call of the same thread; it takes no lock.
_lock = threading.RLock()
_process: _Process | None = None


def _running() -> _Process:
    global _process
    if _process is not None and not _process.is_usable():
        _process.close()
        _process = None
    if _process is None:
        _process = _Process()
    return _process


def _asked(call: list[Any], on: Held | None = None) -> Any:
    with _lock:
        if on is not None and (on.number == 0 or on.process is not _process or not on.process.is_usable()):
            raise PosencError("disposed", "", "what this call is made on has been released, or its process has ended")
        arrays: list[Array] = []
        text = _frames.sent(call, arrays)
        process = _running()
        try:
            return process.ask(text, arrays, on)
        except (EOFError, BrokenPipeError):
            raise process._ended() from None
        except PosencError:
            raise
        except BaseException:
            # an interrupted call leaves half a frame behind, and its answer would be taken for the next one's
            process.kill()
            raise


def call(name: str, *arguments: Any) -> Any:
    """What a method of the JavaScript API gives, or one of web/cli/frames/file-calls.ts."""
    return _asked([name, *arguments])


def hello() -> dict[str, Any]:
    """What the other side says of itself: `version`, `node`, and the names of what can be called."""
    with _lock:
        return _running().hello


def _close() -> None:
    global _process
    with _lock:
        process, _process = _process, None
        if process is not None and process.owner == os.getpid():
            process.close()


def _after_fork() -> None:
    """A child shares no process with its parent: it drops its ends of the pipes, and starts its own when it needs one."""
    global _lock, _process
    _lock = threading.RLock()
    if _process is not None:
        _process.close()
        _process.child.returncode = 0  # it is not a child of this process: nothing is to be waited for
        _process = None


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
