/**
 * In Firefox, where it is installed: the module gives the same bits there, and WebGPU (by wgpu, another implementation
 * than Chromium's Dawn) what is stated.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firefox, inFirefox } from './support/firefox.mjs';

const skip = firefox ? false : 'Firefox is not installed (sudo apt-get install firefox-esr mesa-vulkan-drivers)';
const body = 'tests/web/support/in-firefox.mjs';
const named = (results) => new Map(results.map((result) => [result.name, result]));

describe('in Firefox', { skip }, () => {
  for (const webgpu of [true, false])
    test(`${webgpu ? 'with' : 'without'} WebGPU`, async (t) => {
      const results = named(await inFirefox(body, { prefs: { 'dom.webgpu.enabled': webgpu } }));
      const { cases, wrong } = results.get('hashes');
      assert.ok(cases >= 40);
      assert.deepEqual(wrong, []);
      assert.equal(results.get('pool').off, 0);
      const { found } = results.get('adapter');
      if (!webgpu) assert.equal(found, false);
      else if (!found) t.diagnostic('this Firefox finds no adapter');
      const rest = [...results.values()].filter(({ backend }) => backend);
      assert.ok(rest.length >= (found ? 10 : 7));
      for (const { name, off, bound, backend } of rest) {
        if (name !== 'lost device') assert.equal(backend, found ? 'webgpu' : 'wasm', name);
        assert.ok(off <= (backend === 'webgpu' ? bound : 0), `${name}: ${off}, stated ${bound}`);
      }
      t.diagnostic(rest.map(({ name, off, backend }) => `${name} ${backend} ${off}`).join(', '));
    });
});
