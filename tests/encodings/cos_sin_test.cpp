// Cosines and sines of rotary encodings for engines, in each type: against 256-bit arithmetic
// rounded once, including cases that float32 hides; and against their tables.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#include "../support/narrow.hpp"
#include "../support/spec_json.hpp"
#include "posenc.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// cos_0 … cos_{p-1} sin_0 … sin_{p-1} of a position in Wide only
std::vector<Wide> exact_row(const TrigTable& t, double position) {
  std::vector<Wide> row(2 * t.pairs());
  for (std::size_t i = 0; i < t.pairs(); ++i) {
    const WideSinCos w = wide_wave(t.frequencies[i], position);
    row[i] = Wide(t.amplitude) * w.cos;
    row[t.pairs() + i] = Wide(t.amplitude) * w.sin;
  }
  return row;
}

json yarn() {
  return {{"encoding", "rope"},
          {"dim", 16},
          {"base", 150000},
          {"layout", "interleaved"},
          {"scaling", {{"type", "yarn"}, {"factor", 32}, {"originalContext", 4096}}}};
}

}  // namespace

TEST_CASE("cos_sin: 16 bits are the exact value rounded once, where its float32 is halfway too") {
  constexpr std::size_t kRows = 30000;
  for (const json& spec : {json{{"encoding", "rope"}, {"dim", 16}}, yarn()}) {
    Plan plan = plan_of(spec);
    const Encoding& e = plan.encoding();
    const TrigTable table = e.info->rotary(e.params, e.scaling_or_null()).value().table;
    const std::size_t w = plan.width();
    std::vector<float> singles(kRows * w);
    std::vector<std::uint16_t> narrow(kRows * w);
    for (const NarrowFormat format : {kBf16, kHalf})
      for (const double start : {0.0, 1048576.0}) {
        REQUIRE(plan.cos_sin(start, kRows, singles.data()));
        REQUIRE(plan.cos_sin(start, kRows, format, narrow.data()));
        int hidden = 0;
        for (std::size_t r = 0; r < kRows; ++r) {
          std::vector<Wide> exact;
          for (std::size_t c = 0; c < w; ++c) {
            const std::size_t at = r * w + c;
            bool halfway = false;
            narrowed(format, singles[at], [&] {
              halfway = true;
              return 0;
            });
            if (!halfway && at % 1009 != 0) continue;
            if (exact.empty()) exact = exact_row(table, start + static_cast<double>(r));
            CHECK(is_nearest(format, narrow[at], exact[c]));
            hidden += rounded_twice(format, singles[at]) != narrow[at] ? 1 : 0;
          }
        }
        CHECK(hidden > 0);  // the errors of programs that round through float32
      }
  }
}

TEST_CASE("golden: cos_sin in 16 bits, where rounding float32 again is wrong") {
  const json golden = load_json("rope_16bit_halfway");
  json spec = golden.at("params");
  spec["encoding"] = "rope";
  Plan plan = plan_of(spec);
  for (const auto& [name, format] : {std::pair{"bf16", kBf16}, {"f16", kHalf}}) {
    const json& at = golden.at("inputs").at(name);
    const auto expected = golden.at("expected").at(name).get<std::vector<double>>();
    CHECK(expected.size() > 30);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double p = at.at("positions")[k].get<double>();
      const std::size_t c =
          at.at("pairs")[k].get<std::size_t>() + at.at("sine")[k].get<std::size_t>() * plan.pairs();
      std::vector<std::uint16_t> row(plan.width());
      std::vector<float> singles(plan.width());
      REQUIRE(plan.cos_sin(p, 1, format, row.data()));
      REQUIRE(plan.cos_sin(p, 1, singles.data()));
      CHECK(number_of(format, row[c]) == expected[k]);
      CHECK(number_of(format, rounded_twice(format, singles[c])) != expected[k]);
    }
  }
}

TEST_CASE("cos_sin: float32 and float64 have the bits of the table, cosines first") {
  constexpr std::size_t kRows = 300;
  for (const char* layout : {"half", "interleaved"}) {
    json spec = yarn();
    spec["layout"] = layout;
    Plan plan = plan_of(spec);
    const std::size_t w = plan.width(), pairs = plan.pairs();
    std::vector<float> singles(kRows * w), table(kRows * w);
    std::vector<double> doubles(kRows * w), table64(kRows * w);
    REQUIRE(plan.cos_sin(7, kRows, singles.data()));
    REQUIRE(plan.cos_sin(7, kRows, doubles.data()));
    REQUIRE(plan.table_f32(7, 1, kRows, table.data()));
    REQUIRE(std::as_const(plan).table_f64(7, 1, kRows, table64.data()));
    const bool zipped = layout[0] == 'i';
    for (std::size_t r = 0; r < kRows; ++r)
      for (std::size_t i = 0; i < pairs; ++i)
        for (const bool sine : {false, true}) {
          const std::size_t from = r * w + (zipped ? 2 * i + sine : i + sine * pairs);
          const std::size_t to = r * w + i + sine * pairs;
          CHECK(std::memcmp(&singles[to], &table[from], sizeof(float)) == 0);
          CHECK(std::memcmp(&doubles[to], &table64[from], sizeof(double)) == 0);
        }
  }
}

TEST_CASE("cos_sin: a table alone, or several coordinates, have none") {
  float out[64];
  std::uint16_t narrow[64];
  for (const json& spec : {json{{"encoding", "sinusoidal"}, {"dim", 16}},
                           json{{"encoding", "rope-2d-axial"}, {"dim", 16}}}) {
    Plan plan = plan_of(spec);
    const Result<void> made = plan.cos_sin(0, 1, out);
    REQUIRE(!made);
    CHECK(made.error().code == ErrorCode::not_defined);
    CHECK(!plan.cos_sin(0, 1, kHalf, narrow));
  }
  Plan plan = plan_of(json{{"encoding", "rope"}, {"dim", 4}});
  CHECK(plan.cos_sin(0x1p54, 1, kBf16, narrow).error().code == ErrorCode::bad_positions);
}
