// Cin against its series in 256-bit arithmetic, and against its asymptotic form.
#include "kernels/cosine_integral.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "core/wide.hpp"

using namespace posenc;

namespace {

double ulp(double x) { return std::nextafter(x, INFINITY) - x; }

// Σ (-1)^(k+1) x^2k/(2k·(2k)!): terms grow to e^x, so x <= 80 leaves 256 - 116 bits
Wide series(double x) {
  const Wide z = Wide(x) * Wide(x);
  Wide power = Wide(1.0), sum;
  for (int k = 1; k <= 200; ++k) {
    power = power * z / Wide(static_cast<double>((2 * k - 1) * (2 * k)));
    const Wide term = power / Wide(static_cast<double>(2 * k));
    sum = k % 2 != 0 ? sum + term : sum - term;
  }
  return sum;
}

}  // namespace

TEST_CASE("cosine_integral: within 4 ulp, on both sides of the change of method") {
  double worst = 0;
  for (const double x : {1e-300, 1e-8,  1e-3,     0.1,  0.616505485620716,
                         1.0,    1.9,   2.999999, 3.0,  std::nextafter(3.0, 4.0),
                         3.1,    3.384, 4.5,      6.28, 7.0,
                         10.0,   17.0,  23.5,     39.9, 40.1,
                         50.0,   64.25, 80.0}) {
    INFO("x ", x);
    const double want = series(x).to_double();
    worst = std::fmax(worst, std::fabs(cosine_integral(x) - want) / ulp(want));
  }
  for (int i = 1; i <= 400; ++i) {
    const double x = 0.01 * i * i * 0.04;
    const double want = series(x).to_double();
    worst = std::fmax(worst, std::fabs(cosine_integral(x) - want) / ulp(want));
  }
  INFO("worst ", worst, " ulp");
  CHECK(worst <= 4);
  CHECK(cosine_integral(0) == 0);
  CHECK(cosine_integral(1e-200) == 0);  // x²/4 underflows
}

TEST_CASE(
    "cosine_integral: large arguments follow ln x + γ - (sin x)/x·(1 - 2/x²) + (cos x)/x²·(1 - "
    "6/x²)") {
  for (const double x : {1e4, 12345.678, 1e6, 1e9, 0x1p53}) {
    const double z = 1 / (x * x);
    const double ci = std::sin(x) / x * (1 - 2 * z) - std::cos(x) * z * (1 - 6 * z);
    CHECK(std::fabs(cosine_integral(x) - (kEulerGamma + std::log(x) - ci)) <=
          4 * ulp(cosine_integral(x)));
  }
}
