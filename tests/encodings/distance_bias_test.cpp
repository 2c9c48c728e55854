// Biases that are a formula of the distance: ALiBi's variants, KERPLE, Sandwich, TISA, the dynamic
// position bias, and forget gates.
#include <algorithm>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("ALiBi: Bloom's m·j differs from -m·(i - j) by a constant of each query") {
  const Bias key = bias_of({{"encoding", "alibi"}, {"heads", 8}, {"storage", "key"}}),
             distance = bias_of({{"encoding", "alibi"}, {"heads", 8}});
  for (std::size_t head = 0; head < 8; ++head)
    for (std::int64_t i = 0; i < 5; ++i)
      for (std::int64_t j = 0; j <= i; ++j)
        CHECK(key.at(head, i, j) - distance.at(head, i - j, 0) == key.at(head, i, i));
  check_refused(
      {{"encoding", "alibi"}, {"heads", 8}, {"storage", "key"}, {"direction", "symmetric"}},
      "storage");
}

TEST_CASE("ALiBi: split heads look back or ahead with the slopes of half the heads") {
  const Bias split = bias_of({{"encoding", "alibi"}, {"heads", 6}, {"direction", "split"}}),
             half = bias_of({{"encoding", "alibi"}, {"heads", 3}});
  for (std::size_t head = 0; head < 6; ++head)
    for (std::int64_t d = -3; d <= 3; ++d) {
      const bool seen = head < 3 ? d >= 0 : d <= 0;
      CHECK(split.at(head, d, 0) == (seen ? half.at(head % 3, d < 0 ? -d : d, 0) : -INFINITY));
    }
  check_refused({{"encoding", "alibi"}, {"heads", 3}, {"direction", "split"}}, "heads");
}

TEST_CASE("KERPLE: the golden biases of both kinds") {
  const json golden = load_json("kerple");
  for (const std::string kind : {"log", "power"}) {
    json spec = {{"encoding", "kerple"}, {"heads", 2}, {"kind", kind}};
    for (const json& rates : golden.at("params").at(kind))
      spec["r1"].push_back(rates[0]), spec["r2"].push_back(rates[1]);
    const Bias bias = bias_of(spec);
    std::vector<double> out;
    for (std::size_t head = 0; head < 2; ++head)
      for (std::int64_t d = 0; d < 10; ++d) out.push_back(bias.at(head, d, 0));
    check_all(golden, out, golden.at("expected").at(kind));
  }
}

TEST_CASE("KERPLE: minus the bias is conditionally negative definite: xᵀBx >= 0 where Σx = 0") {
  const std::size_t n = 40;
  for (const std::string kind : {"log", "power"})
    for (int seed = 0; seed < 4; ++seed) {
      const Bias bias =
          bias_of({{"encoding", "kerple"}, {"heads", 6}, {"kind", kind}, {"seed", seed}});
      for (std::size_t head = 0; head < 6; ++head) {
        std::vector<double> x = normals(n, 100 * head + static_cast<std::size_t>(seed));
        double mean = 0;
        for (const double v : x) mean += v / static_cast<double>(n);
        for (double& v : x) v -= mean;
        double form = 0;
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j)
            form += x[i] * x[j] *
                    bias.at(head, static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j), 0);
        CHECK(form > 0);
      }
    }
}

TEST_CASE("KERPLE: drawn rates are in their ranges; wrong ones are named") {
  const Facts facts = *plan_of({{"encoding", "kerple"}, {"heads", 256}}).facts();
  for (const double r : fact(facts, "r1").values) CHECK((r >= 0.01 && r < 2));
  for (const double r : fact(facts, "r2").values) CHECK((r >= 0.01 && r < 1));
  const auto spec = [](const json& r2) -> json {
    return {{"encoding", "kerple"}, {"heads", 2}, {"kind", "power"}, {"r2", r2}};
  };
  check_refused(spec({1, 2.5}), "r2");
  check_refused(spec({0, 1}), "r2");
  check_refused(spec({1}), "r2", ErrorCode::bad_shape);
}

TEST_CASE("Sandwich: the golden biases") {
  const json golden = load_json("sandwich_h4_d16");
  const Bias bias = bias_of({{"encoding", "sandwich"}, {"heads", 4}, {"dim", 16}});
  std::vector<double> out;
  for (std::size_t head = 0; head < 4; ++head)
    for (std::int64_t d = 0; d < 12; ++d) out.push_back(bias.at(head, d, 0));
  check_all(golden, out, golden.at("expected"));
}

TEST_CASE("Sandwich: the sinusoidal kernel without its first wave and with one more") {
  // Σ_{i=1}^{d/2} = Σ_{i=0}^{d/2-1} - cos Δ + cos(Δ/base)
  const Plan kernel = plan_of({{"encoding", "sinusoidal"}, {"dim", 32}});
  const Bias bias = bias_of({{"encoding", "sandwich"}, {"heads", 3}, {"dim", 32}});
  for (std::int64_t d = 0; d < 200; d += 7) {
    const auto offset = static_cast<double>(d);
    double k = 0;
    CHECK(kernel.kernel_profile(std::span(&offset, 1), &k));
    const double sum = k - std::cos(offset) + std::cos(offset / 10000) - 16;
    for (std::size_t head = 0; head < 3; ++head)
      CHECK(bias.at(head, d, 0) ==
            approx(sum * 3 / (8 * (static_cast<double>(head) + 1))).epsilon(1e-12));
  }
}

TEST_CASE("Sandwich: relative error below (6 + d/2)·2^-53, also where cosines are nearly 1") {
  for (const int dim : {2, 16, 256}) {
    const Bias bias = bias_of({{"encoding", "sandwich"}, {"heads", 1}, {"dim", dim}});
    std::vector<TurnFrequency> waves;
    for (int i = 1; i <= dim / 2; ++i)
      waves.push_back(TurnFrequency::from_radians(
          exp(-(log(Wide(10000.0)) * Wide(2.0 * i) / Wide(static_cast<double>(dim))))));
    double worst = 0;
    for (const std::int64_t d : {1, 2, 5, 100, 4097, 1000003}) {
      Wide sum = Wide(-0.5 * dim);
      for (const TurnFrequency& f : waves) sum = sum + wide_wave(f, static_cast<double>(d)).cos;
      const Wide exact = sum.scaled(-3);
      worst = std::max(worst, std::fabs(((Wide(bias.at(0, d, 0)) - exact) / exact).to_double()));
    }
    CHECK(worst <= (6 + 0.5 * dim) * 0x1p-53);
  }
  check_refused({{"encoding", "sandwich"}, {"heads", 1}, {"dim", 7}}, "dim");
}

TEST_CASE("TISA: the golden sum of bell curves, by key - query") {
  const json golden = load_json("tisa");
  json spec = {{"encoding", "tisa"}, {"heads", 1}, {"kernels", 3}};
  for (const std::string name : {"a", "b", "c"}) spec[name] = golden.at("params").at(name);
  const Bias bias = bias_of(spec);
  std::vector<double> out;
  for (const std::int64_t key_minus_query : golden.at("positions"))
    out.push_back(bias.at(0, -key_minus_query, 0));
  check_all(golden, out, golden.at("expected"));
}

TEST_CASE("TISA: every head has its own curves; sharpness counts by size") {
  json spec = {{"encoding", "tisa"}, {"heads", 3}, {"seed", 5}};
  const Facts facts = *plan_of(spec).facts();
  const auto &a = fact(facts, "a").values, &b = fact(facts, "b").values,
             &c = fact(facts, "c").values;
  spec["a"] = a, spec["b"] = b, spec["c"] = c;
  spec.erase("seed");
  json negative = spec;
  for (json& x : negative["b"]) x = -x.get<double>();
  const Bias bias = bias_of(spec), same = bias_of(negative);
  for (std::size_t head = 0; head < 3; ++head)
    for (std::int64_t r = -9; r <= 9; ++r) {
      double sum = 0;
      for (std::size_t s = head * 5; s < head * 5 + 5; ++s)
        sum += a[s] * std::exp(-b[s] * std::pow(static_cast<double>(r) - c[s], 2));
      CHECK(bias.at(head, -r, 0) == approx(sum).epsilon(1e-13));
      CHECK(bias.at(head, -r, 0) == same.at(head, -r, 0));
    }
  check_refused({{"encoding", "tisa"}, {"heads", 2}, {"kernels", 2}, {"c", {1, 2, 3}}}, "c",
                ErrorCode::bad_shape);
}

TEST_CASE("dynamic bias: SiLU networks of the distance or of its logarithm") {
  const auto silu = [](double x) { return x / (1 + std::exp(-x)); };
  json spec = {{"encoding", "dynamic-bias"},
               {"heads", 2},
               {"hidden", 1},
               {"depth", 1},
               {"w1", {0.5}},
               {"b1", {0.25}},
               {"w2", {2, -1}},
               {"b2", {0, 3}}};
  for (const bool logarithmic : {false, true})
    for (const int depth : {1, 3}) {
      spec["logDistance"] = logarithmic;
      spec["depth"] = depth;
      if (depth == 3) spec["wHidden"] = {1.5, -0.5}, spec["bHidden"] = {0.125, 1};
      if (depth == 1) spec.erase("wHidden"), spec.erase("bHidden");
      const Bias bias = bias_of(spec);
      for (std::int64_t d = -6; d <= 6; ++d) {
        double x = static_cast<double>(d);
        if (logarithmic) x = (d < 0 ? -1 : 1) * std::log(std::fabs(x) + 1);
        x = silu(0.5 * x + 0.25);
        if (depth == 3) x = silu(-0.5 * silu(1.5 * x + 0.125) + 1);
        CHECK(bias.at(0, d, 0) == approx(2 * x).epsilon(1e-13));
        CHECK(bias.at(1, d, 0) == approx(3 - x).epsilon(1e-13));
      }
    }
  check_refused({{"encoding", "dynamic-bias"}, {"heads", 1}, {"wHidden", {1.0}}}, "wHidden",
                ErrorCode::bad_shape);
}

TEST_CASE("forget gates: equal ones are ALiBi, given ones are summed between key and query") {
  const Bias equal = bias_of({{"encoding", "forgetting"}, {"heads", 2}});
  const double slope = -std::log(1 / (1 + std::exp(-5.0)));
  for (std::int64_t d = 0; d < 9; ++d)
    CHECK(equal.at(1, d, 0) == approx(-slope * static_cast<double>(d)).epsilon(1e-13));

  const std::size_t heads = 2, n = 5;
  const std::vector<double> f = normals(heads * n, 3);
  Plan plan = plan_of({{"encoding", "forgetting"}, {"heads", heads}, {"forgetLogits", f}});
  for (std::size_t head = 0; head < heads; ++head) {
    const std::vector<float> bias = bias_matrix(plan, head, n, n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double sum = j > i ? -INFINITY : 0;
        for (std::size_t l = j + 1; l <= i; ++l) sum -= std::log1p(std::exp(-f[head * n + l]));
        if (j > i)
          CHECK(bias[i * n + j] == -INFINITY);
        else
          CHECK(bias[i * n + j] == approx(sum).epsilon(1e-6));
      }
  }
  check_refused({{"encoding", "forgetting"}, {"heads", 2}, {"forgetLogits", {1, 2, 3}}},
                "forgetLogits", ErrorCode::bad_shape);
}
