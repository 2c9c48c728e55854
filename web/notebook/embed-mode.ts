/**
 * Embedded mode: `?embed=1` hides header, page list and footer, `&hide=title,code,kernel` hides parts by name or id,
 * `&only=spectrum` shows one section. The embedding page receives the height in messages `{ type: 'posenc-height',
 * height }`.
 */
const asked = new URLSearchParams(location.search);

/** The page is inside a frame, with or without `embed=1`. */
export const framed = parent !== self;
export const embedded = asked.get('embed') === '1';

/** Named parts without an id. */
const parts: Readonly<Record<string, string>> = {
  title: '.hero, #notebook h1',
  code: '.code, .cm-editor',
  tools: '.nb-bar',
};
const always = '.skip, .top, .sections, .bottom';
const mostNames = 40;

/** Must be called first, to avoid a flash of the hidden parts. */
export function embedMode(): void {
  if (!embedded) return;
  document.documentElement.dataset['embed'] = '';
  // A constructed sheet leaves the document unchanged and also applies to elements created later.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${[always, ...hidden()].join(', ')} { display: none !important }
    html, body { min-height: 0 } main { padding-block: .25rem !important } .nb-bar { top: 0 !important }`);
  document.adoptedStyleSheets.push(sheet);
  addEventListener('click', elsewhere, { capture: true });
  if (framed) new ResizeObserver(tellHeight).observe(document.body);
}

function names(key: string): string[] {
  const given = (asked.get(key) ?? '').split(',').slice(0, mostNames);
  return given.filter((name) => /^[a-z][a-z0-9-]{0,60}$/i.test(name));
}
function hidden(): string[] {
  const gone = names('hide').map((name) => (Object.hasOwn(parts, name) ? parts[name]! : `main #${CSS.escape(name)}`));
  const kept = names('only').map((name) => `#${CSS.escape(name)}`);
  if (kept.length === 0) return gone;
  const one = kept.join(', ');
  return [...gone, '.hero', `main section:not(${one}):not(:has(${one})):not(:is(${one}) section)`];
}

function tellHeight(): void {
  // The height of a public page is no secret, so any origin may receive it.
  parent.postMessage({ type: 'posenc-height', height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
}

/** Opens links to other pages in a new tab. */
function elsewhere(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : undefined;
  if (!link || link.download !== '' || !/^https?:$/.test(link.protocol)) return;
  if (link.pathname === location.pathname && link.search === location.search) return;
  link.target = '_blank';
  link.rel = 'noopener';
}
