// The rows of a sinusoidal table at three positions, one of them far out.
#include <cstdio>
#include <vector>

#include "posenc.hpp"

int main() {
  posenc::EncodingSpec spec;
  spec.encoding = "sinusoidal";
  spec.values.numbers["dim"] = 4;
  const auto plan = posenc::Plan::create(spec);
  if (!plan) {
    std::fprintf(stderr, "%s: %s\n", plan.error().field.c_str(), plan.error().message.c_str());
    return 1;
  }
  const std::vector<double> positions = {0, 3, 1e15};
  std::vector<double> table(positions.size() * plan->width());
  if (!plan->table_f64(positions, table.data())) return 1;
  for (std::size_t r = 0; r < positions.size(); ++r) {
    std::printf("%16.0f", positions[r]);
    for (std::size_t c = 0; c < plan->width(); ++c)
      std::printf(" %22.17g", table[r * plan->width() + c]);
    std::printf("\n");
  }
}
