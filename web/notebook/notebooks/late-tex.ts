/**
 * TeX unknown to the build: its parser loads on demand, together with the full mathematics font. The font of the pages
 * has only the characters of their own formulas (web/tools/formulas.mjs).
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

/** Loads the full font if edited prose contains a formula. */
export function fontFor(trees: readonly Tree[]): void {
  if (trees.some(holdsFormula)) wholeFont();
}
const holdsFormula = (tree: Tree): boolean =>
  typeof tree !== 'string' && (tree[0] === 'math' || tree.slice(2).some((inner) => holdsFormula(inner as Tree)));

/** An added face takes precedence over the style sheet, and is fetched on first use. */
function wholeFont(): void {
  if (font === whole) return;
  font = whole;
  document.fonts.add(new FontFace(family, `local('${family}'), url('${whole}')`, { display: 'swap' }));
}

/** The current font of the formulas as a file. */
export async function mathFont(): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(font)).arrayBuffer());
}
