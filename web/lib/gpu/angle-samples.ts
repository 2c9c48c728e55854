/**
 * Samples a function of an angle θ in [0, π] so densely that cubic interpolation is as accurate as float32.
 *
 * The variable is sin(θ/2) up to a right angle and cos(θ/2) beyond it. θ is smooth in it, and so is a network kernel,
 * whose corner is at θ = 0 (and π), where a cubic has no neighbour on the other side.
 */

/** Intervals of each half: the first attempt, and the maximum. */
const [fewest, most] = [2 ** 10, 2 ** 15];
/** Relative to the largest |value|: half a unit in the last place of float32. */
const accuracy = 2 ** -25;

export interface AngleSamples {
  readonly intervals: number;
  /** At sin(θ/2) = k·√½ / intervals for k = 0 … intervals, then at the same values of cos(θ/2). */
  readonly values: Float32Array;
  readonly largest: number;
  /** Largest difference quotient of neighbouring samples. */
  readonly slope: number;
}

/**
 * Returns undefined if even the maximum is too coarse, or if a value is not finite. @param of the function at these cos
 * θ, of which the first is 1
 */
export async function sampleAngles(
  of: (cosines: Float64Array) => Promise<Float64Array | undefined>,
): Promise<AngleSamples | undefined> {
  for (let intervals = fewest; intervals <= most; intervals *= 2) {
    const values = await of(cosinesOf(intervals));
    if (!values?.every(Number.isFinite)) return undefined;
    const largest = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    const halves = [values.subarray(0, intervals + 1), values.subarray(intervals + 1)];
    // cubics through every other sample have at least 16 times the error of cubics through all of them
    if (Math.max(...halves.map(missed)) > accuracy * largest) continue;
    const slope = Math.max(...halves.map(steepest)) * intervals * Math.SQRT2;
    return { intervals, values: Float32Array.from(values), largest, slope };
  }
  return undefined;
}

function cosinesOf(intervals: number): Float64Array {
  const cosines = new Float64Array(2 * (intervals + 1));
  for (let k = 0; k <= intervals; k++) {
    const square = (k / intervals) ** 2; // twice the square of the variable
    cosines[k] = 1 - square;
    cosines[intervals + 1 + k] = square - 1;
  }
  return cosines;
}

/** Largest distance of an odd sample from the cubic through the four even samples around it. */
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
