/** Sizes of the submits to a GPU. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../../dist/lib/gpu/pace.js';

/** Sizes of successive submits to a device that makes `perMs` entries per millisecond. */
function given({ perMs, latency = 0, tick = 0, known = latency, submits = 40 }) {
  const pace = new Pace();
  pace.latency = known;
  return Array.from({ length: submits }, () => {
    const entries = pace.entries('table');
    const busy = latency + entries / perMs;
    pace.timed('table', entries, tick ? Math.ceil(busy / tick) * tick : busy);
    return { entries, work: entries / perMs };
  });
}

test('submits grow to some tens of milliseconds of work, and no further', () => {
  for (const perMs of [1e3, 3e4, 1e6, 1e9]) {
    const last = given({ perMs }).at(-1);
    assert.ok(last.work >= 10 && last.work <= 100, `${perMs}: ${last.work} ms`);
  }
});

test('one that is far too long is followed by short ones', () => {
  const [first, second] = given({ perMs: 20 });
  assert.ok(first.work > 3000 && second.work <= 100);
  assert.ok(given({ perMs: 1e-3 }).every(({ entries }) => entries >= 1024));
});

test('a browser that looks every 100 ms does not make them shrink', () => {
  for (const perMs of [1e4, 1e6]) {
    const last = given({ perMs, latency: 1, tick: 100, known: 100 }).at(-1);
    assert.ok(last.work >= 50 && last.work <= 200, `${perMs}: ${last.work} ms`);
  }
});

test('kinds of work are paced by themselves', () => {
  const pace = new Pace();
  pace.timed('gram', pace.entries('gram'), 1000);
  assert.ok(pace.entries('gram') < pace.entries('table'));
});
