"""Tests of Ctrl-C and of dying processes: the call ends, held objects are kept if possible, and the next call works."""

import importlib
import json
import os
import signal
import subprocess
import threading
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import posenc
from posenc import _process

root = Path(__file__).resolve().parents[2]
config = root / "tests/golden/configs/llama-3.1-8b.json"
#: emulating float32 arithmetic at this number of positions takes minutes, so that the call cannot end before the interrupt
LONG = ({"encoding": "rope", "dim": 128}, 10**7)
EXPERIMENT = {
    **json.loads((root / "examples/experiments/latin-square-sigma-0.4.json").read_text(encoding="utf-8")),
    "steps": 100_000,
    "evaluateEvery": 50_000,
    "batch": 8,
}


def setUpModule():
    # shells make background programs ignore SIGINT
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.addModuleCleanup(signal.signal, signal.SIGINT, before)


def interrupt_when(is_so):
    """Sends SIGINT to the main thread, as Ctrl-C does, as soon as the condition holds."""

    def watch():
        while not is_so():
            pass
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def written(process):
    """Returns true if a call of this process is being answered."""
    return lambda: bool(process._streams._open)


class Stopped(Exception):
    pass


def stop(fraction):
    raise Stopped


class Interrupts(unittest.TestCase):
    def works(self):
        self.assertEqual(posenc.report(config)["base"], 500000)

    def test_a_call_ends_and_its_process_goes_on(self):
        self.works()
        first = _process._running()
        for _ in range(3):
            watcher = interrupt_when(written(first))
            with self.assertRaises(KeyboardInterrupt):
                posenc.precision(*LONG)
            watcher.join()
            self.works()
        self.assertIs(_process._running(), first)

    def test_a_large_array_on_its_way(self):
        self.works()
        first = _process._running()
        kernel = np.random.default_rng(1).standard_normal((1500, 1500))
        watcher = interrupt_when(written(first))
        with self.assertRaises(KeyboardInterrupt):
            posenc.analyse({"analysis": "spectrum"}, {"kernel": kernel @ kernel.T})
        watcher.join()
        self.works()
        self.assertIs(_process._running(), first)

    def test_one_that_does_not_listen_is_replaced(self):
        self.works()
        first = _process._running()
        watcher = interrupt_when(written(first))
        with mock.patch.object(_process, "_PATIENCE", 0), self.assertRaises(KeyboardInterrupt):
            posenc.precision(*LONG)
        watcher.join()
        self.assertEqual(first.child.returncode, -signal.SIGKILL)
        self.works()
        self.assertIsNot(_process._running(), first)

    def test_while_it_starts(self):
        _process._close()
        started, popen = [], subprocess.Popen

        def kept(*arguments, **options):
            started.append(popen(*arguments, **options))
            return started[-1]

        # node() is called before Popen is replaced, because it also starts a process
        with (
            mock.patch.object(_process._node, "node", return_value=_process._node.node()),
            mock.patch.object(_process.subprocess, "Popen", kept),
            mock.patch.object(_process, "Streams", side_effect=KeyboardInterrupt),
            self.assertRaises(KeyboardInterrupt),
        ):
            posenc.report(config)
        self.assertIsNotNone(started[0].returncode)
        self.works()

    def test_another_thread_waits_for_its_turn(self):
        self.works()
        first, made = _process._running(), []
        other = threading.Thread(target=lambda: made.append(posenc.report(config)["base"]))

        def begun(fraction):
            if not other.ident:
                other.start()
            raise Stopped

        with self.assertRaises(Stopped):
            posenc.precision(*LONG, on_progress=begun)
        other.join()
        self.assertEqual(made, [500000])
        self.assertIs(_process._running(), first)

    def test_a_table_of_the_library(self):
        """Pieces form the same table, an error names the position among all, and a signal between pieces is handled."""
        cos_sin = importlib.import_module("posenc.cos_sin")  # posenc.cos_sin is the function of that name
        rope = posenc.Encoding("rope", dim=8)
        whole, at = rope.table(range(10, 110, 3)), np.arange(7) * 1.5
        halves = rope.cos_sin(range(-5, 40), layout="concatenated")
        with mock.patch.object(cos_sin, "_PIECE", 40):
            self.assertEqual(rope.table(range(10, 110, 3)).tobytes(), whole.tobytes())
            self.assertEqual(rope.table(at).tobytes(), np.concatenate([rope.table(at[:3]), rope.table(at[3:])]).tobytes())
            self.assertEqual(rope.cos_sin(range(-5, 40), layout="concatenated").tobytes(), halves.tobytes())
            self.assertEqual(rope.table([]).shape, (0, 8))
            with self.assertRaises(posenc.PosencError) as caught:
                rope.table([0.0] * 20 + [float("nan")])
            self.assertIn("20", caught.exception.field + str(caught.exception))
            done = rope._call

            def one_and_a_signal(*arguments):
                done(*arguments)
                signal.raise_signal(signal.SIGINT)

            out = np.full((20, 8), 7, np.float32)
            with mock.patch.object(rope, "_call", one_and_a_signal), self.assertRaises(KeyboardInterrupt):
                rope.table(range(20), out=out)
        self.assertEqual((out == 7).all(axis=1).tolist(), [False] * 5 + [True] * 15)


class Runs(unittest.TestCase):
    def test_a_run_lives_on_after_a_whole_step(self):
        with posenc.train(EXPERIMENT) as run:
            watcher = interrupt_when(written(run._held.process))
            with self.assertRaises(KeyboardInterrupt):
                run.advance(100_000)
            watcher.join()
            step = run.step
            self.assertLess(step, 100_000)
            self.assertEqual(run.advance(3)["step"], step + 3)
            there = run.evaluate()["weightsHash"]
        with posenc.train(EXPERIMENT) as again:
            again.advance(step + 3)
            self.assertEqual(again.evaluate()["weightsHash"], there)

    def test_progress_and_what_stops_it(self):
        told = []
        short = {**EXPERIMENT, "steps": 40, "evaluateEvery": 20}
        with posenc.train(short) as run:
            steps = [each["step"] for each in run.evaluations(on_progress=told.append)]
            self.assertEqual(steps, [0, 20, 40])
        self.assertEqual((told, told[-1]), (sorted(told), 1))
        with posenc.train(EXPERIMENT) as run:
            each = run.evaluations(on_progress=stop)
            self.assertEqual(next(each)["step"], 0)
            with self.assertRaises(Stopped):
                next(each)
            self.assertLess(run.step, EXPERIMENT["evaluateEvery"])
            made = run.advance(1)["step"]
            self.assertEqual(made, run.step)

    def test_a_process_that_dies(self):
        first = posenc.train(EXPERIMENT)
        first.advance(2)
        kept = first.checkpoint()
        expected = first.advance(1) and first.evaluate()["weightsHash"]

        def dies(fraction):
            first._held.process.child.kill()

        with self.assertRaises(posenc.PosencError) as caught:
            first.advance(50_000, on_progress=dies)
        self.assertEqual(caught.exception.code, "worker_failed")
        self.assertRegex(str(caught.exception), r"SIGKILL .*next call starts another.*memory")
        with self.assertRaises(posenc.PosencError) as caught:
            first.advance(1)
        self.assertEqual(caught.exception.code, "disposed")
        self.assertIn("resume_training", str(caught.exception))
        with posenc.resume_training(kept) as again:
            again.advance(1)
            self.assertEqual(again.evaluate()["weightsHash"], expected)

    def test_one_that_died_between_two_calls(self):
        run = posenc.train(EXPERIMENT)
        first = _process._running()
        os.kill(first.child.pid, signal.SIGKILL)
        first.child.wait()
        self.assertEqual(posenc.report(config)["base"], 500000)
        self.assertIsNot(_process._running(), first)
        with self.assertRaises(posenc.PosencError) as caught:
            run.advance(1)
        self.assertEqual(caught.exception.code, "disposed")


if __name__ == "__main__":
    unittest.main()
