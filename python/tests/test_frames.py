"""Tests of frames between Python and Node.js: all methods and types of results, data that looks like tags, failing processes."""

import inspect
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock

import numpy as np

import posenc
from posenc import _frames, _names, _node, _process

root = Path(__file__).resolve().parents[2]
config = (root / "tests/golden/configs/llama-3.1-8b.json").read_text(encoding="utf-8")
EXPERIMENT = {
    "task": {"id": "latin-square", "puzzles": 10, "shifted": 1},
    "model": {"dim": 8, "blocks": 1, "heads": 2, "hidden": 8},
    "positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.2, "where": "blocks"}],
    "steps": 2,
    "evaluateEvery": 1,
    "batch": 4,
}

rope = {"encoding": "rope", "dim": 8}
interleaved = {**rope, "layout": "interleaved"}
waves = {"encoding": "sinusoidal", "dim": 8}
alibi = {"encoding": "alibi", "heads": 2}
rows = [[1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, -0.0]]
#: arguments for each method of the API whose result contains every possible field
ARGUMENTS = {
    "analyse": [{"analysis": "spectrum"}, {"kernel": [[2, 0], [0, 1]]}],
    "analyses": [],
    "attentionBias": [alibi, 3, 4],
    "attentionScores": [rope, rows, rows],
    "biasVector": [alibi, 3, 4],
    "channelGram": [waves, 100],
    "check": [config, {"engines": ["vllm", "llama-cpp"]}],
    # finds a mapping of channels with signs
    "compare": [rope, interleaved, 4],
    "cosSin": [rope, 5, 3, {"dtype": "bf16"}],
    "decayBound": [rope, [0, 1]],
    "derivative": [waves, [0, 1]],
    "diffConfigs": [config, config.replace("500000.0", "10000.0")],
    "encodings": [],
    "engines": [config, {"engines": ["vllm", "llama-cpp"], "precisionAt": 4096}],
    "exportConfig": [rope],
    "extendContext": [config, 262144],
    "facts": [alibi],
    "fix": [config],
    "frequencies": [rope],
    "gram": [waves, [0, 1, 2.5]],
    "identify": ["1.0, 0.1, 0.01, 0.001", {"spec": rope}],
    "importConfig": [config],
    "kernelProfile": [waves, [0, 1]],
    "multimodalIds": [{"model": "qwen3_vl", "tokenTypes": [0, 0, 1, 1, 1, 1, 0], "images": [[1, 4, 4]]}],
    "precision": [rope, [0, 5, 1e6]],
    "prepare": None,  # returns a JavaScript object
    "relativeMap": [{"encoding": "t5", "heads": 1}, 2, 3],
    "report": [config, {"contextLength": 131072}],
    "resumeTraining": None,  # takes bytes, see below
    "rotary": [config],
    "rotate": [rope, rows, [0, 1e15]],
    "shape": [rope],
    "table": [waves, [0, 0.5, 1e15], {"dtype": "f64"}],
    "tableBlocks": [waves, 5, {"blockRows": 2}],
    "tasks": [],
    "text": ["check", {"file": "config.json", "findings": [], "passes": True}],
    "train": [EXPERIMENT],
}  # fmt: skip


def arguments_of(name):
    """Converts arguments as Python sends them."""
    return [np.array(each, float) if each is rows else each for each in ARGUMENTS[name] or []]


def as_json(value):
    """Converts a result as `posenc calls` prints it."""
    if isinstance(value, np.ndarray):
        return as_json(value.tolist())
    if isinstance(value, float) and np.isnan(value):
        return None
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list) else value


def by_node(program, value):
    """Returns the output of a Node.js module for a JSON value on its standard input."""
    code = f"""
        import {{ describedArrays, given, headText, Held }} from {json.dumps((root / "dist/cli/frames/values.js").as_uri())};
        import {{ text }} from 'node:stream/consumers';
        const value = JSON.parse(await text(process.stdin));
        process.stdout.write({program});
    """
    command = [_node.node(), "--no-warnings", "--input-type=module", "-e", code]
    return subprocess.run(command, input=json.dumps(value), capture_output=True, text=True, check=True).stdout


class EveryResult(unittest.TestCase):
    def test_every_method_answers_as_the_command_line_does(self):
        hello = _process.hello()
        there = {*hello["methods"], *hello["more"]}
        self.assertEqual({name for name in there if not name.endswith("OnGpu")}, set(ARGUMENTS))
        own = {"train", *hello["more"]}
        asked = [name for name, given in ARGUMENTS.items() if given is not None and name not in own]
        lines = "".join(json.dumps([name, *ARGUMENTS[name]]) + "\n" for name in asked)
        cli = [_node.node(), str(root / "dist/cli/posenc.js"), "calls"]
        done = subprocess.run(cli, input=lines, capture_output=True, text=True, check=True)
        for name, line in zip(asked, done.stdout.splitlines(), strict=True):
            with self.subTest(name):
                self.assertEqual(as_json(_process.call(name, *arguments_of(name))), json.loads(line)["result"])
        self.assertIn("findings", _process.call("check", *ARGUMENTS["check"]))
        self.assertIn("spec", _process.call("rotary", config))
        self.assertEqual(_process.call("fix", config)["text"], posenc.fix(config)["text"])

    def test_a_mapping_that_is_found(self):
        found = posenc.compare(rope, interleaved, 4)["mapping"]
        self.assertEqual((found["signs"].dtype, set(found["signs"].tolist())), (np.int8, {1}))

    def test_every_method_of_a_run(self):
        with posenc.train(EXPERIMENT) as run:
            first, second, third = run.evaluations()
            # there is no batch at step 0
            self.assertEqual((first["step"], first["trainLoss"], first.get("meanTrainLoss")), (0, None, None))
            self.assertTrue(second["trainLoss"] > 0 and third["meanTrainLoss"] > 0)
            self.assertEqual(run.table(0).dtype, np.float64)
            self.assertEqual(run.attention(0, split="test", head=1).ndim, 2)
            self.assertEqual(run.weights()["embed.weight"].dtype, np.float32)
            kept = run.checkpoint()
        with posenc.resume_training(kept) as again:
            self.assertEqual(again.evaluate()["weightsHash"], third["weightsHash"])

    def test_every_type_of_array(self):
        # every typed array of JavaScript, with three elements
        program = """(() => {
            const all = Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name])
              .filter((made) => typeof made === 'function' && Object.getPrototypeOf(made)?.name === 'TypedArray');
            const arrays = [];
            return headText(all.map((made) => made.from(/^Big/.test(made.name) ? [1n, 2n, 3n] : [1, 2, 3])), arrays, new Held())
              + '\\n' + all.map(({ name }) => name) + '\\n' + describedArrays(arrays);
        })()"""
        _, names, described = by_node(program, 0).splitlines()
        for name, each in zip(names.split(","), json.loads(described), strict=True):
            made = np.dtype(each["type"])
            kind = "f" if "Float" in name else "u" if "U" in name else "i"
            self.assertEqual((made.kind, made.itemsize * 8, each["count"]), (kind, int(re.findall(r"\d+", name)[0]), 3), name)


#: untrusted data: every key with a meaning in a frame, and other keys
KEYS = ("$model", "$numbers", "$array", "$shape", "$held", "$number", "$", "$$", "$$model", "$other")


class Tags(unittest.TestCase):
    def test_data_is_data(self):
        each = {key: [{key: 1}, {"a": {key: "b"}}, {key: {key: [key]}}] for key in KEYS}
        arrays = []
        head = _frames.sent(each, arrays)
        self.assertEqual(json.loads(by_node("JSON.stringify(await given(value, []))", head)), each)
        text = by_node("headText(value, [], new Held())", each)
        self.assertEqual(_frames.received(json.loads(text), [], lambda number, fields: self.fail("held")), each)

    def test_no_method_follows_it(self):
        asked = []

        class Server(BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_error(404)

            do_HEAD = do_GET

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with tempfile.TemporaryDirectory() as folder:
            secret = Path(folder) / "secret"
            secret.write_text("a-secret-of-another")
            values = [f"http://127.0.0.1:{server.server_port}/x", str(secret), 0, 1]
            tagged = [{key: value} for key in KEYS for value in values]
            for name, given in ARGUMENTS.items():
                for place in range(len(given or [])):
                    for hostile in (tagged, {"a": tagged, **tagged[0]}, *tagged[:8]):
                        for deep in (hostile, {"a": hostile}, [hostile]):
                            changed = list(given)
                            changed[place] = {**given[place], "a": deep} if isinstance(given[place], dict) else deep
                            with self.subTest(name, place=place):
                                try:
                                    said = repr(_process.call(name, *changed))
                                except posenc.PosencError as error:
                                    said = repr(error)
                                    self.assertNotEqual(error.field, "frame")
                                self.assertNotIn("a-secret", said)
        self.assertEqual(asked, [])


#: Node.js replacements that fail in different ways
FAILING = {
    "ends": "sys.exit(3)",
    "closes its output and lives": "os.close(1); time.sleep(1000)",
    "is stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "answers with an array of no type": "say({'result': 1, 'arrays': [{'type': 'what', 'count': 1}]})",
    "answers with a list": "say([])",
    "answers with no JSON": "os.write(1, struct.pack('<I', 3) + b'{a}'); time.sleep(1000)",
    "answers a half": "os.write(1, struct.pack('<I', 30) + b'{'); sys.exit(0)",
}


class Failing(unittest.TestCase):
    def test_no_call_hangs(self):
        before, _process._process = _process._process, None
        self.addCleanup(setattr, _process, "_process", before)
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "node"
            for name, failure in FAILING.items():
                program.write_text(
                    f"#!{sys.executable}\n"
                    "import json, os, signal, struct, sys, time\n"
                    "def say(head):\n"
                    "    text = json.dumps(head).encode()\n"
                    "    os.write(1, struct.pack('<I', len(text)) + text)\n"
                    f"say({{'hello': {{'version': {posenc.__version__!r}}}, 'arrays': []}})\n"
                    "os.read(0, 4)\n"
                    f"{failure}\n"
                )
                program.chmod(program.stat().st_mode | stat.S_IXUSR)
                # only the stopped process takes this number of waits; the other failures are seen at once
                looks = 3 if name == "is stopped" else _process._LOOKS
                with (
                    self.subTest(name),
                    mock.patch.object(_node, "node", return_value=str(program)),
                    mock.patch.object(_process, "_LOOKS", looks),
                    self.assertRaises(posenc.PosencError) as caught,
                ):
                    _process._process = None
                    posenc.report(config)
                self.assertEqual(caught.exception.code, "worker_failed", name)
                self.assertIn("the next call starts another", str(caught.exception), name)


class Keywords(unittest.TestCase):
    def test_are_the_options_of_javascript(self):
        control = {"signal", "onProgress"}
        compared = 0
        for name, python in _names.NAMES.items():
            function = getattr(posenc, python, None)
            if ARGUMENTS[name] is None or not inspect.isfunction(function) or name in ("analyses", "encodings", "tasks", "rotary"):
                continue
            given = [each for each in arguments_of(name) if not (isinstance(each, dict) and {"engines", "spec", "contextLength"} & {*each})]
            with self.assertRaises(posenc.PosencError) as caught:
                _process.call(name, *given, {"noSuchOption": 1})
            allowed = {_frames.camel(word) for word in re.findall(r"\w+", str(caught.exception).split("allowed: ")[1])} - {"or"}
            own = {
                _frames.camel(key): parameter.kind
                for key, parameter in inspect.signature(function).parameters.items()
                if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD
            }
            with self.subTest(name):
                self.assertEqual(set(own) - control, allowed - control)
                self.assertNotIn(inspect.Parameter.VAR_KEYWORD, own.values())
                with self.assertRaises(TypeError):
                    function(*given, no_such_keyword=1)
            compared += 1
        self.assertGreater(compared, 10)


if __name__ == "__main__":
    unittest.main()
