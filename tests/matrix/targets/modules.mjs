/** No bundler: an import map points to the files of the package, on this origin or on another one. */
import { openFolder, page, serveFolder } from '../browser.mjs';

const index = '/node_modules/posenc/dist/index.js';
const map = (address) =>
  `<!doctype html>\n<script type="importmap">{ "imports": { "posenc": "${address}" } }</script>\n` +
  page('./app.js').replace(/^.*\n/, '');
const app = `import { program } from './program.js';
globalThis.result = await program({ done: (name) => globalThis.partDone?.(name) });
`;

export async function run(project, { headers, elsewhere }) {
  const free = { 'access-control-allow-origin': '*' };
  const other = elsewhere ? await serveFolder(project.folder, { headers: free }) : undefined;
  try {
    const address = other ? new URL(index, other.url.replace('localhost', '127.0.0.1')).href : index;
    project.write({ 'app.js': app, 'index.html': map(address) });
    return await openFolder(project.folder, { headers, other });
  } finally {
    other?.close();
  }
}
