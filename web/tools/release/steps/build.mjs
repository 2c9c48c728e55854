/** The package and the pages, as all other steps look at them. */
import { build } from '../../build.mjs';

export const title = 'The package and the pages';
export const todo = 'node web/tools/build.mjs says more';

export async function run({ env }) {
  await build(env);
  return {};
}
