// The design tool: reachable kernels are reached, bounds hold, and the reported kernel is that of
// an encoding.
#include <algorithm>
#include <cmath>

#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "core/random.hpp"
#include "kernels/cosine_fit.hpp"
#include "kernels/target_profile.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Outputs designed(json spec, const json& inputs = json::object()) {
  spec["analysis"] = "design-frequencies";
  return outputs_of(spec, inputs_of(inputs));
}
bool has(const Outputs& outputs, const std::string& name) {
  return std::ranges::any_of(outputs, [&](const Output& o) { return o.name == name; });
}
std::string refused(json spec, const json& inputs) {
  spec["analysis"] = "design-frequencies";
  const Inputs given = inputs_of(inputs);
  const auto result = analyse(analysis_of(spec), given);
  REQUIRE(!result);
  return result.error().field + ": " + result.error().message;
}
std::vector<double> profile_of(const std::vector<double>& omega, const std::vector<double>& weight,
                               std::size_t n) {
  std::vector<double> k(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < omega.size(); ++j)
      k[i] += weight[j] * std::cos(omega[j] * static_cast<double>(i));
  return k;
}
double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::fmax(worst, std::fabs(a[i] - b[i]));
  return worst;
}

}  // namespace

TEST_CASE("design: planted frequencies and amplitudes are found again") {
  const std::vector<double> omega = {0.013, 0.21, 0.2345, 0.9, 1.7123, 3.0},
                            weight = {0.5, 1, 0.25, 0.1, 2, 0.03};
  const json profile = profile_of(omega, weight, 300);
  for (const int dim : {12, 20}) {
    const Outputs got = designed({{"dim", dim}}, {{"profile", profile}});
    CHECK(number(got, "rmsError") <= 1e-13);
    CHECK(number(got, "positiveSemidefinite") == 1);
    REQUIRE(number(got, "pairs") >= 6);
    if (dim > 12) continue;
    for (std::size_t j = 0; j < 6; ++j) {
      CHECK(std::fabs(output(got, "frequencies").data[j] - omega[j]) <= 1e-12);
      CHECK(std::fabs(output(got, "amplitudes").data[j] - std::sqrt(weight[j])) <= 1e-12);
    }
  }
}

TEST_CASE("design: planted equal amplitudes") {
  const std::vector<double> omega = {0.1, 0.5, 0.9, 1.6, 2.2};
  const Outputs got = designed({{"dim", 10}, {"equalAmplitudes", true}},
                               {{"profile", profile_of(omega, std::vector<double>(5, 0.3), 200)}});
  CHECK(number(got, "rmsError") <= 1e-13);
  CHECK(largest_difference(output(got, "frequencies").data, omega) <= 1e-12);
  for (const double a : output(got, "amplitudes").data)
    CHECK(a == approx(std::sqrt(0.3)).epsilon(1e-12));
}

TEST_CASE("design: what is reported is the kernel of fourier-features, bit by bit") {
  for (const json& spec : {json{{"dim", 16}, {"context", 200}, {"length", 20}},
                           json{{"dim", 16}, {"context", 200}, {"equalAmplitudes", true}},
                           json{{"dim", 8}, {"context", 64}, {"target", "cosine"}}}) {
    INFO(spec.dump());
    const Outputs got = designed(spec);
    const Plan plan = plan_of({{"encoding", "fourier-features"},
                               {"axes", 1},
                               {"dim", spec["dim"]},
                               {"frequencies", output(got, "turns").data},
                               {"amplitudes", output(got, "amplitudes").data}});
    const std::vector<double>& lags = output(got, "lags").data;
    std::vector<double> k(lags.size());
    CHECK(plan.kernel_profile(lags, k.data()));
    CHECK(k == output(got, "fitted").data);
    CHECK(*plan.frequencies() == output(got, "frequencies").data);
    // and from the table itself
    const std::vector<double> table = table64(plan, {100, 100 + lags.back()});
    double product = 0;
    for (std::size_t c = 0; c < plan.width(); ++c) product += table[c] * table[plan.width() + c];
    CHECK(product == approx(k.back()).epsilon(1e-12));
  }
}

TEST_CASE("design: a positive definite profile at n lags needs ⌈n/2⌉ frequencies") {
  // moments of a random measure; Gauss quadrature has as many nodes
  for (const int n : {2, 3, 5, 8, 13, 16}) {
    INFO("n ", n);
    const Random random(static_cast<std::uint64_t>(n), 0);
    std::vector<double> omega, weight;
    for (std::uint64_t j = 0; j < 40; ++j) {
      omega.push_back(3.14159 * static_cast<double>(random.below(j, 1000)) / 1000);
      weight.push_back(std::fabs(random.normal(100 + j)));
    }
    const Outputs got =
        designed({{"dim", n + n % 2}},
                 {{"profile", profile_of(omega, weight, static_cast<std::size_t>(n))}});
    CHECK(number(got, "positiveSemidefinite") == 1);
    CHECK(number(got, "relativeError") <= 1e-9);
  }
}

TEST_CASE("design: refinement improves, more pairs improve, free amplitudes beat equal ones") {
  double before = 1;
  for (const int dim : {2, 4, 8, 16, 32}) {
    INFO("dim ", dim);
    const json spec = {{"dim", dim}, {"context", 256}, {"length", 32}};
    const Outputs got = designed(spec);
    const double error = number(got, "rmsError");
    CHECK(error <= number(got, "selectedError"));
    CHECK(error < before);
    before = error;
    json equal = spec, coarse = spec, some = spec;
    equal["equalAmplitudes"] = true, coarse["refinement"] = 0, some["refinement"] = 10;
    const double grid = number(designed(coarse), "rmsError"),
                 ten = number(designed(some), "rmsError");
    CHECK(error <= number(designed(equal), "rmsError") + 1e-12);
    CHECK(error <= ten);
    CHECK(ten < grid);
    CHECK(number(got, "slope") <= 1e-5);
  }
}

TEST_CASE("design: figures of e^(-δ/64) on 512 lags with 32 pairs") {
  const Outputs got = designed({{"dim", 64}, {"context", 512}, {"length", 64}});
  CHECK(number(got, "rmsError") <= 1.7e-3);
  CHECK(number(got, "maxError") <= 0.025);
  CHECK(number(got, "selectedError") >= 2e-3);
  CHECK(number(got, "lowerBound") <= number(got, "rmsError"));
  CHECK(number(got, "positiveSemidefinite") == 1);
  // the least eigenvalue is near the least value of the spectral density, tanh(1/2L) at ω = π
  CHECK(number(got, "leastEigenvalue") == approx(std::tanh(1.0 / 128)).epsilon(1e-3));
  const Outputs equal = designed({{"dim", 64}, {"equalAmplitudes", true}});
  CHECK(number(equal, "rmsError") <= 0.017);
  CHECK(number(equal, "rmsError") >= 10 * number(got, "rmsError"));
}

TEST_CASE("design: equal amplitudes are no worse than any geometric ladder") {
  const json targets[] = {{{"dim", 16}, {"context", 256}, {"length", 64}},
                          {{"dim", 32}, {"target", "power-law"}, {"length", 8}},
                          {{"dim", 16}, {"target", "gaussian"}, {"length", 40}},
                          {{"dim", 24}, {"target", "logarithmic"}, {"length", 2000}},
                          {{"dim", 8}, {"context", 128}, {"target", "triangle"}}};
  for (json spec : targets) {
    INFO(spec.dump());
    spec["equalAmplitudes"] = true;
    const Outputs got = designed(spec);
    const std::vector<double>& target = output(got, "target").data;
    const std::size_t n = target.size(), p = spec["dim"].get<std::size_t>() / 2;
    double best = kInfinity;
    for (double base = 1.5; base < 1e6; base *= 1.25)
      for (double top = 3.1; top > 1e-3; top *= 0.8) {
        double along = 0, size = 0, all = 0;
        for (std::size_t i = 0; i < n; ++i) {
          double k = 0;
          for (std::size_t j = 0; j < p; ++j)
            k += std::cos(top * std::pow(base, -static_cast<double>(j) / static_cast<double>(p)) *
                          static_cast<double>(i));
          along += k * target[i], size += k * k, all += target[i] * target[i];
        }
        const double rest = all - (along > 0 ? along * along / size : 0);
        best = std::min(best, std::sqrt(std::max(rest, 0.0) / static_cast<double>(n)));
      }
    CHECK(number(got, "rmsError") <= 1.001 * best + 1e-7);
  }
  const Outputs known =
      designed({{"dim", 16}, {"context", 256}, {"length", 64}, {"equalAmplitudes", true}});
  CHECK(number(known, "rmsError") <= 0.0393);  // a ladder of base 23.3 and its refinement
}

TEST_CASE("design: the least eigenvalue is within its bound, and a shift of it is seen") {
  // 0 to working precision for a Gaussian: k(0) lowered by c makes it -c
  json profile = json::array();
  for (int i = 0; i < 256; ++i) profile.push_back(std::exp(-i * i / 800.0));
  const Outputs whole = designed({{"dim", 16}, {"refinement", 0}}, {{"profile", profile}});
  CHECK(std::fabs(number(whole, "leastEigenvalue")) <= 256 * 0x1p-51 * 51);
  CHECK(number(whole, "positiveSemidefinite") == 1);
  for (const double c : {1e-10, 2e-9, 1e-3}) {
    json lowered = profile;
    lowered[0] = 1 - c;
    const Outputs got = designed({{"dim", 16}, {"refinement", 0}}, {{"profile", lowered}});
    CHECK(std::fabs(number(got, "leastEigenvalue") + (1 - (1 - c))) <= 256 * 0x1p-51 * 51);
    CHECK(number(got, "positiveSemidefinite") == 0);
  }
}

TEST_CASE("design: a smooth kernel needs few pairs") {
  const Outputs got =
      designed({{"dim", 24}, {"context", 512}, {"target", "gaussian"}, {"length", 100}});
  CHECK(number(got, "rmsError") <= 1e-6);
}

TEST_CASE("design: no profile beats the lower bound, and an indefinite one is told") {
  // neither linear below zero, nor a box, nor a function too fast for the band is positive definite
  json box = json::array();
  for (int i = 0; i < 64; ++i) box.push_back(i < 10 ? 1 : 0);
  struct Case {
    json spec, inputs;
  };
  for (const auto& [spec, inputs] :
       {Case{{{"dim", 40}, {"context", 128}, {"target", "linear"}, {"length", 20}}, json::object()},
        Case{{{"dim", 40}}, {{"profile", box}}},
        Case{{{"dim", 40}, {"context", 128}, {"target", "logarithmic"}, {"length", 4}},
             json::object()}}) {
    const Outputs got = designed(spec, inputs);
    CHECK(number(got, "positiveSemidefinite") == 0);
    CHECK(number(got, "leastEigenvalue") < 0);
    const double bound = number(got, "lowerBound"), error = number(got, "rmsError");
    CHECK(bound <= error);
    CHECK(bound >= 0.95 * error);
    CHECK(number(got, "anotherPair") <= 0.02);
    // random kernels of many frequencies stay above it
    const auto& target = output(got, "target").data;
    const std::size_t n = target.size();
    const Random random(5, 0);
    for (std::uint64_t draw = 0; draw < 50; ++draw) {
      std::vector<double> omega, weight;
      for (std::uint64_t j = 0; j < 100; ++j) {
        omega.push_back(3.14 * static_cast<double>(random.below(1000 * draw + j, 10000)) / 10000);
        weight.push_back(std::fabs(random.normal(1000000 + 1000 * draw + j)) / 100);
      }
      const auto k = profile_of(omega, weight, n);
      double square = 0;
      for (std::size_t i = 0; i < n; ++i) square += (k[i] - target[i]) * (k[i] - target[i]);
      CHECK(std::sqrt(square / static_cast<double>(n)) >= bound);
    }
  }
  const Outputs narrow =
      designed({{"dim", 16}, {"context", 128}, {"length", 4}, {"maxFrequency", 0.3}});
  CHECK(number(narrow, "positiveSemidefinite") == 1);
  CHECK(number(narrow, "lowerBound") > 0);
  CHECK(number(narrow, "lowerBound") <= number(narrow, "rmsError"));
  for (const double f : output(narrow, "frequencies").data) CHECK(f <= 0.3);
}

TEST_CASE("design: c - δ/L on n lags is positive definite from L = (n - 1)/2 on") {
  for (const int length : {49, 51}) {
    const Outputs got =
        designed({{"dim", 100}, {"context", 100}, {"target", "linear"}, {"length", length}});
    CHECK(number(got, "positiveSemidefinite") == (length > 50 ? 1 : 0));
  }
}

TEST_CASE("design: degenerate profiles") {
  for (const bool equal : {false, true}) {
    const auto fit = [&](const json& profile, int dim) {
      return designed({{"dim", dim}, {"equalAmplitudes", equal}}, {{"profile", profile}});
    };
    for (const int dim : {2, 8}) {
      INFO("dim ", dim, " equal ", equal);
      const Outputs constant = fit({3, 3, 3, 3, 3}, dim), one = fit({2.5}, dim),
                    zero = fit({0, 0, 0}, dim), negative = fit({-1, -1, -1, -1}, dim),
                    point = fit({-3}, dim);
      CHECK(number(constant, "rmsError") <= 1e-12);
      CHECK(number(one, "rmsError") <= 1e-15);
      CHECK(number(zero, "rmsError") == 0);
      CHECK(number(zero, "pairs") == 0);
      CHECK(number(zero, "lowerBound") == 0);
      CHECK(!has(zero, "relativeError"));
      CHECK(number(negative, "positiveSemidefinite") == 0);
      CHECK(number(negative, "leastEigenvalue") == approx(-4).epsilon(1e-12));
      CHECK(number(negative, "rmsError") <= 1);
      CHECK(number(negative, "rmsError") >= number(negative, "lowerBound"));
      CHECK(number(point, "rmsError") == 3);
      CHECK(number(point, "lowerBound") == approx(3));
      for (const Outputs& o : {constant, one, zero, negative, point})
        for (const Output& values : o)
          for (const double x : values.values.data) CHECK(std::isfinite(x));
    }
    // white: the frequencies (2j + 1)π/2m reach it at lags below 2m
    CHECK(number(fit({1, 0, 0, 0, 0, 0, 0, 0}, 8), "rmsError") <= 1e-14);
  }
  for (const double size : {1e60, 1e-300}) {
    const Outputs got = designed({{"dim", 4}}, {{"profile", {size, size / 2, 0}}});
    CHECK(number(got, "rmsError") <= 1e-12 * size);
    CHECK(number(got, "positiveSemidefinite") == 1);
  }
}

TEST_CASE("design: chosen lags, interpolation, weights") {
  const Outputs some = designed({{"dim", 8}}, {{"profile", {1, 0, 0.5}}, {"lags", {0, 7, 100}}});
  CHECK(number(some, "rmsError") <= 1e-12);
  CHECK(!has(some, "leastEigenvalue"));
  CHECK(output(some, "lags").data == std::vector<double>{0, 7, 100});
  const Outputs drawn =
      designed({{"dim", 8}, {"context", 9}}, {{"profile", {1, 0.5, 0.25}}, {"lags", {0, 2.5, 5}}});
  CHECK(largest_difference(output(drawn, "target").data,
                           {1, 0.8, 0.6, 0.45, 0.35, 0.25, 0.25, 0.25, 0.25}) <= 1e-15);
  const Outputs later = designed({{"dim", 4}}, {{"profile", {0.5}}, {"lags", {9}}});
  CHECK(number(later, "rmsError") <= 1e-12);
  CHECK(!has(later, "lowerBound"));
  // the value at a lag of weight 0 is arbitrary; a common factor of all weights has no effect
  json profile = profile_of({0.3, 1.1}, {1, 0.5}, 40), weights = json::array();
  profile[7] = 55;
  for (int i = 0; i < 40; ++i) weights.push_back(i == 7 ? 0 : 1e50);
  const Outputs weighted = designed({{"dim", 4}}, {{"profile", profile}, {"weights", weights}});
  CHECK(number(weighted, "rmsError") <= 1e-12);
  CHECK(number(weighted, "maxError") <= 1e-12);
  CHECK(output(weighted, "frequencies").data[0] == approx(0.3).epsilon(1e-12));
}

TEST_CASE("design: the same bits every time, and progress rises") {
  const AnalysisSpec spec = analysis_of(
      {{"analysis", "design-frequencies"}, {"dim", 16}, {"context", 128}, {"length", 9}});
  std::vector<double> last;
  for (int time = 0; time < 2; ++time) {
    const Inputs none;
    double done = 0;
    const Progress progress([&](double now) {
      CHECK(now >= done);
      done = now;
    });
    const Outputs got = *analyse(spec, none, progress);
    CHECK(done == 1);
    if (time == 1) CHECK(output(got, "amplitudes").data == last);
    last = output(got, "amplitudes").data;
  }
}

TEST_CASE("design: what is wrong is named") {
  CHECK(refused({{"dim", 7}}, {}).starts_with("dim: must be even"));
  CHECK(refused({{"dim", 512}, {"context", 65536}}, {})
            .starts_with("dim: at most 2147483648 lags times dim²"));
  CHECK(refused({{"dim", 4}}, {{"lags", {1, 2}}}).starts_with("lags: belong to a profile"));
  const json three = {1, 0.5, 0.2};
  const auto wrong = [&](const json& lags) {
    return refused({{"dim", 4}}, {{"profile", three}, {"lags", lags}});
  };
  CHECK(wrong({0, 1}).starts_with("lags: must have one number for each of the profile's 3, got 2"));
  CHECK(wrong({0, 2, 2}).starts_with("lags: must rise"));
  CHECK(wrong({-1, 0, 2}).starts_with("lags: must rise"));
  CHECK(wrong({0, 1, 2.5}).starts_with("lags: must be whole"));
  CHECK(wrong({0, 1, 70000}).starts_with("lags: must be whole"));
  const auto weights = [&](const json& list) {
    return refused({{"dim", 4}}, {{"profile", three}, {"weights", list}});
  };
  CHECK(weights({1, 1}).starts_with("weights: must have one number for each of 3"));
  CHECK(weights({1, -1, 1}).starts_with("weights: must be >= 0; element 1 is -1"));
  CHECK(weights({0, 0, 0}).starts_with("weights: must not all be 0"));
  CHECK(refused({{"dim", 4}}, {{"profile", {{1, 2}, {3, 4}}}})
            .starts_with("profile: must be a list"));
  CHECK(refused({{"dim", 4}}, {{"profile", json::array()}}).starts_with("profile: must be a list"));
}

TEST_CASE("named profiles") {
  const double pi = 3.14159265358979323846, lag = 3, length = 7, x = lag / length;
  const std::vector<double> want = {
      std::exp(-x), std::exp(-x * x / 2), std::pow(1 + x, -1.5), 1 - x,
      1 - x,        1 - std::log(1 + x),  std::cos(2 * pi * x),  std::sin(pi * x) / (pi * x)};
  for (std::size_t i = 0; i < want.size(); ++i) {
    const auto which = static_cast<TargetProfile>(i);
    CHECK(std::fabs(target_profile(which, lag, length, 1.5) - want[i]) <= 1e-15);
    CHECK(target_profile(which, 0, length, 1.5) == 1);
  }
  CHECK(target_profile(TargetProfile::triangle, 8, length, 1) == 0);
  CHECK(target_profile(TargetProfile::linear, 14, length, 1) == -1);
  CHECK(std::fabs(target_profile(TargetProfile::cosine, 999.25, 1, 1) -
                  std::cos(2 * pi * 999.25)) <= 1e-11);
}

TEST_CASE("waves of a fit and their derivatives are within the stated error") {
  CosineProblem problem;
  problem.maximum = 3.141592653589793;
  for (int i = 0; i < 300; ++i) {
    problem.lags.push_back(i < 150 ? i : 60000 + 2 * i);
    problem.root.push_back(1 + 0.01 * i);
  }
  problem.target.assign(300, 0);
  const std::vector<double> omega = {0, 1e-6, 0.3, 2.9, problem.maximum};
  std::vector<double> c(300 * 5), s(300 * 5);
  cosine_rows(problem, omega, 0, 300, c.data(), s.data());
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const double lag = problem.lags[i], root = problem.root[i];
      const auto f = TurnFrequency::from_radians(Wide(omega[j]));
      const SinCos w = wave(f, Position(lag));
      const double bound = (4 * 300 + lag * omega[j]) * 0x1p-53;
      CHECK(std::fabs(c[i * 5 + j] / root - w.cos) <= bound);
      CHECK(std::fabs(s[i * 5 + j] / root + lag * w.sin) <= bound * lag);
    }
}

TEST_CASE("design: waves that are 0 at every lag that counts are no obstacle") {
  // at lag 1 the wave of a quarter turn is 0, and every value from -1 to 1 is reachable
  for (const double value : {0.25, -0.5}) {
    const Outputs got = designed({{"dim", 2}}, {{"profile", {value}}, {"lags", {1}}});
    CHECK(output(got, "fitted").data[0] == approx(value).epsilon(1e-9));
    CHECK(number(got, "rmsError") <= 1e-9);
  }
}

TEST_CASE("design: such waves are passed over also where something is left to explain") {
  // (cos ω, cos 3ω) begins at (1, 1), reaches (0, 0) at a quarter turn and leaves it along (-1, 3):
  // no multiple is nearer to (0.2, 1) than that line
  const Outputs got = designed({{"dim", 2}}, {{"profile", {0.2, 1}}, {"lags", {1, 3}}});
  const double error = number(got, "rmsError");
  CHECK(error >= 1.6 / std::sqrt(20.0) - 1e-9);
  CHECK(error <= 0.4 + 1e-9);  // the error of (0.6, 0.6)
  CHECK(number(got, "anotherPair") > 0);
  CHECK(number(got, "anotherPair") <= 1 + 1e-9);
}
