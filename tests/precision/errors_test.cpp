// Emulated float arithmetic against the exact encoding: known figures, and a second formula.
#include "precision/errors.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>

using namespace posenc;

namespace {

constexpr GeometricFrequencies kRotary{1e4, 64, 64};

PrecisionErrors errors_of(std::string_view method, const GeometricFrequencies& g = kRotary) {
  return std::move(PrecisionErrors::create(method, g)).value();
}
double rotation(std::string_view method, double p, const GeometricFrequencies& g = kRotary) {
  double out = -1;
  REQUIRE(errors_of(method, g).rotation({&p, 1}, &out));
  return out;
}
double score(std::string_view method, double p) {
  double out = -1;
  REQUIRE(errors_of(method).scores({&p, 1}, &out));
  return out;
}
std::string digits(double x) {  // two significant digits
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", x);
  return text;
}

}  // namespace

TEST_CASE("rotation error: base 10000, 64 pairs, at single positions") {
  struct {
    std::string_view method;
    const char* at[8];  // 1000, 8191, 32768, 131071, 1e6, 1e7, 2^24 + 1, 2^31 - 1
  } const rows[] = {
      {"hf-f32",
       {"3.2e-05", "4.9e-04", "9.7e-04", "4.2e-03", "5.2e-02", "7.5e-01", "9.6e-01", "2.0e+00"}},
      {"rounded-f32",
       {"3.2e-05", "4.9e-04", "9.7e-04", "2.7e-03", "5.2e-02", "7.5e-01", "9.6e-01", "2.0e+00"}},
      {"ggml-f32",
       {"1.1e-04", "9.9e-04", "2.9e-03", "1.3e-02", "7.8e-02", "1.3e+00", "1.1e+00", "2.0e+00"}},
      {"exp-f32",
       {"3.1e-05", "2.7e-04", "9.8e-04", "5.1e-03", "3.5e-02", "2.5e-01", "1.3e+00", "2.0e+00"}},
      {"f64",
       {"7.8e-14", "4.6e-13", "1.9e-12", "1.0e-11", "7.1e-11", "5.9e-10", "1.1e-09", "1.7e-07"}},
      {"tf32",
       {"2.4e-01", "1.6e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00"}},
      {"bf16",
       {"1.1e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00", "2.0e+00"}},
      {"table-bf16",
       {"2.6e-03", "2.4e-03", "2.3e-03", "2.4e-03", "2.6e-03", "2.6e-03", "2.1e-03", "2.6e-03"}},
      {"table-fp16",
       {"2.8e-04", "3.3e-04", "2.9e-04", "3.3e-04", "2.6e-04", "2.5e-04", "3.0e-04", "3.0e-04"}},
  };
  const double positions[] = {1000, 8191, 32768, 131071, 1e6, 1e7, 16777217, 2147483647};
  for (const auto& row : rows) {
    CAPTURE(row.method);
    double out[8];
    REQUIRE(errors_of(row.method).rotation(positions, out));
    for (int k = 0; k < 8; ++k) {
      CAPTURE(positions[k]);
      CHECK(digits(out[k]) == row.at[k]);
    }
  }
}

TEST_CASE("score error: what attention sees, offsets 0 … 128") {
  CHECK(digits(score("hf-f32", 8191)) == "1.5e-05");
  CHECK(digits(score("hf-f32", 131071)) == "2.0e-04");
  CHECK(digits(score("hf-f32", 1e6)) == "1.7e-03");
  CHECK(digits(score("hf-f32", 16777217)) == "9.2e-02");
  CHECK(digits(score("tf32", 8191)) == "1.4e-01");
  CHECK(digits(score("tf32", 131071)) == "4.4e-01");
  CHECK(digits(score("bf16", 1000)) == "1.0e-01");
  CHECK(digits(score("bf16", 8191)) == "3.7e-01");
  CHECK(score("f64", 131071) < 1e-12);
  CHECK(score("table-bf16", 131071) < 1e-3);
}

TEST_CASE("pair errors: 2 |sin| of half the difference of the angles, in long double") {
  // The float32 product, and ggml's chain, computed here with <cmath>. 1/pow and pow of glibc are
  // almost always correctly rounded; pairs with an exception are skipped.
  constexpr double p = 131071;
  const PrecisionErrors hf = errors_of("hf-f32"), ggml = errors_of("ggml-f32");
  double hf_errors[64], ggml_errors[64];
  REQUIRE(hf.of_pairs(p, hf_errors));
  REQUIRE(ggml.of_pairs(p, ggml_errors));
  float chain = p;
  const auto step = static_cast<float>(std::pow(1e4, static_cast<double>(-2.0f / 128)));
  for (int i = 0; i < 64; ++i) {
    CAPTURE(i);
    const long double exact = p * std::pow(1e4L, -i / 64.0L);
    const auto power = static_cast<float>(std::pow(1e4, i / 64.0));
    const float angle = static_cast<float>(p) * (1.0f / power);
    CHECK(hf_errors[i] == approx(static_cast<double>(2 * std::fabs(std::sin((angle - exact) / 2))))
                              .epsilon(1e-3)
                              .scale(1e-4));
    CHECK(ggml_errors[i] ==
          approx(static_cast<double>(2 * std::fabs(std::sin((chain - exact) / 2))))
              .epsilon(1e-3)
              .scale(1e-4));
    chain *= step;
  }
  CHECK(rotation("hf-f32", p) == *std::max_element(hf_errors, hf_errors + 64));
  CHECK(rotation("ggml-f32", p) == *std::max_element(ggml_errors, ggml_errors + 64));
}

TEST_CASE("every method: no error at position 0, the same error at -p, near 0 for the first pair") {
  for (const PrecisionMethod& m : precision_methods()) {
    CAPTURE(m.id);
    CHECK(rotation(m.id, 0) == 0);
    CHECK(rotation(m.id, 777) == rotation(m.id, -777));
    double errors[64];
    REQUIRE(errors_of(m.id).of_pairs(5, errors));
    // one ulp of the coarsest table, bf16
    CHECK(errors[0] <= 0x1p-7);
  }
}

TEST_CASE("bounds: an exact table is rounded once; a float32 angle twice") {
  for (int k = 0; k < 300; ++k) {
    const double p = k * k * 37.0 + k;
    CHECK(rotation("table-bf16", p) <= std::sqrt(2.0) * 0x1p-9);
    CHECK(rotation("table-fp16", p) <= std::sqrt(2.0) * 0x1p-12);
    // half an ulp of a frequency below 1 times p, half an ulp of the angle, and of the table
    const double half_ulp = std::ldexp(1.0, std::ilogb(std::max(p, 1.0)) - 24);
    CHECK(rotation("rounded-f32", p) <= p * 0x1p-25 + half_ulp + std::sqrt(2.0) * 0x1p-25);
  }
}

TEST_CASE("scores: rounding of the sums alone stays below 3e-16") {
  // base 1: every angle is its position, which is exact in float64
  const PrecisionErrors e = errors_of("f64", {1, 64, 64});
  for (double p = 0; p < 9e15; p = p * 3 + 1) {
    double out = -1;
    REQUIRE(e.scores({&p, 1}, &out));
    CHECK(out <= 3e-16);
  }
}

TEST_CASE("what positions become before they are multiplied") {
  const double positions[] = {256, 257, 258, 511, 513, 2048, 2049, 65519.9, 65520};
  const auto held = [&](const char* method) {
    std::vector<double> out(9);
    REQUIRE(errors_of(method).held(positions, out.data()));
    return out;
  };
  CHECK(held("bf16") == std::vector<double>{256, 256, 258, 512, 512, 2048, 2048, 65536, 65536});
  CHECK(held("tf32") == std::vector<double>{256, 257, 258, 511, 513, 2048, 2048, 65504, 65536});
  CHECK(held("fp16") == std::vector<double>{256, 257, 258, 511, 513, 2048, 2048, 65504, INFINITY});
  CHECK(held("f64") == std::vector<double>(positions, positions + 9));
  CHECK(held("table-bf16") == held("f64"));
  CHECK(held("hf-f32")[7] == static_cast<double>(65519.9f));
  CHECK(rotation("bf16", 256) != rotation("bf16", 257));  // the exact waves differ
}

TEST_CASE("fp16: no number from 65520 on") {
  const double positions[] = {65519, 65520, -1e6, 1000};
  double out[4];
  REQUIRE(errors_of("fp16").rotation(positions, out));
  CHECK(out[0] <= 2);
  CHECK(std::isnan(out[1]));
  CHECK(std::isnan(out[2]));
  CHECK(digits(out[3]) == "2.4e-01");
  REQUIRE(errors_of("fp16").scores(positions, out));
  CHECK(std::isnan(out[1]));
  CHECK(out[3] < 0.01);
}

TEST_CASE("fractional positions, other denominators, no pairs, no positions") {
  CHECK(rotation("hf-f32", 998.3897) < 1e-3);
  CHECK(rotation("bf16", 998.3897) > 1);  // 998.3897 is rounded to 1000
  CHECK(rotation("f64", 1e-300) < 1e-300);
  const GeometricFrequencies tensor2tensor{1e4, 256, 255}, paper{1e4, 256, 256};
  CHECK(digits(rotation("hf-f32", 131071, paper)) == "8.7e-03");
  CHECK(rotation("hf-f32", 131071, tensor2tensor) != rotation("hf-f32", 131071, paper));
  CHECK(rotation("hf-f32", 5, {1e4, 0, 64}) == 0);
  CHECK(rotation("hf-f32", 5, {1e4, 1, 1}) < 1e-7);
  CHECK(rotation("bf16", 5, {1, 64, 64}) < 1e-7);  // base 1: every frequency is 1
  double none = 7;
  CHECK(errors_of("f64").rotation({}, &none));
  CHECK(errors_of("f64").scores({}, &none));
  CHECK(none == 7);
}

TEST_CASE("bad input: an error that names the field") {
  const auto field = [](std::string_view method, const GeometricFrequencies& g) {
    const auto made = PrecisionErrors::create(method, g);
    return made ? std::string() : made.error().field;
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  CHECK(field("f32", kRotary) == "method");
  CHECK(field("f64", {0.5, 64, 64}) == "base");
  CHECK(field("f64", {kNaN, 64, 64}) == "base");
  CHECK(field("f64", {1e31, 64, 64}) == "base");
  CHECK(field("f64", {1e4, 65537, 65536}) == "pairs");
  CHECK(field("f64", {1e4, 64, 62}) == "denominator");
  CHECK(field("f64", {1e4, 1, 0}) == "denominator");
  CHECK(field("f64", {1e4, 1, kNaN}) == "denominator");
  const PrecisionErrors e = errors_of("hf-f32");
  double out[64];
  for (const double p : {kNaN, 0x1.0000000000001p53, -1e300, double{INFINITY}}) {
    const auto rotated = e.rotation({&p, 1}, out), scored = e.scores({&p, 1}, out),
               paired = e.of_pairs(p, out);
    REQUIRE_FALSE(rotated);
    CHECK(rotated.error().code == ErrorCode::bad_positions);
    CHECK_FALSE(scored);
    CHECK_FALSE(paired);
    CHECK_FALSE(e.held({&p, 1}, out));
  }
  const double edge = -0x1p53;
  CHECK(e.rotation({&edge, 1}, out));
  CHECK_FALSE(e.scores({&edge, 1}, out));
  CHECK(e.scores({&edge, 1}, out, 0));
  CHECK_FALSE(e.scores({&edge, 1}, out, std::size_t{1} << 21));
}

TEST_CASE("every method says what it is") {
  CHECK(bare_precision_methods().size() == precision_methods().size());
  for (const PrecisionMethod& m : precision_methods()) {
    const PrecisionMethod* bare = find_precision_method(m.id);
    REQUIRE(bare != nullptr);
    CHECK(bare->frequencies == m.frequencies);
    CHECK(bare->arithmetic == m.arithmetic);
    CHECK(bare->operands == m.operands);
    CHECK(bare->table == m.table);
    CHECK_FALSE(m.title.empty());
    CHECK_FALSE(m.source.empty());
    CHECK(m.doc.ends_with('.'));
  }
  CHECK(find_precision_method("") == nullptr);
}
