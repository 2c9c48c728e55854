/** The texts of the registries are complete, and separate from the files that every caller loads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyses, assertNone, documentation, encodings, layers, scalings } from './support/posenc.mjs';
import { texts as analysisTexts } from '../../dist/lib/generated/analysis-texts.js';
import { texts as encodingTexts } from '../../dist/lib/generated/encoding-texts.js';

const texts = { ...encodingTexts, ...analysisTexts };
const bare = { encodings, scalings, analyses, layers };

test('documentation() has every row in order, with its texts and all that the row has without them', async () => {
  const all = await documentation();
  for (const [name, rows] of Object.entries(bare)) {
    assert.deepEqual(
      all[name].map(({ id }) => id),
      rows.map(({ id }) => id),
    );
    rows.forEach((row, i) => {
      const documented = all[name][i];
      assert.ok(documented.citation, `${name}.${row.id}`);
      for (const item of [...documented.params, ...(documented.outputs ?? [])])
        assert.ok(item.doc, `${row.id}.${item.name}`);
      for (const [key, value] of Object.entries(row)) {
        if (typeof value !== 'object') assert.equal(documented[key], value, `${row.id}.${key}`);
      }
    });
  }
  assert.equal(all.encodings.find(({ id }) => id === 'rope').scalings, all.scalings);
  assert.equal(await documentation(), all);
});

test('rows without their texts, and no text without its row', () => {
  for (const [name, rows] of Object.entries(bare)) {
    assert.deepEqual(
      Object.keys(texts[name]),
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      assert.ok(!('citation' in row || 'note' in row), row.id);
      for (const item of [...row.params, ...(row.outputs ?? [])]) assert.ok(!('doc' in item), `${row.id}.${item.name}`);
    }
  }
});

test('texts of rows are sentences about something: none begins with "Of"', async () => {
  const said = Object.values(await documentation()).flatMap((rows) =>
    rows.flatMap(({ params, inputs = [], outputs = [] }) => [...params, ...inputs, ...outputs]),
  );
  assert.ok(said.length > 400, String(said.length));
  assertNone(said.map(({ doc }) => doc).filter((doc) => doc.startsWith('Of ')));
});

/** Words without meaning for a parameter. */
const FILLING = new Set('a an and as at by for from in is it its of on or that the this to with'.split(' '));
const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
/** "maxFrequency" → max, frequency. */
const wordsOfName = (name) => wordsIn(name.replace(/([a-z])([A-Z0-9])/g, '$1 $2'));
const LEAST_WORDS = 6;
/** The fault of a parameter's text, which is shown next to its control without the formula. */
function faultOf({ name, doc }) {
  const words = doc.split(/\s+/);
  if (words.length < LEAST_WORDS) return 'a fragment';
  if (!doc.endsWith('.')) return 'no end';
  const known = wordsOfName(name);
  const said = new Set(wordsIn(doc).filter((word) => !FILLING.has(word) && !known.includes(word)));
  return said.size < 2 ? 'its name again' : undefined;
}

test('what is said of a parameter is more than a fragment and more than its name', async () => {
  const params = Object.values(await documentation()).flatMap((rows) => rows.flatMap((row) => row.params));
  assert.ok(params.length > 500, String(params.length));
  const faults = params.flatMap((one) => (faultOf(one) ? [`${one.name}: ${faultOf(one)}: ${one.doc}`] : []));
  assert.deepEqual([...new Set(faults)], []);
  // the rule finds the intended faults
  assert.equal(faultOf({ name: 'dim', doc: 'Head dimension.' }), 'a fragment');
  assert.equal(faultOf({ name: 'maxFrequency', doc: 'It is the max of the frequency.' }), 'its name again');
  assert.equal(faultOf({ name: 'dim', doc: 'how many channels a query has' }), 'no end');
});
