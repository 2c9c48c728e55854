#include "core/real.hpp"

#include <bit>
#include <cmath>  // std::fabs, std::sqrt, std::floor: exact in IEEE 754
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "core/turn.hpp"

namespace posenc::real {
namespace {

using turn_detail::fast_two_sum;
using turn_detail::Sum;
using turn_detail::two_product;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// ln 2 = high + low, high with 32 trailing zero bits: k·high is exact for |k| < 2^20
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kTwoOverRootPi = 0x1.20dd750429b6dp+0;
constexpr double kLog2e = 0x1.71547652b82fep+0;

double power_of_two(int k) {  // -1022 <= k <= 1023
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

// e^r - 1 - r for |r| <= 0.35 (Taylor; the omitted terms are below 2^-60 of r²)
double exp_rest(double r) {
  double p = 1.0 / 87178291200;
  for (const double c :
       {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
        1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6})
    p = c + r * p;
  return r * r * (0.5 + r * p);
}

// e^(x + tail), |tail| much smaller than |x|
double exp_of(double x, double tail) {
  if (!(x == x)) return x;
  if (x > 709.79) return kInfinite;
  if (x < -745.2) return 0;
  const double k = std::floor(x * kLog2e + 0.5);
  const Sum r = fast_two_sum(x - k * kLn2High, tail - k * kLn2Low);
  // 1 + r + rest, including the low part of r
  const Sum one = fast_two_sum(1.0, r.high);
  const double y = one.high + (one.low + (exp_rest(r.high) + r.low * (1 + r.high)));
  const int e = static_cast<int>(k);
  if (e > 1000) return y * power_of_two(1000) * power_of_two(e - 1000);
  if (e < -1000) return y * power_of_two(-1000 + 60) * power_of_two(e + 1000 - 60);
  return y * power_of_two(e);
}

struct Split {
  double mantissa;  // in [√½, √2)
  double exponent;
};
Split split(double x) {
  int shift = 0;
  if (x < 0x1p-1022) x *= 0x1p60, shift = -60;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int e = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m > 0x1.6a09e667f3bcdp+0) m *= 0.5, ++e;
  return {m, static_cast<double>(e + shift)};
}

// ln(1 + f) - f for |f| <= 0.42, from the series of 2·atanh(s), s = f/(2 + f)
double log_rest(double f) {
  const double s = f / (2 + f), z = s * s;
  double p = 2.0 / 27;
  for (const double c : {2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                         2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3})
    p = c + z * p;
  // f - 2s = f·s, and f·s - f²/2 = -s·f²/2: so ln(1 + f) = f - f²/2 + s·(f²/2 + z·p)
  const double half_square = 0.5 * f * f;
  return s * (half_square + z * p) - half_square;
}

// ln x as high + low, relative error about 2^-59 (except near x = 1, where it is exact enough)
Sum log_of(double x) {
  const auto [m, e] = split(x);
  const double f = m - 1;
  // s = f/(2 + f) with its rounding error
  const Sum d = fast_two_sum(2.0, f);
  const double s = f / d.high;
  const Sum back = two_product(s, d.high);
  const double s_low = ((f - back.high) - back.low - s * d.low) / d.high;
  const double z = s * s;
  double p = 2.0 / 27;
  for (const double c : {2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                         2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3})
    p = c + z * p;
  const double small = s * z * p + 2 * s_low + e * kLn2Low;
  const Sum large = fast_two_sum(e * kLn2High, 2 * s);
  return fast_two_sum(large.high, large.low + small);
}

}  // namespace

double exp(double x) { return exp_of(x, 0); }
double exp(double x, double tail) { return exp_of(x, tail); }

double expm1(double x) {
  if (std::fabs(x) <= 0.35) return x + exp_rest(x);
  return exp(x) - 1;
}

double log(double x) {
  if (x == 0) return -kInfinite;
  if (x == kInfinite) return x;
  const auto [m, e] = split(x);
  const double f = m - 1;
  if (e == 0) return f + log_rest(f);
  const double high = e * kLn2High;
  const Sum sum = fast_two_sum(high, f);
  return sum.high + (sum.low + (log_rest(f) + e * kLn2Low));
}

double log1p(double x) {
  if (std::fabs(x) <= 0.4) return x + log_rest(x);
  const double u = 1 + x;
  if (u == kInfinite) return u;
  const double lost = std::fabs(x) < 1 ? x - (u - 1) : 1 - (u - x);  // 1 + x - u, exact
  return log(u) + lost / u;
}

double log2(double x) {
  const auto [m, e] = split(x);
  if (m == 1) return e;
  const Sum ln = log_of(m);
  return e + (ln.high * kLog2e + (ln.low * kLog2e + ln.high * 0x1.777d0ffda0d24p-56));
}

double pow(double x, double y) {
  if (y == 0) return 1;
  if (x == 0) return 0;
  const Sum ln = log_of(x);
  const Sum product = two_product(y, ln.high);
  return exp_of(product.high, product.low + y * ln.low);
}

double erf(double x) {
  const double a = std::fabs(x);
  if (a >= 6) return x < 0 ? -1 : 1;
  const Sum square = two_product(a, a);
  const double decay = exp_of(-square.high, -square.low);
  double y;
  if (a < 2) {
    // 2x/√π · e^(-x²) · Σ (2x²)^n / (1·3·5 … (2n + 1)): all terms positive
    double term = 1, sum = 1;
    for (int n = 1; term > sum * 0x1p-56; ++n) {
      term *= 2 * a * a / (2 * n + 1);
      sum += term;
    }
    y = kTwoOverRootPi * a * decay * sum;
  } else {
    // 1 - e^(-x²)/√π / (x + (1/2)/(x + 1/(x + (3/2)/(x + …)))), Laplace's continued fraction
    double fraction = a;
    for (int n = 60; n > 0; --n) fraction = a + 0.5 * n / fraction;
    y = 1 - 0.5 * kTwoOverRootPi * decay / fraction;
  }
  return x < 0 ? -y : y;
}

double tanh(double x) {
  const double a = std::fabs(x);
  if (a > 22) return x < 0 ? -1 : 1;
  const double t = expm1(2 * a);
  const double y = t / (t + 2);
  return x < 0 ? -y : y;
}

double sigmoid(double x) {
  const double e = exp(-std::fabs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

double softplus(double x) { return (x > 0 ? x : 0) + log1p(exp(-std::fabs(x))); }

double gelu(double x) { return 0.5 * x * (1 + erf(x * 0x1.6a09e667f3bcdp-1)); }

double gelu_derivative(double x) {
  constexpr double kRootHalf = 0.7071067811865476, kDensity = 0.3989422804014327;  // √½, 1/√(2π)
  return (1 + erf(x * kRootHalf)) / 2 + x * kDensity * exp(-x * x / 2);
}

namespace {
SinCos radians(double x) {
  static const TurnFrequency one = TurnFrequency::from_radians(Wide(1.0));
  return wave(one, Position(x));
}
}  // namespace

double sin(double x) { return radians(x).sin; }
double cos(double x) { return radians(x).cos; }

namespace {

// arctan t for 0 <= t <= 1, as high + low: subtracting an angle of k/8 brings t below 1/16
Sum arctan(double t) {
  // arctan(k/8), k = 0 … 8, as sums of two doubles (from 256-bit series)
  static constexpr Sum kAngle[] = {
      {0, 0},
      {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
      {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
      {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
      {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
      {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
      {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
      {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
      {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
  };
  const int k = static_cast<int>(t * 8 + 0.5);
  const double c = k * 0.125;
  const double z = (t - c) / (1 + t * c), w = z * z;
  double p = 0;  // (arctan z - z)/z³, |z| <= 1/16
  for (const double term : {-1.0 / 15, 1.0 / 13, -1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3})
    p = term + w * p;
  const Sum sum = fast_two_sum(kAngle[k].high, z);
  return k == 0 ? Sum{z, z * w * p} : Sum{sum.high, sum.low + (kAngle[k].low + z * w * p)};
}

constexpr double kPiHigh = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;

}  // namespace

double atan2(double y, double x) {
  const double a = std::fabs(y), b = std::fabs(x);
  if (a == 0 && b == 0) return 0;
  // the angle from the nearer axis, then from the positive x axis
  Sum angle = a <= b ? arctan(a / b) : arctan(b / a);
  if (a > b) angle = {kPiHigh / 2 - angle.high, kPiLow / 2 - angle.low};
  if (x < 0) {
    const Sum rest = fast_two_sum(kPiHigh, -angle.high);
    angle = {rest.high, rest.low + (kPiLow - angle.low)};
  }
  const double size = angle.high + angle.low;
  return y < 0 ? -size : size;
}

}  // namespace posenc::real
