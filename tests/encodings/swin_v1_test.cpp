#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
json window(std::size_t h, std::size_t w) {
  return {{"encoding", "swin-v1"}, {"heads", 1}, {"windowHeight", h}, {"windowWidth", w}};
}
}  // namespace

TEST_CASE("Swin: the golden indices") {
  const json small = load_json("swin_v1_index_2x3");
  check_all(small, map_of(window(2, 3), 6, 6), small.at("expected"));
  const json large = load_json("swin_v1_index_7x7_row0");
  const std::vector<double> map = map_of(window(7, 7), 49, 49);
  std::vector<double> rows;
  for (const json& row : large.at("inputs")) {
    const auto from = map.begin() + row.get<std::ptrdiff_t>() * 49;
    rows.insert(rows.end(), from, from + 49);
  }
  check_all(large, rows, large.at("expected"));
}

TEST_CASE("Swin: the index by the coordinates of the cells, square or not") {
  for (const auto& [h, w] : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 5}, {4, 1}, {3, 8}}) {
    const std::vector<double> map = map_of(window(h, w), h * w, h * w);
    for (std::size_t i = 0; i < h * w; ++i)
      for (std::size_t j = 0; j < h * w; ++j)
        CHECK(map[i * h * w + j] ==
              (i / w + h - 1 - j / w) * (2 * w - 1) + (i % w + w - 1 - j % w));
  }
}

TEST_CASE("Swin: the bias is the table's row of the index; drawn ones are N(0, 0.02²)") {
  const json spec = {{"encoding", "swin-v1"}, {"heads", 4}};
  Plan plan = plan_of(spec);
  const Fact table = plan.facts()->front();
  REQUIRE(table.values.size() == 169 * 4);
  const std::vector<double> map = map_of(spec, 49, 49);
  for (std::size_t head = 0; head < 4; ++head) {
    const std::vector<float> bias = bias_matrix(plan, head, 49, 49);
    for (std::size_t e = 0; e < bias.size(); ++e)
      CHECK(bias[e] ==
            static_cast<float>(table.values[static_cast<std::size_t>(map[e]) * 4 + head]));
  }
  double square = 0;
  for (const double x : table.values) square += x * x;
  CHECK(std::sqrt(square / static_cast<double>(table.values.size())) == approx(0.02).epsilon(0.1));
}

TEST_CASE("Swin: BEiT's class token has the last three rows") {
  json spec = window(2, 2);
  spec["classToken"] = true;
  const std::vector<double> map = map_of(spec, 5, 5), cells = map_of(window(2, 2), 4, 4);
  CHECK(map[0] == 11);  // to itself
  for (std::size_t j = 1; j < 5; ++j) {
    CHECK(map[j] == 9);       // the token's query
    CHECK(map[j * 5] == 10);  // the token as key
    for (std::size_t i = 1; i < 5; ++i) CHECK(map[i * 5 + j] == cells[(i - 1) * 4 + j - 1]);
  }
  CHECK(plan_of(spec).facts()->front().values.size() == 12);
}

TEST_CASE("Swin: only the window's cells are queries and keys") {
  std::vector<double> out(9);
  const auto wrong = plan_of(window(2, 2)).relative_map(3, 3, 0, 3, out.data());
  REQUIRE(!wrong.has_value());
  CHECK(wrong.error().field == "nQuery");
  check_refused({{"encoding", "swin-v1"}, {"heads", 1}, {"windowHeight", 0}}, "windowHeight");
}
