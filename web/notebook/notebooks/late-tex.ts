/**
 * TeX that the build did not know: its reader comes when it is needed, and with it the mathematics font with all of its
 * characters. That of the pages has the characters of their own formulas (web/tools/formulas.mjs).
 */
import type { TexTree } from './markdown.js';
import type { Tree } from './tree.js';

const own = new URL('../../../build/formulas/stix-two-math.woff2', import.meta.url).href;
const whole = new URL(
  '../../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
  import.meta.url,
).href;
const family = 'STIX Two Math';
let font = own;

export async function lateTex(): Promise<TexTree> {
  wholeFont();
  return (await import('./tex-tree.js')).texTree;
}

/** For prose that was edited, where there is a formula in it. */
export function fontFor(trees: readonly Tree[]): void {
  if (trees.some(holdsFormula)) wholeFont();
}
const holdsFormula = (tree: Tree): boolean =>
  typeof tree !== 'string' && (tree[0] === 'math' || tree.slice(2).some((inner) => holdsFormula(inner as Tree)));

/** A face that is added goes before that of the style sheet, and is fetched when a formula is set in it. */
function wholeFont(): void {
  if (font === whole) return;
  font = whole;
  document.fonts.add(new FontFace(family, `local('${family}'), url('${whole}')`, { display: 'swap' }));
}

/** The font in which the formulas of the page are set now, as a file. */
export async function mathFont(): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(font)).arrayBuffer());
}
