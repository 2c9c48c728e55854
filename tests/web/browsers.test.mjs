/**
 * In Firefox and WebKit, if installed: the module gives the same bits, and WebGPU (in Firefox wgpu instead of
 * Chromium's Dawn) keeps the documented bounds. tests/page covers Chromium.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browsers, inBrowser } from './support/browsers.mjs';

const [firefox, webkit] = browsers;
const skip = ({ name, missing }) => missing !== '' && `${name} is not installed (${missing})`;

/** Checks the results of in-browser.mjs against their documented bounds; `found`: computed by a GPU. */
async function check(t, browser, options) {
  const results = new Map(
    (await inBrowser(browser, 'tests/web/support/in-browser.mjs', options)).map((result) => [result.name, result]),
  );
  const { cases, wrong } = results.get('hashes');
  assert.ok(cases >= 40);
  assert.deepEqual(wrong, []);
  assert.equal(results.get('pool').off, 0);
  const { found } = results.get('adapter');
  const rest = [...results.values()].filter(({ backend }) => backend);
  assert.ok(rest.length >= (found ? 10 : 7));
  for (const { name, off, bound, backend } of rest) {
    if (name !== 'lost device') assert.equal(backend, found ? 'webgpu' : 'wasm', name);
    assert.ok(off <= (backend === 'webgpu' ? bound : 0), `${name}: ${off}, stated ${bound}`);
  }
  t.diagnostic(rest.map(({ name, off, backend }) => `${name} ${backend} ${off}`).join(', '));
  return found;
}

describe('Firefox', { skip: skip(firefox) }, () => {
  test('with WebGPU', async (t) => {
    if (!(await check(t, firefox, { webgpu: true }))) t.diagnostic('it finds no adapter here');
  });
  test('without WebGPU', async (t) => assert.equal(await check(t, firefox, { webgpu: false }), false));
});

describe('WebKit', { skip: skip(webkit) }, () => {
  test('the same bits', (t) => check(t, webkit));
});
