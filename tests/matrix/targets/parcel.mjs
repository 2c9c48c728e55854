/** Parcel with its default settings. */
import { entryOfOneFile, openFolder, page } from '../browser.mjs';

export async function run(project) {
  project.write({ 'index.html': page('./app.js'), 'app.js': entryOfOneFile() });
  await project.bin('parcel', ['build', 'index.html', '--no-cache', '--public-url', './', '--dist-dir', 'dist']);
  return openFolder(project.at('dist'));
}
