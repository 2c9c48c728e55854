/**
 * Statements of the page Encodings on models: for types of transformers they equal the library's knowledge of their
 * code; other models are named by the row's source.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { texts } from '../../dist/lib/generated/encoding-texts.js';
import { classOf } from '../../dist/lib/hf/families.js';
import { ownMropeOrder } from '../../dist/lib/hf/mrope.js';
import { schemeOf } from '../../dist/lib/hf/schemes.js';
import { partsOf } from './support/page-parts.mjs';
import { encodings } from './support/posenc.mjs';

let usedBy;
before(async () => ({ usedBy } = (await partsOf({ used: 'web/notebook/encodings/used-by' })).used));

/** The results of `schemeOf` for models that use an encoding. */
const schemes = {
  sinusoidal: /^sinusoidal/,
  learned: /^a learned absolute table/,
  'learned-grid': /^a learned absolute table/,
  'sincos2d-mae': /^sinusoids of patches/,
  shaw: /1803\.02155/,
  'transformer-xl': /1901\.02860/,
  t5: /1910\.10683/,
  deberta: /2006\.03654/,
  'swin-v1': /biases of a window/,
  'swin-v2': /biases of a window/,
  alibi: /ALiBi/,
  'pixel-fourier': /Fourier features/,
};

test('models with a type in transformers use the encoding there', () => {
  for (const [id, models] of Object.entries(usedBy)) {
    assert.ok(
      encodings.some((row) => row.id === id),
      id,
    );
    for (const [name, type] of Object.entries(models)) {
      if (type === '') continue; // named by the row, below
      if (id === 'rope') assert.ok(classOf(type), name);
      else if (id === 'mrope') assert.ok(ownMropeOrder(type), name);
      else assert.match(schemeOf(type) ?? '', schemes[id], name);
    }
  }
});

test('others are named by the row', () => {
  const said = (id) => JSON.stringify([texts.encodings[id], encodings.find((row) => row.id === id)]);
  for (const [id, models] of Object.entries(usedBy))
    for (const [name] of Object.entries(models).filter(([, type]) => type === ''))
      assert.match(said(id).toLowerCase(), new RegExp(name.toLowerCase()), `${id}: ${name}`);
});
