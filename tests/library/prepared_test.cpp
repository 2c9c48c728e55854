// The public C++ interface: the values of the plans behind it, mismatched sizes, concurrent
// threads, and callers with other floating-point modes.
#include <cfenv>
#include <cstring>
#include <posenc/posenc.hpp>
#include <thread>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "../support/spec_json.hpp"
#include "posenc/json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// All results of a prepared spec, as float64.
std::vector<double> everything(const Prepared& p, const Plan& plan) {
  const Shape& shape = p.shape();
  std::vector<double> all;
  const auto add = [&](const auto& numbers) {
    all.insert(all.end(), numbers.begin(), numbers.end());
  };
  const std::vector<double> positions = sample_positions(plan, 3, {0, 1, 2.5});
  if (shape.width > 0) {
    std::vector<double> f64(3 * shape.width), gram(9);
    std::vector<float> f32(3 * shape.width);
    CHECK(p.table(positions, f64));
    CHECK(p.table(positions, f32));
    CHECK(p.gram(positions, gram));
    add(f64), add(f32), add(gram);
  }
  if (shape.rotated_width > 0) {
    const std::vector<double> x = some_numbers(3 * shape.head_dim);
    std::vector<double> y(3 * shape.rotated_width);
    CHECK(p.rotate(positions, x, y));
    add(y);
  }
  const std::size_t n = shape.cells == 0 ? 4 : shape.cells;
  if (shape.heads > 0) {
    std::vector<float> bias(n * n);
    CHECK(p.attention_bias(shape.heads - 1, n, n, bias));
    add(bias);
  }
  if (const auto facts = p.facts())
    for (const Fact& fact : *facts) add(fact.values);
  return all;
}

}  // namespace

TEST_CASE("prepared: every row gives the plan's numbers, or what is not defined") {
  for (const json& spec : every_spec()) {
    INFO(spec.dump());
    const auto prepared = prepare(*spec_from_json(spec.dump()));
    REQUIRE(prepared.has_value());
    Plan plan = plan_of(spec);
    CHECK(prepared->encoding() == plan.info().id);
    const Shape& shape = prepared->shape();
    CHECK(shape.width == plan.width());
    everything(*prepared, plan);
    const std::vector<double> positions = sample_positions(plan, 3, {0, 1, 2.5});
    std::vector<double> mine(3 * shape.width), its(3 * plan.width());
    const auto done = prepared->table(positions, mine);
    CHECK(done.has_value() == plan.info().has_table());
    if (!done) {
      CHECK(done.error().code == ErrorCode::not_defined);
      continue;
    }
    CHECK(plan.table_f64(positions, its.data()));
    CHECK(same_bits(mine, its));
  }
}

TEST_CASE("prepared: ranges, derivative, profile, map, scores and report of a rotary spec") {
  const auto rope =
      prepare({"rope", {{"dim", 8}, {"base", 500000}}, Extension{"linear", {{"factor", 2}}}});
  REQUIRE(rope.has_value());
  std::vector<float> range(100 * 8), list(100 * 8);
  std::vector<double> positions;
  for (int k = 0; k < 100; ++k) positions.push_back(7 + k);
  CHECK(rope->table(Range{7, 1, 100}, range));
  CHECK(rope->table(positions, list));
  CHECK(same_bits(range, list));
  CHECK(rope->frequencies()->size() == 4);
  CHECK(rope->kernel_profile(std::vector<double>{0})->front() == 4);
  CHECK(rope->decay_bound(std::vector<double>{0})->size() == 1);
  CHECK(rope->report(2048, 4096)->frequency == *rope->frequencies());
  const std::vector<double> q = some_numbers(2 * 8), k = some_numbers(3 * 8, 0.7), at_q = {1, 5},
                            at_k = {0, 1, 2};
  std::vector<double> scores(2 * 3);
  CHECK(rope->attention_scores(at_q, q, at_k, k, scores));
  std::vector<double> turned_q(16), turned_k(24);
  CHECK(rope->rotate(at_q, q, turned_q));
  CHECK(rope->rotate(at_k, k, turned_k, Side::key));
  double product = 0;
  for (std::size_t c = 0; c < 8; ++c) product += turned_q[8 + c] * turned_k[16 + c];
  CHECK(scores[5] == approx(product / std::sqrt(8)).epsilon(1e-14));
  std::vector<double> map(9);
  CHECK(rope->relative_map(3, 3, map).error().code == ErrorCode::not_defined);
  const auto t5 = prepare({"t5", {{"heads", 2}, {"bidirectional", false}}});
  CHECK(t5->relative_map(3, 3, map));
  CHECK(map[6] == 2);
}

TEST_CASE("prepared: what does not fit is refused by name") {
  const auto refused = [](const Spec& spec, ErrorCode code, const char* field) {
    const auto p = prepare(spec);
    REQUIRE_FALSE(p.has_value());
    CHECK(p.error().code == code);
    CHECK(p.error().field == field);
  };
  refused({"ropes"}, ErrorCode::unknown_encoding, "encoding");
  refused({"rope"}, ErrorCode::missing_param, "dim");
  refused({"rope", {{"dim", "8"}}}, ErrorCode::bad_param, "dim");
  refused({"rope", {{"dim", 7}}}, ErrorCode::bad_param, "dim");
  refused({"rope", {{"dim", 8}, {"layout", "halves"}}}, ErrorCode::bad_param, "layout");
  refused({"rope", {{"dim", 8}, {"dims", 8}}}, ErrorCode::unknown_param, "dims");
  refused({"rope", {{"dim", 8}}, Extension{"yarns"}}, ErrorCode::unknown_scaling, "scaling.type");
  refused({"alibi", {{"heads", 8}}, Extension{"linear", {{"factor", 2}}}}, ErrorCode::unknown_param,
          "scaling");
  refused({"t5", {{"heads", 1}, {"table", std::vector<double>{1}}}}, ErrorCode::bad_shape, "table");
  refused({"t5", {{"heads", 1}, {"bidirectional", 1}}}, ErrorCode::bad_param, "bidirectional");

  const auto rope = prepare({"rope", {{"dim", 8}}});
  std::vector<double> out(15), x(8);
  std::vector<float> out32(17);
  const std::vector<double> two = {0, 1};
  const auto code = [](const Result<void>& r) { return r ? ErrorCode::internal : r.error().code; };
  CHECK(code(rope->table(two, out)) == ErrorCode::bad_shape);
  CHECK(code(rope->table(two, out32)) == ErrorCode::bad_shape);
  CHECK(code(rope->table(Range{0, 1, 2}, out32)) == ErrorCode::bad_shape);
  CHECK(code(rope->gram(two, out)) == ErrorCode::bad_shape);
  CHECK(code(rope->rotate(two, x, out)) == ErrorCode::bad_shape);
  CHECK(code(rope->attention_bias(0, 2, 2, out32)) == ErrorCode::bad_shape);
  out.resize(16);
  CHECK(code(rope->table(std::vector<double>{0, INFINITY}, out)) == ErrorCode::bad_positions);
  CHECK(rope->table(two, out));
}

#ifndef __EMSCRIPTEN__  // it has one thread, and one rounding mode
TEST_CASE("prepared: one of them serves many threads with the same bits") {
  for (const json& spec : std::vector<json>{
           json{{"encoding", "rope"}, {"dim", 64}}, json{{"encoding", "swin-v2"}, {"heads", 2}},
           json{{"encoding", "xpos"}, {"dim", 32}}, json{{"encoding", "learned"}, {"dim", 16}}}) {
    const Prepared shared = *prepare(*spec_from_json(spec.dump()));
    const Plan plan = plan_of(spec);
    const std::vector<double> expected = everything(shared, plan);
    std::vector<std::vector<double>> got(4);
    std::vector<std::thread> threads;
    for (std::vector<double>& mine : got)
      threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) mine = everything(shared, plan);
      });
    for (std::thread& t : threads) t.join();
    for (const std::vector<double>& mine : got) CHECK(same_bits(mine, expected));
  }
}

TEST_CASE("prepared: the caller's rounding mode changes nothing and is given back") {
  const Prepared rope = *prepare({"rope", {{"dim", 16}, {"base", 123.456}}});
  const std::vector<double> positions = {1, 2.5, 1e12};
  std::vector<double> expected(48), upwards(48);
  CHECK(rope.table(positions, expected));
  for (const int mode : {FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(mode);
    const bool done = rope.table(positions, upwards).has_value();
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    CHECK(done);
    CHECK(after == mode);
    CHECK(same_bits(expected, upwards));
  }
}

#endif

TEST_CASE("registry: rows with their parameters, and the version") {
  CHECK(encoding_rows().size() == encodings().size());
  CHECK(extension_rows().size() == scalings().size());
  for (const Row& row : encoding_rows()) {
    CHECK_FALSE(row.formula.empty());
    CHECK_FALSE(row.parameters.empty());
  }
  CHECK(version().find('.') != std::string_view::npos);
}
