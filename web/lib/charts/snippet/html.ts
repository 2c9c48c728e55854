/** Pieces of the copied code, which have the same meaning wherever they are pasted. */

/** A page in an iframe. The page reports its height (docs/embed.md); this is its initial height. */
export function frameSnippet(
  { name, height }: { readonly name: string; readonly height: number },
  address: string,
): string {
  return `<iframe src=${quoted(address)} title=${quoted(name)} loading="lazy" style="width:100%;height:${Math.ceil(height + 60)}px;border:0"></iframe>\n`;
}

/** Double quotes for readability, single quotes for JSON. */
export function quoted(value: string): string {
  const safe = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const ascii = inAscii(safe, (code) => `&#${code};`);
  return value.includes('"') ? `'${ascii.replaceAll("'", '&#39;')}'` : `"${ascii}"`;
}
/** Escapes all non-ASCII characters, because a page without a declared character set may be read in another one. */
export const inAscii = (text: string, written: (code: number) => string): string =>
  text.replace(/[^\0-\x7f]/gu, (sign) => written(sign.codePointAt(0)!));
