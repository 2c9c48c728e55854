/** Next: a component of the page or a route of the server; `flags` choose the bundler. */
import { openServer } from '../browser.mjs';
import { freePort } from '../project.mjs';

const component = `'use client';
import { useEffect } from 'react';
import { program } from '../program.js';

export default function Page() {
  useEffect(() => {
    program({ done: (name) => globalThis.partDone?.(name) }).then((result) => (globalThis.result = result));
  }, []);
  return <p>posenc</p>;
}
`;
const route = `import { program } from '../../program.js';
export const dynamic = 'force-dynamic';
export async function GET() {
  return Response.json(await program());
}
`;
const asked = `globalThis.result = await (await fetch('/api')).json();`;

export async function run(project, { flags, side, step }) {
  project.write({
    'app/layout.js': `export default ({ children }) => <html><body>{children}</body></html>;`,
    'app/page.js': side === 'client' ? component : `export default () => <script type="module" src="/asked.js" />;`,
    ...(side === 'server' && { 'app/api/route.js': route, 'public/asked.js': asked }),
    'next.config.mjs': `export default ${step ? `{ serverExternalPackages: ['posenc'] }` : '{}'};`,
  });
  await project.bin('next', ['build', ...flags]);
  const port = await freePort();
  const args = ['start', '-p', String(port), '-H', '127.0.0.1'];
  return openServer(() => project.start('next', args), `http://127.0.0.1:${port}/`);
}
