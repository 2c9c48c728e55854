// PoPE against complex numbers: logits are Re Σ μ_q e^{i m θ} · conj(μ_k e^{i (n θ + δ)}).
#include <cmath>
#include <complex>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/attention.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("PoPE: transformed vectors and logits, as complex numbers") {
  constexpr int kDim = 6;
  const std::vector<double> delta = {0, -0.5, -6.0, -3.14, -1e-9, -2};
  for (const std::string layout : {"half", "interleaved"}) {
    Plan plan = plan_of({{"encoding", "pope"},
                         {"dim", kDim},
                         {"base", 100},
                         {"phases", delta},
                         {"layout", layout}});
    CHECK(plan.rotated_width() == 2 * kDim);
    CHECK(plan.width() == 2 * kDim);
    const std::vector<double> q = some_numbers(kDim), k = some_numbers(kDim, 0.55);
    for (const auto& [m, n] : {std::pair{0.0, 0.0}, {3, 11}, {250, 31.5}, {-4, 9}}) {
      const std::vector<double> a = rotated(plan, {m}, q, Side::query),
                                b = rotated(plan, {n}, k, Side::key);
      std::complex<double> sum = 0;
      for (int c = 0; c < kDim; ++c) {
        const auto i = static_cast<std::size_t>(c);
        const double theta = std::pow(100.0, -c / 6.0);
        const auto zq = std::polar(std::log1p(std::exp(q[i])), m * theta);
        const auto zk = std::polar(std::log1p(std::exp(k[i])), n * theta + delta[i]);
        const std::size_t first = layout == "half" ? i : 2 * i,
                          second = layout == "half" ? i + kDim : 2 * i + 1;
        CHECK(std::abs(std::complex(a[first], a[second]) - zq) <= 1e-12);
        CHECK(std::abs(std::complex(b[first], b[second]) - zk) <= 1e-12);
        sum += zq * std::conj(zk);
      }
      CHECK(std::fabs(score(plan, {m}, q, {n}, k) - sum.real() / std::sqrt(6.0)) <= 1e-12);
    }
  }
}

TEST_CASE("PoPE: with equal magnitudes the logit is the kernel of d frequencies, at any position") {
  Plan plan = plan_of({{"encoding", "pope"}, {"dim", 8}});
  const std::vector<double> zero(8);  // softplus(0) = ln 2
  for (const double start : {0.0, 1e9}) {
    double kernel = 0;
    const std::vector<double> offset = {37};
    CHECK(plan.kernel_profile(offset, &kernel));
    CHECK(score(plan, {start + 37}, zero, {start}, zero) ==
          approx(std::log(2.0) * std::log(2.0) * kernel / std::sqrt(8.0)).epsilon(1e-13));
  }
}

TEST_CASE("PoPE: phases are cut to [-2π, 0], zero or drawn from there, and reported") {
  const auto phases = [](json spec) {
    spec["encoding"] = "pope", spec["dim"] = 4;
    return fact(*plan_of(spec).facts(), "phases").values;
  };
  CHECK(phases(json::object()) == std::vector<double>(4));
  CHECK(phases({{"phases", {1, -1, -7, 0}}}) == std::vector<double>{0, -1, -6.283185307179586, 0});
  const std::vector<double> drawn = phases({{"phaseInit", "uniform"}, {"seed", 3}});
  for (const double phase : drawn) CHECK((phase < 0 && phase > -6.283185307179586));
  CHECK(drawn != phases({{"phaseInit", "uniform"}, {"seed", 4}}));
  check_refused({{"encoding", "pope"}, {"dim", 4}, {"phases", {1, 2}}}, "phases",
                ErrorCode::bad_shape);
}

TEST_CASE("PoPE: one channel and odd widths are fine, pairs are within a channel") {
  for (const int dim : {1, 3, 7}) {
    Plan plan = plan_of({{"encoding", "pope"}, {"dim", dim}});
    CHECK(plan.pairs() == static_cast<std::size_t>(dim));
    CHECK(rotated(plan, {5}, some_numbers(static_cast<std::size_t>(dim))).size() ==
          static_cast<std::size_t>(2 * dim));
  }
}
