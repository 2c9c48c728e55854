// Toeplitz biases: rows read from the generating vector, whole or in part; places of queries and
// keys: the last query is at the last key.
#include "encodings/attention_rows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <initializer_list>

#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("toeplitz rows: every row is the one above, moved by one") {
  std::vector<float> vector;
  for (int t = 0; t < 40; ++t) vector.push_back(static_cast<float>(t * t));
  for (const std::size_t n : {1u, 5u, 17u})
    for (const std::size_t rows : {0u, 1u, 23u}) {
      std::vector<float> out(n * rows + 1, -1);
      toeplitz_rows(vector.data() + 22, n, rows, out.data());
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t j = 0; j < n; ++j) CHECK(out[r * n + j] == vector[22 - r + j]);
      CHECK(out.back() == -1);
    }
}

TEST_CASE("bias of more queries than a vector is kept for: any rows, in any order") {
  constexpr std::size_t kQueries = (std::size_t{1} << 24) + 3, kKeys = 3;
  Plan plan = plan_of({{"encoding", "alibi"}, {"heads", 8}, {"direction", "symmetric"}});
  for (const std::size_t first :
       {std::size_t{0}, kQueries - 4, kQueries / 2, kQueries / 2 + 1, std::size_t{0}})
    for (const std::size_t rows : {4u, 1u}) {
      std::vector<float> out(rows * kKeys);
      CHECK(plan.attention_bias(1, kQueries, kKeys, first, rows, out.data()));
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < kKeys; ++j) {
          const double distance = static_cast<double>(first + i + kKeys) -
                                  static_cast<double>(kQueries) - static_cast<double>(j);
          CHECK(out[i * kKeys + j] == static_cast<float>(-0.25 * std::fabs(distance)));
        }
    }
  CHECK(plan.attention_bias(1, kQueries, 0, 0, 0, nullptr));
}

TEST_CASE("every map and bias: fewer queries than keys are the last rows of the square matrix") {
  const std::size_t n_query = 3, n_key = 9, above = (n_key - n_query) * n_key;
  for (const json& spec : every_spec()) {
    Plan plan = plan_of(spec);
    INFO(spec.dump());
    if (plan.cells() != 0) continue;
    if (plan.info().relative_map != nullptr) {
      const std::vector<double> few = map_of(spec, n_query, n_key),
                                square = map_of(spec, n_key, n_key);
      CHECK(std::memcmp(few.data(), square.data() + above, few.size() * sizeof(double)) == 0);
    }
    if (plan.heads() > 0) {
      const std::vector<float> few = bias_matrix(plan, 0, n_query, n_key),
                               square = bias_matrix(plan, 0, n_key, n_key);
      CHECK(std::memcmp(few.data(), square.data() + above, few.size() * sizeof(float)) == 0);
    }
  }
}
