// The Hermite series of smooth activations against a trapezoid rule in two dimensions.
#include "kernels/hermite_duals.hpp"

#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "../support/quadrature.hpp"
#include "nn/layers/smooth.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Layer layer_of(const LayerInfo& info) { return {&info, *check(info.params, {}, "")}; }

// equal lists: second inputs are the first
Result<HermiteDuals> series_of(const Layer& layer, const std::vector<double>& rows,
                               const std::vector<double>& cols,
                               Count most = std::uint64_t{1} << 26) {
  return HermiteDuals::make(layer, rows, cols, most);
}

}  // namespace

TEST_CASE("Hermite series of E φφ and E φ'φ': within their bound of the trapezoid rule") {
  struct Case {
    const LayerInfo& info;
    Dual (*quadrature)(double, double, double);
  };
  const Case cases[] = {{kTanh, quadrature_dual<smooth::tanh, 256>},
                        {kSigmoid, quadrature_dual<smooth::sigmoid, 256>},
                        {kSoftplus, quadrature_dual<smooth::softplus, 256>},
                        {kSilu, quadrature_dual<smooth::silu, 256>}};
  for (const Case& c : cases) {
    INFO(c.info.id);
    const Layer layer = layer_of(c.info);
    for (const std::vector<double>& q :
         {std::vector<double>{1, 1, 1}, {7, 7, 7}, {0.01, 0.5, 7}, {0, 1, 3}}) {
      const HermiteDuals series = *series_of(layer, q, q);
      CHECK(series.terms() < HermiteDuals::kMostTerms);
      CHECK(series.left_out() <= 3e-14);
      const std::vector<double> variances = HermiteDuals::variances(layer, q);
      for (std::size_t i = 0; i < q.size(); ++i)
        for (std::size_t j = 0; j < q.size(); ++j)
          for (const double rho : {1.0, 0.9, -0.4, 0.0, -1.0}) {
            const double q12 = rho * std::sqrt(q[i]) * std::sqrt(q[j]);
            const Dual want = c.quadrature(q[i], q12, q[j]);
            double k[2] = {q12, 0}, theta[2] = {3, 1};
            series.duals(i, j, k, theta, 1);
            // values at ρ = 1
            const Dual a = c.quadrature(q[i], q[i], q[i]), b = c.quadrature(q[j], q[j], q[j]);
            CHECK(std::fabs(k[0] - want.value) <= 1e-13 * std::sqrt(a.value * b.value));
            CHECK(std::fabs(theta[0] - 3 * want.derivative) <=
                  3e-13 * std::sqrt(a.derivative * b.derivative));
            CHECK(k[1] == 0);
            CHECK(theta[1] == 1);
            CHECK(variances[i] == approx(a.value).epsilon(1e-13));
          }
    }
  }
}

TEST_CASE("Hermite series: what 4096 terms leave out is bounded, and refused above 10^-6") {
  // tanh is nearly a step; the rule in two dimensions needs 3000 points per side for it
  const Layer layer = layer_of(kTanh);
  bool refused = false;
  for (const double q : {30.0, 60.0, 100.0, 140.0, 200.0, 400.0, 1000.0}) {
    INFO("variance ", q);
    const Result<HermiteDuals> made = series_of(layer, {q}, {q});
    if (refused) CHECK(!made.has_value());  // above a rejected variance, all are rejected
    if (!made) {
      CHECK(made.error().code == ErrorCode::bad_argument);
      CHECK(q > 100);
      refused = true;
      continue;
    }
    CHECK(made->terms() == HermiteDuals::kMostTerms);
    CHECK(made->left_out() <= HermiteDuals::kMostLeftOut);
    const Dual at_one = quadrature_dual<smooth::tanh, 3000>(q, q, q);
    for (const double rho : {0.99, -0.8}) {
      const Dual want = quadrature_dual<smooth::tanh, 3000>(q, q * rho, q);
      double k = q * rho, theta = 1;
      made->duals(0, 0, &k, &theta, 1);
      CHECK(std::fabs(k - want.value) <= (made->left_out() + 1e-13) * at_one.value);
      CHECK(std::fabs(theta - want.derivative) <= (made->left_out() + 1e-13) * at_one.derivative);
    }
  }
  CHECK(refused);
}

TEST_CASE("Hermite series: equal variances are one, and any order of pairs gives the same bits") {
  const Layer layer = layer_of(kSilu);
  const std::vector<double> q(80, 1.25);
  const HermiteDuals one = *series_of(layer, q, q);
  std::vector<double> k(80), theta(80, 1.0);
  for (std::size_t j = 0; j < 80; ++j) k[j] = 1.25 * (1 - static_cast<double>(j) / 40);
  std::vector<double> alone = k, derivative = theta;
  one.duals(3, 0, k.data(), theta.data(), 80);
  for (std::size_t j = 0; j < 80; ++j) {
    one.duals(7, j, &alone[j], &derivative[j], 1);
    CHECK(alone[j] == k[j]);
    CHECK(derivative[j] == theta[j]);
  }
}

TEST_CASE("Hermite series: what is refused") {
  const Layer layer = layer_of(kTanh);
  const auto steep = series_of(layer, {1001.0}, {1.0});
  REQUIRE(!steep.has_value());
  CHECK(steep.error().code == ErrorCode::bad_argument);
  std::vector<double> q(8193, 1.0);
  CHECK(series_of(layer, q, q).has_value());
  q[0] = 50;
  const auto large = series_of(layer, q, q);
  REQUIRE(!large.has_value());
  CHECK(large.error().code == ErrorCode::too_large);
  CHECK(series_of(layer, {}, {})->terms() > 0);
}

TEST_CASE("Hermite series: first inputs of one variance and second ones of several") {
  const Layer layer = layer_of(kTanh);
  const std::vector<double> rows = {2, 2}, cols = {2, 0.5};
  const HermiteDuals series = *series_of(layer, rows, cols);
  for (std::size_t j = 0; j < 2; ++j) {
    const double q12 = 0.4 * std::sqrt(2 * cols[j]);
    double k = q12, theta = 1;
    series.duals(1, j, &k, &theta, 1);
    const Dual want = quadrature_dual<smooth::tanh, 256>(2, q12, cols[j]);
    CHECK(k == approx(want.value).epsilon(1e-12));
    CHECK(theta == approx(want.derivative).epsilon(1e-12));
  }
}
