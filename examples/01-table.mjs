// The table of a small example, and a large table that is computed block by block.
import { create, PosencError } from 'posenc';

const pe = await create();

// d = 4, positions 0, 1 and 3: sin p, cos p, sin p/100, cos p/100
const { data, rows, cols } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, [0, 1, 3], { dtype: 'f64' });
for (let row = 0; row < rows; row++)
  console.log([...data.slice(row * cols, (row + 1) * cols)].map((x) => x.toFixed(6)).join('  '));

// Position a million is as exact as position one: each float32 entry is correctly rounded.
const far = await pe.table({ encoding: 'sinusoidal', dim: 512 }, { start: 1_000_000, count: 4 });
console.log(`sin(1000000) = ${far.data[0]}`);

// Memory use does not depend on the number of rows.
let sum = 0;
for await (const block of pe.tableBlocks({ encoding: 'rope', dim: 128, base: 500_000 }, 100_000, { blockRows: 8192 })) {
  sum += block.data[0];
}
console.log(`first entries of the blocks add up to ${sum.toFixed(6)}`);

// Errors have a message, and a code for programs.
try {
  await pe.table({ encoding: 'sinusoidal', dim: 7 }, 10);
} catch (error) {
  if (error instanceof PosencError) console.log(`${error.code} (${error.field}): ${error.message}`);
}
pe.dispose();
