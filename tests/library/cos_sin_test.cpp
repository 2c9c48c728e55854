// Cosines and sines in the public C++ interface: the golden values of 16 bits, each type and layout
// against the plan, and errors.
#include <doctest/doctest.h>
#include <cstring>
#include <posenc/posenc.hpp>

#include "../support/narrow.hpp"
#include "../support/spec_json.hpp"
#include "posenc/json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr CosSinLayout kLayouts[] = {CosSinLayout::half, CosSinLayout::concatenated,
                                     CosSinLayout::doubled, CosSinLayout::repeated};

// Indices of element i of `p` cosines (or sines) of a row in the rows of a layout.
std::vector<std::size_t> places(CosSinLayout layout, std::size_t i, std::size_t p, bool sine) {
  switch (layout) {
    case CosSinLayout::half:
      return {i};
    case CosSinLayout::concatenated:
      return {sine ? p + i : i};
    case CosSinLayout::doubled:
      return {i, p + i};
    case CosSinLayout::repeated:
      return {2 * i, 2 * i + 1};
  }
  return {};
}

// Checks that all values of `rows` rows of the plan are at the layout's places, with no others.
template <class T, class Make>
void check_layouts(const std::vector<T>& rows, std::size_t count, std::size_t p, Make make) {
  for (const CosSinLayout layout : kLayouts) {
    const bool one = layout == CosSinLayout::concatenated;
    const std::size_t cols = layout == CosSinLayout::half ? p : 2 * p;
    std::vector<T> cos(count * cols, T(7)), sin(one ? 0 : count * cols, T(7));
    REQUIRE(make(layout, std::span<T>(cos), std::span<T>(sin)));
    std::vector<T> expected_cos(cos.size()), expected_sin(sin.size());
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t i = 0; i < p; ++i)
        for (const bool sine : {false, true})
          for (const std::size_t c : places(layout, i, p, sine))
            (sine && !one ? expected_sin : expected_cos)[r * cols + c] =
                rows[r * 2 * p + (sine ? p + i : i)];
    CHECK(std::memcmp(cos.data(), expected_cos.data(), cos.size() * sizeof(T)) == 0);
    if (!one) CHECK(std::memcmp(sin.data(), expected_sin.data(), sin.size() * sizeof(T)) == 0);
  }
}

Prepared prepared_of(const json& spec) { return prepare(*spec_from_json(spec.dump())).value(); }

}  // namespace

TEST_CASE("golden: cos_sin of a prepared spec in 16 bits, where rounding float32 again is wrong") {
  const json golden = load_json("rope_16bit_halfway");
  json spec = golden.at("params");
  spec["encoding"] = "rope";
  const Prepared rope = prepared_of(spec);
  const std::size_t p = rope.shape().pairs;
  struct Format {
    const char* name;
    ShortFloat type;
    NarrowFormat format;
  };
  for (const auto& [name, type, format] :
       {Format{"bf16", ShortFloat::bf16, kBf16}, Format{"f16", ShortFloat::f16, kHalf}}) {
    const json& at = golden.at("inputs").at(name);
    const auto expected = golden.at("expected").at(name).get<std::vector<double>>();
    CHECK(expected.size() > 30);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double start = at.at("positions")[k].get<double>();
      const std::size_t c =
          at.at("pairs")[k].get<std::size_t>() + at.at("sine")[k].get<std::size_t>() * p;
      std::vector<std::uint16_t> row(2 * p);
      REQUIRE(rope.cos_sin(start, 1, CosSinLayout::concatenated, type, row, {}));
      CHECK(number_of(format, row[c]) == expected[k]);
    }
  }
}

TEST_CASE("cos_sin of a prepared spec: every type and layout has the plan's bits") {
  for (json spec : {json{{"encoding", "rope"}, {"dim", 12}, {"layout", "interleaved"}},
                    json{{"encoding", "rope"}, {"dim", 4096}, {"rotaryDim", 4094}}}) {
    const Prepared rope = prepared_of(spec);
    Plan plan = plan_of(spec);
    const std::size_t p = plan.pairs(), w = plan.width();
    constexpr std::size_t kRows = 21;  // several pieces of the wide layout
    std::vector<float> singles(kRows * w);
    std::vector<double> doubles(kRows * w);
    REQUIRE(plan.cos_sin(1e6, kRows, singles.data()));
    REQUIRE(plan.cos_sin(1e6, kRows, doubles.data()));
    check_layouts(singles, kRows, p, [&](CosSinLayout layout, auto cos, auto sin) {
      return rope.cos_sin(1e6, kRows, layout, cos, sin).has_value();
    });
    check_layouts(doubles, kRows, p, [&](CosSinLayout layout, auto cos, auto sin) {
      return rope.cos_sin(1e6, kRows, layout, cos, sin).has_value();
    });
    for (const ShortFloat type : {ShortFloat::bf16, ShortFloat::f16}) {
      std::vector<std::uint16_t> bits(kRows * w);
      REQUIRE(plan.cos_sin(1e6, kRows, type == ShortFloat::f16 ? kHalf : kBf16, bits.data()));
      check_layouts(bits, kRows, p, [&](CosSinLayout layout, auto cos, auto sin) {
        return rope.cos_sin(1e6, kRows, layout, type, cos, sin).has_value();
      });
    }
  }
}

TEST_CASE("cos_sin of a prepared spec: what is refused, with its field") {
  const auto refused = [](const json& spec, double start, std::size_t count, CosSinLayout layout,
                          std::size_t cos, std::size_t sin) {
    std::vector<float> c(cos), s(sin);
    const auto done = prepared_of(spec).cos_sin(start, count, layout, c, s);
    REQUIRE(!done);
    return std::pair{done.error().code, done.error().field};
  };
  using enum ErrorCode;
  const json rope{{"encoding", "rope"}, {"dim", 8}};
  constexpr auto kHalves = CosSinLayout::half, kOne = CosSinLayout::concatenated;
  const auto is = [](ErrorCode code, const char* field) {
    return std::pair{code, std::string(field)};
  };
  CHECK(refused(rope, 0, 2, kHalves, 7, 8) == is(bad_shape, "cos"));
  CHECK(refused(rope, 0, 2, kHalves, 8, 9) == is(bad_shape, "sin"));
  CHECK(refused(rope, 0, 2, kOne, 16, 16) == is(bad_shape, "sin"));
  CHECK(refused(rope, 0, std::size_t{1} << 62, kHalves, 8, 8) == is(bad_shape, "cos"));
  CHECK(refused(rope, 0x1p54, 1, kHalves, 4, 4).first == bad_positions);
  CHECK(refused({{"encoding", "sinusoidal"}, {"dim", 8}}, 0, 1, kHalves, 4, 4) ==
        is(not_defined, "encoding"));
  CHECK(refused({{"encoding", "alibi"}, {"heads", 8}}, 0, 0, kHalves, 0, 0).first == not_defined);
  CHECK(prepared_of(rope).cos_sin(0, 0, kOne, std::span<float>(), std::span<float>()));
}
