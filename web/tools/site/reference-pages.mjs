/**
 * A TypeDoc plugin (web/typedoc.json) that changes the pages of the API reference. They load the lists of all names
 * only on demand (browser/reference.js), and their headings skip no level.
 */

/** Ids of TypeDoc's scripts that load lists of names. */
const later = ['tsd-nav-script', 'tsd-search-script'];

/** Replaces `src` of these scripts by `data-src`, so that they are not loaded. @param html a page */
export const withLists = (html) =>
  html.replace(/<script async src="([^"]*)" id="([\w-]+)">/g, (script, address, id) =>
    later.includes(id) ? `<script data-src="${address}" id="${id}">` : script,
  );

/**
 * TypeDoc writes some headings as h4 at any level, and its styles and script depend on that. The element stays, and
 * `aria-level` is one below its parent heading.
 */
export function withLevels(html) {
  const around = [];
  return html.replace(/<h([1-6])\b([^>]*)>/g, (heading, digit, attributes) => {
    const written = Number(digit);
    while (around.length > 0 && around.at(-1).written >= written) around.pop();
    const level = (around.at(-1)?.level ?? 0) + 1;
    around.push({ written, level });
    return level === written ? heading : `<h${written}${attributes} aria-level="${level}">`;
  });
}

export function load({ renderer }) {
  renderer.on('endPage', (page) => {
    if (page.contents) page.contents = withLevels(withLists(page.contents));
  });
}
