/** The file for script tags: on the origin of the page, on another origin, or with the page on the disk. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { open, openFolder, serveFolder } from '../browser.mjs';

/** program.js without modules. */
export const classic = (project) =>
  readFileSync(project.at('program.js'), 'utf8')
    .replace("import { create } from 'posenc';", 'const { create } = posenc;')
    .replace('export async', 'async');

export async function run(project, { place, headers, step }) {
  const file = 'node_modules/posenc-script/posenc.global.js';
  const done = 'done: (name) => globalThis.partDone?.(name)';
  const own = `workerOptions: { worker: true, workerFactory: () =>
    new Worker('node_modules/posenc/dist/worker.js', { type: 'module' }) }`;
  const other = place === 'elsewhere' ? await serveFolder(project.folder) : undefined;
  const address = other ? other.url.replace('localhost', '127.0.0.1') + file : file;
  project.write({
    'app.js': `${classic(project)}\nprogram({ ${done}, ${step ? own : ''} }).then((result) => (globalThis.result = result));\n`,
    'index.html': `<!doctype html>\n<meta charset="utf-8">\n<script src="${address}"></script>\n<script src="app.js"></script>\n`,
  });
  try {
    if (place === 'disk') return await open(pathToFileURL(project.at('index.html')).href);
    return await openFolder(project.folder, { headers, other });
  } finally {
    other?.close();
  }
}
