/** Bundles sources of the pages, which Node does not import otherwise, into one module. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { root } from './posenc.mjs';

const library = pathToFileURL(join(root, 'dist/lib/node.js')).href;

/**
 * @param code of a module that imports from absolute paths
 * @param file path of the written module, if it imports packages
 * @param instead import specifier → code of the module that replaces it
 */
export async function bundled(code, file, instead = {}) {
  const input = '\0parts';
  const bundle = await rolldown({
    input,
    external: (id) => !Object.hasOwn(instead, id) && /^(virtual:|node:|file:|(rolldown|typescript)$)/.test(id),
    platform: 'node',
    plugins: [
      viteImportGlobPlugin(), // as in the build of the pages
      {
        name: 'parts',
        resolveId(id) {
          if (Object.hasOwn(instead, id)) return `${input}/${id}`;
          return id === input ? id : id === 'posenc' ? { id: library, external: true } : undefined;
        },
        load: (id) => (id === input ? code : instead[id.replace(`${input}/`, '')]),
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

/** @param files name → path from the root, without extension; the exports of each are grouped under its name */
export const partsOf = (files) =>
  bundled(
    Object.entries(files)
      .map(([name, path]) => `export * as ${name} from '${join(root, path)}.ts';`)
      .join('\n'),
  );
