// Bands and flags of a report against their definitions, computed in other ways: from the quotient
// of the frequencies, and from the ramp in integer indices and turns.
#include <cmath>
#include <initializer_list>
#include <optional>

#include "../support/spec_json.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr long double kTurn = 6.283185307179586476925286766559005768L;

struct Case {
  json spec;
  double factor;  // divisor of a pair of band `scaled`
  double trained, context;
};

// Values from real models, drawn together.
class Draws {
 public:
  double of(std::initializer_list<double> all) {
    const auto at =
        static_cast<std::size_t>(random_.uniform(++i_) * static_cast<double>(all.size()));
    return all.begin()[at];
  }

 private:
  Random random_{12};
  std::uint64_t i_ = 0;
};

Case drawn(Draws& draw, const std::string& type) {
  const double factor = draw.of({1, 1.5, 2, 3, 4, 7.3, 8, 10, 16, 32, 40, 64, 0.5}),
               trained = draw.of({2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144});
  json scaling = {{"type", type}, {"factor", factor}, {"originalContext", trained}};
  if (type == "yarn") {
    scaling["truncate"] = draw.of({0, 1, 1}) == 1;
    scaling["betaFast"] = draw.of({32, 32, 16, 40});
    scaling["betaSlow"] = draw.of({1, 1, 2, 0.5});
  } else if (type == "llama3") {
    scaling["lowFreqFactor"] = draw.of({1, 1, 2});
    scaling["highFreqFactor"] = draw.of({4, 4, 16, 0.5});
  } else if (type == "linear" || type == "ntk" || type == "kexue-fixed" || type == "kexue-mixed") {
    scaling.erase("originalContext");
  }
  const json spec = {{"encoding", "rope"},
                     {"dim", draw.of({32, 64, 80, 96, 128, 192, 256})},
                     {"base", draw.of({1e4, 1.5e5, 5e5, 1e6, 5e6, 1e7})},
                     {"scaling", scaling}};
  const double context =
      std::floor(draw.of({1, factor, factor, factor, 2 * factor, 0.5}) * trained);
  return {spec, factor, trained, context};
}

bool close(const Wide& a, const Wide& b) {
  const Wide d = a - b;
  return (d.is_negative() ? -d : d) < b.scaled(-200);
}

// from the frequencies only
Band by_quotient(const Wide& theta, const Wide& plain, const Wide& factor) {
  if (theta.is_zero()) return Band::off;
  if (close(theta, plain)) return Band::kept;
  return close(theta * factor, plain) ? Band::scaled : Band::blended;
}

// from the published rule; none if a threshold is too close
std::optional<Band> by_rule(const Case& c, std::size_t i) {
  const json& s = c.spec.at("scaling");
  const std::string type = s.at("type");
  const long double base = c.spec.at("base").get<double>(), r = c.spec.at("dim").get<double>(),
                    trained = c.trained;
  if (c.factor == 1) return Band::kept;
  if (type == "linear") return Band::scaled;
  const auto between = [](long double at, long double kept, long double scaled) {
    // the ramp runs from `kept` to `scaled`, in either direction
    const long double sign = kept < scaled ? 1 : -1;
    if (std::fabs(at - kept) < 1e-12L * (1 + std::fabs(at)) && at != kept)
      return std::optional<Band>();
    if (std::fabs(at - scaled) < 1e-12L * (1 + std::fabs(at)) && at != scaled)
      return std::optional<Band>();
    return std::optional(sign * (at - kept) <= 0     ? Band::kept
                         : sign * (at - scaled) >= 0 ? Band::scaled
                                                     : Band::blended);
  };
  const long double turns =
      trained * std::exp(-2 * static_cast<long double>(i) / r * std::log(base)) / kTurn;
  if (type == "yarn") {
    const auto index = [&](const char* name) {
      return r * std::log(trained / (kTurn * s.at(name).get<double>())) / (2 * std::log(base));
    };
    long double low = index("betaFast"), high = index("betaSlow");
    if (s.at("truncate").get<bool>()) {
      if (std::fabs(low - std::round(low)) < 1e-12L || std::fabs(high - std::round(high)) < 1e-12L)
        return std::nullopt;
      low = std::floor(low), high = std::ceil(high);
    }
    low = std::max(low, 0.0L), high = std::min(high, r - 1);
    if (!(low < high)) return std::nullopt;
    return between(static_cast<long double>(i), low, high);
  }
  if (type == "llama3" && s.at("highFreqFactor") <= s.at("lowFreqFactor"))
    return turns < s.at("lowFreqFactor").get<double>() ? Band::scaled : Band::kept;
  if (type == "llama3")
    return between(turns, s.at("highFreqFactor").get<double>(),
                   s.at("lowFreqFactor").get<double>());
  if (type == "ntk-by-parts" || type == "yarn-paper") return between(turns, 32, 1);
  if (type == "ntk") return i == 0 ? Band::kept : 2 * i + 2 == r ? Band::scaled : Band::blended;
  return 2 * i + 2 == r ? Band::scaled : Band::blended;  // kexue
}

ScaledFrequencies scaled_of(const json& spec) {
  const Result<Encoding> e = resolve(spec_of(spec));
  REQUIRE(e.has_value());
  const Result<Rotary> rotary = e->info->rotary(e->params, e->scaling_or_null());
  REQUIRE(rotary.has_value());
  return rotary->origin->scaled;
}

}  // namespace

TEST_CASE("every context extension: bands by the quotient of frequencies, and by the rule") {
  Draws draw;
  std::size_t bands[4] = {}, unseen = 0;
  for (const std::string type : {"linear", "ntk", "ntk-by-parts", "yarn-paper", "yarn", "llama3",
                                 "kexue-fixed", "kexue-mixed"})
    for (int repeat = 0; repeat < 60; ++repeat) {
      const Case c = drawn(draw, type);
      INFO(c.spec.dump());
      const auto report = plan_of(c.spec).report(c.trained, c.context);
      REQUIRE(report.has_value());
      const ScaledFrequencies scaled = scaled_of(c.spec);
      json plain_spec = c.spec;
      plain_spec.erase("scaling");
      const ScaledFrequencies plain = scaled_of(plain_spec);
      for (std::size_t i = 0; i < report->band.size(); ++i) {
        INFO("pair " << i);
        const Band band = report->band[i];
        ++bands[static_cast<std::size_t>(band)];
        CHECK(band == by_quotient(scaled.theta[i], plain.theta[i], Wide(c.factor)));
        if (const auto rule = by_rule(c, i)) CHECK(band == *rule);
        // whether the largest angle at the context exceeds that of training, exactly, by band
        const Wide reached = Wide(c.context) * (band == Band::scaled ? Wide(1.0) : Wide(c.factor)),
                   seen = Wide(c.trained) * Wide(c.factor);
        const bool further = band == Band::blended ? Wide(c.trained) * plain.theta[i] <
                                                         Wide(c.context) * scaled.theta[i]
                                                   : seen < reached;
        const bool part_of_a_turn = Wide(c.trained) * plain.theta[i] < kTwoPi;
        CHECK(report->unseen[i] == (part_of_a_turn && further));
        unseen += report->unseen[i];
      }
    }
  // the draws cover every band
  CHECK(bands[static_cast<std::size_t>(Band::kept)] > 1000);
  CHECK(bands[static_cast<std::size_t>(Band::scaled)] > 1000);
  CHECK(bands[static_cast<std::size_t>(Band::blended)] > 1000);
  CHECK(unseen > 100);
}

TEST_CASE("extensions with factors of their own: bands by the quotient of frequencies") {
  const json plain = {{"encoding", "rope"}, {"dim", 16}};
  const auto of = [&](const json& scaling, const std::vector<double>& factors) {
    json spec = plain;
    spec["scaling"] = scaling;
    const ScaledFrequencies scaled = scaled_of(spec);
    const ScaledFrequencies before = scaled_of(plain);
    INFO(scaling.dump());
    for (std::size_t i = 0; i < 8; ++i)
      CHECK(scaled.band[i] == by_quotient(scaled.theta[i], before.theta[i], Wide(factors[i])));
  };
  const std::vector<double> divisors = {1, 1.25, 3, 1, 7.3, 10, 0.5, 40};
  for (const double length : {4096, 4097})
    of({{"type", "longrope"},
        {"originalContext", 4096},
        {"contextLength", length},
        {"factor", 32},
        {"shortFactor", std::vector<double>(8, 1.0)},
        {"longFactor", divisors}},
       length > 4096 ? divisors : std::vector<double>(8, 1.0));
  // dynamic: the base follows s·l/L - (s - 1)
  for (const double length : {2048, 4096, 8192})
    of({{"type", "dynamic"}, {"factor", 2}, {"originalContext", 4096}, {"contextLength", length}},
       std::vector<double>(8, length > 4096 ? 2 * length / 4096 - 1 : 1));
  of({{"type", "proportional"}, {"fraction", 0.5}, {"factor", 3}}, std::vector<double>(8, 3.0));
  of({{"type", "proportional"}, {"fraction", 0.5}}, std::vector<double>(8, 1.0));
  // another base has no common divisor
  of({{"type", "abf"}, {"base", 5e5}}, std::vector<double>(8, 1.0));
}

TEST_CASE("published YaRN models: how many pairs are kept, blended, divided and unseen") {
  struct Model {
    const char* name;
    int dim;
    double base, factor, trained;
    std::vector<std::size_t> kept_blended_scaled;
  };
  // kept = floor(c(32)) + 1, scaled = r/2 - ceil(c(1)), c(b) = r·ln(L/2πb)/(2 ln base)
  const Model models[] = {
      {"Qwen2.5, Qwen3: 32768 to 131072", 128, 1e6, 4, 32768, {24, 16, 24}},
      {"DeepSeek-V2, V3: 4096 to 163840", 64, 1e4, 40, 4096, {11, 12, 9}},
      {"Kimi K2.5: 4096 to 262144", 64, 5e4, 64, 4096, {9, 11, 12}},
      {"OLMo 3: 8192 to 65536", 128, 5e5, 8, 8192, {19, 16, 29}},
      {"Yarn-Llama-2 64k", 128, 1e4, 16, 4096, {21, 25, 18}},
      {"Yarn-Mistral 128k", 128, 1e4, 16, 8192, {26, 24, 14}},
      {"Ministral 3: 16384 to 262144", 128, 1e6, 16, 16384, {21, 16, 27}},
  };
  for (const Model& m : models) {
    INFO(m.name);
    const auto report =
        plan_of(
            {{"encoding", "rope"},
             {"dim", m.dim},
             {"base", m.base},
             {"scaling", {{"type", "yarn"}, {"factor", m.factor}, {"originalContext", m.trained}}}})
            .report(m.trained, m.factor * m.trained);
    REQUIRE(report.has_value());
    std::vector<std::size_t> counts(3);
    std::size_t unseen = 0;
    for (const Band band : report->band) ++counts.at(static_cast<std::size_t>(band));
    for (const bool flag : report->unseen) unseen += flag;
    CHECK(counts == m.kept_blended_scaled);
    CHECK(unseen == 0);
  }
}
