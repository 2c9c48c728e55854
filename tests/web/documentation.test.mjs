/**
 * The texts of the registries are apart from what every caller loads, and complete.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyses, documentation, encodings, layers, scalings } from './support/posenc.mjs';
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
  assert.deepEqual(
    said.map(({ doc }) => doc).filter((doc) => doc.startsWith('Of ')),
    [],
  );
});
