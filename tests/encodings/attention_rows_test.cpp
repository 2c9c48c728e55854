// Where queries and keys stand: the last query at the last key.
#include <cstring>

#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

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
