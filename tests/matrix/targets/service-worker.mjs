/**
 * A service worker, which cannot import anything later and cannot start workers. The error of the modules names the
 * step: to import the file for script tags at the start.
 */
import { openFolder } from '../browser.mjs';
import { classic } from './script-tag.mjs';

const answer = `
onmessage = async ({ source }) => source.postMessage(await program());
oninstall = () => skipWaiting();
`;

export async function run(project, { step }) {
  const modules = `import { create as ofModules } from './node_modules/posenc/dist/index.js';\nconst posenc = { create: ofModules };\n`;
  const oneFile = `importScripts('node_modules/posenc-script/posenc.global.js');\n`;
  project.write({
    'sw.js': (step ? oneFile : modules) + classic(project) + answer,
    'app.js': `navigator.serviceWorker.onmessage = ({ data }) => (globalThis.result = data);
await navigator.serviceWorker.register('./sw.js'${step ? '' : `, { type: 'module' }`});
(await navigator.serviceWorker.ready).active.postMessage('begin');
`,
    'index.html': `<!doctype html>\n<script type="module" src="app.js"></script>\n`,
  });
  return openFolder(project.folder);
}
