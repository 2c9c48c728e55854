/**
 * A plugin of TypeDoc (web/typedoc.json) that changes the pages of the reference as they are written: their lists of all names, of
 * which a reader of one page often needs none, wait to be asked for (browser/reference.js), and no level of their headings is
 * left out.
 */

/** Of TypeDoc's layout, by the ids that its own script looks for. */
const later = ['tsd-nav-script', 'tsd-search-script'];

/** @param html a page  @returns it with scripts that have no address yet */
export const withLists = (html) =>
  html.replace(/<script async src="([^"]*)" id="([\w-]+)">/g, (script, address, id) =>
    later.includes(id) ? `<script data-src="${address}" id="${id}">` : script,
  );

/**
 * TypeDoc writes some headings as h4 wherever they stand. Its styles and its script know them by that, so the element stays, and
 * says its level: one below the heading that it belongs to.
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
