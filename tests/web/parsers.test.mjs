/**
 * Every parser x every change of a length, count or offset of its input: it reads or rejects the input, with no other
 * error, in memory proportional to the input; a timeout ends endless loops. A file that starts to parse bytes or text
 * fails this test until `parsers.mjs` has it, or `otherwise` says why not.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as posenc from '../../dist/lib/node.js';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { mutantsOf } from './support/mutants.mjs';
import { makeParsers } from './support/parsers.mjs';
import { assertNone, root } from './support/posenc.mjs';

/** Only for endless loops: all mutants of one parser take a second or two. */
const longest = 60_000;

const { parsers, end } = await makeParsers();
after(end);

describe('a hostile length, count or offset', () => {
  const at = new SharedArrayBuffer(8);
  const heard = new Map();
  let thread;
  let ended;
  before(() => {
    thread = new Worker(new URL('support/walk-mutants.mjs', import.meta.url), { workerData: at });
    ended = new Promise((resolve) => thread.once('error', resolve).once('exit', resolve));
    for (const { name } of parsers) {
      const told = {};
      told.promise = new Promise((resolve) => (told.resolve = resolve));
      heard.set(name, told);
    }
    thread.on('message', ({ name, ...came }) => heard.get(name).resolve(came));
  });
  after(() => thread.terminate());

  for (const parser of parsers)
    test(parser.name, async () => {
      let timer;
      const hangs = new Promise((resolve) => (timer = setTimeout(resolve, longest)));
      const came = await Promise.race([heard.get(parser.name).promise, ended, hangs]);
      clearTimeout(timer);
      if (!came?.bad) {
        const [i, n] = new Int32Array(at);
        const mutant = [...mutantsOf(parsers[i])][n];
        await thread.terminate();
        assert.fail(`no answer (${came?.stack ?? 'it hangs or ended'}) of ${parsers[i].name}, ${mutant?.what}`);
      }
      assert.deepEqual(came.bad, []);
      assert.ok(came.tried >= 10, `${came.tried} mutants`);
    });
});

/** Code that reads untrusted bytes or text. */
const reading =
  /JSON\.parse\(|parseJson\(|new DataView\((?!new ArrayBuffer)|new TextDecoder\(|atob\(|new URLSearchParams\((?!\{)|DecompressionStream|span<const std::uint8_t>|json::parse\(/;
/** Matching files that are not parsers of their own, and why. */
const otherwise = {
  'web/cli/check-draft.ts': 'its files go through parseJson',
  'web/cli/call.ts': 'its arguments go through parseJson',
  'web/cli/calls.ts': 'its arguments go through parseJson',
  'web/cli/command.ts': 'its own package.json',
  'web/cli/input.ts': 'bytes as UTF-8; their text goes to the parsers',
  'web/cli/inputs/remote-file.ts': 'bytes as UTF-8; their text goes to hub.ts',
  'web/cli/sweep.ts': 'its study goes through parseJson',
  'web/cli/sweep/results.ts':
    'its lines go through readRun; what runs cost is no result, and begun anew where it is none',
  'web/cli/sweep/shared.ts': 'the claim that a process of its own wrote; what is none claims nothing',
  'web/cli/sweep/trainer.ts': 'what its own process wrote before a kill, up to the first line that is none',
  'web/cli/table.ts': 'its spec goes through parseJson',
  'web/cli/train.ts': 'its experiment goes through parseJson',
  'web/lib/calls/multimodal-ids.ts': 'what config.wasm wrote',
  'web/lib/files/safetensors.ts': 'writes',
  'web/notebook/embed-mode.ts': 'whether a word stands in the address',
  'web/notebook/home/state.ts': 'whether a word stands in the address',
  'web/notebook/notebooks/bar.ts': 'whether a word stands in the address',
  'web/notebook/notebooks/build/plugin.ts': 'files of the build',
  'web/notebook/notebooks/build/record.ts': 'files of the build',
  'web/notebook/notebooks/main.ts': 'the name of a notebook, which is one of a list',
  'web/notebook/notebooks/trust.ts': 'a list of texts that this page kept, and compares alone',
  'web/notebook/report/model-name.ts': 'fields of a file that the report has read; of what is no JSON it has none',
  'web/notebook/offline/register.ts': 'whether a word stands in the address',
  'web/notebook/widgets/cell-map.ts': 'whether a word stands in the address',
  'web/notebook/widgets/handed.ts': 'what another page of ours kept; the Report reads its text as it reads a file',
  'web/notebook/widgets/embed-page.ts': 'writes an address',
};

test('every file that reads bytes or text is among the parsers', () => {
  const having = filesBelow(['web/lib', 'web/cli', 'web/notebook', 'src'].map((folder) => join(root, folder)))
    .filter((file) => /\.(ts|cpp|hpp)$/.test(file) && reading.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file));
  const known = new Set([...parsers.flatMap(({ modules }) => modules), ...Object.keys(otherwise)]);
  assertNone(
    having.filter((file) => !known.has(file)),
    'reads, and is not in tests/web/support/parsers.mjs',
  );
  assertNone(
    Object.keys(otherwise).filter((file) => !having.includes(file)),
    'excused without need',
  );
  for (const file of known) assert.ok(readFileSync(join(root, file)), file);
});

test('every parser of the package is called', () => {
  const names = Object.keys(posenc).filter((name) => /^(parse|read|open|configOf)[A-Z]/.test(name));
  assert.ok(names.length >= 9, names.join());
  const list = readFileSync(join(root, 'tests/web/support/parsers.mjs'), 'utf8');
  assertNone(names.filter((name) => !list.includes(`posenc.${name}`)));
});
