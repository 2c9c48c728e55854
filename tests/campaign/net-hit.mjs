/** Node's side of net.mjs: writes the number of each mutant that a test reaches, in every process and thread. */
import { appendFileSync } from 'node:fs';
const seen = new Set();
globalThis.__hit = (id) => {
  if (seen.has(id)) return;
  seen.add(id);
  appendFileSync(process.env.POSENC_HITS, `${id}\n`);
};
