/** Astro: a script of the page, or a computation at build time. */
import { openFolder } from '../browser.mjs';

const client = `<p>posenc</p>
<script>
import { program } from '../../program.js';
program({ done: (name) => globalThis.partDone?.(name) }).then((result) => (globalThis.result = result));
</script>
`;
const server = `---
import { program } from '../../program.js';
const text = JSON.stringify(await program());
---
<script type="application/json" id="result" set:html={text}></script>
<script>
globalThis.result = JSON.parse(document.getElementById('result').textContent);
</script>
`;

export async function run(project, { side }) {
  project.write({ 'src/pages/index.astro': side === 'client' ? client : server });
  await project.bin('astro', ['build']);
  return openFolder(project.at('dist'));
}
