/**
 * Draws a finite network with periodic activations: f(x) = √(2/m) Σ v_j cos(w_j x + b_j), as parameters of the layers
 * dense (m), cos, dense in the standard parameterisation.
 */
export interface Drawn {
  readonly width: number;
  /** w, b, √(2/m) v, and the output's bias 0. */
  readonly parameters: Float64Array;
}

/** w uniform over the frequencies, b uniform over a turn, v normal. */
export function periodicNetwork(frequencies: ArrayLike<number>, width: number, seed: number): Drawn {
  const random = mulberry(seed);
  const parameters = new Float64Array(3 * width + 1);
  for (let j = 0; j < width; j++) {
    parameters[j] = frequencies[Math.floor(random() * frequencies.length)]!;
    parameters[width + j] = 2 * Math.PI * random();
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    parameters[2 * width + j] = Math.sqrt(2 / width) * normal;
  }
  return { width, parameters };
}

/** Uniform in [0, 1), sufficient for a picture (Mulberry32, by Tommy Ettinger, public domain). */
function mulberry(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
