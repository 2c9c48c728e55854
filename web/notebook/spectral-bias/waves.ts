/** Amplitudes 2|DFT|/n of the whole frequencies 0 … n/2. */
export function amplitudes(values: ArrayLike<number>): Float64Array {
  const n = values.length;
  const cos = Float64Array.from({ length: n }, (_, i) => Math.cos((2 * Math.PI * i) / n));
  const sin = Float64Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * i) / n));
  return Float64Array.from({ length: Math.floor(n / 2) + 1 }, (_, f) => {
    let [re, im] = [0, 0];
    for (let i = 0; i < n; i++) {
      const turn = (f * i) % n;
      re += values[i]! * cos[turn]!;
      im -= values[i]! * sin[turn]!;
    }
    // The mean and the Nyquist frequency have no mirrored term.
    return ((2 * f) % n === 0 ? 1 : 2) * (Math.hypot(re, im) / n);
  });
}

/** Frequency of the strongest wave. */
export function strongest(values: ArrayLike<number>): number {
  const sizes = amplitudes(values);
  return sizes.reduce((best, size, f) => (size > sizes[best]! * (1 + 1e-9) ? f : best), 0);
}

export function difference(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from(a, (value, i) => value - b[i]!);
}
