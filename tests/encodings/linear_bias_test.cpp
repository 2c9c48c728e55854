// Linear biases: every block of rows equals the definition, for any shape.
#include "encodings/linear_bias.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>
#include <vector>

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
