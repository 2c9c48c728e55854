// The stated error of rows whose tables are not plain waves: every such row states one, and those
// made of waves are tested here against 256-bit arithmetic. (FoPE, learnable Fourier features,
// graphs and resampling have their own tests.)
#include <cmath>
#include <initializer_list>

#include "../support/facts.hpp"
#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

double error_in_ulps(double value, const Wide& exact) {
  int e;
  std::frexp(exact.to_double(), &e);
  return std::fabs((Wide(value) - exact).scaled(-std::max(e - 53, -1074)).to_double());
}

WideSinCos wave_of(const Wide& radians, double p) {
  return wide_wave(TurnFrequency::from_radians(radians), p);
}

const std::initializer_list<double> kCoordinates = {0.1, -2.75, 13, 1e6 + 0.3, 77.7, 179.5, -31.25};

// the largest error of a table's rows at the positions above
template <class Exact>
double worst_error(const json& spec, Exact exact) {
  const Plan plan = plan_of(spec);
  const std::vector<double> positions = sample_positions(plan, 30, kCoordinates);
  const std::vector<double> table = table64(plan, positions);
  double worst = 0;
  for (std::size_t r = 0; r < 30; ++r)
    for (std::size_t c = 0; c < plan.width(); ++c)
      worst = std::max(
          worst, error_in_ulps(table[r * plan.width() + c], exact(&positions[r * plan.axes()], c)));
  return worst;
}

}  // namespace

TEST_CASE("every table that is no plain waves states its error") {
  std::size_t stated = 0;
  for (const EncodingInfo* row : encodings()) {
    INFO(row->id);
    // waves are correctly rounded, as documented once for all of them
    CHECK((row->row_table != nullptr) == !row->accuracy.empty());
    if (row->row_table == nullptr) continue;
    ++stated;
    CHECK(row->accuracy.back() == '.');
    CHECK((row->accuracy.find("within") != row->accuracy.npos ||
           row->accuracy.find("exact") != row->accuracy.npos));
  }
  CHECK(stated >= 13);
}

TEST_CASE("timm's grid and the Gaussian projection: within 0.80 ulp") {
  const Wide step = log(Wide(10000.0)) / Wide(6.0);
  const double timm = worst_error({{"encoding", "sincos2d-timm"}, {"dim", 24}},
                                  [&](const double* p, std::size_t c) {
                                    const std::size_t block = c / 6;  // sin h, sin w, cos h, cos w
                                    const Wide omega = exp(-(step * Wide(double(c % 6))));
                                    const WideSinCos w = wave_of(omega, p[block % 2]);
                                    return block < 2 ? w.sin : w.cos;
                                  });
  CHECK(timm <= 0.80);
  CHECK(timm > 0.5);
  const json spec = {{"encoding", "gaussian-fourier"},
                     {"dim", 6},
                     {"weights", {0.3, -1.7, 16.25}},
                     {"log", false}};
  const double gaussian = worst_error(spec, [](const double* p, std::size_t c) {
    const double weights[] = {0.3, -1.7, 16.25};
    const WideSinCos w = wide_wave(TurnFrequency::from_turns(Wide(weights[c % 3])), *p);
    return c < 3 ? w.sin : w.cos;
  });
  CHECK(gaussian <= 0.80);
  CHECK(gaussian > 0.4);
}

TEST_CASE("mip-NeRF: within 5 ulp") {
  const double worst = worst_error(
      {{"encoding", "mip-nerf"}, {"axes", 4}, {"maxDeg", 9}}, [](const double* p, std::size_t c) {
        const std::size_t k = c % 18 / 2, a = c % 2;
        const Wide variance(std::max(p[2 + a], 0.0));
        const WideSinCos w = wave_of(Wide(1.0).scaled(static_cast<int>(k)), p[a]);
        const Wide exponent = variance.scaled(static_cast<int>(2 * k) - 1);
        if (exponent > Wide(600.0)) return Wide();  // underflow, or nearly
        return exp(-exponent) * (c < 18 ? w.sin : w.cos);
      });
  CHECK(worst <= 5);
  CHECK(worst > 0.5);
}

TEST_CASE("Sphere2Vec: within 4 ulp") {
  const json spec = {
      {"encoding", "sphere2vec"}, {"scales", 5}, {"minRadius", 0.01}, {"maxRadius", 1}};
  const Wide step = log(Wide(0.01) / Wide(1.0)) / Wide(4.0);
  const double worst = worst_error(spec, [&](const double* p, std::size_t c) {
    const Wide rate = exp(step * Wide(double(c / 3))) / Wide(0.01) / Wide(360.0);
    const TurnFrequency f = TurnFrequency::from_turns(rate);
    const WideSinCos lambda = wide_wave(f, p[0]), phi = wide_wave(f, p[1]);
    return c % 3 == 0 ? phi.sin : phi.cos * (c % 3 == 1 ? lambda.cos : lambda.sin);
  });
  CHECK(worst <= 4);
  CHECK(worst > 0.5);
}

TEST_CASE("CAPE: within 0.80 ulp of the waves of the augmented position") {
  const json spec = {{"encoding", "cape"}, {"dim", 12}, {"mode", "eval"}, {"mean", 3.5}};
  const Wide step = log(Wide(10000.0)) / Wide(6.0);
  const double worst = worst_error(spec, [&](const double* p, std::size_t c) {
    const WideSinCos w = wave_of(exp(-(step * Wide(double(c / 2)))), *p - 3.5);
    return c % 2 == 0 ? w.sin : w.cos;
  });
  CHECK(worst <= 0.80);
  CHECK(worst > 0.4);
}
