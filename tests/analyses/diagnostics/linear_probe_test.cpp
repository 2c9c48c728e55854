// Linear read-outs: published figures, normal equations as a second formula, and white noise.
#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/solve.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Inputs table_of(Matrix table) {
  Inputs inputs;
  inputs.set("table", std::move(table));
  return inputs;
}
Matrix random_table(std::size_t n, std::size_t d) {
  const Random random(15);
  Matrix m = Matrix::zeros(n, d);
  for (std::size_t i = 0; i < n * d; ++i) m.data[i] = 0.4 + random.normal(i);
  return m;
}

}  // namespace

TEST_CASE("linear read-out of sinusoidal positions, n = 512, d = 512: 1.000, 0.010, 0.002") {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 512}});
  std::vector<double> positions(512);
  for (std::size_t i = 0; i < 512; ++i) positions[i] = static_cast<double>(i);
  const Outputs got =
      outputs_of({{"analysis", "linear-probe"}}, table_of({512, 512, table64(plan, positions)}));
  const auto& cosine = output(got, "cosine").data;
  REQUIRE(cosine.size() == 3);
  CHECK(cosine[0] >= 0.9995);
  CHECK(std::fabs(cosine[1] - 0.010) <= 5e-4);
  CHECK(std::fabs(cosine[2] - 0.002) <= 5e-4);
}

TEST_CASE("linear-probe: the normal equations give the same, with and without an intercept") {
  for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{30, 6}, {6, 30}, {7, 7}})
    for (const bool intercept : {false, true})
      for (const double ridge : {0.01, 3.0}) {
        const std::size_t rows = n, width = d;  // INFO of clang++ cannot capture n and d
        INFO("n ", rows, " d ", width, " intercept ", intercept, " ridge ", ridge);
        const Matrix table = random_table(n, d);
        const Random random(5);
        std::vector<double> positions(n);
        for (std::size_t i = 0; i < n; ++i) positions[i] = 9 * random.uniform(i);
        Inputs inputs = table_of(table);
        inputs.set("positions", {n, 1, positions});
        const Outputs got = outputs_of({{"analysis", "linear-probe"},
                                        {"frequencies", {0.7, 2}},
                                        {"ridge", ridge},
                                        {"intercept", intercept}},
                                       inputs);
        Matrix p = table;
        if (intercept)
          for (std::size_t c = 0; c < d; ++c) {
            double mean = 0;
            for (std::size_t i = 0; i < n; ++i) mean += table(i, c) / static_cast<double>(n);
            for (std::size_t i = 0; i < n; ++i) p(i, c) -= mean;
          }
        std::vector<double> normal(d * d);
        for (std::size_t a = 0; a < d; ++a)
          for (std::size_t b = 0; b < d; ++b)
            for (std::size_t i = 0; i < n; ++i) normal[a * d + b] += p(i, a) * p(i, b);
        std::size_t at = 0;
        for (const double f : {0.7, 2.0}) {
          double rests = 0, totals = 0;
          for (const char* name : {"cosine", "sine"}) {
            std::vector<double> t(n), right(d);
            double mean = 0, rest = 0, total = 0;
            for (std::size_t i = 0; i < n; ++i) {
              t[i] = std::string(name) == "cosine" ? std::cos(f * positions[i])
                                                   : std::sin(f * positions[i]);
              mean += t[i] / static_cast<double>(n);
            }
            const double level = intercept ? mean : 0;
            for (std::size_t i = 0; i < n; ++i)
              for (std::size_t c = 0; c < d; ++c) right[c] += p(i, c) * (t[i] - level);
            const auto w = ridge_solve({normal.data(), d, d}, ridge, {right.data(), d, 1});
            REQUIRE(w.has_value());
            for (std::size_t i = 0; i < n; ++i) {
              double fitted = level;
              for (std::size_t c = 0; c < d; ++c) fitted += p(i, c) * w->x(c, 0);
              rest += (t[i] - fitted) * (t[i] - fitted);
              total += (t[i] - mean) * (t[i] - mean);
            }
            CHECK(output(got, name).data[at] == approx(1 - rest / total).epsilon(1e-9));
            rests += rest, totals += total;
          }
          CHECK(output(got, "wave").data[at] == approx(1 - rests / totals).epsilon(1e-9));
          ++at;
        }
      }
}

TEST_CASE("linear-probe: chance is what white noise gets, freedom the trace of the fit") {
  // R² of cos(fx) at positions where it looks like noise: huge f, spread phases
  const std::size_t n = 60, d = 20;
  const Outputs got =
      outputs_of({{"analysis", "linear-probe"}, {"ridge", 10}}, table_of(random_table(n, d)));
  std::vector<double> frequencies;
  const Random random(77);
  for (std::size_t i = 0; i < 2000; ++i) frequencies.push_back(1e6 * random.uniform(i));
  Inputs inputs = table_of(random_table(n, d));
  std::vector<double> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = random.uniform(5000 + i) * 1e3;
  inputs.set("positions", {n, 1, positions});
  const Outputs noise = outputs_of(
      {{"analysis", "linear-probe"}, {"ridge", 10}, {"frequencies", frequencies}}, inputs);
  double mean = 0;
  for (const double r : output(noise, "wave").data) mean += r / 2000;
  // one fit has a standard deviation of some 0.05, the mean of 2000 has 0.0012: four times that
  CHECK(std::fabs(mean - number(got, "chance")) <= 0.005);
  CHECK(number(got, "freedom") < d);
  // as many columns as rows and no ridge: everything can be read out
  const Outputs full =
      outputs_of({{"analysis", "linear-probe"}, {"ridge", 0}}, table_of(random_table(12, 12)));
  CHECK(number(full, "freedom") == approx(12));
  CHECK(number(full, "chance") == approx(1));
  CHECK(output(full, "cosine").data[1] == approx(1));
}

TEST_CASE("linear-probe: constant targets, deficient tables and what is refused") {
  // sin(πx) at integers x is 0 except for the rounding of π, and is read out; cos(0·x) = 1 needs
  // the intercept
  const Inputs ramp = inputs_of({{"table", {{0}, {1}, {2}, {3}}}});
  const Outputs got =
      outputs_of({{"analysis", "linear-probe"}, {"frequencies", {3.141592653589793, 0}}}, ramp);
  CHECK(output(got, "sine").data == std::vector<double>{1, 1});
  CHECK(output(got, "cosine").data[1] == 0);
  const Outputs with =
      outputs_of({{"analysis", "linear-probe"}, {"frequencies", {0}}, {"intercept", true}}, ramp);
  CHECK(output(with, "cosine").data[0] == 1);
  const auto refused = [](const json& params, const json& inputs) {
    json spec = params;
    spec["analysis"] = "linear-probe";
    const auto result = analyse(analysis_of(spec), inputs_of(inputs));
    REQUIRE(!result.has_value());
    return result.error();
  };
  const json twice = {{"table", {{1, 1}, {2, 2}, {3, 3}}}};
  const Error error = refused({{"ridge", 0}}, twice);
  CHECK(error.field == "ridge");
  CHECK(error.message.find("condition number") != std::string::npos);
  CHECK(outputs_of({{"analysis", "linear-probe"}}, inputs_of(twice)).size() == 6);
  CHECK(refused({}, {{"table", {{1}, {2}}}, {"positions", {1}}}).field == "positions");
  CHECK(refused({{"frequencies", json::array()}}, twice).field == "frequencies");
  const Outputs zero =
      outputs_of({{"analysis", "linear-probe"}}, inputs_of({{"table", {{0}, {0}}}}));
  CHECK(number(zero, "freedom") == 0);
  CHECK(number(zero, "conditionNumber") == 1);
}

TEST_CASE("linear-probe: the read-out itself, against the normal equations") {
  constexpr std::size_t n = 40, d = 6;
  const Matrix table = random_table(n, d);
  for (const bool intercept : {false, true})
    for (const double ridge : {0.0, 0.3}) {
      INFO("intercept ", intercept, " ridge ", ridge);
      const Outputs got = outputs_of({{"analysis", "linear-probe"},
                                      {"frequencies", {0.7}},
                                      {"ridge", ridge},
                                      {"intercept", intercept},
                                      {"weights", true}},
                                     table_of(table));
      const Matrix& weights = output(got, "weights");
      REQUIRE(weights.rows == 2);
      REQUIRE(weights.cols == d);
      for (const std::size_t wave : {0u, 1u}) {
        std::vector<double> rest(n);
        double mean = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const double x = 0.7 * static_cast<double>(i);
          rest[i] = wave == 0 ? std::cos(x) : std::sin(x);
          for (std::size_t c = 0; c < d; ++c) rest[i] -= table(i, c) * weights(wave, c);
          if (intercept) rest[i] -= output(got, "constants").data[wave];
          mean += rest[i] / static_cast<double>(n);
        }
        if (intercept) CHECK(std::fabs(mean) <= 1e-14);
        // at the minimum Pᵀ(t - P·w - c) = ridge·w
        for (std::size_t c = 0; c < d; ++c) {
          double gradient = -ridge * weights(wave, c);
          for (std::size_t i = 0; i < n; ++i) gradient += table(i, c) * rest[i];
          CHECK(std::fabs(gradient) <= 1e-12);
        }
      }
    }
}
