/**
 * Named colours of all charts, light and dark. Live charts use custom properties, so that a change of the colour scheme
 * needs no redrawing; files contain the values. Series are distinguishable with deuteranopia, protanopia and
 * tritanopia, with a contrast of 3 : 1 to the paper (`tests/web/chart-colours.test.mjs`).
 */
export type Theme = 'light' | 'dark';

const colours = {
  paper: ['#fdfdfb', '#121418'],
  surface: ['#f3f3ef', '#1d2027'],
  ink: ['#191b20', '#e8eaee'],
  muted: ['#585e69', '#a3aab6'],
  rule: ['#e4e5e0', '#2b2f37'],
  edge: ['#8a909c', '#6c7483'],
  accent: ['#1c4fd6', '#8fb2ff'],
  kept: ['#08736e', '#45c5bb'],
  blended: ['#a8620a', '#f2b44c'],
  scaled: ['#a72b6b', '#f28bbd'],
  off: ['#666c78', '#949cab'],
  'series-0': ['#1b55c9', '#6fa4ff'],
  'series-1': ['#df2907', '#ff8f4d'],
  'series-2': ['#00897b', '#2ccbaf'],
  'series-3': ['#8e2f8f', '#de82d7'],
  'series-4': ['#747102', '#e7c44a'],
  'series-5': ['#3a93cf', '#bcd4ff'],
  'series-6': ['#3b3f49', '#dee3e7'],
  'series-7': ['#d5497e', '#c9406f'],
} as const satisfies Record<string, readonly [string, string]>;

export type Token = keyof typeof colours;
/** A colour name, a colour computed from data (of two themes: `#light/#dark`), or none. */
export type Paint = Token | 'none' | `#${string}`;

/** Number of colours for series. Further series reuse them, dashed. */
export const seriesColours = 8;
export const seriesToken = (i: number): Token => `series-${i % seriesColours}` as Token;
/** Colours of channel curves. */
export const [sineColour, cosineColour] = [seriesToken(0), seriesToken(1)];
/** undefined: a solid line. */
export const seriesDash = (i: number): string | undefined =>
  Math.floor(i / seriesColours) % 2 === 1 ? '6 4' : undefined;

export const colourIn = (theme: Theme, paint: Paint): string =>
  paint === 'none'
    ? paint
    : paint.startsWith('#')
      ? (paint.split('/')[theme === 'light' ? 0 : 1] ?? paint)
      : colours[paint as Token][theme === 'light' ? 0 : 1];

/** CSS colour in a live chart, resolved by the inherited colour scheme. */
export const liveColour = (paint: Paint): string =>
  paint.includes('/')
    ? `light-dark(${paint.replace('/', ',')})`
    : paint === 'none' || paint.startsWith('#')
      ? paint
      : `var(--posenc-${paint})`;

/** Declarations of the custom properties. */
export const themeProperties = Object.entries(colours)
  .map(([name, [light, dark]]) => `--posenc-${name}:light-dark(${light},${dark});`)
  .join('');
