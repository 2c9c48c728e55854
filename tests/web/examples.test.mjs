/** Every example runs and prints what its comments state. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './support/posenc.mjs';

const expected = {
  '01-table.mjs': [
    /^0\.000000 {2}1\.000000 {2}0\.000000 {2}1\.000000$/m,
    /^0\.141120 {2}-0\.989992 {2}0\.029996 {2}0\.999550$/m,
    new RegExp(`^sin\\(1000000\\) = ${Math.fround(-0.34999350217129294)}$`, 'm'),
    /^bad_param \(dim\): dim must be even, got 7/m,
  ],
  '02-report.mjs': [
    /^llama3: trained on 8192 positions, used up to 131072$/m,
    /29 kept, 6 blended, 29 scaled/,
    /^pair 63: .*\(scaled\)$/m,
    /read from rope_theta$/m,
    /"factor":16/,
  ],
  '03-kernel.mjs': [
    /^1\.000 0\.966 0\.884 0\.800 0\.748 0\.734 0\.736 /m,
    /^true$/m,
    /^32\.50 15\.2\d 10\.09 9\.27 6\.54 4\.02$/m,
  ],
  '04-analyses.mjs': [
    /^effective rank 20\.13, 117 above/m,
    /^over 10\^9 positions 512\.0$/m,
    /^tangent kernel at offsets 0, 1, 63: 0\.500 0\.469 0\.231$/m,
    /^stable below 0\.188; loss 16\.00, 15\.80, 5\.76$/m,
    /^32 pairs, off by 1\.\de-3/m,
  ],
  '05-large-tables.mjs': [
    /^same bits: true$/m,
    new RegExp(`^position 2\\^40, channel 0: ${Math.fround(-0.9140040874481201)}$`, 'm'),
    /^left after enough rows/m,
    /^computed by (wasm|webgpu)$/m,
  ],
  '06-prepared.mjs': [
    /^turns 32 pairs of 64 channels$/m,
    /^same bits: true$/m,
    // Σ over pairs of |q_i|² cos(3θ_i): equal at 10 and at a thousand million
    /^logits 3 apart: (\d\.\d{9}) and \1$/m,
  ],
};
const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.mjs'));

test('each has its expectations', () => assert.deepEqual(files.sort(), Object.keys(expected)));

for (const name of files) {
  test(name, () => {
    const out = execFileSync(process.execPath, [join(root, 'examples', name)], { encoding: 'utf8' });
    for (const pattern of expected[name]) assert.match(out, pattern);
  });
}
