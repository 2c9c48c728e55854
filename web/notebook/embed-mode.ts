/**
 * A page within a page: `?embed=1` leaves header, list of pages and footer away, `&hide=title,code,kernel` parts of it by
 * their names or ids, `&only=spectrum` all sections but one. The page that shows it is told how high it is, by messages
 * `{ type: 'posenc-height', height }`.
 */
const asked = new URLSearchParams(location.search);

/** Shown by another page, whether it asked for this or not. */
export const framed = parent !== self;
export const embedded = asked.get('embed') === '1';

/** Parts that have a name and no id. */
const parts: Readonly<Record<string, string>> = {
  title: '.hero, #notebook h1',
  code: '.code, .cm-editor',
  tools: '.nb-bar',
};
const always = '.skip, .top, .sections, .bottom';
const mostNames = 40;

/** Called before all else, so that little of it is seen first. */
export function embedMode(): void {
  if (!embedded) return;
  document.documentElement.dataset['embed'] = '';
  // A sheet that is made by a script is none of the document's, and holds for what is made later, too.
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
  // How high a page of ours is is no secret.
  parent.postMessage({ type: 'posenc-height', height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
}

/** Links to other pages open beside the page that shows this one. */
function elsewhere(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : undefined;
  if (!link || link.download !== '' || !/^https?:$/.test(link.protocol)) return;
  if (link.pathname === location.pathname && link.search === location.search) return;
  link.target = '_blank';
  link.rel = 'noopener';
}
