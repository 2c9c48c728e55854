/** Sources of web/notebook/notebooks, which no program in Node imports otherwise, as a module. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './posenc.mjs';

/** @param files their names without the ending */
export async function notebookParts(files) {
  const input = '\0parts';
  const room = join(root, 'web/notebook/notebooks');
  const bundle = await rolldown({
    input,
    external: /^virtual:/,
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
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
