/** Follows every link between the pages: the file exists, the anchor exists, and the page accepts the state. */
import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';
import { pages } from './visit.mjs';

test('every link to a page, an anchor or a state opens', async ({ notebook, page }) => {
  test.slow();
  const found = new Map();
  const ids = new Map();
  const looked = [...pages, 'notebooks.html?name=kernels', 'notebooks.html?name=exact-positions'];
  for (const file of sampled('pages with links', looked, 6)) {
    await notebook.open(file);
    const own = await page.$$eval('[id]', (all) => all.map(({ id }) => id));
    const { pathname: place } = new URL(page.url());
    ids.set(place, [...(ids.get(place) ?? []), ...own]);
    const links = await page.$$eval('a[href]', (all) => all.map(({ href }) => href));
    for (const href of links) {
      if (href.startsWith('blob:')) continue;
      const { origin, protocol, hostname, pathname, search, hash } = new URL(href);
      if (`${origin}/` !== notebook.origin) {
        expect(protocol === 'mailto:' || (protocol === 'https:' && /\.[a-z]{2,}$/.test(hostname)), href).toBe(true);
        continue;
      }
      // links to many states of one page, as in a gallery, one for each set of settings
      const state = new URLSearchParams(hash.slice(1));
      const kind = state.has('v') ? `${[...state.keys()].join()}` : hash;
      const key = `${pathname}${search}${kind}`;
      if (!found.has(key)) found.set(key, href);
    }
  }
  expect(found.size).toBeGreaterThan(pages.length);
  const states = [];
  await page.goto('about:blank');
  for (const href of found.values()) {
    const { pathname, hash } = new URL(href);
    if (pathname === '/api/') continue; // written by the last stage of the build
    const answer = await page.request.get(href);
    expect(answer.status(), href).toBe(200);
    if (!pathname.endsWith('.html') && pathname !== '/') continue;
    if (hash.startsWith('#v=')) states.push(href);
    else if (hash !== '' && ids.has(pathname) && !ids.get(pathname).includes(decodeURIComponent(hash.slice(1)))) {
      // content that a page makes on demand, such as the rows of a gallery and the documents of the errata; a page is
      // opened at the first, and led to the others
      if (new URL(page.url()).pathname === pathname) await page.evaluate((to) => (location.hash = to), hash);
      else {
        await page.goto(href);
        await notebook.ready();
      }
      await expect.poll(() => page.evaluate(reaches, href), href).toBe(true);
    }
  }
  for (const href of sampled('states', states, 6)) {
    await page.goto('about:blank');
    await page.goto(href);
    await notebook.ready();
    await expect(page.locator('#fault:visible')).toHaveCount(0);
    expect(new URL(page.url()).hash, 'the state is one of the page').toBe(new URL(href).hash);
  }
  console.log(`${found.size} links to pages, of which ${states.length} with a state`);
});

/** An element has the name, or shows the row of that name. */
const reaches = (href) => {
  const name = decodeURIComponent(new URL(href).hash.slice(1));
  return (
    document.getElementById(name) !== null ||
    [...document.querySelectorAll('[data-row]')].some((row) => row.dataset.row === name)
  );
};
