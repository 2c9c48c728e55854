// Large tables: several workers, blocks, transferred memory, and a GPU if there is one.
import { create } from 'posenc';

const spec = { encoding: 'rope', dim: 128, base: 500_000 };

// Two workers divide the rows; the bits do not depend on their number.
const pool = await create({ workers: 2 });
const one = await create();
const [a, b] = await Promise.all([pool.table(spec, 20_000), one.table(spec, 20_000)]);
console.log(`same bits: ${Buffer.from(a.data.buffer).equals(Buffer.from(b.data.buffer))}`);

// Reuses the same memory: `transfer` lets a worker write into it directly.
let into = new Float32Array(20_000 * 128);
for (const start of [0, 1_000_000, 2 ** 40]) {
  const { data } = await pool.table(spec, { start, count: 20_000 }, { into, transfer: true });
  into = data;
}
console.log(`position 2^40, channel 0: ${into[0]}`);

// Any number of positions, one block at a time, until the loop ends.
let rows = 0;
for await (const block of pool.tableBlocks(spec, 1e9)) {
  rows += block.rows;
  if (rows >= 100_000) break;
}
console.log(
  `${rows >= 100_000 ? 'left' : 'ended'} after ${rows >= 100_000 ? 'enough' : rows} rows of a thousand million`,
);

// 'auto' uses a GPU if one exists, passes its probe and is faster; `backend` names what computed the result.
const auto = await create({ device: 'auto' });
const { backend } = await auto.table(spec, 4096);
console.log(`computed by ${backend}`);
for (const pe of [pool, one, auto]) pe.dispose();
