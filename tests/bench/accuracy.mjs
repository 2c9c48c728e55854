/** How far the tables of the contenders are from the exact values, at small and large positions. */
import { create } from '../../dist/lib/node.js';
import { windows } from './workloads.mjs';

/** @returns per contender: the largest error in each window, and the share of correctly rounded entries in all of them */
export async function accuracy(processes, dim, report) {
  const spec = { encoding: 'sinusoidal', dim };
  const pe = await create();
  const references = [];
  for (const { start, count } of windows)
    references.push((await pe.table(spec, { start, count }, { dtype: 'f64' })).data);
  pe.dispose();
  const rows = [];
  for (const process of processes) {
    for (const dtype of process.id === 'numpy' ? ['f32', 'f64'] : ['f32']) {
      report(process.id);
      const tables = [];
      for (const { start, count } of windows) {
        const reply = await process.ask({ spec, start, count, dtype });
        tables.push(new Float32Array(Uint8Array.from(Buffer.from(reply.rows, 'hex')).buffer));
      }
      rows.push({
        id: dtype === 'f64' ? `${process.id}, float64 then cast` : process.id,
        ...compare(tables, references),
      });
    }
  }
  return rows;
}

function compare(tables, references) {
  let right = 0;
  let all = 0;
  const maxError = tables.map((table, w) => {
    const exact = references[w];
    if (table.length !== exact.length)
      throw new Error(`a table of ${table.length} entries where ${exact.length} were asked for`);
    let most = 0;
    for (let i = 0; i < table.length; i++) {
      most = Math.max(most, Math.abs(table[i] - exact[i]));
      if (table[i] === Math.fround(exact[i])) right++;
    }
    all += table.length;
    return most;
  });
  return { maxError, correctlyRounded: right / all, entries: all };
}
