#include "posenc/identify.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "../support/json.hpp"
#include "identify/decimal.hpp"
#include "identify/mistakes.hpp"
#include "identify/pasted.hpp"

#include <doctest/doctest.h>

using posenc::Subject;
namespace identification = posenc::identification;

namespace {

// base^(-2i/dim) as float32 numbers, each divided
std::vector<double> float32_frequencies(double base, int dim, double divided = 1) {
  std::vector<double> out;
  for (int i = 0; i < dim; i += 2)
    out.push_back(static_cast<float>(std::pow(base, -static_cast<double>(i) / dim) / divided));
  return out;
}

nlohmann::json found(const posenc::Result<std::string>& json) {
  INFO((json ? "" : json.error().field + ": " + json.error().message));
  REQUIRE(json.has_value());
  return nlohmann::json::parse(*json);
}

std::string fault(const posenc::Result<std::string>& json) {
  return json ? "" : std::string(name(json.error().code)) + " " + json.error().field;
}

const std::string kLinear =
    R"({"expected": [{"spec": {"encoding": "rope", "dim": 128, "base": 500000, "scaling": {"type": "linear", "factor": 8}}}]})";

}  // namespace

TEST_CASE("identify: a spec is found from float32 frequencies alone") {
  const auto plain = found(identify(float32_frequencies(500000, 128), 1, Subject::frequencies));
  CHECK(plain["verdict"] == "spec");
  CHECK(plain["format"] == "float32");
  CHECK(plain["explanations"].size() == 1);
  CHECK(plain["explanations"][0]["spec"] ==
        nlohmann::json::parse(R"({"encoding": "rope", "dim": 128, "base": 500000})"));
}

TEST_CASE("identify: what is expected, and a context extension that is skipped") {
  const auto right =
      found(identify(float32_frequencies(500000, 128, 8), 1, Subject::frequencies, kLinear));
  CHECK(right["verdict"] == "expected");
  const auto wrong =
      found(identify(float32_frequencies(500000, 128), 1, Subject::frequencies, kLinear));
  CHECK(wrong["verdict"] == "mistake");
  CHECK(wrong["explanations"][0]["mistakes"][0]["id"] == "scaling-skipped");
  CHECK(wrong["expected"]["parts"]["pair"] == 0);
}

TEST_CASE("identify: a table whose positions begin at one") {
  const std::vector<double> frequencies = float32_frequencies(10000, 16);
  std::vector<double> rows;
  for (int p = 0; p < 40; ++p) {
    for (const double f : frequencies) rows.push_back(static_cast<float>(std::cos((p + 1) * f)));
    for (const double f : frequencies) rows.push_back(static_cast<float>(std::sin((p + 1) * f)));
  }
  const std::string meant = R"({"expected": [{"spec": {"encoding": "rope", "dim": 16}}]})";
  const auto shifted = found(identify(rows, 40, Subject::cos_sin, meant));
  CHECK(shifted["explanations"][0]["mistakes"][0]["id"] == "positions-shifted");
  CHECK(shifted["explanations"][0]["form"] == "cosines and sines");
  const std::string from_one =
      R"({"firstPosition": 1, "expected": [{"spec": {"encoding": "rope", "dim": 16}}]})";
  CHECK(found(identify(rows, 40, Subject::cos_sin, from_one))["verdict"] == "expected");
}

TEST_CASE("identify: arguments that are wrong are refused, and named") {
  const std::vector<double> four = {1, 0.1, 0.01, 0.001};
  const auto with = [&](std::string_view options) {
    return fault(identify(four, 1, Subject::frequencies, options));
  };
  CHECK(fault(identify(std::vector<double>{1}, 1, Subject::frequencies)) == "bad_shape numbers");
  CHECK(fault(identify(four, 0, Subject::table)) == "bad_shape rows");
  CHECK(fault(identify(four, 2, Subject::frequencies)) == "bad_shape rows");
  CHECK(fault(identify(std::vector<double>{1, NAN}, 1, Subject::frequencies)) ==
        "bad_argument numbers[1]");
  CHECK(with("[]") == "bad_argument options");
  CHECK(with("{") == "bad_json ");
  CHECK(with(R"({"base": 1})") == "bad_argument base");
  CHECK(with(R"({"firstPosition": 1})") == "bad_argument firstPosition");
  CHECK(with(R"({"firstPosition": -1})") == "bad_argument firstPosition");
  CHECK(with(R"({"expected": [{"spec": {"encoding": "alibi", "heads": 8}}]})") ==
        "bad_argument expected[0].spec.encoding");
  CHECK(with(R"({"expected": [{"spec": {"encoding": "rope", "dim": 7}}]})") ==
        "bad_param expected[0].spec.dim");
  CHECK(with(R"({"expected": [{"spec": {"encoding": "rope", "dim": 8}, "x": 1}]})") ==
        "bad_argument expected[0].x");
}

TEST_CASE("identify: what Python prints") {
  using identification::read_pasted;
  const auto table = read_pasted("[[1, 0.5],\n [0.54, 0.88]]");
  REQUIRE(table.has_value());
  CHECK(table->rows == 2);
  CHECK(table->data == std::vector<double>{1, 0.5, 0.54, 0.88});
  CHECK(table->halves[0] == 0);  // an integer is exact
  CHECK(std::abs(table->halves[1] - 0.005) < 1e-10);
  const auto list = read_pasted(
      "tensor([1.0000e+00, 8.6596e-01,\n        7.4989e-01], device='cuda:0', dtype=torch.float32, "
      "requires_grad=True)");
  REQUIRE(list.has_value());
  CHECK(list->data == std::vector<double>{1, 0.86596, 0.74989});
  CHECK(list->rows == 1);
  CHECK(read_pasted("1 2 3\n0.5 0.25\n").value().data.size() == 5);
  for (const char* wrong : {"", "tensor([])", "1, 2, ...", "1, two", "0x10", "1.2.3", "1e5x"})
    CHECK_MESSAGE(!read_pasted(wrong).has_value(), wrong);
}

TEST_CASE("identify: rounding to decimal digits") {
  using identification::to_digits;
  CHECK(to_digits(123456, 2) == 120000);
  CHECK(to_digits(0.00099951, 3) == 0.001);
  CHECK(to_digits(-9.96, 2) == -10);
  CHECK(to_digits(500000, 1) == 500000);
  CHECK(to_digits(0, 3) == 0);
  CHECK(identification::digits_of(1250000) == 3);
  CHECK(identification::short_text(1.23456789e-7) == "1.23457e-7");
}

TEST_CASE("identify: names of mistakes differ, and each names its threads") {
  for (const identification::MistakeInfo* one : identification::mistakes()) {
    CHECK(!one->threads().empty());
    int same = 0;
    for (const identification::MistakeInfo* other : identification::mistakes())
      same += other->id == one->id ? 1 : 0;
    CHECK(same == 1);
  }
}
