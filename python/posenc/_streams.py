"""Reads and writes the pipes of the Node.js process, each in its own thread. An interrupt can stop Python's main thread anywhere.
Frames are therefore read and written in other threads, and always completely."""

from __future__ import annotations

import threading
from collections import deque
from queue import SimpleQueue
from typing import Any, Callable

from . import _frames
from ._arrays import Array


class Request:
    """A call and its queue: any number of {"progress": …}, then the answer, or None if the process ended."""

    def __init__(self) -> None:
        self.came: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        #: set when it has been answered or will never be
        self.done = threading.Event()
        #: counts the calls of the process from 1; 0 until it is written
        self.number = 0

    def end(self, answer: dict[str, Any] | None) -> None:
        self.done.set()
        self.came.put(answer)


class Streams:
    def __init__(
        self, into: Any, out: Any, hello: Request, released: deque[int], held: Callable[[int, dict[str, Any]], Any]
    ) -> None:
        """The first frame answers `hello`; the next call sends the numbers in `released`."""
        self._into, self._out = into, out
        self._released, self._held = released, held
        #: calls to write; a request alone is to be aborted, and None closes the stream
        self._outbox: SimpleQueue[tuple[Request, dict[str, Any], list[Array]] | Request | None] = SimpleQueue()
        #: calls that were written and not answered; None if no more answers will come
        self._open: deque[Request] | None = deque([hello])
        self._pairing = threading.Lock()
        #: grows with every sign that Node.js is alive
        self.signs = 0
        for work in (self._write_all, self._read_all):
            threading.Thread(target=work, name=f"posenc{work.__name__}", daemon=True).start()

    def send(self, request: Request, head: dict[str, Any], arrays: list[Array]) -> None:
        self._outbox.put((request, head, arrays))

    def abort(self, request: Request) -> None:
        self._outbox.put(request)

    def close(self) -> None:
        self._outbox.put(None)

    def _write_all(self) -> None:
        count = 0
        while (job := self._outbox.get()) is not None:
            if isinstance(job, Request):
                if job.number == 0:  # interrupted before it was sent
                    job.end(None)
                elif not job.done.is_set():
                    self._write({"abort": job.number}, [])
                continue
            request, head, arrays = job
            count += 1
            request.number = count
            with self._pairing:
                if self._open is not None:
                    self._open.append(request)
            release = [self._released.popleft() for _ in range(len(self._released))]
            if self._open is None or not self._write({**head, "release": release} if release else head, arrays):
                request.end(None)
            del request, head, arrays, job  # so that arrays of the caller are not kept until the next call
        try:
            self._into.close()
        except OSError:
            pass

    def _write(self, head: dict[str, Any], arrays: list[Array]) -> bool:
        try:
            _frames.write(self._into, head, arrays, self._moved)
        except (OSError, ValueError):  # the pipe is closed, which the other thread also notices
            return False
        return True

    def _moved(self) -> None:
        self.signs += 1

    def _read_all(self) -> None:
        try:
            while True:
                head, arrays = _frames.read(self._out, self._moved)
                if "alive" in head:
                    continue
                answer = _frames.received(head, arrays, self._held)
                with self._pairing:
                    if not self._open:
                        break
                    request = self._open[0] if "progress" in answer else self._open.popleft()
                if "progress" in answer:
                    request.came.put(answer)
                else:
                    request.end(answer)
                del request, head, arrays, answer
        except Exception:  # invalid data ends the process and all its calls
            pass
        finally:
            with self._pairing:
                left, self._open = self._open or deque(), None
            for request in left:
                request.end(None)
            self._out.close()
