/** Pieces of the code that is copied: it means the same wherever it is pasted. */

/** A page in a frame; the page says how high it is (docs/embed.md), and has this height until then. */
export function frameSnippet(
  { name, height }: { readonly name: string; readonly height: number },
  address: string,
): string {
  return `<iframe src=${quoted(address)} title=${quoted(name)} loading="lazy" style="width:100%;height:${Math.ceil(height + 60)}px;border:0"></iframe>\n`;
}

/** Double quotes are for people, single ones for JSON. */
export function quoted(value: string): string {
  const safe = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const ascii = inAscii(safe, (code) => `&#${code};`);
  return value.includes('"') ? `'${ascii.replaceAll("'", '&#39;')}'` : `"${ascii}"`;
}
/** A page that does not say its character set is read in another one: all but ASCII is written by its number. */
export const inAscii = (text: string, written: (code: number) => string): string =>
  text.replace(/[^\0-\x7f]/gu, (sign) => written(sign.codePointAt(0)!));
