// FoPE: without mixing it is RoPE on the kept pairs; with matrices, the sums of the definition.
#include <cmath>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/attention.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
json fope(const json& more) {
  json spec = {{"encoding", "fope"}, {"dim", 16}};
  if (!more.contains("keptPairs")) spec["trainedContext"] = 1000;
  spec.update(more);
  return spec;
}
}  // namespace

TEST_CASE("FoPE: kept are the pairs with a wavelength below the trained context") {
  const std::vector<double> theta = *plan_of({{"encoding", "rope"}, {"dim", 16}}).frequencies();
  for (const double context : {1.0, 6.0, 7.0, 1000.0, 1e9}) {
    const std::vector<double> kept =
        fact(*plan_of(fope({{"trainedContext", context}})).facts(), "frequencies").values;
    std::size_t expected = 0;
    while (expected < 8 && 2 * 3.14159265358979323846 / theta[expected] < context) ++expected;
    CHECK(kept.size() == expected);
    for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == theta[i]);
  }
  CHECK(fact(*plan_of(fope({{"keptPairs", 3}})).facts(), "frequencies").values.size() == 3);
}

TEST_CASE("FoPE without mixing is RoPE on the kept pairs and nothing on the others") {
  Plan rope = plan_of({{"encoding", "rope"}, {"dim", 16}}), plan = plan_of(fope({{"gain", 0}}));
  const std::vector<double> positions = {0, 1, 12345.5, 1e9};
  const std::vector<double> x = some_numbers(4 * 16);
  const std::vector<double> a = rotated(rope, positions, x), b = rotated(plan, positions, x);
  const std::size_t kept = fact(*plan.facts(), "frequencies").values.size();
  CHECK(kept == 5);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 16; ++c) CHECK(b[r * 16 + c] == (c % 8 < kept ? a : x)[r * 16 + c]);
  // the table holds the mixed values: [cos | sin], cos = 1 and sin = 0 beyond
  const std::vector<double> t = table64(plan, positions), u = table64(rope, positions);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 16; ++c)
      CHECK(t[r * 16 + c] == (c % 8 < kept ? u[r * 16 + c] : c < 8 ? 1 : 0));
}

TEST_CASE("FoPE: sines of 1 beyond turn those pairs by an eighth of a turn, times √2") {
  Plan plan = plan_of(fope({{"gain", 0}, {"rest", "ones"}}));
  const std::vector<double> x = some_numbers(16), y = rotated(plan, {77}, x);
  for (std::size_t j = 5; j < 8; ++j) {
    CHECK(y[j] == x[j] - x[j + 8]);
    CHECK(y[j + 8] == x[j + 8] + x[j]);
  }
}

TEST_CASE("FoPE: given matrices mix as the definition says, within the stated bound of Wide") {
  constexpr std::size_t kKept = 5;
  const std::vector<double> cosine = some_numbers(kKept * kKept), sine = some_numbers(25, 0.77);
  const Plan plan = plan_of(fope({{"cosineMatrix", cosine}, {"sineMatrix", sine}}));
  for (const double p : {0.0, 3.0, -17.25, 123456789.0}) {
    const std::vector<double> t = table64(plan, {p});
    for (std::size_t j = 0; j < kKept; ++j) {
      Wide c, s;
      double size_c = 0, size_s = 0;
      for (std::size_t i = 0; i < kKept; ++i) {
        const Wide theta = pow(Wide(10000.0), Wide(-static_cast<double>(i) / 8));
        const WideSinCos w = wide_wave(TurnFrequency::from_radians(theta), p);
        c = c + Wide(cosine[i * kKept + j]) * w.cos, size_c += std::fabs(cosine[i * kKept + j]);
        s = s + Wide(sine[i * kKept + j]) * w.sin, size_s += std::fabs(sine[i * kKept + j]);
      }
      CHECK(std::fabs((Wide(t[j]) - c).to_double()) <= (kKept + 3) * 0x1p-53 * size_c);
      CHECK(std::fabs((Wide(t[8 + j]) - s).to_double()) <= (kKept + 3) * 0x1p-53 * size_s);
    }
    for (std::size_t j = kKept; j < 8; ++j) CHECK((t[j] == 1 && t[8 + j] == 0));
  }
}

TEST_CASE("FoPE: the authors' form has at most dim/4 columns, each with sum 1") {
  const Facts facts = *plan_of(fope({{"mixing", "normalised"}, {"seed", 5}})).facts();
  const Fact& matrix = fact(facts, "cosineMatrix");
  CHECK(matrix.cols == 4);
  REQUIRE(matrix.values.size() == 5 * 4);
  for (std::size_t j = 0; j < 4; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum += matrix.values[i * 4 + j];
    CHECK(sum == approx(1).epsilon(1e-14));
  }
  // position 0: every mixture of cosines is 1
  const std::vector<double> t = table64(plan_of(fope({{"mixing", "normalised"}})), {0});
  for (std::size_t j = 0; j < 8; ++j) CHECK(t[j] == approx(1).epsilon(1e-14));
  // without noise the unit matrix is stretched: step ⌈5/4⌉ = 2 leaves the fourth column empty
  check_refused(fope({{"mixing", "normalised"}, {"gain", 0}}), "gain");
}

TEST_CASE("FoPE: drawn matrices are the unit matrix plus Xavier's spread, one for each head") {
  const auto matrix = [](const json& more) {
    return fact(*plan_of(fope(more)).facts(), "sineMatrix").values;
  };
  const json wide = {{"dim", 128}, {"keptPairs", 64}, {"gain", 0.5}, {"heads", 4}, {"head", 2}};
  const std::vector<double> s = matrix(wide);
  double square = 0, diagonal = 0;
  for (std::size_t i = 0; i < 64; ++i)
    for (std::size_t j = 0; j < 64; ++j)
      (i == j ? diagonal : square) += i == j ? s[i * 64 + j] : s[i * 64 + j] * s[i * 64 + j];
  // variance gain²·2/(fan_in + fan_out), fans 64·64 and 4·64
  CHECK(square / (64 * 63) == approx(0.25 * 2 / (4096 + 256.0)).epsilon(0.1));
  CHECK(diagonal / 64 == approx(1).epsilon(0.01));
  CHECK(matrix({{"seed", 1}}) != matrix({{"seed", 2}}));
  CHECK(matrix({{"heads", 2}, {"head", 1}}) != matrix({{"heads", 2}}));
  CHECK(fact(*plan_of(fope(json::object())).facts(), "cosineMatrix").values !=
        matrix(json::object()));
}

TEST_CASE("FoPE: what is refused, and on which field") {
  check_refused(fope({{"dim", 7}}), "dim");
  check_refused(fope({{"heads", 2}, {"head", 2}}), "head");
  check_refused(fope({{"sineMatrix", {1, 2, 3}}}), "sineMatrix", ErrorCode::bad_shape);
  check_refused(fope({{"trainedContext", 0}}), "trainedContext");
  check_refused(fope({{"mixing", "normalised"}, {"keptPairs", 1}, {"cosineMatrix", {0}}}),
                "cosineMatrix");
  // no pair kept: only the rest remains
  const std::vector<double> x = some_numbers(16);
  Plan none = plan_of(fope({{"keptPairs", 0}}));
  CHECK(rotated(none, {9}, x) == x);
}
