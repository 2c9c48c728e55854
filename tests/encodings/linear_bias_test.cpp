// Linear biases: every block of rows equals the definition, for any shape.
#include "encodings/linear_bias.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

#include "core/wide.hpp"

TEST_CASE("linear bias: blocks equal -slope times distance, last query aligned with last key") {
  for (const std::size_t nq : {1u, 4u, 9u})
    for (const std::size_t nk : {1u, 4u, 12u})
      for (const bool causal : {true, false}) {
        std::vector<float> out(nq * nk);
        for (std::size_t r = 0; r < nq; r += 3)
          posenc::linear_bias_f32(0.125, causal, nq, nk, r, nq - r < 3 ? nq - r : 3,
                                  out.data() + r * nk);
        for (std::size_t i = 0; i < nq; ++i)
          for (std::size_t j = 0; j < nk; ++j) {
            const double distance = static_cast<double>(i) + static_cast<double>(nk) -
                                    static_cast<double>(nq) - static_cast<double>(j);
            const float expected = distance >= 0 ? static_cast<float>(-0.125 * distance)
                                   : causal      ? -std::numeric_limits<float>::infinity()
                                                 : static_cast<float>(0.125 * distance);
            CHECK(out[i * nk + j] == expected);
          }
      }
}

TEST_CASE("linear bias: slopes that are no power of two stay within 2^-24·(1 + 2^-29)") {
  for (const double slope : {0.7071067811865476, 0.3968502629920499, 1.0 / 3}) {
    constexpr std::size_t n = 3000;
    std::vector<float> out(n);
    posenc::linear_bias_f32(slope, true, n, n, n - 1, 1, out.data());
    double worst = 0;
    for (std::size_t j = 0; j + 1 < n; ++j) {
      const posenc::Wide exact =
          -(posenc::Wide(slope) * posenc::Wide(static_cast<double>(n - 1 - j)));
      const double error =
          ((posenc::Wide(static_cast<double>(out[j])) - exact) / exact).to_double();
      worst = std::fmax(worst, std::fabs(error));
    }
    CHECK(worst <= 0x1p-24 * (1 + 0x1p-29));
  }
}
