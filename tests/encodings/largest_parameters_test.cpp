// Every row at the corners of its parameter ranges, where sizes multiply: it succeeds or returns an
// error, and writes nothing out of bounds. Sanitizers check the latter, with a 32-bit size_t in the
// preset asan32; they test all corners, other builds some.
#include <algorithm>
#include <cmath>

#include "../support/spec_json.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kAll = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kAll = true;
#else
constexpr bool kAll = false;
#endif
#else
constexpr bool kAll = false;
#endif

std::vector<const ParamInfo*> sizes_of(const EncodingInfo& row) {
  std::vector<const ParamInfo*> sizes;
  for (const ParamInfo& p : row.params)
    if (p.kind == ParamKind::integer && p.max < 0x1p31) sizes.push_back(&p);
  return sizes;
}

// Bit k of a corner: parameter k is the largest instead of the smallest.
std::vector<std::uint64_t> corners_of(std::size_t n, std::uint32_t stream) {
  const std::uint64_t all = (std::uint64_t{1} << n) - 1;
  std::vector<std::uint64_t> corners;
  if (kAll && n <= 7) {
    for (std::uint64_t c = 0; c <= all; ++c) corners.push_back(c);
    return corners;
  }
  corners.push_back(all);
  const Random random(20, stream);
  for (std::uint64_t i = 0; i < (kAll ? 64 : 3); ++i) corners.push_back(random.below(i, all + 1));
  return corners;
}

// Uses one of each stage of the row: the last position, the last head, few keys.
void use(Plan& plan) {
  constexpr std::size_t kMostWidth = std::size_t{1} << 22;
  const auto extent = plan.extent();
  std::vector<double> position(plan.axes());
  for (std::size_t a = 0; a < extent.size(); ++a) position[a] = static_cast<double>(extent[a] - 1);
  if (plan.width() > 0) {
    REQUIRE(plan.width() <= kMostWidth);
    std::vector<double> row(plan.width());
    CHECK(plan.table_f64(position, row.data()));
    CHECK(std::ranges::none_of(row, [](double x) { return std::isnan(x); }));
  }
  if (plan.info().rotates()) {
    REQUIRE(plan.rotated_width() <= kMostWidth);
    std::vector<double> x(plan.head_dim(), 1.0), out(plan.rotated_width());
    CHECK(plan.rotate(position, x.data(), x.size(), out.data()));
  }
  const std::size_t n = plan.cells() == 0 ? 3 : plan.cells();
  if (plan.heads() > 0) {
    std::vector<float> row(n);
    CHECK(plan.attention_bias(plan.heads() - 1, n, n, n - 1, 1, row.data()));
  }
  if (plan.info().relative_map != nullptr) {
    std::vector<double> row(n);
    CHECK(plan.relative_map(n, n, n - 1, 1, row.data()));
  }
  if (plan.info().facts != nullptr) {
    const auto facts = plan.facts();
    CHECK((facts || facts.error().code == ErrorCode::too_large));
  }
}

// The plan is made and used, or the spec is rejected with an expected error.
void answers(const EncodingSpec& spec) {
  auto plan = Plan::create(spec);
  if (plan) return use(*plan);
  const ErrorCode code = plan.error().code;
  CHECK_MESSAGE((code == ErrorCode::too_large || code == ErrorCode::bad_param ||
                 code == ErrorCode::missing_param || code == ErrorCode::bad_shape),
                plan.error().message);
}

}  // namespace

TEST_CASE("every row: the corners of its parameters are answered or refused") {
  std::uint32_t stream = 0;
  for (const EncodingInfo* row : encodings()) {
    const auto sizes = sizes_of(*row);
    for (const std::uint64_t corner : corners_of(sizes.size(), stream++)) {
      EncodingSpec spec{std::string(row->id), {}};
      for (std::size_t k = 0; k < sizes.size(); ++k)
        spec.values.numbers[std::string(sizes[k]->name)] =
            (corner >> k & 1) != 0 ? sizes[k]->max : sizes[k]->min;
      INFO(row->id, ", corner ", corner);
      answers(spec);
    }
  }
}

TEST_CASE("every row: one large parameter beside the defaults") {
  for (const EncodingInfo* row : encodings())
    for (const ParamInfo* size : sizes_of(*row)) {
      EncodingSpec spec{std::string(row->id), {}};
      for (const ParamInfo& p : row->params)
        if (p.required) spec.values.numbers[std::string(p.name)] = 16;
      spec.values.numbers[std::string(size->name)] = size->max;
      INFO(row->id, ", ", size->name, " = ", size->max);
      answers(spec);
    }
}

// 4096 · 4096 · 256 is 0 modulo 2^32, once the size between the two passes of a resampling.
TEST_CASE("a learned grid that is turned on its side holds no more than source or result") {
  const auto spec = [](double dim, double rows, double columns, double height, double width) {
    EncodingSpec s{"learned-grid", {}};
    s.values.numbers = {{"dim", dim},
                        {"sourceHeight", rows},
                        {"sourceWidth", columns},
                        {"height", height},
                        {"width", width}};
    return s;
  };
  answers(spec(256, 4096, 1, 1, 4096));
  answers(spec(16, 4096, 1, 1, 4096));
  answers(spec(256, 1, 4096, 4096, 1));
  CHECK(Plan::create(spec(256, 4096, 1, 1, 4096)));
  CHECK(Plan::create(spec(65536, 4096, 4096, 4096, 4096)).error().code == ErrorCode::too_large);
}
