/** The signals on [0, 1) that a network can learn, including the reader's drawing. */

export const targets = [
  { id: 'waves', title: 'three waves' },
  { id: 'saw', title: 'saw tooth' },
  { id: 'steps', title: 'steps' },
  { id: 'bump', title: 'bump' },
  { id: 'chirp', title: 'rising waves' },
  { id: 'drawn', title: 'drawn' },
] as const;
export type TargetId = (typeof targets)[number]['id'];

/** Number of values of a drawing, about the resolution of a finger. */
export const drawnPoints = 128;
export const threeWaves = [1, 5, 15] as const;

const formulas: Readonly<Record<Exclude<TargetId, 'drawn'>, (x: number) => number>> = {
  waves: (x) => threeWaves.reduce((sum, f) => sum + Math.sin(2 * Math.PI * f * x) / 3, 0),
  saw: (x) => 2 * x - 1,
  steps: (x) => (x < 0.2 || (x >= 0.45 && x < 0.6) ? 0.6 : x >= 0.6 && x < 0.85 ? -0.2 : -0.6),
  bump: (x) => Math.exp(-(((x - 0.5) / 0.05) ** 2) / 2),
  chirp: (x) => Math.sin(2 * Math.PI * 12 * x * x),
};

/** The target at x in [0, 1); a drawing is periodic and linear between its values. */
export function targetAt(id: TargetId, drawn: readonly number[], x: number): number {
  if (id !== 'drawn') return formulas[id](x);
  const place = x * drawn.length;
  const left = Math.floor(place);
  const share = place - left;
  const at = (i: number): number => drawn[i % drawn.length] ?? 0;
  return (1 - share) * at(left) + share * at(left + 1);
}

export function sampled(id: TargetId, drawn: readonly number[], count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => targetAt(id, drawn, i / count));
}
