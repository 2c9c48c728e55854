/**
 * Finds the numbers that a JSON text writes as integers. Python reads 4 and 4.0 as different types, and some engines
 * reject one of them; JSON.parse does not distinguish them.
 */

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]|[A-Za-z]+/g;

/** The JSON paths (a.b, a[0].b) of all numbers in a valid text that have neither a point nor an exponent. */
export function integerPaths(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open: { readonly list: boolean; key: string; index: number }[] = [];
  const path = (): string =>
    open.reduce((at, { list, key, index }) => (list ? `${at}[${index}]` : at === '' ? key : `${at}.${key}`), '');
  let key: string | undefined;
  for (const [piece] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (piece === '{' || piece === '[') open.push({ list: piece === '[', key: '', index: 0 });
    else if (piece === '}' || piece === ']') open.pop();
    else if (piece === ',' && inner?.list) inner.index++;
    else if (piece === ':' && inner && key !== undefined) inner.key = key;
    else if (piece.startsWith('"')) key = JSON.parse(piece) as string;
    else if (/^-?\d+$/.test(piece)) found.add(path());
  }
  return found;
}
