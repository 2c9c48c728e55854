// Spherical harmonics against mpmath, SatCLIP's code, first degrees by hand, orthogonality, and the
// stated error in 256-bit arithmetic.
#include <cmath>

#include "../support/approx.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json spec_with(std::size_t degrees, const json& more = json::object()) {
  json spec = {{"encoding", "spherical-harmonics"}, {"degrees", degrees}};
  spec.update(more);
  return spec;
}

// All entries of degrees 0 … n-1 by the recurrence in `Wide`, plain and integral.
std::vector<Wide> exact(std::size_t n, double lon, double lat) {
  const auto number = [](std::size_t x) { return Wide(static_cast<double>(x)); };
  const auto root = [](const Wide& x) { return pow(x, Wide(0.5)); };
  const auto wave_at = [](std::size_t m, double degrees) {
    return wide_wave(TurnFrequency::from_turns(Wide(static_cast<double>(m)) / Wide(360.0)),
                     degrees);
  };
  const WideSinCos phi = wave_at(1, lat);
  std::vector<Wide> all(n * n);
  Wide sectoral = root(kInverseTwoPi.scaled(-1));
  for (std::size_t m = 0; m < n; ++m) {
    if (m == 1) sectoral = sectoral * root(Wide(3.0)) * phi.cos;
    if (m > 1) sectoral = sectoral * root(number(2 * m + 1) / number(2 * m)) * phi.cos;
    const WideSinCos turn = wave_at(m, lon);
    Wide before, last = sectoral, factor(1.0);
    for (std::size_t l = m; l < n; ++l) {
      if (l > m) {
        const Wide a = root(number(4 * l * l - 1) / number(l * l - m * m));
        const Wide next = a * (phi.sin * last - before / factor);
        before = last, last = next, factor = a;
      }
      all[l * l + l + m] = m == 0 ? last : last * turn.cos;
      if (m > 0) all[l * l + l - m] = last * turn.sin;
    }
  }
  return all;
}

// for degree l, as integral
double largest(std::size_t l) { return std::sqrt((2 * static_cast<double>(l) + 1) / (4 * kPi)); }

}  // namespace

TEST_CASE("golden: spherical harmonics of ten degrees, by mpmath") {
  const json golden = load_json("spherical_harmonics_L10");
  check_table("spherical_harmonics_L10", spec_with(10), numbers_of(golden.at("inputs")),
              golden.at("expected"));
}

TEST_CASE("golden: both ways of SatCLIP") {
  const json golden = load_json("spherical_harmonics_satclip");
  for (const std::string convention : {"satclip", "satclip-closed-form"})
    check_all(golden,
              table64(plan_of(spec_with(8, {{"convention", convention}})),
                      numbers_of(golden.at("inputs"))),
              golden.at("expected").at(convention));
}

TEST_CASE("spherical-harmonics: degree 1 is the point, in all conventions and normalisations") {
  const double lon = -71.25, lat = 42.5, degree = kPi / 180;
  const double x = std::cos(lat * degree) * std::cos(lon * degree),
               y = std::cos(lat * degree) * std::sin(lon * degree), z = std::sin(lat * degree);
  const auto row = [&](const json& more) {
    return table64(plan_of(spec_with(2, more)), {lon, lat});
  };
  const auto check = [&](const json& more, double zeroth, const std::vector<double>& first) {
    const std::vector<double> got = row(more);
    CHECK(got[0] == approx(zeroth).epsilon(1e-15));
    for (std::size_t i = 0; i < 3; ++i) CHECK(got[1 + i] == approx(first[i]).epsilon(1e-14));
  };
  check({{"normalisation", "norm"}}, 1, {y, z, x});
  const double root = std::sqrt(3.0);
  check({{"normalisation", "component"}}, 1, {root * y, root * z, root * x});
  // Gaussian splatting: -C1·y, C1·z, -C1·x with these constants
  const double c0 = 0.28209479177387814, c1 = 0.4886025119029199;
  check({{"convention", "condon-shortley"}}, c0, {-c1 * y, c1 * z, -c1 * x});
  // the constants of SatCLIP's file: 0.886226925452758 and 1.53499006191973 in order 0
  check({{"convention", "satclip"}}, 0.886226925452758, {-c1 * y, -1.53499006191973 * z, -c1 * x});
}

TEST_CASE("spherical-harmonics: orthonormal over the sphere, and by the addition theorem") {
  // 4 Gauss-Legendre nodes are exact for products of degrees 0 … 3, and so are 8 longitudes
  constexpr std::size_t n = 4, width = n * n;
  const double nodes[] = {0.8611363115940526, 0.3399810435848563};
  const double weights[] = {0.3478548451374538, 0.6521451548625461};
  const Plan plan = plan_of(spec_with(n));
  std::vector<double> products(width * width);
  for (std::size_t i = 0; i < 4; ++i)
    for (int step = 0; step < 8; ++step) {
      const double sine = (i % 2 == 0 ? 1 : -1) * nodes[i / 2];
      const auto row = table64(plan, {45.0 * step, std::asin(sine) * 180 / kPi});
      for (std::size_t a = 0; a < width; ++a)
        for (std::size_t b = 0; b < width; ++b)
          products[a * width + b] += weights[i / 2] * kPi / 4 * row[a] * row[b];
    }
  for (std::size_t a = 0; a < width; ++a)
    for (std::size_t b = 0; b < width; ++b)
      CHECK(std::fabs(products[a * width + b] - (a == b ? 1 : 0)) <= 1e-14);
  // the squares of a degree add up to (2l+1)/4π at every point
  for (const double lat : {-90.0, -89.999, 12.5, 90.0}) {
    const auto row = table64(plan_of(spec_with(41)), {33.3, lat});
    for (std::size_t l = 0; l < 41; ++l) {
      double sum = 0;
      for (std::size_t i = l * l; i < (l + 1) * (l + 1); ++i) sum += row[i] * row[i];
      CHECK(sum == approx(largest(l) * largest(l)).epsilon(1e-12));
    }
  }
}

TEST_CASE("spherical-harmonics: within (l+1)²·2^-53 of the largest size of the degree") {
  double worst = 0;
  for (const std::size_t n : {40u, 128u})
    for (const double lat : {-37.25, 88.8, 89.9999, -1e-3, 3e-9}) {
      const double lon = 123.4 + lat;
      const auto row = table64(plan_of(spec_with(n)), {lon, lat});
      const std::vector<Wide> wanted = exact(n, lon, lat);
      for (std::size_t l = 0; l < n; ++l) {
        const double bound = std::pow(static_cast<double>(l + 1), 2) * 0x1p-53 * largest(l);
        for (std::size_t i = l * l; i < (l + 1) * (l + 1); ++i)
          worst = std::fmax(worst, std::fabs((Wide(row[i]) - wanted[i]).to_double()) / bound);
      }
    }
  CHECK(worst <= 1);
  CHECK(worst > 0.1);
}
