// The precision lab in the public interface: the rows that support it, and their parameters.
#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "posenc.hpp"

using namespace posenc;

namespace {

EncodingSpec spec(const char* encoding, std::map<std::string, double, std::less<>> numbers) {
  EncodingSpec s;
  s.encoding = encoding;
  s.values.numbers = std::move(numbers);
  return s;
}
Plan plan(const EncodingSpec& s) { return std::move(Plan::create(s)).value(); }

double error_at(const EncodingSpec& s, std::string_view method, double position) {
  Plan p = plan(s);
  const auto errors = p.precision(method);
  REQUIRE(errors);
  double out = -1;
  REQUIRE((*errors)->rotation({&position, 1}, &out));
  return out;
}

}  // namespace

TEST_CASE("precision: the exact side is the row's own frequencies") {
  // a float64 table, rounded here, against the emulated bf16 table
  for (const EncodingSpec& s :
       {spec("rope", {{"dim", 32}, {"base", 5e5}}), spec("rope", {{"dim", 32}, {"rotaryDim", 12}}),
        spec("sinusoidal", {{"dim", 32}}),
        spec("sinusoidal", {{"dim", 32}, {"denominator", 1}, {"base", 100}}),
        spec("sinusoidal", {{"dim", 7}, {"oddRule", 1}}), spec("timestep", {{"dim", 33}}),
        spec("timestep", {{"dim", 32}, {"downscaleFreqShift", 0}})}) {
    CAPTURE(s.encoding);
    Plan p = plan(s);
    for (const double at : {1.0, 77.0, 100003.0, 12.25}) {
      const auto errors = p.precision("table-bf16");
      REQUIRE(errors);
      std::vector<double> of_pairs(p.pairs());
      REQUIRE((*errors)->of_pairs(at, of_pairs.data()));
      const auto theta = p.frequencies();
      for (std::size_t i = 0; i < p.pairs(); ++i) {
        const long double angle = static_cast<long double>((*theta)[i]) * at;
        const double c = static_cast<double>(std::cos(angle)),
                     z = static_cast<double>(std::sin(angle));
        CHECK(of_pairs[i] ==
              approx(std::hypot(rounded(Format::bf16, c) - c, rounded(Format::bf16, z) - z))
                  .epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("precision: the method last used is kept, another replaces it") {
  Plan p = plan(spec("rope", {{"dim", 128}}));
  const PrecisionErrors* first = *p.precision("bf16");
  CHECK(*p.precision("bf16") == first);
  CHECK((*p.precision("f64"))->method().id == "f64");
  CHECK(error_at(spec("rope", {{"dim", 128}}), "hf-f32", 131071) == approx(4.15e-3).epsilon(1e-2));
}

TEST_CASE("precision: not_defined, and the field that says why") {
  const auto field = [](const EncodingSpec& s, std::string_view method = "f64") {
    Plan p = plan(s);
    const auto errors = p.precision(method);
    REQUIRE_FALSE(errors);
    return std::string(name(errors.error().code)) + " " + errors.error().field;
  };
  CHECK(field(spec("alibi", {{"heads", 8}})) == "not_defined encoding");
  CHECK(field(spec("sinusoidal", {{"dim", 8}, {"scale", 2}})) == "not_defined scale");
  CHECK(field(spec("timestep", {{"dim", 8}, {"scale", 1000}})) == "not_defined scale");
  CHECK(field(spec("timestep", {{"dim", 8}, {"downscaleFreqShift", 0.5}})) ==
        "not_defined downscaleFreqShift");
  CHECK(field(spec("timestep", {{"dim", 8}, {"maxPeriod", 0.5}})) == "not_defined maxPeriod");
  CHECK(field(spec("rope", {{"dim", 8}, {"base", 0.5}})) == "bad_param base");
  CHECK(field(spec("rope", {{"dim", 8}}), "f32") == "bad_argument method");
  EncodingSpec scaled = spec("rope", {{"dim", 8}});
  scaled.has_scaling = true;
  scaled.scaling.type = "linear";
  scaled.scaling.values.numbers = {{"factor", 4}};
  CHECK(field(scaled) == "not_defined scaling");
  scaled.scaling = {.type = "default", .values = {}};
  CHECK(error_at(scaled, "f64", 3) < 1e-15);
  // boundary values of dim
  CHECK(error_at(spec("sinusoidal", {{"dim", 1}, {"oddRule", 3}}), "bf16", 3) == 0);
  CHECK(error_at(spec("sinusoidal", {{"dim", 2}, {"denominator", 1}}), "hf-f32", 3) < 1e-7);
  CHECK(error_at(spec("timestep", {{"dim", 1}}), "tf32", 3) == 0);
}
