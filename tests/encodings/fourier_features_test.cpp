// Encodings by waves of coordinates (Tancik, NeRF, mip-NeRF, SIREN, pixel bands, boxes) and the
// forward pass of learnable Fourier features: golden files, and second formulas in long double.
#include <cmath>

#include "../support/approx.hpp"
#include "../support/facts.hpp"
#include "../support/golden.hpp"
#include "../support/ulp.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

std::string refused(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  return plan.error().field;
}

// within `ulps` of a long double
bool near(double got, long double expected, double ulps) {
  const double unit = std::fmax(std::fabs(static_cast<double>(expected)) * 0x1p-52, 0x1p-1000);
  return std::fabs(static_cast<double>(got - expected)) <= ulps * unit;
}

}  // namespace

TEST_CASE("golden: Tancik's mappings, NeRF in both conventions, mip-NeRF") {
  const auto check = [](const std::string& file, const json& spec) {
    const json golden = load_json(file);
    check_table(file, spec, numbers_of(golden.at("inputs")), golden.at("expected"));
  };
  check("fourier_features_basic",
        {{"encoding", "fourier-features"}, {"mapping", "basic"}, {"order", "code"}});
  check("fourier_features_positional",
        {{"encoding", "fourier-features"}, {"mapping", "positional"}, {"scale", 10}, {"dim", 20}});
  check("fourier_features_gaussian",
        {{"encoding", "fourier-features"},
         {"order", "code"},
         {"frequencies", numbers_of(load_json("fourier_features_gaussian").at("params").at("B"))}});
  check("nerf_paper_eq4_L4", {{"encoding", "nerf"}, {"convention", "paper"}, {"bands", 4}});
  check("nerf_code_L10", {{"encoding", "nerf"}});

  const json ipe = load_json("mipnerf_ipe_0_6");
  std::vector<double> positions;
  for (const json& input : ipe.at("inputs")) {
    flatten(input.at("mean"), positions);
    flatten(input.at("var"), positions);
  }
  check_table("mipnerf_ipe_0_6", {{"encoding", "mip-nerf"}, {"minDeg", 0}, {"maxDeg", 6}},
              positions, ipe.at("expected"));
}

TEST_CASE("fourier-features: the orders are permutations, and amplitudes weigh the kernel") {
  const std::vector<double> v = {0.125, 0.7, -0.3, 0.4};
  json spec = {{"encoding", "fourier-features"}, {"dim", 12}, {"scale", 3}, {"seed", 4}};
  const std::vector<double> paper = table64(plan_of(spec), v);
  spec["order"] = "code";
  const std::vector<double> code = table64(plan_of(spec), v);
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t i = 0; i < 6; ++i) {
      CHECK(paper[r * 12 + i] == code[r * 12 + 6 + i]);
      CHECK(paper[r * 12 + 6 + i] == code[r * 12 + i]);
    }

  const std::vector<double> a = {1, 0.5, -2, 0, 3, 0.25};
  spec["amplitudes"] = a;
  const Plan weighted = plan_of(spec);
  const std::vector<double> b = fact(weighted, "frequencies"), t = table64(weighted, v);
  const std::vector<double> offset = {v[0] - v[2], v[1] - v[3]};
  long double kernel = 0;
  double product = 0, profile = 0;
  for (std::size_t j = 0; j < 6; ++j)
    kernel += static_cast<long double>(a[j]) * a[j] *
              std::cos(2 * kPi *
                       (b[2 * j] * static_cast<long double>(offset[0]) +
                        b[2 * j + 1] * static_cast<long double>(offset[1])));
  for (std::size_t c = 0; c < 12; ++c) product += t[c] * t[12 + c];
  CHECK(weighted.kernel_profile(offset, &profile));
  CHECK(product == approx(static_cast<double>(kernel)).epsilon(1e-13));
  CHECK(profile == approx(static_cast<double>(kernel)).epsilon(1e-13));
}

TEST_CASE("fourier-features: gaussian frequencies have the stated deviation") {
  const std::vector<double> b = fact(
      plan_of({{"encoding", "fourier-features"}, {"dim", 8192}, {"scale", 10}}), "frequencies");
  double sum = 0, squares = 0;
  for (const double x : b) sum += x, squares += x * x;
  const double n = static_cast<double>(b.size());
  CHECK(std::fabs(sum / n) <= 5 * 10 / std::sqrt(n));
  CHECK(std::fabs(squares / n - 100) <= 5 * 100 * std::sqrt(2 / n));
}

TEST_CASE("fourier-features: widths left out, and what does not fit") {
  const std::string id = "fourier-features";
  CHECK(plan_of({{"encoding", id}}).width() == 512);
  CHECK(plan_of({{"encoding", id}, {"mapping", "positional"}}).width() == 512);
  CHECK(plan_of({{"encoding", id}, {"mapping", "basic"}, {"axes", 5}}).width() == 10);
  CHECK(refused({{"encoding", id}, {"dim", 7}}) == "dim");
  CHECK(refused({{"encoding", id}, {"mapping", "positional"}, {"dim", 6}}) == "dim");
  CHECK(refused({{"encoding", id}, {"mapping", "basic"}, {"dim", 6}}) == "dim");
  CHECK(refused({{"encoding", id}, {"frequencies", {1, 2, 3}}}) == "frequencies");
  CHECK(refused({{"encoding", id}, {"frequencies", json::array()}}) == "frequencies");
  CHECK(refused({{"encoding", id}, {"mapping", "basic"}, {"frequencies", {1, 2}}}) ==
        "frequencies");
  CHECK(refused({{"encoding", id}, {"dim", 4}, {"amplitudes", {1}}}) == "amplitudes");
  // m = 1: σ^0
  CHECK(fact(plan_of({{"encoding", id}, {"mapping", "positional"}, {"axes", 1}, {"dim", 2}}),
             "frequencies") == std::vector<double>{1});
}

TEST_CASE("nerf: the code at πp is the paper at p, in another order") {
  constexpr std::size_t kOctaves = 6;
  const std::vector<double> p = {0.3, -0.85, 0.0625};
  std::vector<double> scaled;
  for (const double x : p) scaled.push_back(static_cast<double>(kPi * x));
  const auto paper =
      table64(plan_of({{"encoding", "nerf"}, {"bands", kOctaves}, {"convention", "paper"}}), p);
  const auto code =
      table64(plan_of({{"encoding", "nerf"}, {"bands", kOctaves}, {"includeInput", "no"}}), scaled);
  REQUIRE(paper.size() == 36);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t k = 0; k < kOctaves; ++k)
      for (std::size_t part = 0; part < 2; ++part)  // πp is rounded once, by at most 2^-53·π
        CHECK(std::fabs(paper[a * 2 * kOctaves + 2 * k + part] - code[k * 6 + part * 3 + a]) <=
              std::ldexp(4.0, static_cast<int>(k) - 53) + 0x1p-52);
  const auto with = table64(plan_of({{"encoding", "nerf"}, {"bands", kOctaves}}), scaled);
  for (std::size_t c = 0; c < 3; ++c) CHECK(with[c] == scaled[c]);
  for (std::size_t c = 0; c < 36; ++c) CHECK(with[3 + c] == code[c]);
}

TEST_CASE("nerf: dyadic phases are exact, however fast the band") {
  const Plan plan =
      plan_of({{"encoding", "nerf"}, {"axes", 1}, {"bands", 60}, {"convention", "paper"}});
  const auto row = table64(plan, {1.0});  // whole half turns
  for (std::size_t k = 0; k < 60; ++k) {
    CHECK(row[2 * k] == 0);
    CHECK(row[2 * k + 1] == (k == 0 ? -1 : 1));
  }
}

TEST_CASE("nerf: linear bands are evenly spaced with the same ends, and one band is 1") {
  const json spec = {{"encoding", "nerf"}, {"axes", 1}, {"bands", 5}, {"spacing", "linear"}};
  CHECK(*plan_of(spec).frequencies() == std::vector<double>{1, 4.75, 8.5, 12.25, 16});
  json one = spec;
  one["bands"] = 1;
  CHECK(*plan_of(one).frequencies() == std::vector<double>{1});
  CHECK(refused({{"encoding", "nerf"}, {"bands", 61}}) == "bands");
}

TEST_CASE("mip-nerf: without variance it is NeRF's encoding") {
  const std::vector<double> mean = {0.3, -2.5, 1e5};
  std::vector<double> position = mean;
  position.insert(position.end(), {0, 0, 0});
  const auto ipe = table64(plan_of({{"encoding", "mip-nerf"}, {"maxDeg", 8}}), position);
  const auto nerf =
      table64(plan_of({{"encoding", "nerf"}, {"bands", 8}, {"includeInput", "no"}}), mean);
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t a = 0; a < 3; ++a) {
      CHECK(ipe[k * 3 + a] == nerf[k * 6 + a]);
      CHECK(ipe[24 + k * 3 + a] == nerf[k * 6 + 3 + a]);
    }
}

TEST_CASE("mip-nerf: entries are means over a Gaussian, by the trapezoidal rule") {
  const double mean = 0.8, variance = 0.3;
  const auto ipe =
      table64(plan_of({{"encoding", "mip-nerf"}, {"axes", 2}, {"minDeg", -1}, {"maxDeg", 3}}),
              {mean, variance});
  for (int k = -1; k < 3; ++k) {
    double sine = 0, cosine = 0, mass = 0;
    for (int i = -1200; i <= 1200; ++i) {  // ±12 deviations; the rule converges exponentially
      const double z = i * 0.01, weight = std::exp(-z * z / 2);
      const double x = std::ldexp(mean + z * std::sqrt(variance), k);
      sine += weight * std::sin(x), cosine += weight * std::cos(x), mass += weight;
    }
    CHECK(ipe[static_cast<std::size_t>(k + 1)] == approx(sine / mass).epsilon(1e-12));
    CHECK(ipe[static_cast<std::size_t>(k + 5)] == approx(cosine / mass).epsilon(1e-12));
  }
}

TEST_CASE("mip-nerf: within 5 ulp of 256-bit arithmetic") {
  const Plan plan =
      plan_of({{"encoding", "mip-nerf"}, {"axes", 2}, {"minDeg", -3}, {"maxDeg", 12}});
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const double mean = std::ldexp(1 + i * 0.3141, i % 9 - 4) * (i % 2 == 0 ? 1 : -1);
    const double variance = std::ldexp(1.0 + 0.0123 * i, -(i % 14));
    const auto row = table64(plan, {mean, variance});
    for (int k = -3; k < 12; ++k) {
      const Wide factor = exp(-(Wide(variance).scaled(2 * k - 1)));
      const WideSinCos w = wide_wave(TurnFrequency::from_radians(Wide(1.0).scaled(k)), mean);
      for (const bool sine : {true, false}) {
        const Wide exact = factor * (sine ? w.sin : w.cos);
        const double value = exact.to_double();
        if (std::fabs(value) < 0x1p-1000) continue;
        const double got = row[static_cast<std::size_t>(k + 3 + (sine ? 0 : 15))];
        const double ulp = ulp_of(value);
        worst = std::fmax(worst, std::fabs((Wide(got) - exact).to_double()) / ulp);
      }
    }
  }
  CHECK(worst <= 5);
}

TEST_CASE("mip-nerf: a negative variance counts as 0, and what does not fit is refused") {
  const Plan plan = plan_of({{"encoding", "mip-nerf"}, {"axes", 2}, {"maxDeg", 4}});
  CHECK(table64(plan, {0.5, -3}) == table64(plan, {0.5, 0}));
  for (const double x : table64(plan, {0.5, 1e12})) CHECK(x == 0);
  CHECK(refused({{"encoding", "mip-nerf"}, {"axes", 3}}) == "axes");
  CHECK(refused({{"encoding", "mip-nerf"}, {"minDeg", 4}, {"maxDeg", 4}}) == "maxDeg");
}

TEST_CASE("siren: sin(ω0·(Wx + b)) of the reported weights, which have the published ranges") {
  const json spec = {{"encoding", "siren"}, {"dim", 512}, {"axes", 4}, {"seed", 2}};
  const Plan plan = plan_of(spec);
  const std::vector<double> w = fact(plan, "weights"), b = fact(plan, "biases");
  const std::vector<double> x = {0.5, -0.125, 0.9, -1};
  const auto row = table64(plan, x);
  double weight_squares = 0, bias_squares = 0;
  for (std::size_t i = 0; i < 512; ++i) {
    long double sum = b[i];
    for (std::size_t a = 0; a < 4; ++a) {
      sum += static_cast<long double>(w[i * 4 + a]) * x[a];
      CHECK(std::fabs(w[i * 4 + a]) <= 0.25);
      weight_squares += w[i * 4 + a] * w[i * 4 + a] / (4 * 512);
    }
    CHECK(std::fabs(b[i]) <= 0.5);
    bias_squares += b[i] * b[i] / 512;
    CHECK(std::fabs(row[i] - static_cast<double>(std::sin(30 * sum))) <= 2e-15);
  }
  // a uniform variable on ±c has the variance c²/3, and its square the deviation c²·√(4/45)
  CHECK(std::fabs(weight_squares - 0.0625 / 3) <= 5 * 0.0625 * std::sqrt(4.0 / 45 / 2048));
  CHECK(std::fabs(bias_squares - 0.25 / 3) <= 5 * 0.25 * std::sqrt(4.0 / 45 / 512));
  json given = spec;
  given["weights"] = w, given["biases"] = b;
  given.erase("seed");
  CHECK(table64(plan_of(given), x) == row);
  CHECK(refused({{"encoding", "siren"}, {"dim", 3}, {"weights", {1, 2, 3}}}) == "weights");
  CHECK(refused({{"encoding", "siren"}, {"dim", 3}, {"biases", {1, 2}}}) == "biases");
}

TEST_CASE("pixel-fourier: bands from π to π·R/2, geometric or even") {
  const auto frequencies = [](const json& more) {
    json spec = {{"encoding", "pixel-fourier"}, {"axes", 1}};
    spec.update(more);
    return *plan_of(spec).frequencies();
  };
  const auto log = frequencies({{"bands", 5}, {"maxRes", 32}});
  const auto even = frequencies({{"bands", 5}, {"maxRes", 32}, {"spacing", "linear"}});
  for (int k = 0; k < 5; ++k) {
    const auto i = static_cast<std::size_t>(k);
    CHECK(near(log[i], kPi * std::pow(2.0L, k), 1));
    CHECK(near(even[i], kPi * (1 + k * 3.75L), 1));
  }
  CHECK(near(frequencies({{"bands", 64}}).back(), 112 * kPi, 1));
  CHECK(near(frequencies({{"bands", 7}, {"convention", "lucidrains"}})[3], kPi * 3, 1));
  CHECK(near(frequencies({{"bands", 1}})[0], kPi, 1));
}

TEST_CASE("pixel-fourier: channel orders of timm and lucidrains") {
  const std::vector<double> x = {0.3, -0.7};
  const json spec = {
      {"encoding", "pixel-fourier"}, {"bands", 2}, {"maxRes", 8}, {"includeInput", true}};
  const auto s = [&](std::size_t a, double band) { return std::sin(kPi * band * x[a]); };
  const auto c = [&](std::size_t a, double band) { return std::cos(kPi * band * x[a]); };
  const auto timm = table64(plan_of(spec), x);
  const std::vector<long double> timm_expected = {x[0],    x[1],    s(0, 1), s(1, 1), s(0, 4),
                                                  s(1, 4), c(0, 1), c(1, 1), c(0, 4), c(1, 4)};
  json other = spec;
  other["convention"] = "lucidrains";
  const auto lucidrains = table64(plan_of(other), x);
  const std::vector<long double> lucidrains_expected = {s(0, 1), s(0, 4), c(0, 1), c(0, 4), x[0],
                                                        s(1, 1), s(1, 4), c(1, 1), c(1, 4), x[1]};
  REQUIRE(timm.size() == 10);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(near(timm[i], timm_expected[i], 1));
    CHECK(near(lucidrains[i], lucidrains_expected[i], 1));
  }
}

TEST_CASE("pixel-fourier: cells of a grid stand where linspace(-1, 1) puts them") {
  const json coordinates = {{"encoding", "pixel-fourier"}, {"bands", 6}};
  json cells = coordinates;
  cells["gridShape"] = {5, 1};
  const Plan a = plan_of(coordinates), b = plan_of(cells);
  for (int i = 0; i < 5; ++i)  // a single cell is at -1
    CHECK(table64(a, {i / 2.0 - 1, -1}) == table64(b, {static_cast<double>(i), 0}));
  cells["gridShape"] = {5, 4, 3};
  CHECK(refused(cells) == "gridShape");
  cells["gridShape"] = {5, 2.5};
  CHECK(refused(cells) == "gridShape");
  cells["gridShape"] = {5, 4};
  cells["includeInput"] = true;
  CHECK(refused(cells) == "includeInput");
}

TEST_CASE("gligen-boxes: sines and cosines of the four corners, frequency by frequency") {
  const std::vector<double> box = {0.1, 0.25, 0.6, 0.95};
  const auto row = table64(plan_of({{"encoding", "gligen-boxes"}}), box);
  REQUIRE(row.size() == 64);
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t a = 0; a < 4; ++a) {
      const long double angle = std::pow(100.0L, static_cast<long double>(k) / 8) * box[a];
      CHECK(std::fabs(row[k * 8 + a] - static_cast<double>(std::sin(angle))) <= 1e-15);
      CHECK(std::fabs(row[k * 8 + 4 + a] - static_cast<double>(std::cos(angle))) <= 1e-15);
    }
}

TEST_CASE("learnable-fourier: the forward pass in long double, from the reported weights") {
  for (const int features : {2, 64, 1000}) {
    const json spec = {{"encoding", "learnable-fourier"},
                       {"dim", 24},
                       {"axes", 6},
                       {"groups", 2},
                       {"features", features},
                       {"hidden", 20},
                       {"gamma", 0.5},
                       {"seed", 3}};
    const Plan plan = plan_of(spec);
    const std::vector<double> wr = fact(plan, "frequencies"), w1 = fact(plan, "weight1"),
                              b1 = fact(plan, "bias1"), w2 = fact(plan, "weight2"),
                              b2 = fact(plan, "bias2");
    const std::vector<double> x = {0.5, -1.25, 3, 40, 0.001, -7};
    const auto row = table64(plan, x);
    const auto f = static_cast<std::size_t>(features);
    double worst = 0;
    for (std::size_t g = 0; g < 2; ++g) {
      std::vector<long double> r(f), h(20);
      for (std::size_t i = 0; i < f / 2; ++i) {
        long double angle = 0;
        for (std::size_t m = 0; m < 3; ++m)
          angle += static_cast<long double>(wr[i * 3 + m]) * x[g * 3 + m];
        r[i] = std::cos(angle) / std::sqrt(static_cast<long double>(f));
        r[f / 2 + i] = std::sin(angle) / std::sqrt(static_cast<long double>(f));
      }
      for (std::size_t u = 0; u < 20; ++u) {
        long double sum = b1[u];
        for (std::size_t i = 0; i < f; ++i) sum += w1[u * f + i] * r[i];
        h[u] = sum * (1 + std::erf(sum / std::sqrt(2.0L))) / 2;
      }
      for (std::size_t c = 0; c < 12; ++c) {
        long double sum = b2[c];
        for (std::size_t u = 0; u < 20; ++u) sum += w2[c * 20 + u] * h[u];
        worst = std::fmax(worst, std::fabs(row[g * 12 + c] - static_cast<double>(sum)));
        CHECK(std::fabs(row[g * 12 + c]) < 2);
      }
    }
    CHECK(worst <= 1e-14 * std::sqrt(features));
    json given = spec;
    given["frequencies"] = wr, given["weight1"] = w1, given["bias1"] = b1, given["weight2"] = w2,
    given["bias2"] = b2;
    for (const char* unused : {"seed", "gamma"}) given.erase(unused);
    CHECK(table64(plan_of(given), x) == row);
  }
}

TEST_CASE("learnable-fourier: groups share weights, deviations are as said, misfits are refused") {
  const json spec = {{"encoding", "learnable-fourier"}, {"dim", 16}, {"axes", 4}, {"groups", 2}};
  const auto row = table64(plan_of(spec), {3, 4, 3, 4});
  for (std::size_t c = 0; c < 8; ++c) CHECK(row[c] == row[8 + c]);

  json narrow = spec;
  narrow["deviation"] = "1/gamma^2";
  const auto a = fact(plan_of(spec), "frequencies"), b = fact(plan_of(narrow), "frequencies");
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(b[i] == approx(a[i] / 10).epsilon(1e-15));

  const auto with = [&](const std::string& name, const json& value) {
    json other = spec;
    other[name] = value;
    return refused(other);
  };
  CHECK(with("dim", 15) == "dim");
  CHECK(with("axes", 3) == "axes");
  CHECK(with("features", 5) == "features");
  for (const std::string name : {"frequencies", "weight1", "bias1", "weight2", "bias2"})
    CHECK(with(name, {1, 2, 3}) == name);
}
