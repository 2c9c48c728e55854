// The components of the experiments.
#include "analyses/experiments/setup.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../../support/approx.hpp"
#include "core/real.hpp"

using namespace posenc;

TEST_CASE("waves at turns are exact at quarters and agree with real::cos elsewhere") {
  CHECK(at_turns(0).cos == 1);
  CHECK(at_turns(-7.25).cos == 0);
  CHECK(at_turns(3.5).sin == 0);
  CHECK(at_turns(-1e-300).cos == 1);
  for (const double t : {0.1, -0.7, 12.345, -1000.01}) {
    CHECK(at_turns(t).cos == approx(real::cos(6.283185307179586 * t)).epsilon(1e-11));
    CHECK(at_turns(t).sin == approx(real::sin(6.283185307179586 * t)).epsilon(1e-11));
  }
}

TEST_CASE("signals have the spectrum they are said to have") {
  const std::size_t n = 64, draws = 400;
  double size[3] = {}, above = 0;
  for (std::uint32_t d = 0; d < draws; ++d) {
    const std::vector<double> y = power_law_signal(n, 1.5, 16, 3, d);
    std::size_t i = 0;
    for (const std::size_t f : {1, 3, 7}) {
      const double a = 2 * fourier_size(y.data(), n, f) / static_cast<double>(n);
      size[i++] += a * a / draws;
    }
    above = std::fmax(above, fourier_size(y.data(), n, 16));
  }
  CHECK(above <= 1e-12);
  // a² + b² of two normals has mean 2 and standard error 2/√400 = 0.1; allows four of them
  CHECK(std::fabs(size[0] * std::pow(2, 3) - 2) <= 0.4);
  CHECK(std::fabs(size[1] * std::pow(4, 3) - 2) <= 0.4);
  CHECK(std::fabs(size[2] * std::pow(8, 3) - 2) <= 0.4);
}

TEST_CASE("features have norm 1 and the kernel Σ a² cos 2πb(x - x') / Σ a²") {
  const Matrix f = fourier_features({0, 0.3, 0.71}, {1, 2.5, -4}, {1, 0.5, 0.25});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double d =
          (std::vector<double>{0, 0.3, 0.71})[i] - (std::vector<double>{0, 0.3, 0.71})[j];
      double inner = 0;
      for (std::size_t c = 0; c < f.cols; ++c) inner += f(i, c) * f(j, c);
      CHECK(inner ==
            approx((at_turns(d).cos + 0.25 * at_turns(2.5 * d).cos + 0.0625 * at_turns(4 * d).cos) /
                   1.3125)
                .epsilon(1e-14));
    }
}

TEST_CASE("scaling to half: what is constant becomes nothing") {
  std::vector<double> a = {1, 3, 2}, b = {4, 4};
  scale_to_half(a);
  scale_to_half(b);
  CHECK(a == std::vector<double>{-0.5, 0.5, 0});
  CHECK(b == std::vector<double>{0, 0});
}
