// Rotary rows of several coordinates: the golden angles, second formulas in Wide, and the defining
// property of rotary encodings: R_m^T R_n depends on the difference in every coordinate.
#include <algorithm>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "../support/golden.hpp"
#include "encodings/rope_golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// y, x of the cells of an (H, W) grid in raster order
std::vector<double> grid(int height, int width) {
  std::vector<double> p;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) p.push_back(y), p.push_back(x);
  return p;
}

// Σ_a position_a·frequency_ia, in float64
std::vector<double> angles(const Plan& plan, const std::vector<double>& positions) {
  const std::vector<double> f = *plan.frequencies();
  const std::size_t a = plan.axes();
  std::vector<double> out;
  for (std::size_t r = 0; r < positions.size(); r += a)
    for (std::size_t i = 0; i < plan.pairs(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < a; ++k) sum += positions[r + k] * f[i * a + k];
      out.push_back(sum);
    }
  return out;
}

// Checks a table against cos and sin of angles given in turns, correctly rounded: turns(y, x, i).
template <class Turns>
void check_cells(const json& spec, int height, int width, Turns turns) {
  INFO(spec.dump());
  const Plan plan = plan_of(spec);
  const std::vector<double> p = grid(height, width), table = table64(plan, p);
  const bool interleaved = spec.value("layout", std::string("half")) == "interleaved";
  double worst = 0;
  for (std::size_t cell = 0; cell < p.size() / 2; ++cell)
    for (std::size_t i = 0; i < plan.pairs(); ++i) {
      const Wide angle = turns(p[2 * cell], p[2 * cell + 1], i);
      // the wave that makes `angle` turns in one position
      const WideSinCos w = wide_wave(TurnFrequency::from_turns(angle), 1);
      const std::size_t row = cell * plan.width();
      const double c = table[row + (interleaved ? 2 * i : i)];
      const double s = table[row + (interleaved ? 2 * i + 1 : i + plan.pairs())];
      worst = std::max({worst, std::fabs((Wide(c) - w.cos).to_double()),
                        std::fabs((Wide(s) - w.sin).to_double())});
    }
  CHECK(worst <= 0x1p-53);
}

Wide number(double x) { return Wide(x); }

}  // namespace

TEST_CASE("axial and mixed 2-D rotary: the golden angles") {
  const json axial = load_json("rope2d_axial_d16"), mixed = load_json("rope2d_mixed");
  check_all(axial, angles(plan_of({{"encoding", "rope-2d-axial"}, {"dim", 16}}), grid(2, 3)),
            axial.at("expected").at("angles"));
  const json& params = mixed.at("params");
  check_all(mixed,
            angles(plan_of({{"encoding", "rope-2d-mixed"},
                            {"dim", 8},
                            {"fx", params.at("fx")},
                            {"fy", params.at("fy")}}),
                   grid(2, 3)),
            mixed.at("expected").at("angles"));
}

TEST_CASE("axial 2-D rotary: tables are the waves of base^(-4k/d), in either order and layout") {
  for (const std::string order : {"x-first", "y-first"})
    for (const std::string layout : {"half", "interleaved"})
      check_cells({{"encoding", "rope-2d-axial"},
                   {"dim", 24},
                   {"base", 37},
                   {"order", order},
                   {"layout", layout}},
                  5, 7, [&](double y, double x, std::size_t i) {
                    const bool first = i < 6;
                    const double at = first == (order == "x-first") ? x : y;
                    const double k = static_cast<double>(i % 6);
                    return number(at) * pow(number(37), number(-4 * k) / number(24)) *
                           kInverseTwoPi;
                  });
}

TEST_CASE("mixed 2-D rotary: drawn frequencies are two orthogonal directions of one random angle") {
  Plan plan = plan_of({{"encoding", "rope-2d-mixed"}, {"dim", 16}, {"seed", 7}, {"head", 3}});
  const Facts facts = *plan.facts();
  const auto &fx = fact(facts, "fx").values, &fy = fact(facts, "fy").values;
  REQUIRE(fx.size() == 8);
  for (std::size_t k = 0; k < 4; ++k) {
    const double magnitude = std::pow(10.0, -static_cast<double>(k) / 4);
    CHECK(std::hypot(fx[k], fy[k]) == approx(magnitude).epsilon(1e-14));
    CHECK(std::hypot(fx[k + 4], fy[k + 4]) == approx(magnitude).epsilon(1e-14));
    CHECK(std::fabs(fx[k] * fx[k + 4] + fy[k] * fy[k + 4]) <= 1e-15);
    CHECK(std::atan2(fy[k], fx[k]) == approx(std::atan2(fy[0], fx[0])).epsilon(1e-14));
  }
  CHECK(std::fabs(fy[0]) > 0.01);
  const json other = {{"encoding", "rope-2d-mixed"}, {"dim", 16}, {"seed", 7}, {"head", 4}};
  CHECK(fact(*plan_of(other).facts(), "fx").values != fx);
  const json straight = {{"encoding", "rope-2d-mixed"}, {"dim", 16}, {"rotate", false}};
  for (const double y : {0, 1, 2, 3})
    CHECK(fact(*plan_of(straight).facts(), "fy").values[static_cast<std::size_t>(y)] == 0);
}

TEST_CASE("timm's 2-D rotary: both modes, both band rules, reference shape and indexing, in Wide") {
  constexpr int kHeight = 5, kWidth = 3;
  for (const std::string indexing : {"ij", "xy"})
    for (const bool reference : {false, true}) {
      json spec = {{"encoding", "rope-2d-timm"}, {"dim", 16},
                   {"mode", "language"},         {"gridOffset", 0.5},
                   {"indexing", indexing},       {"layout", "interleaved"}};
      if (reference)
        spec.update({{"height", kHeight}, {"width", kWidth}, {"refHeight", 14}, {"refWidth", 10}});
      const auto which = [&](std::size_t i) { return (i < 4) == (indexing == "xy"); };  // is x
      check_cells(spec, kHeight, kWidth, [&](double y, double x, std::size_t i) {
        Wide at = number(which(i) ? x : y) + number(0.5);
        if (reference)
          at = at * (which(i) ? number(10) / number(kWidth) : number(14) / number(kHeight));
        return at * pow(number(10000), number(-static_cast<double>(i % 4)) / number(4)) *
               kInverseTwoPi;
      });
      for (const bool linear : {false, true}) {
        spec.erase("gridOffset");
        spec.update({{"mode", "pixel"}, {"linearBands", linear}});
        spec.update({{"height", kHeight}, {"width", kWidth}});
        check_cells(spec, kHeight, kWidth, [&](double y, double x, std::size_t i) {
          const double size = which(i) ? kWidth : kHeight;
          Wide at = number(2 * (which(i) ? x : y)) / number(size - 1) - number(1);
          if (reference)
            at = at * (which(i) ? number(10) / number(kWidth) : number(14) / number(kHeight));
          const Wide k = number(static_cast<double>(i % 4)) / number(3);
          const Wide band = linear ? number(1) + number(111) * k
                                   : pow(number(2), k * (log(number(224)) / kLn2 - number(1)));
          return at * band / number(2);
        });
      }
    }
  // a single row: torch.linspace(-1, 1, 1) is -1
  check_cells(
      {{"encoding", "rope-2d-timm"}, {"dim", 4}, {"height", 1}, {"width", 1}, {"layout", "half"}},
      1, 1, [&](double, double, std::size_t) { return number(-0.5); });
}

TEST_CASE("DINOv3 rotary: cell centres in [-1, 1] over periods, three normalisations, in Wide") {
  constexpr int kHeight = 6, kWidth = 3;
  for (const auto& [rule, high, wide] :
       {std::tuple{"separate", 6, 3}, {"max", 6, 6}, {"min", 3, 3}})
    for (const bool range : {false, true}) {
      json spec = {{"encoding", "rope-dinov3"},
                   {"dim", 16},
                   {"height", kHeight},
                   {"width", kWidth},
                   {"normalisation", rule}};
      if (range) spec["minPeriod"] = 0.5, spec["maxPeriod"] = 90;
      check_cells(spec, kHeight, kWidth,
                  [&, h = high, w = wide](double y, double x, std::size_t i) {
                    const bool is_y = i < 4;
                    const Wide at =
                        number(2) * number((is_y ? y : x) + 0.5) / number(is_y ? h : w) - number(1);
                    const Wide k(static_cast<double>(i % 4));
                    const Wide period = range ? number(0.5) * pow(number(180), k / number(3))
                                              : pow(number(100), number(4) * k / number(16));
                    return at / period;
                  });
    }
}

TEST_CASE("DINOv3 rotary: periods as bfloat16 have eight bits, the nearest ones") {
  const json spec = {{"encoding", "rope-dinov3"}, {"dim", 64}};
  json rounded = spec;
  rounded["periodPrecision"] = "bf16";
  const std::vector<double> exact = fact(*plan_of(spec).facts(), "periods").values,
                            bf16 = fact(*plan_of(rounded).facts(), "periods").values;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    int e = 0;
    const double mantissa = std::frexp(bf16[k], &e);
    CHECK(std::ldexp(mantissa, 8) == std::floor(std::ldexp(mantissa, 8)));
    CHECK(std::fabs(bf16[k] - exact[k]) <= std::ldexp(1.0, e - 9));
  }
  CHECK(exact != bf16);
}

TEST_CASE("golden-gate rotary: directions solve erf(x) = 2z - 1 to 2^-36, in Wide") {
  // erf by its series, 2/√π·exp(-x²)·Σ 2^n x^(2n+1)/(2n+1)!!
  const auto wide_erf = [](const Wide& x) {
    Wide term = x, sum = x;
    for (int n = 1; n < 400; ++n) {
      term = term * x * x * number(2) / number(2 * n + 1);
      sum = sum + term;
    }
    const Wide root_pi = pow(kTwoPi.scaled(-1), number(0.5));
    return number(2) / root_pi * exp(-(x * x)) * sum;
  };
  // one Newton step in Wide from the float64 value gives its error
  for (const double y : {0.0, 1e-9, -0.1, 0.5, -0.9, 0.999, -0.99999, 1 - 0x1p-16}) {
    const double x = rope_golden_row::inverse_erf(y);
    const Wide error = (wide_erf(number(x)) - number(y)) * exp(number(x) * number(x)) *
                       pow(kTwoPi.scaled(-1), number(0.5)) / number(2);
    CHECK(std::fabs(error.to_double()) <= 0x1p-36);
  }
  // unit vectors, all different, spread over the circle: their mean is small
  const std::vector<double> u = rope_golden_row::directions(0, 512, 2);
  double mean[2] = {0, 0};
  for (std::size_t i = 0; i < u.size(); i += 2) {
    CHECK(std::hypot(u[i], u[i + 1]) == approx(1).epsilon(1e-14));
    mean[0] += u[i] / 512, mean[1] += u[i + 1] / 512;
  }
  CHECK(std::hypot(mean[0], mean[1]) < 0.02);
}

TEST_CASE("golden-gate rotary: the ratio after ten steps, and heads continue one sequence") {
  // the fixed point is the golden ratio; ten steps stop 3·10^-6 short of it
  CHECK(rope_golden_row::ratio(1) == approx(1.618033988749895).epsilon(1e-5));
  CHECK(rope_golden_row::ratio(1) != approx(1.618033988749895).epsilon(1e-6));
  CHECK(rope_golden_row::ratio(2) == approx(1.324717957244746).epsilon(1e-6));
  const auto of_head = [](int head) {
    return fact(*plan_of({{"encoding", "rope-golden"}, {"dim", 8}, {"head", head}}).facts(),
                "directions")
        .values;
  };
  const std::vector<double> all = rope_golden_row::directions(0, 12, 2), second = of_head(1);
  CHECK(std::equal(second.begin(), second.end(), all.begin() + 8));
  CHECK(of_head(2) != second);
}

TEST_CASE("golden-gate rotary: frequencies are geometric in size, and the first may stand still") {
  const Plan plan = plan_of({{"encoding", "rope-golden"},
                             {"dim", 20},
                             {"axes", 3},
                             {"minFrequency", 0.5},
                             {"maxFrequency", 8},
                             {"zeroFraction", 0.25}});  // round(2.5) = 2, ties to even
  CHECK(plan.axes() == 3);
  const std::vector<double> f = *plan.frequencies();
  for (std::size_t i = 0; i < 10; ++i) {
    const double size =
        std::sqrt(f[3 * i] * f[3 * i] + f[3 * i + 1] * f[3 * i + 1] + f[3 * i + 2] * f[3 * i + 2]);
    const double expected = i < 2 ? 0 : 0.5 * std::pow(16.0, static_cast<double>(i - 2) / 7);
    CHECK(size == approx(expected).epsilon(1e-13));
  }
}

TEST_CASE("rotation by coordinates: explicit matrices, and logits that see differences only") {
  for (const json& spec : std::initializer_list<json>{
           {{"encoding", "rope-2d-axial"}, {"dim", 8}},
           {{"encoding", "rope-2d-axial"}, {"dim", 8}, {"layout", "half"}},
           {{"encoding", "rope-2d-mixed"}, {"dim", 8}},
           {{"encoding", "rope-2d-timm"}, {"dim", 8}},
           {{"encoding", "rope-dinov3"}, {"dim", 8}},
           {{"encoding", "rope-golden"}, {"dim", 8}, {"axes", 3}},
           {{"encoding", "mrope"}, {"dim", 8}},
           {{"encoding", "mrope"}, {"dim", 8}, {"layout", "interleaved"}}}) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    const std::size_t a = plan.axes();
    const std::vector<double> m = {7, -2, 4}, n = {3, 5, -1}, shift = {100, 2000, -31};
    const auto at = [&](const std::vector<double>& p, double times) {
      std::vector<double> out;
      for (std::size_t k = 0; k < a; ++k) out.push_back(p[k] + times * shift[k]);
      return out;
    };
    // columns of R_m: the rotated unit vectors
    const auto matrix = [&](const std::vector<double>& position) {
      std::vector<double> r(64);
      for (std::size_t c = 0; c < 8; ++c) {
        std::vector<double> unit(8);
        unit[c] = 1;
        const std::vector<double> column = rotated(plan, position, unit);
        for (std::size_t row = 0; row < 8; ++row) r[row * 8 + c] = column[row];
      }
      return r;
    };
    const auto product = [&](const std::vector<double>& p, const std::vector<double>& q) {
      const std::vector<double> left = matrix(p), right = matrix(q);
      std::vector<double> out(64);
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j)
          for (std::size_t k = 0; k < 8; ++k) out[i * 8 + j] += left[k * 8 + i] * right[k * 8 + j];
      return out;
    };
    const std::vector<double> near = product(at(m, 0), at(n, 0)), far = product(at(m, 1), at(n, 1));
    for (std::size_t i = 0; i < 64; ++i) CHECK(std::fabs(near[i] - far[i]) <= 1e-14);
    // orthogonal
    const std::vector<double> unit = product(at(m, 0), at(m, 0));
    for (std::size_t i = 0; i < 64; ++i) CHECK(std::fabs(unit[i] - (i % 9 == 0 ? 1 : 0)) <= 1e-14);
    // q^T R_m^T R_n k is the logit
    const std::vector<double> q = some_numbers(8), k = some_numbers(8, 0.7);
    double direct = 0;
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j) direct += q[i] * near[i * 8 + j] * k[j];
    CHECK(score(plan, at(m, 1), q, at(n, 1), k) == approx(direct / std::sqrt(8.0)).epsilon(1e-13));
  }
}

TEST_CASE("rotary rows of several coordinates: what is refused, and on which field") {
  for (const std::string id : {"rope-2d-axial", "rope-2d-mixed", "rope-2d-timm", "rope-dinov3"})
    for (const int dim : {2, 6, 7}) check_refused({{"encoding", id}, {"dim", dim}}, "dim");
  const json mixed = {{"encoding", "rope-2d-mixed"}, {"dim", 4}};
  const auto with = [](json spec, const json& more) {
    spec.update(more);
    return spec;
  };
  check_refused(with(mixed, {{"fx", {1, 2, 3}}, {"fy", {1, 2, 3}}}), "fx", ErrorCode::bad_shape);
  check_refused(with(mixed, {{"fx", {1, 2}}, {"fy", {1}}}), "fy", ErrorCode::bad_shape);
  check_refused(with(mixed, {{"fx", {1, 2}}}), "fy", ErrorCode::missing_param);
  check_refused({{"encoding", "rope-2d-timm"}, {"dim", 4}, {"refWidth", 3}}, "refHeight",
                ErrorCode::missing_param);
  check_refused({{"encoding", "rope-dinov3"}, {"dim", 4}, {"minPeriod", 3}}, "maxPeriod",
                ErrorCode::missing_param);
  check_refused(
      {{"encoding", "rope-dinov3"}, {"dim", 8}, {"base", 1e-300}, {"periodPrecision", "bf16"}},
      "base");
  check_refused({{"encoding", "rope-golden"}, {"dim", 5}}, "dim");
  check_refused({{"encoding", "rope-golden"}, {"dim", 4}, {"head", 4096}}, "head");
}

TEST_CASE("golden gate: as many pairs do not turn as Python's round() says") {
  for (const int pairs : {1, 4, 5, 6, 7, 10})
    for (int k = 0; k <= 40; ++k) {
      const double fraction = k / 40.0;
      const auto f = *plan_of({{"encoding", "rope-golden"},
                               {"dim", 2 * pairs},
                               {"axes", 2},
                               {"zeroFraction", fraction}})
                          .frequencies();
      const int still = static_cast<int>(std::nearbyint(fraction * pairs));  // ties to even
      for (int i = 0; i < pairs; ++i)
        CHECK((f[static_cast<std::size_t>(2 * i)] == 0) == (i < still));
    }
}

TEST_CASE("rotary of timm: one linear band is the first one, half a turn a unit") {
  const Plan plan = plan_of({{"encoding", "rope-2d-timm"}, {"dim", 4}, {"linearBands", true}});
  const std::vector<double> f = *plan.frequencies();
  REQUIRE(f.size() == 4);
  double size = 0;
  for (const double each : f) size = std::fmax(size, std::fabs(each));
  std::vector<double> by_default =
      *plan_of({{"encoding", "rope-2d-timm"}, {"dim", 8}, {"linearBands", true}}).frequencies();
  double first = 1e300;
  for (const double each : by_default)
    if (each != 0) first = std::fmin(first, std::fabs(each));
  CHECK(size == first);  // the lowest of several bands
}
