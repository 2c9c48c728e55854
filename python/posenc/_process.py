"""The Node.js process that runs the calls about configurations. The first call that needs it starts it."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
from collections import deque
from queue import Empty
from typing import Any, Callable

from . import _frames, _node
from ._arrays import Array
from ._library import library
from ._streams import Request, Streams
from .errors import PosencError

#: receives the fraction done
Progress = Callable[[float], Any]

#: Seconds until a process is killed that does not end an interrupted call. It normally does within some tens of milliseconds.
_PATIENCE = 2.0
#: Seconds of one wait. A signal that arrives just before a wait is handled after it.
_LOOK = 0.25
#: A live process sends a sign every five seconds (web/cli/frames/serve.ts). It is killed after this number of waits without
#: a sign, two minutes. Waits are counted instead of time, which also passes while this program itself is stopped.
_LOOKS = 480
#: The same for a process that has ended without closing its pipe: two seconds.
_LOOKS_AT_DEAD = 8


class Held:
    """An object with methods in Node.js, released when Python no longer references it."""

    def __init__(self, process: _Process, number: int, fields: dict[str, Any]):
        self.process, self.number, self.fields = process, number, fields

    def call(self, name: str, *arguments: Any, on_progress: Progress | None = None) -> Any:
        return _asked([name, *arguments], self, on_progress)

    def release(self) -> None:
        number, self.number = self.number, 0
        if number:
            self.process.released.append(number)

    __del__ = release

    def refuse_gone(self) -> None:
        if self.number == 0:
            raise PosencError("disposed", "", "what this call is made on has been closed: open another")
        if self.process is not _process or not self.process.is_usable():
            raise PosencError(
                "disposed", "", "the process of Node.js that held what this call is made on has ended, by itself, by an "
                "interrupted call, or with a fork: open it again; a training run goes on from a checkpoint that was kept "
                "(resume_training)"
            )  # fmt: skip


class _Process:
    def __init__(self) -> None:
        self.owner = os.getpid()
        #: filled by finalizers; they run at any time and must not send requests
        self.released: deque[int] = deque()
        command = [_node.node(), "--no-warnings", _node.program(), "calls", "--frames"]
        # a new session, so that Ctrl-C reaches only Python, which ends the call; no buffers, which a fork would duplicate
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        try:
            hello = Request()
            self._streams = Streams(
                self.child.stdin, self.child.stdout, hello, self.released, lambda number, fields: Held(self, number, fields)
            )
            self.hello: dict[str, Any] = self._answered(hello, None)["hello"]
        except BaseException:
            self.kill()
            raise
        here = library.posenc_version().decode("ascii")
        if self.hello["version"] != here:
            self.close()
            raise PosencError(
                "internal", "", f"the JavaScript of this package is of version {self.hello['version']}, its library of {here}"
            )

    def ask(self, head: dict[str, Any], arrays: list[Array], on_progress: Progress | None) -> Any:
        request = Request()
        try:
            self._streams.send(request, head, arrays)
            answer = self._answered(request, on_progress)
        except BaseException:
            self._abandon(request)
            raise
        error = answer.get("error")
        if error:
            raise PosencError.of(error["code"], _frames.in_python(error["field"]), _frames.in_python(error["message"]))
        return answer.get("result")

    def _answered(self, request: Request, on_progress: Progress | None) -> dict[str, Any]:
        quiet, signs = 0, -1
        while True:
            try:
                came: dict[str, Any] | None = request.came.get(timeout=_LOOK)
            except Empty:
                now = self._streams.signs
                quiet, signs = (quiet + 1 if now == signs else 0), now
                if quiet >= (_LOOKS if self.is_usable() else _LOOKS_AT_DEAD):
                    raise self._silent() from None
                continue
            if came is None:
                raise self._ended()
            if "progress" not in came:
                return came
            if on_progress is not None:
                on_progress(came["progress"])

    def _abandon(self, request: Request) -> None:
        """Aborts a request that is no longer waited for. Kills the process, and with it all held objects, if it does not abort."""
        if request.done.is_set() or not self.is_usable():
            return
        try:
            self._streams.abort(request)
            request.done.wait(_PATIENCE)
        finally:  # also after another interrupt
            if not request.done.is_set():
                self.kill()

    def is_usable(self) -> bool:
        return self.owner == os.getpid() and self.child.poll() is None

    def close(self) -> None:
        """Closes the input, which ends the process; kills it if it has not ended after a second."""
        self._streams.close()
        try:
            self.child.wait(1)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self.child.kill()
        self.child.wait()
        streams: Streams | None = getattr(self, "_streams", None)
        if streams is not None:
            streams.close()

    def drop(self) -> None:
        """Closes the pipes in a fork, which has none of the threads."""
        for stream in (self.child.stdin, self.child.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        self.child.returncode = 0  # not a child of this process, so there is nothing to wait for

    def _silent(self) -> PosencError:
        if not self.is_usable():
            return self._ended()
        self.kill()
        text = f"the process of Node.js showed no sign of life for {_LOOKS * _LOOK:g} seconds and was ended; the next call starts another"
        return PosencError("worker_failed", "", text)

    def _ended(self) -> PosencError:
        self.close()
        status = self.child.returncode
        how = f"by the signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        memory = " Where it ran out of memory, ask for less at once." if status in (-signal.SIGKILL, -signal.SIGABRT, 134) else ""
        text = f"the process of Node.js ended {how} before it answered; the next call starts another.{memory}"
        return PosencError("worker_failed", "", text)


# A finalizer may run during a call of the same thread, and does not take the lock.
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


def _asked(call: list[Any], on: Held | None = None, on_progress: Progress | None = None) -> Any:
    if on_progress is not None and not callable(on_progress):
        raise PosencError("bad_argument", "on_progress", f"on_progress must be a function, got {type(on_progress).__name__}")
    with _lock:
        arrays: list[Array] = []
        head: dict[str, Any] = {"call": _frames.sent(call, arrays)}
        if on is not None:
            on.refuse_gone()
            head["on"] = on.number
        if on_progress is not None:
            head["progress"] = True
        return _running().ask(head, arrays, on_progress)


def call(name: str, *arguments: Any, on_progress: Progress | None = None) -> Any:
    """Calls a method of the JavaScript API or of web/cli/frames/file-calls.ts and returns its result."""
    return _asked([name, *arguments], None, on_progress)


def hello() -> dict[str, Any]:
    """Returns the first frame of Node.js: `version`, `node`, and the names of its methods."""
    with _lock:
        return _running().hello


def _close() -> None:
    global _process
    with _lock:
        process, _process = _process, None
        if process is not None and process.owner == os.getpid():
            process.close()


def _after_fork() -> None:
    """A forked child does not use its parent's Node.js: it closes the pipes, and starts its own when needed."""
    global _lock, _process
    _lock = threading.RLock()
    if _process is not None:
        _process.drop()
        _process = None


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
