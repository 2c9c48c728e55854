/** `vite build`; the server of the built folder sends `headers`. */
import { entryOfOneFile, openFolder, page } from '../browser.mjs';

export async function run(project, { headers }) {
  project.write({ 'index.html': page('./app.js'), 'app.js': entryOfOneFile() });
  await project.bin('vite', ['build', '--base', './']);
  return openFolder(project.at('dist'), { headers });
}
