/**
 * The package of conformance vectors: every number again by mpmath; its helpers on correct and wrong implementations,
 * and on transformers' own code. The helpers need no test runner.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { executedOn } from '../../dist/lib/engines/executed.js';
import { writeVectors } from '../../web/tools/vectors.mjs';
import { root } from './support/posenc.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';
import { newFolder } from './support/own-folder.mjs';

const run = (python, args) =>
  spawnSync(python, args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
const support = (name) => join(root, 'tests/web/support', name);
/** The JSON that a script prints. */
function printed(python, args) {
  const { stdout, stderr, status } = run(python, args);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
/** POSENC_TRANSFORMERS is the path of a modeling_rope_utils.py; by default that of the installed transformers. */
function ropeUtils(python) {
  const named = process.env.POSENC_TRANSFORMERS;
  if (named) return named;
  const code = 'import importlib.util as u; s = u.find_spec("transformers"); print(s.submodule_search_locations[0])';
  const { stdout, status } = run(python, ['-c', code]);
  const path = join(stdout.trim(), 'modeling_rope_utils.py');
  return status === 0 && existsSync(path) ? path : undefined;
}

describe('conformance vectors', () => {
  let folder, helper;
  before(async () => {
    folder = join(newFolder(), 'package');
    await writeVectors(folder);
    helper = await import(pathToFileURL(join(folder, 'index.mjs')).href);
  });

  test('the package: what is in it, and its size', () => {
    const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
    assert.deepEqual(
      files.sort(),
      [
        'LICENSE',
        'README.md',
        'index.d.mts',
        'index.mjs',
        'package.json',
        'posenc_vectors/__init__.py',
        'posenc_vectors/vectors.json',
        'pyproject.toml',
      ].sort(),
    );
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(bytes < 2e6, `${bytes} bytes`);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.ok(readFileSync(join(folder, 'pyproject.toml'), 'utf8').includes(`version = "${version}"`));
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const field of new Set(helper.cases.flatMap(Object.keys))) assert.ok(readme.includes(`\`${field}\``), field);
  });

  test('answers of engines, by release', () => {
    const answers = (name) =>
      Object.fromEntries(helper.cases.find((one) => one.name === name).engines.map((one) => [one.engine, one]));
    const llama = answers('llama-3.1-8b');
    assert.deepEqual(Object.keys(llama).sort(), Object.keys(executedOn).sort());
    for (const { engine, answer } of Object.values(llama)) if (/^vllm|-5$/.test(engine)) assert.equal(answer, 'same');
    const yarn = answers('qwen2.5-7b-yarn');
    assert.deepEqual([yarn['ort-genai'].answer, yarn.vllm.release], ['raises', '0.33.0']);
    for (const { engines } of helper.cases)
      for (const { answer, frequencies, amplitude, error } of engines) {
        assert.equal(answer === 'other', Boolean(frequencies && amplitude));
        assert.equal(answer === 'raises', error !== undefined);
      }
  });

  test('every number, by mpmath', () => {
    const mpmath = pythonWith('mpmath');
    assert.ok(mpmath, 'python3 with mpmath is not installed');
    const { cases, numbers, wrong } = printed(mpmath, [support('vectors_by_mpmath.py'), folder]);
    assert.deepEqual([wrong, cases], [[], helper.cases.length]);
    assert.ok(numbers > 40_000, String(numbers));
  });

  /** An implementation as in programs: in float32, or with a wrong step. */
  const rounded = Math.fround;
  function waves(one, { frequencies = one.frequencies, amplitude = one.amplitude, upTo = Infinity } = {}) {
    const angles = one.positions
      .filter((p) => p <= upTo)
      .flatMap((p) => Array.from(frequencies, (f) => rounded(p * rounded(f))));
    const made = (wave) => angles.map((x) => rounded(rounded(wave(x)) * rounded(amplitude)));
    return { cos: made(Math.cos), sin: made(Math.sin) };
  }

  test('the helper passes what is right', () => {
    for (const one of helper.cases) {
      helper.checkFrequencies(one, Float32Array.from(one.frequencies));
      helper.checkCosSin(one, waves(one, { upTo: 4096 }), { upTo: 4096, within: 5e-4 });
      for (const dtype of ['f64', 'f32', 'f16', 'bf16']) {
        const exact = { cos: helper.numbersOf(one, 'cos', dtype), sin: helper.numbersOf(one, 'sin', dtype) };
        helper.checkCosSin(one, exact, { dtype, within: 0 });
        const pairs = one.frequencies.length;
        const spread = (to) =>
          Object.fromEntries(
            Object.entries(exact).map(([name, x]) => [
              name,
              one.positions.flatMap((_, r) => Array.from({ length: 2 * pairs }, (__, c) => x[r * pairs + to(c)])),
            ]),
          );
        helper.checkCosSin(
          one,
          spread((c) => c % pairs),
          { dtype, layout: 'doubled', within: 0 },
        );
        helper.checkCosSin(
          one,
          spread((c) => c >> 1),
          { dtype, layout: 'repeated', within: 0 },
        );
        assert.throws(
          () =>
            helper.checkCosSin(
              one,
              spread((c) => c >> 1),
              { dtype, layout: 'doubled' },
            ),
          /differ/,
        );
      }
    }
  });

  test('the helper says what is wrong: float32 angles far out, a missing amplitude, base or pair', () => {
    const of = (name) => helper.cases.find((one) => one.name === name);
    for (const one of helper.cases)
      assert.throws(
        () => helper.checkCosSin(one, waves(one), { within: 1e-3 }),
        /at position (13107[12]|1048576)/,
        one.name,
      );
    const yarn = of('gpt-oss-20b');
    assert.throws(
      () => helper.checkCosSin(yarn, waves(yarn, { amplitude: 1, upTo: 1 }), { upTo: 1 }),
      /gpt-oss-20b: \d+ of \d+ differ\. cos at position 0, column 0: 1, exact 1\.34/,
    );
    const llama = of('llama-3.1-8b');
    const other = llama.frequencies.map((_, i) => 10000 ** (-i / llama.frequencies.length));
    assert.throws(
      () => helper.checkFrequencies(llama, other),
      /llama-3.1-8b: frequency of pair: \d+ of 64 differ\. 1: /,
    );
    assert.throws(() => helper.checkFrequencies(llama, other.slice(1)), /64 numbers expected, 63 given/);
  });

  const torch = pythonWith('torch');
  const file = torch && ropeUtils(torch);
  const skip = !torch
    ? 'python3 with torch is not installed'
    : !file && 'no transformers is installed; POSENC_TRANSFORMERS may name a modeling_rope_utils.py';
  test("the Python helper on transformers' modeling_rope_utils.py", { skip }, (t) => {
    const { checked, failed, skipped } = printed(torch, [support('vectors_in_transformers.py'), folder, file]);
    for (const [name, why] of Object.entries(skipped)) t.diagnostic(`${name}: ${why}`);
    assert.deepEqual(failed, {});
    assert.ok(checked.length >= 5, checked.join('; '));
  });

  test('the Python helper reads the same numbers, and refuses the same', () => {
    const python = pythonWith();
    assert.ok(python, 'python3 is not installed');
    const code = `
import json, sys
sys.path.insert(0, sys.argv[1])
import posenc_vectors as v
def refused(check, *given, **options):
    try:
        check(*given, **options)
    except AssertionError as error:
        return str(error)
said = []
for case in v.cases:
    v.check_frequencies(case, case["frequencies"], relative=0)
    for dtype in ("f64", "f32", "f16", "bf16"):
        cos, sin = (v.numbers(case, name, dtype) for name in ("cos", "sin"))
        v.check_cos_sin(case, cos, sin, dtype=dtype, within=0)
        said.append([case["name"], dtype, cos, sin, refused(v.check_cos_sin, case, sin, cos, dtype=dtype)])
    said[-1].append(refused(v.check_frequencies, case, [2 * f for f in case["frequencies"]]))
print(json.dumps(said))`;
    const { stdout, stderr, status } = run(python, ['-c', code, folder]);
    assert.equal(status, 0, stderr);
    const refusal = (body) => {
      try {
        body();
      } catch ({ message }) {
        return message.split(':')[0] + /: (\d+ of \d+ differ)/.exec(message)[1];
      }
      return assert.fail('it was not refused');
    };
    for (const [name, dtype, cos, sin, swapped, doubled] of JSON.parse(stdout)) {
      const one = helper.cases.find((candidate) => candidate.name === name);
      const [c, s] = ['cos', 'sin'].map((which) => helper.numbersOf(one, which, dtype));
      assert.deepEqual([cos, sin], [[...c], [...s]], `${name} ${dtype}`);
      const ours = (body) => refusal(body);
      const theirs = (message) => refusal(() => assert.fail(message));
      assert.equal(
        theirs(swapped),
        ours(() => helper.checkCosSin(one, { cos: s, sin: c }, { dtype })),
      );
      if (doubled)
        assert.equal(
          theirs(doubled),
          ours(() =>
            helper.checkFrequencies(
              one,
              one.frequencies.map((f) => 2 * f),
            ),
          ),
        );
    }
  });
});
