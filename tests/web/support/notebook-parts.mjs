/** Sources of web/notebook/notebooks, which no program in Node imports otherwise, as a module. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './posenc.mjs';

/**
 * @param files their names without the ending
 * @param file where the module is written, if it imports packages
 */
export async function notebookParts(files, file) {
  const input = '\0parts';
  const room = join(root, 'web/notebook/notebooks');
  const bundle = await rolldown({
    input,
    external: /^(virtual:|node:|(rolldown|typescript)$)/,
    platform: 'node',
    plugins: [
      {
        name: 'parts',
        resolveId: (id) => (id === input ? id : undefined),
        load: (id) =>
          id === input ? files.map((file) => `export * from '${room}/${file}.ts';`).join('\n') : undefined,
      },
    ],
  });
  if (file) {
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    return import(pathToFileURL(file));
  }
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
