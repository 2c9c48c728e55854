#include "linalg/secular.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "linalg/columns.hpp"
#include "simd/lanes.hpp"

namespace posenc {
namespace {

using lanes::both;
using lanes::f64x2;
using lanes::load;
using lanes::store;

struct Sum {
  double value = 0, slope = 0;  // Σ z²/(d - λ), Σ z²/(d - λ)²
};
// over the poles [first, last)
[[gnu::noinline]] Sum sum(const double* d, const double* z, std::size_t first, std::size_t last,
                          double origin, double offset) {
  const f64x2 o = both(origin), t = both(offset);
  f64x2 value0 = {}, value1 = {}, slope0 = {}, slope1 = {};
  std::size_t j = first;
  for (; j + 4 <= last; j += 4) {
    const f64x2 z0 = load(z + j), z1 = load(z + j + 2);
    const f64x2 q0 = z0 / ((load(d + j) - o) - t), q1 = z1 / ((load(d + j + 2) - o) - t);
    value0 += z0 * q0, value1 += z1 * q1;
    slope0 += q0 * q0, slope1 += q1 * q1;
  }
  value0 += value1, slope0 += slope1;
  Sum s{value0[0] + value0[1], slope0[0] + slope0[1]};
  for (; j < last; ++j) {
    const double q = z[j] / ((d[j] - origin) - offset);
    s.value += z[j] * q;
    s.slope += q * q;
  }
  return s;
}

// The root of c·x² - a·x + b that lies between the poles of c + p/(α - x) + q/(β - x), or beyond
// both.
double rational_root(double c, double a, double b, bool beyond) {
  const double root = std::sqrt(std::max(a * a - 4 * b * c, 0.0));
  if (beyond) return a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
  return a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
}

}  // namespace

SecularRoot secular_root(const RankOneUpdate& u, std::size_t i) {
  const double *d = u.d.data(), *z = u.z.data();
  const std::size_t n = u.d.size();
  const double constant = 1 / u.rho;
  if (n == 1) return {0, u.rho * z[0] * z[0]};
  // the poles whose distance matters most: below the root all of [0, split), from there on above
  // it, or for the last root the last pole alone
  const bool last = i + 1 == n;
  const std::size_t left = last ? n - 2 : i, right = left + 1;
  const double gap = d[right] - d[left];
  const double p = z[left] * z[left], q = z[right] * z[right];

  std::size_t origin;
  double low, high;  // the root's offset is between these
  double c;
  if (last) {
    double squares = 0;
    for (std::size_t j = 0; j < n; ++j) squares += z[j] * z[j];
    origin = right, low = 0, high = u.rho * squares * (1 + 0x1p-40);
    const double middle = high / 2;
    c = constant + sum(d, z, 0, left, d[origin], middle).value;
  } else {
    const double middle = gap / 2;
    c = constant + sum(d, z, 0, left, d[left], middle).value +
        sum(d, z, right + 1, n, d[left], middle).value;
    const bool lower_half = c - p / middle + q / (gap - middle) > 0;
    origin = lower_half ? left : right;
    low = lower_half ? 0 : -gap * 0.5, high = lower_half ? gap * 0.5 : 0;
    // the middle itself may be the root
    low *= 1 + 0x1p-40, high *= 1 + 0x1p-40;
  }
  const double base = d[origin];
  const double alpha = d[left] - base, beta = d[right] - base;
  double offset = rational_root(c, c * (alpha + beta) + p + q, p * beta + q * alpha, last);
  const auto inside = [&](double x) { return low < x && x < high; };
  const auto halved = [&] {  // an end at the pole itself may be many powers of two away
    return low == 0 ? high * 0x1p-4 : high == 0 ? low * 0x1p-4 : low + (high - low) / 2;
  };
  if (!inside(offset)) offset = low + (high - low) / 2;

  constexpr int kMostSteps = 400;  // halvings across all of float64; four steps are typical
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Sum below = sum(d, z, 0, right, base, offset), above = sum(d, z, right, n, base, offset);
    const double slope = below.slope + above.slope, f = constant + below.value + above.value;
    const double noise = 8 * (std::fabs(below.value) + std::fabs(above.value)) + constant +
                         std::fabs(offset) * slope;
    if (std::fabs(f) <= 0x1p-53 * noise) break;
    (f < 0 ? low : high) = offset;
    const double x = alpha - offset, y = beta - offset;
    const double step = rational_root(f - x * below.slope - y * above.slope,
                                      (x + y) * f - x * y * slope, x * y * f, last);
    double next = offset + step;
    if (!inside(next)) next = halved();
    if (!inside(next) || next == offset) break;  // neighbouring numbers
    offset = next;
  }
  return {origin, offset};
}

void take_in_roots(const RankOneUpdate& u, const std::vector<SecularRoot>& roots, std::size_t first,
                   std::size_t last, std::vector<double>& product) {
  const double* d = u.d.data();
  const auto times = [&](double base, double offset, double pole, std::size_t from,
                         std::size_t to) {
    const f64x2 b = both(base), t = both(offset), o = both(pole);
    std::size_t j = from;
    for (; j + 2 <= to; j += 2)
      store(&product[j], load(&product[j]) * (((load(d + j) - b) - t) / (load(d + j) - o)));
    if (j < to) product[j] *= ((d[j] - base) - offset) / (d[j] - pole);
  };
  for (std::size_t i = first; i < last; ++i) {
    const double base = d[roots[i].origin], offset = roots[i].offset;
    times(base, offset, d[i], 0, i);
    product[i] *= (d[i] - base) - offset;
    times(base, offset, d[i], i + 1, u.d.size());
  }
}

void replace_vector(RankOneUpdate& u, const std::vector<double>& product) {
  for (std::size_t j = 0; j < u.z.size(); ++j) {
    const double size = std::sqrt(std::max(-product[j], 0.0));
    u.z[j] = u.z[j] < 0 ? -size : size;
  }
}

[[gnu::noinline]] void secular_vector(const double* d, const double* z, std::size_t n,
                                      double origin, double offset, double* out) {
  const f64x2 o = both(origin), t = both(offset);
  std::size_t j = 0;
  for (; j + 2 <= n; j += 2) store(out + j, load(z + j) / ((load(d + j) - o) - t));
  if (j < n) out[j] = z[j] / ((d[j] - origin) - offset);
  const double inverse = 1 / std::sqrt(dot(out, out, n));
  for (j = 0; j < n; ++j) out[j] *= inverse;
}

}  // namespace posenc
