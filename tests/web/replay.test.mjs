/**
 * A failure can be repeated: no test takes chance from elsewhere than support/random.mjs, judges by the clock, or
 * sleeps until something has probably happened. What reads the clock or waits all the same stands here, with a reason.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from './support/posenc.mjs';

const files = filesBelow(['tests/web', 'tests/page', 'tests/run.mjs'].map((path) => join(root, path)))
  .filter((file) => /\.m?js$/.test(file) && !file.endsWith('replay.test.mjs'))
  .map((file) => ({ name: relative(root, file), lines: readFileSync(file, 'utf8').split('\n') }));

/** Files and what in them may do it; the reason is for the reader. */
const rules = {
  'chance of its own': {
    found: /Math\.random|from 'fast-check'|crypto\.getRandomValues|randomInt\(/,
    allowed: {
      'tests/web/support/random.mjs': 'the one place',
      'tests/run.mjs': 'draws the seed of test:full, and prints it',
    },
  },
  'the clock': {
    found: /performance\.now\(\)|Date\.now\(\)|process\.hrtime|cpuUsage\(/,
    allowed: {
      'tests/run.mjs': 'says how long a suite took',
      'tests/web/abort.test.mjs': 'progress at most 60 times a second: a bound on a rate, looser on a slower machine',
      'tests/web/pool.ends.test.mjs': 'when to kill a worker, as a share of what the call takes; and a bound on a rate',
      'tests/page/pool.spec.mjs': 'when to kill a worker, as a share of what the call takes',
      'tests/page/reader.mjs': 'gives up what does not come',
      'tests/web/support/webdriver.mjs': 'gives up a browser that does not start',
      'tests/page/embed.spec.mjs': 'the moment at which the page’s own clock is stopped',
      'tests/page/visit.mjs': 'measures a visit; the bench prints the times, tests judge bytes and shifts',
      'tests/web/support/pages-in-browser.mjs': 'gives up a page that never gets ready',
    },
  },
  'a sleep': {
    found: /waitForTimeout\(|\bsleep\(|(?:resolve|r)\) => setTimeout\(/,
    allowed: {
      'tests/web/abort.test.mjs': 'the moment of an abort',
      'tests/web/pool.test.mjs': 'the moment of an abort',
      'tests/web/pool.ends.test.mjs': 'the moment of an abort; and that nothing is written after one',
      'tests/web/gpu.test.mjs': 'the moment of an abort; and that nothing is written after one',
      'tests/web/gpu.devices.test.mjs': 'the moment of a loss',
      'tests/web/engine.test.mjs': 'between two collections of garbage, until one has happened',
      'tests/web/cli.tables.test.mjs': 'until a file is there',
      'tests/web/support/pages-in-browser.mjs': 'until a page is ready',
      'tests/page/pool.spec.mjs': 'the moment of an abort, and one turn of the event loop after it',
      'tests/page/gpu.spec.mjs': 'the moment of the crash',
      'tests/page/notebook-sandbox.spec.mjs': 'what a cell sends would arrive by then',
    },
  },
};

for (const [what, { found, allowed }] of Object.entries(rules)) {
  test(`no test has ${what}`, () => {
    const having = files.filter(({ lines }) => lines.some((line) => found.test(line)));
    const wrong = having
      .filter(({ name }) => !allowed[name])
      .flatMap(({ name, lines }) =>
        lines.flatMap((line, i) => (found.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : [])),
      );
    assert.deepEqual(wrong, []);
    const names = having.map(({ name }) => name);
    assert.deepEqual(
      Object.keys(allowed).filter((name) => !names.includes(name)),
      [],
      'allowed without need',
    );
  });
}
