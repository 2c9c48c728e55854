/**
 * A realistic visit to a page: the bytes transferred until it is ready, and the layout shift meanwhile.
 * `every-page.spec.mjs` limits these figures. `npx lighthouse` judges a served page, and measures times.
 */
import { readFileSync } from 'node:fs';
import { compressedSize } from '../web/support/compressed.mjs';

const frame = readFileSync(new URL('../../web/notebook/frame.ts', import.meta.url), 'utf8');
/** All pages with their titles, from the same source as the bar of links. */
export const bar = [...frame.matchAll(/\{ file: '([\w-]+\.html)', title: '([^']+)'/g)].map(([, file, title]) => ({
  file,
  title,
}));
export const pages = bar.map(({ file }) => file);

/** Views of a page; `slower` is the factor by which the processor is slowed. */
export const views = {
  desktop: { options: { viewport: { width: 1440, height: 900 } }, slower: 1 },
  phone: {
    options: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    slower: 4,
  },
};

/**
 * Bytes that a compressing server sends for `url` (fonts are compressed already, so this does not change them).
 * Requests the file once more, because the browser returns bodies only until it drops them.
 */
const sizes = new Map();
function sentSize(url) {
  if (!sizes.has(url))
    sizes.set(
      url,
      fetch(url).then(async (answer) => compressedSize(await answer.arrayBuffer())),
    );
  return sizes.get(url);
}

/**
 * Opens `url` and waits until the page is ready and idle. Returns the files in the order of their requests with their
 * brotli sizes, the layout shift by the browser's metric, and the elements that moved most.
 */
export async function visit(page, url, { slower = 1 } = {}) {
  const files = [];
  page.on('response', (response) => {
    if (!/^https?:/.test(response.url()) || response.status() !== 200) return;
    files.push(new URL(response.url()));
  });
  await page.addInitScript(watchShifts);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const start = performance.now();
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 60_000 });
  const ready = performance.now() - start;
  await atRest(page);
  const transferred = await Promise.all(
    files.map(async ({ origin, pathname }) => ({ file: pathname, bytes: await sentSize(origin + pathname) })),
  );
  const { shift, moved } = await page.evaluate(() => globalThis.layoutShifts());
  const bytes = transferred.reduce((sum, one) => sum + one.bytes, 0);
  return { files: transferred, bytes, shift, moved, ready };
}

/** Waits until the page shows its results: no job runs, and nothing was transferred or moved for `quiet` ms. */
async function atRest(page, quiet = 700) {
  await page.waitForFunction(
    (ms) => {
      const busy = [...document.querySelectorAll('.job')].some((job) =>
        ['waiting', 'working'].includes(job.dataset.state),
      );
      const last = Math.max(...performance.getEntriesByType('resource').map((entry) => entry.responseEnd), 0);
      const now = performance.now();
      if (busy) globalThis.busyAt = now;
      return !busy && now - Math.max(last, globalThis.shiftedAt ?? 0, globalThis.busyAt ?? 0) > ms;
    },
    quiet,
    { timeout: 60_000, polling: 100 },
  );
}

/** The top of the first figure or the verdict, in pixels from the top of the page; undefined if there is none. */
export const firstFigure = (page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('main :is(figure, canvas, svg, .series-view, #verdict)')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .filter(({ height }) => height > 60);
    return shown.length ? Math.round(Math.min(...shown.map(({ top }) => top)) + scrollY) : undefined;
  });

/** Runs in the page, before its scripts: sums the shifts by the session windows of the metric CLS. */
export function watchShifts() {
  const name = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return '(gone)';
    const section = element.closest('section, header, footer')?.id;
    return `${section ? `#${section} ` : ''}${element.localName}${element.id ? `#${element.id}` : ''}${[...element.classList].map((c) => `.${c}`).join('')}`;
  };
  const entries = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      globalThis.shiftedAt = entry.startTime;
      entries.push({
        value: entry.value,
        at: entry.startTime,
        sources: entry.sources.map(({ node, previousRect: a, currentRect: b }) => {
          const box = (r) => `${Math.round(r.x)},${Math.round(r.y)} ${Math.round(r.width)}×${Math.round(r.height)}`;
          return `${name(node)} ${box(a)} → ${box(b)}`;
        }),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  globalThis.layoutShifts = () => {
    let [most, sum, first, last] = [0, 0, -Infinity, -Infinity];
    for (const { value, at } of entries) {
      const same = at - last < 1000 && at - first < 5000;
      if (!same) [sum, first] = [0, at];
      [sum, last] = [sum + value, at];
      most = Math.max(most, sum);
    }
    const moved = entries.map(({ value, at, sources }) => ({ value, at: Math.round(at), sources }));
    return { shift: most, moved: moved.sort((a, b) => b.value - a.value).slice(0, 6) };
  };
}
