// Kernels of periodic networks as means of products of derivatives, over phases and frequencies.
#include "kernels/periodic_kernel.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace posenc;

TEST_CASE("periodic kernels: means over units of ∂f/∂parameter at x times that at x'") {
  const std::vector<double> frequencies = {1, 0.3, 0.04, 2.5};
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1.5, -2.0}, {10.0, 3.0}}) {
    double v = 0, b = 0, w = 0, log_w = 0;
    constexpr int kPhases = 8;  // sums of waves of one and two periods are exact
    for (const double omega : frequencies)
      for (int k = 0; k < kPhases; ++k) {
        const double phase = 2 * 3.141592653589793 * k / kPhases, p = omega * x + phase,
                     q = omega * y + phase, part = 2.0 / kPhases / 4;
        v += part * std::cos(p) * std::cos(q);
        b += part * std::sin(p) * std::sin(q);
        w += part * x * y * std::sin(p) * std::sin(q);
        log_w += part * omega * omega * x * y * std::sin(p) * std::sin(q);
      }
    const PeriodicKernels got = periodic_kernels(frequencies, x, y);
    CHECK(got.readout == approx(v).epsilon(1e-13));
    CHECK(got.readout_and_phase == approx(v + b).epsilon(1e-13));
    CHECK(got.all_parameters == approx(v + b + w).epsilon(1e-13));
    CHECK(got.log_frequencies == approx(v + b + log_w).epsilon(1e-13));
  }
}

TEST_CASE(
    "wave means of two frequencies: half their sum, and the square of half their difference") {
  const WaveMeans at = wave_means({1, 0.25}, 3);
  const double a = std::cos(3.0), b = std::cos(0.75);
  CHECK(at.kernel == approx((a + b) / 2).epsilon(1e-14));
  CHECK(at.variance == approx((a - b) * (a - b) / 4).epsilon(1e-14));
  CHECK(at.tilt == approx((a + b / 16) / 2).epsilon(1e-14));
  CHECK(wave_means({0.7}, 5).variance == 0);
}

TEST_CASE("log-uniform kernel: the mean of cos(δ·base^-u)") {
  for (const double base : {2.0, 1e4})
    for (const double offset : {0.0, 0.5, -7.0, 40.0}) {
      constexpr int kPoints = 20000;
      double mean = 0;
      for (int k = 0; k < kPoints; ++k)
        mean += std::cos(offset * std::pow(base, -(k + 0.5) / kPoints)) / kPoints;
      CHECK(std::fabs(log_uniform_kernel(offset, base) - mean) <= 1e-5);
    }
}
