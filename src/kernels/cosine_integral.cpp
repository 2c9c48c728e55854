#include "kernels/cosine_integral.hpp"

#include "core/real.hpp"

namespace posenc {
namespace {

// Σ_{k>=1} (-1)^(k+1) x^2k/(2k·(2k)!), x <= 3: the first terms are the largest, 2.25, 0.84 …
double series(double x) {
  const double z = x * x;
  double power = 1, sum = 0;  // power = (-1)^(k+1)·z^k/(2k)!
  double terms[16];
  for (int k = 1; k <= 16; ++k) {
    power *= (k == 1 ? z : -z) / ((2 * k - 1) * (2 * k));
    terms[k - 1] = power / (2 * k);
  }
  for (int k = 16; k >= 1; --k) sum += terms[k - 1];  // small terms first
  return sum;
}

// Ci(x) for x > 3: E_1(ix) = e^(-ix)/(1 + ix - 1²/(3 + ix - 2²/(5 + ix - …))) (DLMF 6.9.1) is
// -Ci(x) + i(Si(x) - π/2). Evaluated from the inside out, with enough steps for x.
double ci(double x) {
  const int steps = x > 40 ? 20 : static_cast<int>(400 / x) + 12;
  double re = 2 * steps + 1, im = x;
  for (int k = steps; k >= 1; --k) {
    const double size = re * re + im * im, square = static_cast<double>(k) * k;
    const double a = 2 * k - 1 - square * re / size, b = x + square * im / size;
    re = a, im = b;
  }
  // minus the real part of e^(-ix)/(re + i·im)
  return (im * real::sin(x) - re * real::cos(x)) / (re * re + im * im);
}

}  // namespace

double cosine_integral(double x) {
  if (x <= 3) return series(x);
  return kEulerGamma + (real::log(x) - ci(x));
}

}  // namespace posenc
