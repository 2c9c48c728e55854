/**
 * A function of an angle θ in [0, π], sampled so densely that cubics through the samples are as good as float32 is.
 *
 * The variable is sin(θ/2) up to a right angle and cos(θ/2) beyond: there θ is smooth in it, and so is a kernel of a
 * network, whose corner is at θ = 0 (and π), where a cubic has no neighbour on the other side.
 */

/** Intervals of each half: the first attempt, and the most. */
const [fewest, most] = [2 ** 10, 2 ** 15];
/** Of the largest |value|: half a unit in the last place of float32. */
const accuracy = 2 ** -25;

export interface AngleSamples {
  readonly intervals: number;
  /** At sin(θ/2) = k·√½ / intervals for k = 0 … intervals, then at those cos(θ/2). */
  readonly values: Float32Array;
  readonly largest: number;
  /** The largest difference of neighbours, by that of their variables. */
  readonly slope: number;
}

/**
 * undefined where even the most samples are too few, or some are no numbers.
 * @param of the function at these cos θ, of which the first is 1
 */
export async function sampleAngles(
  of: (cosines: Float64Array) => Promise<Float64Array | undefined>,
): Promise<AngleSamples | undefined> {
  for (let intervals = fewest; intervals <= most; intervals *= 2) {
    const values = await of(cosinesOf(intervals));
    if (!values?.every(Number.isFinite)) return undefined;
    const largest = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    const halves = [values.subarray(0, intervals + 1), values.subarray(intervals + 1)];
    // cubics through every other sample miss those between by 16 times what they will miss, and more
    if (Math.max(...halves.map(missed)) > accuracy * largest) continue;
    const slope = Math.max(...halves.map(steepest)) * intervals * Math.SQRT2;
    return { intervals, values: Float32Array.from(values), largest, slope };
  }
  return undefined;
}

function cosinesOf(intervals: number): Float64Array {
  const cosines = new Float64Array(2 * (intervals + 1));
  for (let k = 0; k <= intervals; k++) {
    const square = (k / intervals) ** 2; // twice that of the variable
    cosines[k] = 1 - square;
    cosines[intervals + 1 + k] = square - 1;
  }
  return cosines;
}

/** The largest distance of an odd sample from the cubic through the four even ones about it. */
function missed(values: Float64Array): number {
  const end = values.length - 1;
  let largest = 0;
  for (let odd = 1; odd < end; odd += 2) {
    const first = Math.min(Math.max(odd - 3, 0), end - 6);
    const u = (odd - first) / 2; // 0.5, 1.5 or 2.5
    const [a, b, c, d] = [values[first]!, values[first + 2]!, values[first + 4]!, values[first + 6]!];
    const cubic = a + u * (b - a + ((u - 1) / 2) * (c - 2 * b + a + ((u - 2) / 3) * (d - 3 * c + 3 * b - a)));
    largest = Math.max(largest, Math.abs(values[odd]! - cubic));
  }
  return largest;
}

function steepest(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]! - values[i - 1]!));
  return largest;
}
