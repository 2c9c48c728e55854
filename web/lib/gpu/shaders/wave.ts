/**
 * src/core/single_wave.hpp in WGSL: sine and cosine of a 64-bit phase by 32-bit integers and + - * of f32.
 *
 * The built-in sin and cos are not used: WGSL allows them an error of 2^-11, and guarantees nothing beyond ±π.
 * Correctly rounded fma and a fixed order of additions are not assumed either: a compiler may contract and reassociate.
 */
import { singleWave } from '../../generated/single-wave.js';

const { sine, cosine, turn, smallTurn, unit, leading, trailingBits } = singleWave;

/** a·b as (low, high), by 16-bit halves, because WGSL has no 64-bit integers. */
export const product = /* wgsl */ `
fn product(a: u32, b: u32) -> vec2u {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  let low = al * bl;
  let first = ah * bl;
  let second = al * bh;
  let middle = (low >> 16u) + (first & 0xffffu) + (second & 0xffffu);
  return vec2u((middle << 16u) | (low & 0xffffu), ah * bh + (first >> 16u) + (second >> 16u) + (middle >> 16u));
}
`;

/** Phases: vec2u(low, high) in units of 2^-64 of a turn, whose wrap-around is the modulo. */
export const wave = /* wgsl */ `
${product}
fn sum(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < b.x));
}
fn multiple(phase: vec2u, n: u32) -> vec2u {
  let low = product(phase.x, n);
  return vec2u(low.x, low.y + phase.y * n);
}

// (sine, cosine)
fn wave(phase: vec2u) -> vec2f {
  let quarter = (phase.y + 0x20000000u) >> 30u;
  var rest = vec2u(phase.x, phase.y - (quarter << 30u));
  let negative = (rest.y >> 31u) != 0u;
  if (negative) {
    rest = sum(~rest, vec2u(1u, 0u));
  }
  let turns = ((rest.y << 2u) | (rest.x >> 30u)) + ((rest.x >> 29u) & 1u);
  let scaled = product(turns, ${turn}u);
  let x = scaled.y + (scaled.x >> 31u);
  let top = x >> ${trailingBits}u;
  let leading = f32(top) * ${leading};
  var trailing = f32(x & ${2 ** trailingBits - 1}u) * ${unit};
  if (top == 0u) {
    trailing = (f32(rest.y) + f32(rest.x) * ${2 ** -32}) * ${smallTurn};
  }
  let whole = leading + trailing;
  let z = whole * whole;
  let cubic = z * whole * (${sine[0]} + z * (${sine[1]} + z * ${sine[2]}));
  let fourth = z * z * (${cosine[0]} + z * (${cosine[1]} + z * ${cosine[2]}));
  let half_square = 0.5 * leading * leading;
  let plain = leading + (trailing + cubic);
  let s = select(plain, -plain, negative);
  let c = (1.0 - half_square) + (fourth - trailing * (leading + 0.5 * trailing));
  let swapped = select(vec2f(s, c), vec2f(c, s), (quarter & 1u) != 0u);
  let signs = vec2<bool>((quarter & 2u) != 0u, ((quarter + 1u) & 2u) != 0u);
  return select(swapped, -swapped, signs);
}
`;
