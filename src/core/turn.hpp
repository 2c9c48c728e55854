// Turns: frequencies as turns per position, phases as exact integer fractions of a turn, and the
// sine and cosine of a phase. All waves of this library are computed here.
//
// A frequency rho (turns per position) is held to 2^-128 of a turn; the phase of a position p is
// p·rho mod 1 in integer arithmetic, where wrap-around is the modulo. Accuracy thus does not depend
// on the size of p: |p| <= 2^53 costs at most 2^-74 turns (spec: fixed-point turns instead of the
// float products that lose 0.06 rad at position 10^6).
//
// Errors, for |p| <= 2^53:
//   sincos(phase)       <= 0.80 ulp of the sine and cosine of the given phase, when that is at
//                       least 2^-52 turns from every quarter turn; <= 2^-53 absolute everywhere
//   wave(frequency, p)  <= 0.80 ulp, always (falls back to Wide if the phase has too few bits)
//   with its tail       <= 0.40 ulp; fine tails <= 0.07 ulp
// A phase that is exactly a quarter turn gives exactly 0 and 1, also if the frequency is a fraction
// like 1/5 that 256 bits only approach. Tested by tests/core/turn_test.cpp and rounding_test.cpp
// against Wide, and by tests/mpfr against MPFR.
#pragma once
#include <bit>
#include <cstdint>
#include <span>

#include "core/wide.hpp"

namespace posenc {

struct TurnFrequency {
  Wide turns;               // per position, absolute value
  u128 fraction = 0;        // turns mod 1, in units of 2^-128 (truncated)
  std::uint64_t whole = 0;  // floor(turns) mod 2^64
  double radians = 0;       // ±2π·turns, correctly rounded
  bool negative = false;    // negative direction
  bool exact = false;       // turns is a multiple of 2^-64: phases are exact

  // Plan::create rejects faster waves (see is_too_fast()).
  static constexpr double kMostRadians = 0x1p63;

  static TurnFrequency from_radians(const Wide& theta);  // rad per position, any sign
  static TurnFrequency from_turns(const Wide& turns);    // turns per position, any sign
  bool is_too_fast() const { return !(radians <= kMostRadians && radians >= -kMostRadians); }
  bool is_zero() const { return turns.is_zero(); }
};

struct SinCos {
  double sin = 0, cos = 1;
  double sin_tail = 0, cos_tail = 0;  // sin + sin_tail is a more accurate sine
};
// Fine tails cost more, for products that are rounded once; sin and cos do not depend on this.
enum class Tails { coarse, fine };

namespace turn_detail {

// 2π as an unevaluated sum of two doubles
inline constexpr double kTwoPiHigh = 0x1.921fb54442d18p+2;
inline constexpr double kTwoPiLow = 0x1.1a62633145c07p-52;

// the 26 leading bits of x: products of two such numbers are exact
inline double leading(double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0xfffffffff8000000);
}

struct Sum {
  double high, low;
};
// a·b = high + low to 2^-105 (Dekker), without a fused multiply-add, for equal bits everywhere
inline Sum two_product(double a, double b) {
  const double p = a * b;
  const double ah = leading(a), bh = leading(b);
  const double al = a - ah, bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
inline Sum fast_two_sum(double a, double b) {  // |a| >= |b|
  const double s = a + b;
  return {s, b - (s - a)};
}

// Taylor polynomials on |x| <= π/4: the omitted terms are below 2^-58 of the result.
template <Tails tails = Tails::coarse>
inline Sum sine(double x, double y) {  // sin(x + y), |y| <= ulp(x)
  constexpr double s3 = -1.0 / 6, s5 = 1.0 / 120, s7 = -1.0 / 5040, s9 = 1.0 / 362880,
                   s11 = -1.0 / 39916800, s13 = 1.0 / 6227020800, s15 = -1.0 / 1307674368000,
                   s17 = 1.0 / 355687428096000;
  const double z = x * x;
  const double p = s5 + z * (s7 + z * (s9 + z * (s11 + z * (s13 + z * (s15 + z * s17)))));
  const double cubic = z * x * (s3 + z * p);
  const double rest = cubic + (y - 0.5 * z * y);
  Sum s = fast_two_sum(x, rest);
  if constexpr (tails == Tails::fine) {
    // the loss of `rest`: -x³/6 as a sum of two, and the higher powers
    constexpr double s3_low = -0x1.5555555555555p-57;  // -1/6 - s3
    const Sum square = two_product(x, x), cube = two_product(square.high, x),
              sixth = two_product(cube.high, s3);
    const double low = sixth.low + (cube.high * s3_low + (cube.low + square.low * x) * s3);
    s.low += (sixth.high - rest) + (low + (cube.high * (z * p) + (y - 0.5 * z * y)));
  }
  return s;
}
template <Tails tails = Tails::coarse>
inline Sum cosine(double x, double y) {
  constexpr double c4 = 1.0 / 24, c6 = -1.0 / 720, c8 = 1.0 / 40320, c10 = -1.0 / 3628800,
                   c12 = 1.0 / 479001600, c14 = -1.0 / 87178291200, c16 = 1.0 / 20922789888000;
  const double z = x * x;
  const double p = c4 + z * (c6 + z * (c8 + z * (c10 + z * (c12 + z * (c14 + z * c16)))));
  // x²/2 as an exact leading part and a rest, so that 1 - x²/2 loses nothing
  const double xh = leading(x);
  const double half_square = 0.5 * xh * xh;
  const double rest = 0.5 * (x + xh) * (x - xh);
  const double w = 1.0 - half_square;
  Sum c = fast_two_sum(w, ((1.0 - w) - half_square) + (z * z * p - rest - x * y));
  if constexpr (tails == Tails::fine) c.low += z * (x * y) * (1.0 / 6);
  return c;
}

}  // namespace turn_detail

// Sine and cosine of a phase given as a fraction of a turn in units of 2^-128.
template <Tails tails = Tails::coarse>
inline SinCos sincos(u128 phase) {
  using namespace turn_detail;
  const auto quarter =
      static_cast<unsigned>((static_cast<std::uint64_t>(phase >> 64) + (1ull << 61)) >> 62);
  const u128 signed_rest = phase - (static_cast<u128>(quarter) << 126);  // in [-2^125, 2^125)
  const bool negative = (signed_rest >> 127) != 0;
  const u128 rest = negative ? ~signed_rest + 1 : signed_rest;
  const auto top = static_cast<std::uint64_t>(rest >> 64),
             bottom = static_cast<std::uint64_t>(rest);
  // rest = (h + l)·2^-64 turns; x + y = 2π·rest
  const double h = static_cast<double>(top);
  const double l =
      static_cast<double>(static_cast<std::int64_t>(top - static_cast<std::uint64_t>(h))) +
      static_cast<double>(bottom) * 0x1p-64;
  const Sum main = two_product(h, kTwoPiHigh);
  const Sum sum = fast_two_sum(main.high, main.low + (h * kTwoPiLow + l * kTwoPiHigh));
  const double x = sum.high * 0x1p-64, y = sum.low * 0x1p-64;
  Sum s = sine<tails>(x, y), c = cosine<tails>(x, y);
  if (negative) s = {-s.high, -s.low};
  switch (quarter & 3) {
    case 0:
      return {s.high, c.high, s.low, c.low};
    case 1:
      return {c.high, -s.high, c.low, -s.low};
    case 2:
      return {-s.high, -c.high, -s.low, -c.low};
    default:
      return {-c.high, s.high, -c.low, s.low};
  }
}

// A position, split once for use with many frequencies.
struct Position {
  double value;
  bool negative;
  bool fixed;              // |value| is a multiple of 2^-64, so whole and fraction hold it exactly
  std::uint64_t whole;     // floor|value|
  std::uint64_t fraction;  // (|value| - whole)·2^64
  explicit Position(double p);  // finite, |p| <= 2^53
};

// |p|·frequency mod 1 turn, in units of 2^-128; error below (2 + |p|) units. Needs p.fixed.
inline u128 phase(const TurnFrequency& f, const Position& p) {
  u128 turns = f.fraction * p.whole;
  if (p.fraction != 0) {
    const auto high = static_cast<std::uint64_t>(f.fraction >> 64),
               low = static_cast<std::uint64_t>(f.fraction);
    turns += static_cast<u128>(p.fraction) * high + (static_cast<u128>(p.fraction) * low >> 64);
    turns += static_cast<u128>(p.fraction * f.whole) << 64;
  }
  return turns;
}

// Sine and cosine of p·frequency.
SinCos wave(const TurnFrequency& f, const Position& p, Tails tails = Tails::coarse);

// wave() in Wide, for entries whose rounding the fast path cannot decide. The absolute error is
// below 2^-222·|p·omega|, the error of a frequency (geometric.hpp): 2^-169 for |p| <= 2^53 and
// omega <= 1.
struct WideSinCos {
  Wide sin, cos;
};
WideSinCos wide_wave(const TurnFrequency& f, double p);

// ---- waves of several coordinates: angle = Σ_a p_a·f_a + offset, error as wave() ----------------

struct TurnOffset {  // a constant part of the phase in turns, any sign
  Wide turns;
  u128 fraction = 0;  // turns mod 1 in units of 2^-128, sign included
  bool exact = true;
  TurnOffset() = default;
  explicit TurnOffset(const Wide& t);
};
// `frequencies` and `p` have one element for each coordinate.
SinCos plane_wave(std::span<const TurnFrequency> frequencies, const Position* p,
                  const TurnOffset& offset, Tails tails = Tails::coarse);
WideSinCos wide_plane_wave(std::span<const TurnFrequency> frequencies, const Position* p,
                           const TurnOffset& offset);

}  // namespace posenc
