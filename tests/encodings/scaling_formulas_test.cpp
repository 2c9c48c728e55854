// Every context extension against its published formula in long double: frequencies, the factor of
// cos and sin, and the factor of the softmax.
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>

#include "../support/spec_json.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// Emscripten's powl and logl have only the precision of double.
#ifdef __EMSCRIPTEN__
constexpr long double kCloseToFormula = 0x1p-44L;
#else
constexpr long double kCloseToFormula = 0x1p-52L;
#endif

using Real = long double;
constexpr Real kTurn = 6.283185307179586476925286766559005768L;

struct Given {
  Real base, dim, factor, trained, length;
  std::vector<double> short_factor, long_factor;
  Real theta(Real i) const { return std::pow(base, -2 * i / dim); }
  Real turns(Real i) const { return trained * theta(i) / kTurn; }
};
struct Formula {
  json more;                      // parameters in addition to those of Given
  std::vector<std::string> uses;  // names of the ones used
  std::function<Real(const Given&, Real i)> theta;
  std::function<Real(const Given&)> attention = [](const Given&) { return 1.0L; };
  std::function<Real(const Given&)> softmax = [](const Given&) { return 1.0L; };
};

Real clip(Real x) { return std::min(std::max(x, 0.0L), 1.0L); }
Real temperature(Real s, Real m) { return s <= 1 ? 1 : 0.1L * m * std::log(s) + 1; }
Real blend(const Given& g, Real i, Real divided) {
  return g.theta(i) * ((1 - divided) + divided / g.factor);
}
Real by_parts(const Given& g, Real i, Real low, Real high) {
  return blend(g, i, 1 - clip((g.turns(i) - low) / (high - low)));
}
Real yarn_ramp(const Given& g, Real i, bool truncate) {
  const auto index = [&](Real turns) {
    return g.dim * std::log(g.trained / (kTurn * turns)) / (2 * std::log(g.base));
  };
  Real low = index(32), high = index(1);
  if (truncate) low = std::floor(low), high = std::ceil(high);
  low = std::max(low, 0.0L), high = std::min(high, g.dim - 1);
  if (low == high) high += 0.001L;
  return clip((i - low) / (high - low));
}
Real yarn(const Given& g, Real i, bool truncate) { return blend(g, i, yarn_ramp(g, i, truncate)); }
Real ntk(const Given& g, Real i, Real stretch) {
  return std::pow(g.base * std::pow(stretch, g.dim / (g.dim - 2)), -2 * i / g.dim);
}

// Keyed by id; several entries for one id with other parameters.
const std::multimap<std::string, Formula> kFormulas = {
    {"default", {{}, {}, [](const Given& g, Real i) { return g.theta(i); }}},
    {"linear", {{}, {"factor"}, [](const Given& g, Real i) { return g.theta(i) / g.factor; }}},
    {"ntk", {{}, {"factor"}, [](const Given& g, Real i) { return ntk(g, i, g.factor); }}},
    {"dynamic",
     {{},
      {"factor", "originalContext", "contextLength"},
      [](const Given& g, Real i) {
        const Real l = std::max(g.length, g.trained);
        return ntk(g, i, g.factor * l / g.trained - (g.factor - 1));
      }}},
    {"ntk-by-parts",
     {{{"alpha", 2}, {"beta", 24}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return by_parts(g, i, 2, 24); }}},
    {"yarn-paper",
     {{},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return by_parts(g, i, 1, 32); },
      [](const Given& g) { return temperature(g.factor, 1); }}},
    {"yarn",
     {{},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, true); },
      [](const Given& g) { return temperature(g.factor, 1); }}},
    {"yarn",
     {{{"truncate", false}, {"mscale", 0.707}, {"mscaleAllDim", 1.5}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, false); },
      [](const Given& g) {
        return temperature(g.factor, static_cast<Real>(0.707)) / temperature(g.factor, 1.5L);
      },
      [](const Given& g) { return std::pow(temperature(g.factor, 1.5L), 2.0L); }}},
    {"yarn",
     {{{"mscale", 2}},  // has an effect only together with mscaleAllDim
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, true); },
      [](const Given& g) { return temperature(g.factor, 1); }}},
    {"yarn",
     {{{"attentionFactor", 1.25}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, true); },
      [](const Given&) { return 1.25L; }}},
    {"telechat3-yarn",
     {{{"attentionFactor", 0.75}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, true); },
      [](const Given&) { return 0.75L; }}},
    {"longrope",
     {{{"attentionFactor", 1.5}},
      {"originalContext", "shortFactor", "longFactor"},
      [](const Given& g, Real i) {
        const auto at = static_cast<std::size_t>(i);  // the report is for this length
        return g.theta(i) / (g.length > g.trained ? g.long_factor : g.short_factor)[at];
      },
      [](const Given&) { return 1.5L; }}},
    {"yarn-log",
     {{},
      {"factor", "originalContext"},
      [](const Given& g, Real i) {
        return g.theta(i) * std::pow(g.factor, -yarn_ramp(g, i, true));
      }}},
    {"yarn-log",
     {{{"truncate", false}, {"attentionFactor", 1.25}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) {
        return g.theta(i) * std::pow(g.factor, -yarn_ramp(g, i, false));
      },
      [](const Given&) { return 1.25L; }}},
    {"telechat3-yarn",
     {{},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return yarn(g, i, true); },
      [](const Given& g) { return temperature(g.factor, 0.7L); }}},
    {"longrope",
     {{},
      {"factor", "originalContext", "contextLength", "shortFactor", "longFactor"},
      [](const Given& g, Real i) {
        const auto at = static_cast<std::size_t>(i);
        return g.theta(i) / (g.length > g.trained ? g.long_factor : g.short_factor)[at];
      },
      [](const Given& g) {
        return g.factor <= 1 ? 1 : std::sqrt(1 + std::log(g.factor) / std::log(g.trained));
      }}},
    {"llama3",
     {{{"lowFreqFactor", 1.5}, {"highFreqFactor", 5}},
      {"factor", "originalContext"},
      [](const Given& g, Real i) { return by_parts(g, i, 1.5L, 5); }}},
    {"kexue-fixed",
     {{},
      {"factor"},
      [](const Given& g, Real i) {
        return std::pow(g.base * g.factor, -2 * i / g.dim) / std::pow(g.factor, 2 / g.dim);
      }}},
    {"kexue-mixed",
     {{{"mixedB", 0.7}},
      {"factor"},
      [](const Given& g, Real i) {
        const Real b = static_cast<Real>(0.7), a = std::log(g.factor) / std::pow(g.dim / 2, b);
        return g.theta(i) / std::exp(a * std::pow(i + 1, b));
      }}},
    {"riflex",
     {{{"pair", 3}},
      {"contextLength"},
      [](const Given& g, Real i) {
        const bool repeats = i == 2 && g.length > std::floor(kTurn / g.theta(i) + 0.5L);
        return repeats ? static_cast<Real>(0.9) * kTurn / g.length : g.theta(i);
      }}},
    {"riflex",
     {{{"pair", 4}, {"finetuned", true}, {"share", 0.75}},
      {"contextLength"},
      [](const Given& g, Real i) { return i == 3 ? 0.75L * kTurn / g.length : g.theta(i); }}},
    {"proportional",
     {{{"fraction", 0.375}},
      {"factor"},
      [](const Given& g, Real i) {
        return i < std::floor(0.375L * g.dim / 2) ? g.theta(i) / g.factor : 0;
      }}},
    {"abf",
     {{{"base", 523456.789}},
      {},
      [](const Given& g, Real i) {
        return std::pow(static_cast<Real>(523456.789), -2 * i / g.dim);
      }}},
};

void check_near(double got, Real want, const char* what) {
  INFO(what << ": " << got << " and " << static_cast<double>(want));
  CHECK(std::fabs(got - want) <= kCloseToFormula * std::fabs(want));
}

}  // namespace

TEST_CASE(
    "every context extension: frequencies, attention factor and softmax multiplier by formula") {
  const Random random(8);
  std::uint64_t draw = 0;
  const auto between = [&](double low, double high) { return random.uniform(draw++, low, high); };
  for (const ScalingInfo* row : scalings()) {
    INFO(row->id);
    const auto [first, last] = kFormulas.equal_range(std::string(row->id));
    REQUIRE(first != last);  // a new extension needs its formula
    for (auto it = first; it != last; ++it)
      for (int repeat = 0; repeat < 12; ++repeat) {
        const double dim = 8 * std::floor(between(1, 17));
        const double trained = std::floor(between(100, 1e5)), factor = between(0.4, 50);
        Given g{
            between(50, 1e7), dim, factor, trained, std::floor(between(0.2, 8) * trained), {}, {}};
        for (int i = 0; 2 * i < dim; ++i) {
          g.short_factor.push_back(between(0.5, 3));
          g.long_factor.push_back(between(1, 60));
        }
        const std::map<std::string, json> all = {{"factor", factor},
                                                 {"originalContext", trained},
                                                 {"contextLength", static_cast<double>(g.length)},
                                                 {"shortFactor", g.short_factor},
                                                 {"longFactor", g.long_factor}};
        json scaling = it->second.more.is_null() ? json::object() : it->second.more;
        scaling["type"] = row->id;
        for (const std::string& name : it->second.uses) scaling[name] = all.at(name);
        const json spec = {{"encoding", "rope"},
                           {"dim", dim},
                           {"base", static_cast<double>(g.base)},
                           {"scaling", scaling}};
        INFO(spec.dump());
        const auto report = plan_of(spec).report(trained, static_cast<double>(g.length));
        REQUIRE(report.has_value());
        for (std::size_t i = 0; i < report->frequency.size(); ++i) {
          INFO("pair " << i);
          check_near(report->frequency[i], it->second.theta(g, static_cast<Real>(i)), "frequency");
        }
        check_near(report->attention_factor, it->second.attention(g), "attention factor");
        check_near(report->softmax_multiplier, it->second.softmax(g), "softmax multiplier");
      }
  }
}

TEST_CASE("YaRN with both thresholds the same is a step between two pairs") {
  for (const double beta : {1.0, 4.0, 20.0}) {
    const double dim = 64, trained = 4096, factor = 8;
    const auto theta = *plan_of({{"encoding", "rope"},
                                 {"dim", dim},
                                 {"scaling",
                                  {{"type", "yarn"},
                                   {"factor", factor},
                                   {"originalContext", trained},
                                   {"betaFast", beta},
                                   {"betaSlow", beta},
                                   {"truncate", false}}}})
                            .frequencies();
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const Real plain = std::pow(10000.0L, -2 * static_cast<Real>(i) / dim);
      const bool kept = trained * plain / kTurn > beta;  // more turns than the threshold
      check_near(theta[i], kept ? plain : plain / factor, "frequency");
    }
  }
}
