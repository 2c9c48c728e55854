// Random feature maps of the Gaussian kernel: golden file, convergence, orthogonality, variance.
#include <cmath>

#include "../support/approx.hpp"
#include "../support/facts.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

double gaussian_kernel(double squared_distance, double sigma) {
  return std::exp(-squared_distance / (2 * sigma * sigma));
}

// z(x)·z(y)
double estimate(const json& spec, const std::vector<double>& x, const std::vector<double>& y) {
  const Plan plan = plan_of(spec);
  std::vector<double> both = x;
  both.insert(both.end(), y.begin(), y.end());
  const std::vector<double> z = table64(plan, both);
  double product = 0;
  for (std::size_t c = 0; c < plan.width(); ++c) product += z[c] * z[plan.width() + c];
  return product;
}

struct Spread {
  double mean, variance;
};
Spread over_seeds(json spec, const std::vector<double>& x, const std::vector<double>& y,
                  int seeds) {
  double sum = 0, squares = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    spec["seed"] = seed;
    const double k = estimate(spec, x, y);
    sum += k, squares += k * k;
  }
  const double mean = sum / seeds;
  return {mean, (squares / seeds - mean * mean) * seeds / (seeds - 1)};
}

}  // namespace

TEST_CASE("golden: random Fourier features with given frequencies and offsets") {
  const json golden = load_json("rff_cos_bias");
  check_table("rff_cos_bias",
              {{"encoding", "random-fourier"},
               {"dim", 2},
               {"axes", 2},
               {"frequencies", numbers_of(golden.at("params").at("w"))},
               {"offsets", golden.at("params").at("b")}},
              numbers_of(golden.at("inputs")), golden.at("expected"));
}

TEST_CASE(
    "random Fourier features: inner products are the Gaussian kernel, within 5 standard errors") {
  constexpr int kDim = 16384;
  constexpr double kSigma = 1.5;
  for (const std::string form : {"cos-bias", "paired"})
    for (const int seed : {0, 1, 2})
      for (const double apart : {0.0, 0.5, 1.0, 2.0, 4.0}) {
        const std::vector<double> x = {0.3, -1.2, 2.0}, y = {0.3, -1.2 + apart, 2.0};
        const double k = gaussian_kernel(apart * apart, kSigma);
        // for one frequency: cos(w·Δ) has the variance (1 + k(2Δ))/2 - k²; the bias adds 1/2
        const double one = (1 + gaussian_kernel(4 * apart * apart, kSigma)) / 2 - k * k;
        const double variance = form == "paired" ? one / (kDim / 2) : (one + 0.5) / kDim;
        const double got = estimate({{"encoding", "random-fourier"},
                                     {"dim", kDim},
                                     {"axes", 3},
                                     {"sigma", kSigma},
                                     {"form", form},
                                     {"seed", seed}},
                                    x, y);
        INFO(form << " seed " << seed << " apart " << apart << ": " << got << ", not " << k);
        CHECK(std::fabs(got - k) <= 5 * std::sqrt(variance) + 1e-12);
      }
}

TEST_CASE("random Fourier features: frequencies have the deviation 1/σ, offsets cover a turn") {
  const Plan plan =
      plan_of({{"encoding", "random-fourier"}, {"dim", 40000}, {"axes", 2}, {"sigma", 4}});
  const auto moments = [](const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double x : values) sum += x, squares += x * x;
    const double n = static_cast<double>(values.size());
    return std::pair{sum / n, squares / n};
  };
  const auto [w, w2] = moments(fact(plan, "frequencies"));
  CHECK(std::fabs(w) <= 5 * 0.25 / std::sqrt(80000.0));
  CHECK(std::fabs(w2 - 0.0625) <= 5 * 0.0625 * std::sqrt(2 / 80000.0));
  constexpr double kPi = 3.14159265358979323846;
  const auto [b, b2] = moments(fact(plan, "offsets"));
  CHECK(std::fabs(b - kPi) <= 5 * kPi / std::sqrt(3 * 40000.0));
  // (2πu)² has the mean 4π²/3 and the deviation 4π²·√(4/45)
  CHECK(std::fabs(b2 - 4 * kPi * kPi / 3) <= 5 * 4 * kPi * kPi * std::sqrt(4 / 45.0 / 40000));
  for (const double x : fact(plan, "offsets")) CHECK((x > 0 && x < 2 * kPi));
}

TEST_CASE("paired features: the inner product is the mean of cosines of the offset") {
  for (const std::string id : {"random-fourier", "orthogonal-fourier"}) {
    const json spec = {{"encoding", id},   {"dim", 48},    {"axes", 4},
                       {"form", "paired"}, {"sigma", 0.7}, {"seed", 5}};
    const std::vector<double> x = {0.5, -2, 3.25, 1}, y = {-1, 0.125, 3, 2.5};
    const std::vector<double> w = fact(plan_of(spec), "frequencies");
    double expected = 0;
    for (std::size_t i = 0; i < 24; ++i) {
      double angle = 0;
      for (std::size_t a = 0; a < 4; ++a) angle += w[i * 4 + a] * (x[a] - y[a]);
      expected += std::cos(angle) / 24;
    }
    CHECK(estimate(spec, x, y) == approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("features fed back as parameters are the same features") {
  for (const std::string form : {"cos-bias", "paired"}) {
    const json drawn = {
        {"encoding", "random-fourier"}, {"dim", 12}, {"axes", 3}, {"form", form}, {"seed", 9}};
    json given = drawn;
    given.erase("seed");
    given["frequencies"] = fact(plan_of(drawn), "frequencies");
    if (form == "cos-bias") given["offsets"] = fact(plan_of(drawn), "offsets");
    const std::vector<double> positions = {1, 2, 3, -0.1, 1e6, 0.7};
    CHECK(table64(plan_of(drawn), positions) == table64(plan_of(given), positions));
    json other = drawn;
    other["seed"] = 10;
    CHECK(table64(plan_of(drawn), positions) != table64(plan_of(other), positions));
  }
}

TEST_CASE("orthogonal features: blocks have orthogonal rows, of the stated norms") {
  constexpr std::size_t kAxes = 8, kRows = 40;  // five blocks
  const auto frequencies = [&](const std::string& variant, double sigma) {
    return fact(plan_of({{"encoding", "orthogonal-fourier"},
                         {"dim", 2 * kRows},
                         {"axes", kAxes},
                         {"variant", variant},
                         {"sigma", sigma}}),
                "frequencies");
  };
  const auto product = [](const std::vector<double>& w, std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t a = 0; a < kAxes; ++a) sum += w[i * kAxes + a] * w[j * kAxes + a];
    return sum;
  };
  const std::vector<double> haar = frequencies("orf", 1), hadamard = frequencies("sorf", 1);
  bool varied = false;
  for (std::size_t i = 0; i < kRows; ++i) {
    CHECK(product(hadamard, i, i) == approx(8).epsilon(1e-15));  // (√a/σ)²
    varied = varied || std::fabs(product(haar, i, i) - product(haar, 0, 0)) > 1;
    for (std::size_t j = i / kAxes * kAxes; j < i; ++j) {
      CHECK(std::fabs(product(haar, i, j)) <=
            1e-15 * std::sqrt(product(haar, i, i) * product(haar, j, j)) * kAxes);
      CHECK(product(hadamard, i, j) == 0);  // integers divided by a power of two
    }
  }
  CHECK(varied);
  // rows of different blocks are independent, not orthogonal
  CHECK(std::fabs(product(haar, 0, kAxes)) > 1e-3);
  for (std::size_t i = 0; i < haar.size(); ++i)
    CHECK(frequencies("orf", 4)[i] == approx(haar[i] / 4).epsilon(1e-15));
}

TEST_CASE("orthogonal features: unbiased, and of lower variance than independent ones") {
  constexpr int kSeeds = 600;
  const std::vector<double> x(8, 0.25), y = {0.6, 0.5, 0.1, 0, 0.3, 0.25, -0.2, 0.7};
  double squared = 0;
  for (std::size_t a = 0; a < 8; ++a) squared += (x[a] - y[a]) * (x[a] - y[a]);
  const double k = gaussian_kernel(squared, 1);
  const json shape = {{"dim", 16}, {"axes", 8}, {"form", "paired"}};
  json independent = shape, orthogonal = shape;
  independent["encoding"] = "random-fourier", orthogonal["encoding"] = "orthogonal-fourier";
  const Spread a = over_seeds(independent, x, y, kSeeds), b = over_seeds(orthogonal, x, y, kSeeds);
  CHECK(std::fabs(a.mean - k) <= 5 * std::sqrt(a.variance / kSeeds));
  CHECK(std::fabs(b.mean - k) <= 5 * std::sqrt(b.variance / kSeeds));
  CHECK(b.variance < 0.5 * a.variance);
  orthogonal["variant"] = "sorf";
  CHECK(over_seeds(orthogonal, x, y, kSeeds).variance < 0.5 * a.variance);
}

TEST_CASE("random features: what does not fit is refused by name") {
  const auto field = [](const json& spec) {
    const auto plan = Plan::create(spec_of(spec));
    REQUIRE(!plan);
    return plan.error().field;
  };
  const std::string rff = "random-fourier", orf = "orthogonal-fourier";
  CHECK(field({{"encoding", rff}, {"dim", 5}, {"form", "paired"}}) == "dim");
  CHECK(field({{"encoding", orf}, {"dim", 5}}) == "dim");
  CHECK(field({{"encoding", rff}, {"dim", 0}}) == "dim");
  CHECK(field({{"encoding", rff}, {"dim", 4}, {"frequencies", {1, 2, 3}}}) == "frequencies");
  CHECK(field({{"encoding", rff}, {"dim", 4}, {"offsets", {1, 2, 3}}}) == "offsets");
  CHECK(field({{"encoding", rff}, {"dim", 4}, {"form", "paired"}, {"offsets", {1, 2, 3, 4}}}) ==
        "offsets");
  CHECK(field({{"encoding", rff}, {"dim", 65536}, {"axes", 64}}) == "frequencies");
  CHECK(field({{"encoding", orf}, {"dim", 65536}, {"axes", 64}}) == "dim");
  CHECK(field({{"encoding", orf}, {"dim", 6}, {"axes", 3}, {"variant", "sorf"}}) == "axes");
  CHECK(field({{"encoding", rff}, {"dim", 4}, {"sigma", 0}}) == "sigma");
}

TEST_CASE("orthogonal features of one axis are independent ones, and blocks may be cut") {
  const json one = {{"encoding", "orthogonal-fourier"}, {"dim", 10}, {"axes", 1}};
  CHECK(fact(plan_of(one), "frequencies").size() == 5);
  const json small = {{"encoding", "orthogonal-fourier"}, {"dim", 6}, {"axes", 8}, {"seed", 3}};
  json large = small;
  large["dim"] = 16;
  const std::vector<double> cut = fact(plan_of(small), "frequencies"),
                            whole = fact(plan_of(large), "frequencies");
  for (std::size_t i = 0; i < cut.size(); ++i) CHECK(cut[i] == whole[i]);
}
