/** The development server of Vite with its default settings. */
import { entryOfOneFile, openServer, page } from '../browser.mjs';
import { freePort } from '../project.mjs';

export async function run(project) {
  project.write({ 'index.html': page('./app.js'), 'app.js': entryOfOneFile() });
  const port = await freePort();
  const args = ['--port', String(port), '--strictPort', '--host', '127.0.0.1'];
  return openServer(() => project.start('vite', args), `http://127.0.0.1:${port}/`);
}
