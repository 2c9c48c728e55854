// CAPE and SHAPE: sinusoidal encodings of positions that training perturbs.
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json row(const std::string& id, int dim, json more = json::object()) {
  more["encoding"] = id;
  more["dim"] = dim;
  return more;
}

std::vector<double> range(int n) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(i);
  return out;
}

const Fact& fact(const Facts& facts, std::string_view name) {
  for (const Fact& f : facts)
    if (f.name == name) return f;
  FAIL("no fact " << name);
  return facts[0];
}

std::string refused_field(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  return plan.error().field;
}

}  // namespace

TEST_CASE("golden: CAPE") {
  const json golden = load_json("cape_1d"), params = golden.at("params");
  const json spec =
      row("cape", 6,
          {{"delta", params.at("delta")}, {"eps", params.at("eps")}, {"lambda", params.at("lam")}});
  check_table("cape_1d", spec, numbers_of(params.at("positions")),
              golden.at("expected").at("encoding"));
  const Facts facts = *plan_of(spec).facts();
  check_all(golden, fact(facts, "positions").values, golden.at("expected").at("augmented"));
  CHECK(fact(facts, "mean").values[0] == 2);
}

TEST_CASE("cape: outside training it is the sinusoidal encoding of centred positions") {
  const json eval = row("cape", 8, {{"mode", "eval"}, {"count", 11}});
  std::vector<double> centred = range(11);
  for (double& p : centred) p -= 5;
  const auto sinusoidal = plan_of(row("sinusoidal", 8));
  CHECK(table64(plan_of(eval), range(11)) == table64(sinusoidal, centred));
  CHECK(plan_of(eval).facts()->size() == 2);
  // so is training without perturbations; a given mean is subtracted
  CHECK(table64(plan_of(row("cape", 8,
                            {{"count", 11}, {"deltaMax", 0}, {"epsMax", 0}, {"lambdaMax", 1}})),
                range(11)) == table64(sinusoidal, centred));
  CHECK(table64(plan_of(row("cape", 8, {{"mode", "eval"}, {"mean", 0}})), {2.5}) ==
        table64(sinusoidal, {2.5}));
}

TEST_CASE("cape: what is drawn lies in its interval, fills it, and follows the seed") {
  double least = 1, most = 1, delta_most = 0;
  for (int seed = 0; seed < 200; ++seed) {
    const Facts facts = *plan_of(row("cape", 8, {{"seed", seed}, {"lambdaMax", 2}})).facts();
    const double lambda = fact(facts, "lambda").values[0], delta = fact(facts, "delta").values[0];
    CHECK((lambda >= 0.5 && lambda <= 2));
    CHECK((delta >= -5 && delta <= 5));
    least = std::fmin(least, lambda), most = std::fmax(most, lambda);
    delta_most = std::fmax(delta_most, std::fabs(delta));
    const auto& eps = fact(facts, "eps").values;
    REQUIRE(eps.size() == 128);
    double eps_most = 0;
    for (const double e : eps) eps_most = std::fmax(eps_most, std::fabs(e));
    CHECK((eps_most <= 0.5 && eps_most >= 0.45));
    // shifts below half a step preserve the order
    const auto& positions = fact(facts, "positions").values;
    for (std::size_t i = 1; i < positions.size(); ++i) CHECK(positions[i] > positions[i - 1]);
  }
  CHECK(least <= 0.52);
  CHECK(most >= 1.92);
  CHECK(delta_most >= 4.8);
}

TEST_CASE("cape: wrong numbers are refused by name") {
  CHECK(refused_field(row("cape", 7)) == "dim");
  CHECK(refused_field(row("cape", 8, {{"eps", json::array()}})) == "eps");
  CHECK(refused_field(row("cape", 8, {{"eps", {0.1}}, {"count", 2}})) == "eps");
  CHECK(refused_field(row("cape", 8, {{"lambdaMax", 0.5}})) == "lambdaMax");
  CHECK(refused_field(row("cape", 8, {{"lambda", 0}})) == "lambda");
}

TEST_CASE("shape: the sinusoidal encoding at positions that are shifted by a whole number") {
  const auto sinusoidal = [](const std::string& layout) {
    return plan_of(row("sinusoidal", 16, {{"layout", layout}}));
  };
  for (const std::string layout : {"interleaved", "half", "half-flipped"}) {
    const Plan plan = plan_of(row("shape", 16, {{"layout", layout}, {"seed", 4}}));
    const double k = (*plan.facts())[0].values[0];
    std::vector<double> shifted = {0, 7, 1000, 1e6, -3, 0.5};
    const std::vector<double> positions = shifted;
    for (double& p : shifted) p += k;
    // the same phases, computed here as position·frequency + offset: a last bit may differ
    const auto got = table64(plan, positions), want = table64(sinusoidal(layout), shifted);
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::fabs(got[i] - want[i]) <= 0x1p-52);
    std::vector<float> got32(got.size()), want32(got.size());
    CHECK(plan.table_f32(positions, got32.data()));
    CHECK(sinusoidal(layout).table_f32(shifted, want32.data()));
    CHECK(got32 == want32);  // both are correctly rounded
  }
  // no shift: the encoding itself; the kernel is invariant under the shift
  CHECK(table64(plan_of(row("shape", 16, {{"offset", 0}})), {5}) ==
        table64(sinusoidal("interleaved"), {5}));
  double with = 0, without = 0;
  const std::vector<double> offset = {9};
  CHECK(plan_of(row("shape", 16)).kernel_profile(offset, &with));
  CHECK(sinusoidal("half").kernel_profile(offset, &without));
  CHECK(with == without);
}

TEST_CASE("shape: shifts are 0 … maxOffset, each as likely") {
  std::vector<int> seen(5);
  for (int seed = 0; seed < 1000; ++seed)
    ++seen.at(static_cast<std::size_t>(
        (*plan_of(row("shape", 16, {{"seed", seed}, {"maxOffset", 4}})).facts())[0].values[0]));
  for (const int n : seen) CHECK(std::fabs(n - 200) <= 5 * std::sqrt(1000 * 0.2 * 0.8));
  CHECK(refused_field(row("shape", 7)) == "dim");
  CHECK(refused_field(row("shape", 8, {{"maxOffset", -1}})) == "maxOffset");
}
