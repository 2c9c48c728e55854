#include <algorithm>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
json window(int size, int pretrained, const std::string& mode = "released") {
  json spec = {{"encoding", "swin-v2"},
               {"heads", 2},
               {"windowHeight", size},
               {"windowWidth", size},
               {"mode", mode}};
  if (mode == "released") spec["pretrainedHeight"] = spec["pretrainedWidth"] = pretrained;
  return spec;
}
std::vector<double> coordinates(const json& spec) {
  const Facts facts = *plan_of(spec).facts();
  const Fact& table = fact(facts, "coordinates");
  CHECK(table.cols == 2);
  return table.values;
}
}  // namespace

TEST_CASE("Swin v2: the golden coordinates, with a pretrained window and without") {
  for (const auto& [file, spec] : {std::pair{"swin_v2_logcpb_8x8", window(8, 0)},
                                   std::pair{"swin_v2_logcpb_16_pre8", window(16, 8)}}) {
    const json golden = load_json(file);
    check_all(golden, coordinates(spec), golden.at("expected"));
  }
}

TEST_CASE("Swin v2: coordinates within 2e-15 of 256-bit logarithms") {
  double worst = 0;
  for (const int size : {2, 3, 7, 16, 31, 64}) {
    const auto n = static_cast<std::size_t>(2 * size - 1);
    for (const std::string mode : {"released", "paper"}) {
      const std::vector<double> got = coordinates(window(size, 0, mode));
      for (std::size_t x = 0; x < n; ++x) {
        const double offset = static_cast<double>(x) - (size - 1);
        const Wide d = Wide(std::fabs(offset));
        Wide exact = mode == "paper"
                         ? log(Wide(1.0) + d)
                         : log(Wide(1.0) + Wide(8.0) * d / Wide(size - 1.0)) / (Wide(3.0) * kLn2);
        if (offset < 0) exact = -exact;
        worst = std::max(worst, std::fabs((Wide(got[2 * x + 1]) - exact).to_double()));
        CHECK(got[2 * x * n] == got[2 * x + 1]);  // the other axis has equal values
      }
    }
  }
  CHECK(worst <= 2e-15);
}

TEST_CASE("Swin v2: a window of one cell has the coordinate 0 in every mode") {
  for (const std::string mode : {"released", "paper", "cr"}) {
    CHECK(coordinates(window(1, 0, mode)) == std::vector<double>{0, 0});
    Plan plan = plan_of(window(1, 0, mode));
    CHECK(bias_matrix(plan, 0, 1, 1)[0] == (mode == "cr" ? 0.0f : 8.0f));  // biases start at 0
  }
}

TEST_CASE("Swin v2: the bias is the network of the coordinates, squashed but in cr") {
  const std::size_t heads = 2, hidden = 3;
  const std::vector<double> w1 = normals(2 * hidden, 1), b1 = normals(hidden, 2),
                            w2 = normals(heads * hidden, 3), b2 = {0.5, -2};
  for (const std::string mode : {"released", "paper", "cr"}) {
    json spec = {{"encoding", "swin-v2"},
                 {"heads", heads},
                 {"windowHeight", 2},
                 {"windowWidth", 3},
                 {"mode", mode},
                 {"hidden", hidden},
                 {"w1", w1},
                 {"b1", b1},
                 {"w2", w2}};
    if (mode == "cr") spec["b2"] = b2;
    const std::vector<double> at = coordinates(spec);
    Plan plan = plan_of(spec);
    const std::vector<double> map = map_of(spec, 6, 6);
    for (std::size_t head = 0; head < heads; ++head) {
      const std::vector<float> bias = bias_matrix(plan, head, 6, 6);
      for (std::size_t e = 0; e < 36; ++e) {
        const double* yx = &at[2 * static_cast<std::size_t>(map[e])];
        double sum = mode == "cr" ? b2[head] : 0;
        for (std::size_t h = 0; h < hidden; ++h)
          sum += w2[head * hidden + h] *
                 std::max(0.0, w1[2 * h] * yx[0] + w1[2 * h + 1] * yx[1] + b1[h]);
        CHECK(bias[e] == approx(mode == "cr" ? sum : 16 / (1 + std::exp(-sum))).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("Swin v2: the index is Swin's") {
  const json v1 = {{"encoding", "swin-v1"}, {"heads", 1}, {"windowHeight", 3}, {"windowWidth", 4}};
  json v2 = v1;
  v2["encoding"] = "swin-v2";
  CHECK(map_of(v1, 12, 12) == map_of(v2, 12, 12));
}

TEST_CASE("Swin v2: what would divide by zero or be ignored is named") {
  check_refused(window(4, 1), "pretrainedHeight");
  json one = window(4, 0);
  one["pretrainedWidth"] = 8;
  check_refused(one, "pretrainedHeight");
  json last = window(4, 0);
  last["b2"] = {1, 2};
  check_refused(last, "b2");
  json network = window(4, 0);
  network["w1"] = {1, 2, 3};
  check_refused(network, "w1", ErrorCode::bad_shape);
}
