/** SvelteKit: a component of the page or a route of the server. */
import { openServer } from '../browser.mjs';
import { freePort } from '../project.mjs';

const client = `<script>
import { onMount } from 'svelte';
import { program } from '../../program.js';
onMount(async () => {
  globalThis.result = await program({ done: (name) => globalThis.partDone?.(name) });
});
</script>
`;
const asked = `<script>
import { onMount } from 'svelte';
onMount(async () => {
  globalThis.result = await (await fetch('/api')).json();
});
</script>
`;
const route = `import { program } from '../../../program.js';
export async function GET() {
  return Response.json(await program());
}
`;

export async function run(project, { side }) {
  project.write({
    'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit()] };`,
    'src/app.html': `<!doctype html><html><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>`,
    'src/routes/+page.svelte': side === 'client' ? client : asked,
    ...(side === 'server' && { 'src/routes/api/+server.js': route }),
  });
  await project.bin('vite', ['build']);
  const port = await freePort();
  const args = ['preview', '--port', String(port), '--strictPort', '--host', '127.0.0.1'];
  return openServer(() => project.start('vite', args), `http://127.0.0.1:${port}/`);
}
