// Many small calls with one spec: a cache of rotated keys that grows token by token.
import { create } from 'posenc';

const pe = await create();
const rope = await pe.prepare({ encoding: 'rope', dim: 64, base: 500_000 });
console.log(`turns ${rope.shape.pairs} pairs of ${rope.shape.headDim} channels`);

// Rotates one made-up key per token in place: no promise, no second array.
const rotate = rope.sync.rotator({ side: 'k' });
const tokens = 1000;
const keys = new Float32Array(tokens * 64);
for (let token = 0; token < tokens; token++) {
  const key = keys.subarray(token * 64, (token + 1) * 64);
  key.forEach((_, c) => (key[c] = ((token * 7 + c * 3) % 11) / 11 - 0.5));
  rotate(key, token);
}

// Rotated in one call, the same keys have the same bits.
const again = { data: new Float64Array(tokens * 64), rows: tokens, cols: 64 };
for (let i = 0; i < again.data.length; i++)
  again.data[i] = Math.fround((((i >> 6) * 7 + (i & 63) * 3) % 11) / 11 - 0.5);
const { data } = await rope.rotate(again, tokens, { dtype: 'f32', side: 'k' });
console.log(`same bits: ${data.every((value, i) => value === keys[i])}`);

// A logit depends only on the distance of query and key.
const query = Float64Array.from({ length: 64 }, (_, c) => (c % 5) / 5 - 0.4);
const logit = (m, n) => {
  const rotated = (position, side) => rope.sync.rotate({ data: query, rows: 1, cols: 64 }, [position], { side }).data;
  const [q, k] = [rotated(m, 'q'), rotated(n, 'k')];
  return q.reduce((sum, value, c) => sum + value * k[c], 0);
};
console.log(`logits 3 apart: ${logit(10, 7).toFixed(9)} and ${logit(1e9 + 10, 1e9 + 7).toFixed(9)}`);
rope.dispose();
pe.dispose();
