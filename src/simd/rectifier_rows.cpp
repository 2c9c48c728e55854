#include "simd/rectifier_rows.hpp"

#include <algorithm>

#include "simd/lanes.hpp"

namespace posenc {
namespace {

using lanes::both;
using lanes::f64x2;

// (arctan(t)/t - 1)/t² as a polynomial in z = t², for 0 <= z <= tan²(π/8), interpolated at
// Chebyshev nodes; t + t³·P(t²) has a relative error below 2^-56.9. Coefficients are combined in
// pairs first to shorten the chain of dependent operations.
inline f64x2 arctan_tail(f64x2 z) {
  const f64x2 z2 = z * z, z4 = z2 * z2;
  const f64x2 a = -0x1.5555555555555p-2 + z * 0x1.999999999934cp-3;
  const f64x2 b = -0x1.2492492436201p-3 + z * 0x1.c71c71853d7fap-4;
  const f64x2 c = -0x1.745d0b28a7e37p-4 + z * 0x1.3b1263064f6b9p-4;
  const f64x2 d = -0x1.10fa77b1a6d57p-4 + z * 0x1.dfe6497e96323p-5;
  const f64x2 e = -0x1.a0999c632b6edp-5 + z * 0x1.4162c02b1dda3p-5;
  const f64x2 f = both(-0x1.3a31b1c0fd3b7p-6);
  return (a + z2 * b) + z4 * ((c + z2 * d) + z4 * (e + z2 * f));
}

// Two steps per chunk of a row, each with a short chain of dependent operations: a single loop
// would wait for its roots, quotient and polynomial in turn.
constexpr std::size_t kChunk = 128;
struct Chunk {
  double tangent[kChunk], sine[kChunk], nearest[kChunk];
};

// θ from tan(θ/2) = s/(size + k) for k >= 0 and cot(θ/2) = s/(size - k) for k < 0: nearest is 0,
// π/2 or π, and tangent is that of half the difference, |tangent| <= tan(π/8). If `extreme`,
// products of two variances may overflow or underflow float64, so s is a product of two roots.
template <bool extreme>
void angles(double root, const double* roots, const double* k, Chunk& chunk, std::size_t n) {
  constexpr double kEqual = 16 * 0x1p-52, kTanEighth = 0.41421356237309503;
  constexpr double kHalfPi = 0x1.921fb54442d18p0;
  for (std::size_t j = 0; j < n; j += 2) {
    const f64x2 size = lanes::load(roots + j) * root, along = lanes::load(k + j);
    const f64x2 length = lanes::abs(along), longer = size + length, rest = size - length;
    const f64x2 gap = lanes::where(rest > kEqual * size, rest);
    const f64x2 s = extreme ? lanes::sqrt(gap) * lanes::sqrt(longer) : lanes::sqrt(gap * longer);
    const auto back = along<both(0), middle = s> kTanEighth * longer;
    const f64x2 above = s - lanes::where(middle, longer);
    const f64x2 below = longer + lanes::where(middle, s);
    const f64x2 t = above / (below + lanes::where(below == both(0), both(1)));
    lanes::store(chunk.tangent + j, lanes::flip_sign(back, t));
    lanes::store(chunk.sine + j, s);
    lanes::store(chunk.nearest + j, lanes::where(middle, both(kHalfPi)) +
                                        lanes::where(back & ~middle, both(2 * kHalfPi)));
  }
}

void integrals(double jump_by_two_pi, double mean, const Chunk& chunk, double* k, double* theta,
               std::size_t n) {
  for (std::size_t j = 0; j < n; j += 2) {
    const f64x2 t = lanes::load(chunk.tangent + j), z = t * t, twice = t + t;
    const f64x2 angle = lanes::load(chunk.nearest + j) + (twice + twice * z * arctan_tail(z));
    const f64x2 slope = mean - jump_by_two_pi * angle;
    lanes::store(k + j, jump_by_two_pi * lanes::load(chunk.sine + j) + slope * lanes::load(k + j));
    lanes::store(theta + j, slope * lanes::load(theta + j));
  }
}

// true if each is 0 or has a normal eighth power
bool ordinary(const double* roots, std::size_t n) {
  lanes::i64x2 outside = both(0) > both(0);
  const auto look = [&](f64x2 v) {
    outside |= (v > both(0x1p125)) | ((v < both(0x1p-115)) & (v > both(0)));
  };
  for (std::size_t j = 0; j + 2 <= n; j += 2) look(lanes::load(roots + j));
  if (n % 2 == 1) look(both(roots[n - 1]));
  return (outside[0] | outside[1]) == 0;
}

}  // namespace

#if defined(__GNUC__)
__attribute__((noinline))  // V8 compiles small functions better than their inlined code
#endif
void rectifier_rows(double jump, double mean, double root, const double* roots, double* k,
                    double* theta, std::size_t n) {
  constexpr double kTwoPiDouble = 6.283185307179586;
  const double factor = jump / kTwoPiDouble;
  const bool extreme = !ordinary(&root, 1) || !ordinary(roots, n);
  const auto run = [&](const double* r, double* covariance, double* tangent, std::size_t count) {
    Chunk chunk;
    if (extreme)
      angles<true>(root, r, covariance, chunk, count);
    else
      angles<false>(root, r, covariance, chunk, count);
    integrals(factor, mean, chunk, covariance, tangent, count);
  };
  const std::size_t even = n - n % 2;
  for (std::size_t j = 0; j < even; j += kChunk)
    run(roots + j, k + j, theta + j, std::min(kChunk, even - j));
  if (even < n) {
    const double r[2] = {roots[even], 0};
    double covariance[2] = {k[even], 0}, tangent[2] = {theta[even], 0};
    run(r, covariance, tangent, 2);
    k[even] = covariance[0];
    theta[even] = tangent[0];
  }
}

}  // namespace posenc
