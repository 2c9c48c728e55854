#include "kernels/cosine_integral.hpp"

#include <cmath>  // std::fabs

#include "core/real.hpp"

namespace posenc {
namespace {

// Σ_{k>=1} (-1)^{k+1} x^{2k}/(2k (2k)!)
double series(double x) {
  double power = 1, sum = 0;  // x^{2k}/(2k)! with its sign
  for (int k = 1; k < 40; ++k) {
    power *= -x * x / ((2.0 * k - 1) * (2.0 * k));
    const double term = -power / (2.0 * k);
    sum += term;
    if (std::fabs(term) < 0x1p-60 * std::fabs(sum)) break;
  }
  return sum;
}

// Ci(x) = -Re E1(ix), E1(z) = e^-z/(z + 1 - 1/(z + 3 - 4/(z + 5 - 9/(z + 7 - …)))), evaluated from
// the innermost term outwards: with 60 terms it is exact in float64 for x >= 4 (Abramowitz &
// Stegun 5.1.22, contracted).
double ci(double x) {
  double re = 0, im = 0;  // n²/(z + 2n + 1 - …)
  for (int n = 60; n >= 1; --n) {
    const double a = 2.0 * n + 1 - re, b = x - im, size = a * a + b * b;
    const double square = static_cast<double>(n) * n;
    re = square * a / size;
    im = -square * b / size;
  }
  const double a = 1 - re, b = x - im, size = a * a + b * b;
  // -Re[(cos x - i sin x)(a - ib)/size]
  return -(real::cos(x) * a - real::sin(x) * b) / size;
}

}  // namespace

double cosine_integral(double x) {
  constexpr double kEulerGamma = 0.5772156649015329;
  if (x == 0) return 0;
  return x <= 4 ? series(x) : kEulerGamma + real::log(x) - ci(x);
}

}  // namespace posenc
