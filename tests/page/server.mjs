/** Serves the built page for all tests, as `npm start` does. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/tools/serve.mjs';

const folder = fileURLToPath(new URL('../../dist-page', import.meta.url));

export default async function start() {
  if (!existsSync(`${folder}/index.html`)) throw new Error('the page is not built. Type: npm run build');
  // The build does not change meanwhile, so tabs of one context need not fetch and compile it again.
  const { url, close } = await serve(folder, 0, { 'Cache-Control': 'max-age=3600' });
  process.env.POSENC_PAGE = url;
  return close;
}
