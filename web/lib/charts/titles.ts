/** What each chart is called and is for, in the order of the gallery: without its code, for what only names them. */
export interface ChartTitle {
  /** Names the file of `kinds/` and the example. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
}

export const titles = [
  { id: 'line', title: 'Lines', purpose: 'Quantities over a common x, up to a million points each.' },
  { id: 'heat-map', title: 'Heat map', purpose: 'A matrix of up to 4096 × 4096 numbers, to zoom into and to read.' },
  { id: 'scatter', title: 'Scatter plot', purpose: 'Points of two numbers, coloured by group or by a third.' },
  { id: 'scatter3d', title: 'Scatter plot in space', purpose: 'Points of three numbers, turned by hand.' },
  { id: 'attention-matrix', title: 'Attention matrix', purpose: 'Queries by keys, with one row read out as bars.' },
  { id: 'small-multiples', title: 'Small multiples', purpose: 'The same curves of many things on common axes.' },
  { id: 'bar', title: 'Bars with intervals', purpose: 'Named things beside each other, with how sure they are.' },
  { id: 'channel-curves', title: 'Channel curves', purpose: 'Sine and cosine of chosen pairs over the position.' },
  { id: 'wavelength-bands', title: 'Wavelength bands', purpose: 'What an extension of the context does to each pair.' },
  { id: 'spectrum', title: 'Spectrum', purpose: 'How fast eigenvalues fall, and where most of the sum is reached.' },
  { id: 'clock-hands', title: 'Frequency clocks', purpose: 'A dial for each pair, turned by the position.' },
] as const satisfies readonly ChartTitle[];
export type ChartId = (typeof titles)[number]['id'];
