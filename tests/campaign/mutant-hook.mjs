/** Gives Node one module with a change in it (POSENC_MUTANT), in every process and thread of a test. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { applied } from './mutations.mjs';

const mutation = JSON.parse(process.env.POSENC_MUTANT);
if (mutation.file) {
  const url = pathToFileURL(mutation.file).href;
  const source = applied(readFileSync(mutation.file, 'utf8'), mutation);
  const hook = `const [url, source] = ${JSON.stringify([url, source])};
    export async function load(asked, context, next) {
      return asked === url ? { format: 'module', source, shortCircuit: true } : next(asked, context);
    }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
