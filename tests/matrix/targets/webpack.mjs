/** webpack or Rspack; the only setting is the entry. */
import { entryOfOneFile, openFolder, page } from '../browser.mjs';

export async function run(project, { command }) {
  project.write({
    'app.js': entryOfOneFile(),
    'dist/index.html': page('./main.js', 'defer'),
    [`${command}.config.mjs`]: `export default { mode: 'production', entry: './app.js' };`,
  });
  await project.bin(command, ['build']);
  return openFolder(project.at('dist'));
}
