// Errors of a row: every stage returns the same error for the same spec. A plan makes the facts
// last, so theirs are visible only here. New rows are tested without an edit here.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

bool is_allowed(const ParamInfo& p, double x) {
  return (p.min_exclusive ? x > p.min : x >= p.min) && x <= p.max;
}

// Values of one parameter that its row allows individually: lists of wrong lengths, odd and
// smallest numbers.
std::vector<json> values_of(const ParamInfo& p) {
  std::vector<json> values;
  const std::initializer_list<double> some = {0, 1, 3, 7, 0.25, 1e-40};
  if (p.kind == ParamKind::numbers) {
    const double* x = std::ranges::find_if(some, [&](double y) { return is_allowed(p, y); });
    if (x == some.end()) return values;
    for (const std::size_t n : {0u, 1u, 3u, 5u})
      if (n <= p.most) values.push_back(std::vector<double>(n, *x));
    if (is_allowed(p, 0.25)) values.push_back(std::vector<double>{0.25});  // not an integer
  } else if (p.kind == ParamKind::integer || p.kind == ParamKind::number) {
    for (const double x : some)
      if (is_allowed(p, x) && (p.kind == ParamKind::number || std::floor(x) == x))
        values.push_back(x);
  }
  return values;
}

}  // namespace

TEST_CASE("every row: facts refuse only what the other stages refuse, with the same error") {
  std::set<std::string_view> refusing, refusing_rows;
  for (const json& spec : every_spec()) {
    if (spec.contains("scaling")) continue;
    const EncodingInfo* row = resolve(spec_of(spec)).value().info;
    for (const ParamInfo& p : row->params)
      for (const json& value : values_of(p)) {
        json variant = spec;
        variant[std::string(p.name)] = value;
        const Result<Encoding> encoding = resolve(spec_of(variant));
        if (!encoding) continue;  // no stage is made
        const Result<Plan> plan = Plan::create(spec_of(variant));
        if (plan) continue;
        refusing_rows.insert(row->id);
        if (row->facts == nullptr) continue;
        const Result<Facts> facts = row->facts(encoding->params);
        if (facts) continue;  // they do not depend on the error
        INFO(variant.dump());
        refusing.insert(row->id);
        CHECK(name(facts.error().code) == name(plan.error().code));
        CHECK(facts.error().field == plan.error().field);
        CHECK(facts.error().message == plan.error().message);
      }
  }
  // most rows reject something, and most of those with facts do so in their facts
  CHECK(refusing_rows.size() > encodings().size() / 2);
  CHECK(refusing.size() > 25);
}
