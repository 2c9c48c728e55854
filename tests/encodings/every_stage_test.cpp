// Properties that every row's rotation, bias, relative map, logits and facts must have, and the
// results of extreme parameters. New rows are tested without an edit here.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <span>

#include "../support/spec_json.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

template <class Check>
void for_every_row(Check check) {
  for (const json& spec : every_spec()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    check(spec, plan);
  }
}

std::vector<double> drawn(std::size_t n, std::uint32_t stream) {
  const Random random(1, stream);
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = random.normal(i);
  return x;
}

struct Lengths {
  std::size_t n_query, n_key;
};
std::vector<Lengths> lengths_of(const Plan& plan) {
  if (plan.cells() != 0) return {{plan.cells(), plan.cells()}};
  return {{5, 9}, {6, 6}, {1, 1}, {7, 3}, {0, 4}, {4, 0}};
}

bool all_finite(const std::vector<double>& x) {
  return std::ranges::all_of(x, [](double v) { return std::isfinite(v); });
}

// Runs every stage once at small sizes: finite values, or masks; a token always sees itself.
void exercise(Plan& plan) {
  if (plan.width() > 0) {
    CHECK(all_finite(table64(plan, sample_positions(plan, 6, {0, 1, 2.5, -3}))));
  }
  if (plan.info().rotates()) {
    const auto positions = sample_positions(plan, 4, {0, 1, 2.5, 300});
    const auto x = drawn(4 * plan.head_dim(), 2);
    std::vector<double> out(4 * plan.rotated_width());
    for (const Side side : {Side::query, Side::key}) {
      CHECK(plan.rotate(positions, x.data(), plan.head_dim(), out.data(), side));
      CHECK(all_finite(out));
    }
  }
  const std::size_t n = plan.cells() == 0 ? 6 : plan.cells();
  if (plan.heads() > 0) {
    std::vector<float> out(n * n);
    CHECK(plan.attention_bias(plan.heads() - 1, n, n, 0, n, out.data()));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        CHECK((std::isfinite(out[i * n + j]) || (j != i && out[i * n + j] < 0)));
  }
  if (plan.info().relative_map != nullptr) {
    std::vector<double> out(n * n);
    CHECK(plan.relative_map(n, n, 0, n, out.data()));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        CHECK((std::isfinite(out[i * n + j]) || (j != i && std::isnan(out[i * n + j]))));
  }
  if (plan.info().facts != nullptr) {
    const auto facts = plan.facts();
    REQUIRE(facts.has_value());
    for (const Fact& fact : *facts) CHECK(all_finite(fact.values));
  }
  if (plan.info().has_scores()) {
    const std::size_t dim = plan.score_dim() == 0 ? 4 : plan.score_dim();
    const std::size_t terms = plan.score_terms().size();
    const auto q = drawn(n * dim, 3), k = drawn(n * dim, 4);
    std::vector<double> positions, out(n * terms * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t a = 0; a < plan.axes(); ++a) positions.push_back(static_cast<double>(i));
    CHECK(plan.attention_scores({n, n, positions.data(), q.data(), dim},
                                {n, positions.data(), k.data()}, out.data()));
    for (std::size_t at = 0; at < out.size(); ++at)  // a token always sees itself
      CHECK((std::isfinite(out[at]) || (at % n != at / (terms * n) && out[at] == kMasked)));
  }
}

}  // namespace

TEST_CASE("every row: builds from dim and heads alone, so that it can be shown without input") {
  for (const EncodingInfo* row : encodings()) {
    for (const ParamInfo& p : row->params)
      CHECK_MESSAGE((!p.required || p.name == "dim" || p.name == "heads"), row->id, " ", p.name);
    // at least one stage
    CHECK_MESSAGE((row->has_table() || row->has_scores() || row->relative_map != nullptr), row->id);
    for (const std::string_view axis : row->axes) CHECK(!axis.empty());
    int tables = 0;
    tables += row->trig_table != nullptr;
    tables += row->row_table != nullptr;
    tables += row->rotary != nullptr;
    CHECK(tables <= 1);
  }
  for_every_row([](const json&, Plan& plan) {
    if (!plan.info().axes.empty()) CHECK(plan.axes() == plan.info().axes.size());
    exercise(plan);
  });
}

TEST_CASE(
    "every rotation: float32 is the rounded float64; heads, pieces and places change no bit") {
  for_every_row([](const json&, Plan& plan) {
    if (!plan.info().rotates()) return;
    const std::size_t n = 4, heads = 3, dim = plan.head_dim(), width = plan.rotated_width();
    const auto positions = sample_positions(plan, n, {0, 1, 2.5, 300});
    std::vector<double> repeated;
    for (std::size_t h = 0; h < heads; ++h)
      repeated.insert(repeated.end(), positions.begin(), positions.end());
    std::vector<double> x = drawn(heads * n * dim, 2);
    std::vector<float> x32(x.begin(), x.end());
    x.assign(x32.begin(), x32.end());
    for (const Side side : {Side::query, Side::key}) {
      std::vector<double> y(heads * n * width);
      std::vector<float> y32(y.size()), pieces(y.size());
      CHECK(plan.rotate(repeated, x.data(), dim, y.data(), side));
      CHECK(plan.rotate(repeated, x32.data(), dim, y32.data(), side));
      CHECK(y32 == std::vector<float>(y.begin(), y.end()));
      for (std::size_t r = 0; r < heads * n; ++r)
        CHECK(plan.rotate(std::span(repeated).subspan(r * plan.axes(), plan.axes()),
                          x32.data() + r * dim, dim, pieces.data() + r * width, side));
      CHECK(y32 == pieces);
      if (width != dim) continue;
      pieces = x32;
      CHECK(plan.rotate(repeated, pieces.data(), dim, pieces.data(), side));
      CHECK(y32 == pieces);
    }
  });
}

TEST_CASE("every rotary row: an output is rotated back, other rotations refuse one") {
  for_every_row([](const json&, Plan& plan) {
    if (!plan.info().rotates()) return;
    const std::size_t n = 3, dim = plan.head_dim();
    const auto positions = sample_positions(plan, n, {1, 2.5, 300});
    const auto x = drawn(n * dim, 5);
    std::vector<double> there(n * plan.rotated_width()), back(n * plan.rotated_width());
    CHECK(plan.rotate(positions, x.data(), dim, there.data(), Side::key));
    const Result<bool> done = plan.rotate(positions, there.data(), dim, back.data(), Side::output);
    if (plan.info().rotary == nullptr) {
      REQUIRE(!done);
      CHECK(done.error().code == ErrorCode::not_defined);
      return;
    }
    REQUIRE(done);
    // a context extension may scale all pairs alike, there and back; other channels are copied
    double stretch = 1;
    for (std::size_t i = 0; i < n * dim; ++i)
      if (std::fabs(back[i] / x[i] - 1) > std::fabs(stretch - 1)) stretch = back[i] / x[i];
    for (std::size_t i = 0; i < n * dim; ++i) {
      const double ratio = back[i] / x[i];
      CHECK((std::fabs(ratio - 1) < 1e-12 || std::fabs(ratio - stretch) < 1e-12 * stretch));
    }
  });
}

TEST_CASE("every bias: blocks equal the whole, and a Toeplitz one is made of its vector") {
  for_every_row([](const json&, Plan& plan) {
    if (plan.heads() == 0) return;
    for (const auto& [nq, nk] : lengths_of(plan))
      for (const std::size_t head : {std::size_t{0}, plan.heads() - 1}) {
        std::vector<float> whole(nq * nk), blocks(nq * nk), vector(nq + nk == 0 ? 0 : nq + nk - 1);
        CHECK(plan.attention_bias(head, nq, nk, 0, nq, whole.data()));
        for (std::size_t r = 0; r < nq; r += 3)
          CHECK(plan.attention_bias(head, nq, nk, r, std::min<std::size_t>(3, nq - r),
                                    blocks.data() + r * nk));
        CHECK(whole == blocks);
        if (!plan.bias_vector(head, nq, nk, vector.data())) continue;
        for (std::size_t i = 0; i < nq; ++i)
          for (std::size_t j = 0; j < nk; ++j) CHECK(whole[i * nk + j] == vector[j + nq - 1 - i]);
      }
    std::vector<float> none(1);
    const auto refused = plan.attention_bias(plan.heads(), 1, 1, 0, 1, none.data());
    REQUIRE(!refused);
    CHECK(refused.error().field == "head");
  });
}

TEST_CASE("every relative map: blocks equal the whole; a window refuses other lengths") {
  for_every_row([](const json&, Plan& plan) {
    if (plan.info().relative_map == nullptr) return;
    for (const auto& [nq, nk] : lengths_of(plan)) {
      std::vector<double> whole(nq * nk), blocks(nq * nk);
      CHECK(plan.relative_map(nq, nk, 0, nq, whole.data()));
      for (std::size_t r = 0; r < nq; r += 2)
        CHECK(
            plan.relative_map(nq, nk, r, std::min<std::size_t>(2, nq - r), blocks.data() + r * nk));
      for (std::size_t i = 0; i < whole.size(); ++i)
        CHECK((whole[i] == blocks[i] || (std::isnan(whole[i]) && std::isnan(blocks[i]))));
    }
    if (plan.cells() == 0) return;
    std::vector<double> out((plan.cells() + 1) * plan.cells());
    CHECK(!plan.relative_map(plan.cells() + 1, plan.cells(), 0, 1, out.data()));
  });
}

TEST_CASE(
    "every row with logits: terms are finite where keys are visible, and linear in the query "
    "where nothing but the content depends on it") {
  for_every_row([](const json& spec, Plan& plan) {
    if (!plan.info().has_scores()) return;
    const std::size_t n = plan.cells() == 0 ? 5 : plan.cells();
    const std::size_t dim = plan.score_dim() == 0 ? 4 : plan.score_dim();
    const std::size_t terms = plan.score_terms().size();
    REQUIRE(terms > 0);
    const auto q = drawn(n * dim, 3), k = drawn(n * dim, 4);
    std::vector<double> positions;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t a = 0; a < plan.axes(); ++a) positions.push_back(static_cast<double>(i));
    const Scores::Keys keys{n, positions.data(), k.data()};
    std::vector<double> out(n * terms * n);
    CHECK(plan.attention_scores({n, n, positions.data(), q.data(), dim}, keys, out.data()));
    for (std::size_t at = 0; at < out.size(); ++at) {
      const std::size_t i = at / (terms * n), j = at % n;
      CHECK((std::isfinite(out[at]) || (j > i && out[at] == kMasked)));
    }
    std::vector<double> wrong(terms * n);
    if (plan.score_dim() != 0) {
      const auto refused = plan.attention_scores({1, n, positions.data(), q.data(), dim + 1},
                                                 {0, positions.data(), k.data()}, wrong.data());
      REQUIRE(!refused);
      CHECK(refused.error().field == "q");
    }
    CHECK(spec.contains("encoding"));
  });
}

TEST_CASE("every row: its least, next and oddest parameters work or are refused by name") {
  for (const json& spec : every_spec()) {
    const EncodingSpec plain = spec_of(spec);
    const EncodingInfo* row = nullptr;
    for (const EncodingInfo* r : encodings())
      if (r->id == plain.encoding) row = r;
    for (const ParamInfo& p : row->params) {
      if (p.kind != ParamKind::integer && p.kind != ParamKind::number) continue;
      const bool whole = p.kind == ParamKind::integer;
      // the smallest value above an excluded bound, and the largest; largest sizes have a separate
      // test (largest_parameters_test.cpp)
      const double least = p.min_exclusive ? std::nextafter(p.min, kInfinity) : p.min;
      for (const double x : {least, p.min + 1, 0.0, 1.0, 2.0, 15.0, 17.0, whole ? 1.0 : p.max,
                             whole ? 1.0 : 1e300, whole ? 1.0 : -1e300}) {
        if (!std::isfinite(x)) continue;
        EncodingSpec changed = plain;
        changed.values.numbers[std::string(p.name)] = x;
        INFO(spec.dump(), " ", p.name, " = ", x);
        Result<Plan> plan = Plan::create(changed);
        if (!plan) {
          CHECK(!plan.error().message.empty());
          continue;
        }
        exercise(*plan);
      }
    }
    for (const ParamInfo& p : row->params) {
      if (p.kind != ParamKind::numbers) continue;
      EncodingSpec changed = plain;
      changed.values.arrays[std::string(p.name)] = {1, std::nan("")};
      const auto nan = Plan::create(changed);
      REQUIRE(!nan);
      CHECK(nan.error().code == ErrorCode::bad_param);
      CHECK(nan.error().field == p.name);
      // a length that no tensor of these sizes has
      changed.values.arrays[std::string(p.name)] = std::vector<double>(1013, 0.5);
      INFO(spec.dump(), " ", p.name);
      Result<Plan> shape = Plan::create(changed);
      // it may leave another parameter of the spec without an effect
      const auto named = [&](const ParamInfo& q) {
        return q.name == shape.error().field && (q.name == p.name || !q.where.empty());
      };
      if (!shape)
        CHECK(std::ranges::any_of(row->params, named));
      else
        exercise(*shape);
    }
  }
}
