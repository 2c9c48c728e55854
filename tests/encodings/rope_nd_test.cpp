// Axial rotary of several axes against rows that have a golden file: each axis is a RoPE of its
// width, NTK-aware factors equal that extension, two equal axes are the axial 2-D form, and shifts
// or scales of coordinates give a table at other positions.
#include <cmath>
#include <initializer_list>
#include <optional>

#include "../support/attention.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

const std::vector<double> kPlaces = {0, 0, 0, 1, 2, 3, 20, 29, 51, 700, 5, 0.5};

// [cos0, sin0, cos1, …] of one axis of width `width`, by rope
std::vector<double> axis_table(int width, double base, const json& scaling, std::size_t axis) {
  json spec = {{"encoding", "rope"}, {"dim", width}, {"base", base}, {"layout", "interleaved"}};
  if (!scaling.is_null()) spec["scaling"] = scaling;
  std::vector<double> at;
  for (std::size_t r = axis; r < kPlaces.size(); r += 3) at.push_back(kPlaces[r]);
  return table64(plan_of(spec), at);
}

std::optional<ErrorCode> refusal(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  if (plan) return std::nullopt;
  return plan.error().code;
}

}  // namespace

TEST_CASE(
    "axial rotary: every axis is a RoPE of its width, base and NTK-aware factor, to the bit") {
  const json spec = {{"encoding", "rope-nd"},
                     {"dim", 128},
                     {"axes", 3},
                     {"widths", {44, 42, 40}},
                     {"bases", {256, 10000, 2000}},
                     {"ntkFactors", {1, 4, 1}}};
  const std::vector<double> table = table64(plan_of(spec), kPlaces);
  const std::vector<double> axes[] = {
      axis_table(44, 256, nullptr, 0),
      axis_table(42, 10000, {{"type", "ntk"}, {"factor", 4}}, 1),
      axis_table(40, 2000, nullptr, 2),
  };
  const std::size_t width = 126;  // two channels are not rotated
  REQUIRE(table.size() == 4 * width);
  for (std::size_t r = 0; r < 4; ++r) {
    std::vector<double> row;
    for (const auto& axis : axes) {
      const std::size_t w = axis.size() / 4;
      row.insert(row.end(), axis.begin() + static_cast<std::ptrdiff_t>(r * w),
                 axis.begin() + static_cast<std::ptrdiff_t>((r + 1) * w));
    }
    for (std::size_t c = 0; c < width; ++c) CHECK(table[r * width + c] == row[c]);
  }
}

TEST_CASE("axial rotary: two equal axes are rope-2d-axial, and widths left out are Wan's") {
  const std::vector<double> places = {0, 0, 3, 4, 17, 1};
  const json nd = {{"encoding", "rope-nd"}, {"dim", 24}, {"axes", 2}, {"base", 100}};
  const json axial = {{"encoding", "rope-2d-axial"}, {"dim", 24}, {"order", "y-first"}};
  CHECK(table64(plan_of(nd), places) == table64(plan_of(axial), places));
  const auto widths = [](int dim) {
    const json spec = {{"encoding", "rope-nd"}, {"dim", dim}};
    return fact(*plan_of(spec).facts(), "widths").values;
  };
  CHECK(widths(128) == std::vector<double>{44, 42, 42});  // WanRotaryPosEmbed
  CHECK(widths(112) == std::vector<double>{40, 36, 36});  // SanaVideo
  CHECK(widths(6) == std::vector<double>{2, 2, 2});
}

TEST_CASE("axial rotary: offsets, scales and centring are other positions of the same table") {
  const json plain = {{"encoding", "rope-nd"}, {"dim", 24}};
  const auto moved = [&](const json& more, auto coordinate) {
    json spec = plain;
    spec.update(more);
    std::vector<double> at;
    for (std::size_t i = 0; i < kPlaces.size(); ++i) at.push_back(coordinate(kPlaces[i], i % 3));
    const std::vector<double> got = table64(plan_of(spec), kPlaces),
                              expected = table64(plan_of(plain), at);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::fabs(got[i] - expected[i]) <= 0x1p-52);
  };
  moved({{"offsets", {1, -2, 0.5}}, {"scales", {1, 0.25, 2}}}, [](double p, std::size_t a) {
    return a == 0 ? p + 1 : a == 1 ? (p - 2) * 0.25 : (p + 0.5) * 2;
  });
  // -(n - n/2) … of QwenEmbedRope: 33 rows begin at -17, 64 columns at -32
  moved({{"centring", "cells"}, {"sizes", {0, 33, 64}}}, [](double p, std::size_t a) {
    return a == 0 ? p : a == 1 ? p - 17 : p - 32;
  });
  moved({{"centring", "centres"}, {"sizes", {0, 33, 64}}}, [](double p, std::size_t a) {
    return a == 0 ? p : a == 1 ? p - 16 : p - 31.5;
  });
}

TEST_CASE("axial rotary: alternating pairs are those of the blocks in another order") {
  const json blocks = {{"encoding", "rope-nd"}, {"dim", 24}};
  json alternating = blocks;
  alternating["order"] = "alternating";
  const std::vector<double> a = table64(plan_of(blocks), kPlaces),
                            b = table64(plan_of(alternating), kPlaces);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t k = 0; k < 4; ++k)
        for (const std::size_t wave : {0u, 1u})
          CHECK(a[r * 24 + 2 * (4 * axis + k) + wave] == b[r * 24 + 2 * (3 * k + axis) + wave]);
  const json uneven = {
      {"encoding", "rope-nd"}, {"dim", 14}, {"widths", {2, 6, 4}}, {"order", "alternating"}};
  CHECK(fact(*plan_of(uneven).facts(), "axisOfPair").values ==
        std::vector<double>{0, 1, 2, 1, 2, 1});
}

TEST_CASE("axial rotary: half-by-axis is the half layout of each axis in channels of its own") {
  const std::vector<int> widths = {6, 2, 8};
  const json spec = {{"encoding", "rope-nd"}, {"dim", 18},   {"axes", 3},
                     {"widths", widths},      {"base", 100}, {"layout", "half-by-axis"}};
  const std::size_t rows = kPlaces.size() / 3, dim = 18;
  const std::vector<double> x = some_numbers(rows * dim);
  std::vector<double> expected = x, expected_table;
  std::vector<std::vector<double>> tables;
  std::size_t begin = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto w = static_cast<std::size_t>(widths[axis]);
    const json rope = {{"encoding", "rope"}, {"dim", w}, {"base", 100}, {"layout", "half"}};
    std::vector<double> at, part, turned(rows * w);
    for (std::size_t r = 0; r < rows; ++r) {
      at.push_back(kPlaces[3 * r + axis]);
      part.insert(part.end(), x.begin() + static_cast<std::ptrdiff_t>(r * dim + begin),
                  x.begin() + static_cast<std::ptrdiff_t>(r * dim + begin + w));
    }
    Plan plan = plan_of(rope);
    REQUIRE(plan.rotate(at, part.data(), w, turned.data(), Side::query));
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < w; ++c) expected[r * dim + begin + c] = turned[r * w + c];
    tables.push_back(table64(plan_of(rope), at));
    begin += w;
  }
  Plan plan = plan_of(spec);
  std::vector<double> out(x.size()), in_place = x;
  REQUIRE(plan.rotate(kPlaces, x.data(), dim, out.data(), Side::query));
  CHECK(out == expected);  // the two channels after the axes are unchanged
  REQUIRE(plan.rotate(kPlaces, in_place.data(), dim, in_place.data(), Side::key));
  CHECK(in_place == expected);
  const std::vector<float> singles(x.begin(), x.end());
  std::vector<float> narrow(x.size());
  REQUIRE(plan.rotate(kPlaces, singles.data(), dim, narrow.data(), Side::query));
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(std::fabs(static_cast<double>(narrow[i]) - expected[i]) <= 1e-6);
  const std::vector<double> table = table64(plan_of(spec), kPlaces);
  REQUIRE(table.size() == rows * 16);
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> row;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto w = static_cast<std::size_t>(widths[axis]);
      row.insert(row.end(), tables[axis].begin() + static_cast<std::ptrdiff_t>(r * w),
                 tables[axis].begin() + static_cast<std::ptrdiff_t>((r + 1) * w));
    }
    for (std::size_t c = 0; c < 16; ++c) CHECK(table[r * 16 + c] == row[c]);
  }
}

TEST_CASE("axial rotary: what does not fit is refused") {
  const auto with = [](const json& more) {
    json spec = {{"encoding", "rope-nd"}, {"dim", 24}};
    spec.update(more);
    return refusal(spec);
  };
  CHECK(with(json::object()) == std::nullopt);
  CHECK(with({{"widths", {8, 8}}}) == ErrorCode::bad_shape);
  CHECK(with({{"widths", {8, 8, 10}}}) == ErrorCode::bad_param);
  CHECK(with({{"widths", {8, 7, 8}}}) == ErrorCode::bad_param);
  CHECK(with({{"widths", {0, 0, 0}}}) == ErrorCode::bad_param);
  CHECK(with({{"bases", {100, 100}}}) == ErrorCode::bad_shape);
  CHECK(with({{"bases", {1, 2, 3}}, {"base", 100}}) == ErrorCode::bad_param);
  CHECK(with({{"sizes", {0, 8, 8}}}) == ErrorCode::bad_param);
  CHECK(with({{"centring", "cells"}, {"sizes", {0, 8.5, 8}}}) == ErrorCode::bad_param);
  CHECK(with({{"dim", 25}}) == ErrorCode::bad_param);
  CHECK(with({{"layout", "half-by-axis"}}) == std::nullopt);
  CHECK(with({{"layout", "half-by-axis"}, {"order", "alternating"}}) == ErrorCode::bad_param);
}
