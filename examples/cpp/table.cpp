// The rows of a sinusoidal table at three positions, one of them 10^15.
#include <cstdio>
#include <posenc/posenc.hpp>
#include <vector>

int main() {
  const auto sinusoidal = posenc::prepare({"sinusoidal", {{"dim", 4}}});
  if (!sinusoidal) {
    const posenc::Error& error = sinusoidal.error();
    std::fprintf(stderr, "%s: %s\n", error.field.c_str(), error.message.c_str());
    return 1;
  }
  const std::size_t width = sinusoidal->shape().width;
  const std::vector<double> positions = {0, 3, 1e15};
  std::vector<double> table(positions.size() * width);
  if (!sinusoidal->table(positions, table)) return 1;
  for (std::size_t r = 0; r < positions.size(); ++r) {
    std::printf("%16.0f", positions[r]);
    for (std::size_t c = 0; c < width; ++c) std::printf(" %22.17g", table[r * width + c]);
    std::printf("\n");
  }
}
