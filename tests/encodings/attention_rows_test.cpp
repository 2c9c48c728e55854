// Properties of every row's bias and map, whatever its formula.
#include <cstring>

#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
struct Size {
  std::size_t n_query, n_key;
};
std::vector<Size> sizes(std::size_t cells) {
  if (cells != 0) return {{cells, cells}};
  return {{7, 7}, {3, 9}, {9, 3}, {1, 1}};
}
}  // namespace

TEST_CASE("every bias: a row of the matrix is a piece of the generating vector, block by block") {
  for (const json& spec : every_spec()) {
    Plan plan = plan_of(spec);
    INFO(spec.dump());
    for (const auto& [n_query, n_key] : sizes(plan.cells()))
      for (std::size_t head = 0; head < plan.heads(); head += 5) {
        const std::vector<float> whole = bias_matrix(plan, head, n_query, n_key);
        for (const float b : whole) CHECK((std::isfinite(b) || b == -INFINITY));
        std::vector<float> block(n_key);
        CHECK(plan.attention_bias(head, n_query, n_key, n_query - 1, 1, block.data()));
        CHECK(std::memcmp(block.data(), whole.data() + (n_query - 1) * n_key, n_key * 4) == 0);
        std::vector<float> vector(n_query + n_key - 1);
        if (!plan.bias_vector(head, n_query, n_key, vector.data())) continue;
        for (std::size_t i = 0; i < n_query; ++i)
          CHECK(std::memcmp(whole.data() + i * n_key, vector.data() + (n_query - 1 - i),
                            n_key * 4) == 0);
      }
  }
}

TEST_CASE("every map: finite or masked, and the last query is at the last key") {
  for (const json& spec : every_spec()) {
    const Plan plan = plan_of(spec);
    std::vector<double> probe(1);
    if (plan.info().relative_map == nullptr) continue;
    INFO(spec.dump());
    for (const auto& [n_query, n_key] : sizes(plan.cells())) {
      const std::vector<double> map = map_of(spec, n_query, n_key);
      if (plan.cells() != 0 || n_query > n_key) continue;
      // fewer queries are the last rows of the square matrix
      const std::vector<double> square = map_of(spec, n_key, n_key);
      CHECK(std::memcmp(map.data(), square.data() + (n_key - n_query) * n_key, map.size() * 8) ==
            0);
    }
  }
}
