/** Runs in a browser for tests/page/engines.spec.mjs: opens the pages of `query` in a frame until each is ready. */
import { missingInk } from '../../page/formulas.mjs';

const patienceMs = 30_000;

async function opened(file) {
  const frame = document.createElement('iframe');
  frame.width = 1280;
  frame.height = 900;
  document.body.append(frame);
  const errors = [];
  frame.src = `/dist-page/${file}`;
  const begin = performance.now();
  let watched;
  for (;;) {
    const { contentWindow: inside, contentDocument: page } = frame;
    if (page && inside !== watched && page.URL.endsWith(file)) {
      watched = inside;
      inside.addEventListener('error', (event) => errors.push(event.message));
      inside.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
      page.addEventListener('securitypolicyviolation', (event) => errors.push(`policy: ${event.violatedDirective}`));
    }
    const ready = page?.documentElement?.dataset.ready;
    const late = performance.now() - begin > patienceMs;
    if (ready || late) {
      // charts of posenc/charts are in a shadow root
      const pictured = (root) => root.querySelector('svg, canvas') !== null;
      const hosts = [...page.querySelectorAll('main *')].filter(({ shadowRoot }) => shadowRoot && pictured(shadowRoot));
      const charts = page.querySelectorAll('main svg, main canvas').length + hosts.length;
      const words = page.body.innerText.split(/\s+/).length;
      const inkless = missingInk(page);
      frame.remove();
      // a warning of browsers that draw a frame late; nothing is lost
      return {
        file,
        ready,
        charts,
        words,
        inkless,
        errors: errors.filter((error) => !/ResizeObserver loop/.test(error)),
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export default async function run(send) {
  for (const file of new URL(import.meta.url).search.slice(1).split(',')) await send(await opened(file));
}
