// Stationarity against the golden figures and against kernels with known results.
#include <tuple>

#include "../support/analysis.hpp"
#include "../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: stationarity of four tables") {
  const json golden = load_json("pe_matrix_metrics");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("name"));
    const Matrix p = matrix_of(c.at("P"));
    Inputs inputs;
    Matrix k = Matrix::zeros(p.rows, p.rows);
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::size_t j = 0; j < p.rows; ++j)
        for (std::size_t d = 0; d < p.cols; ++d) k(i, j) += p(i, d) * p(j, d);
    inputs.set("kernel", k);
    const Outputs got = outputs_of({{"analysis", "stationarity"}}, inputs);
    CHECK(number(got, "stationarity") ==
          approx(c.at("toeplitz_energy_ratio").get<double>()).epsilon(1e-8));
    check_close(output(got, "profileMean").data, c.at("profile_mean"), golden.at("tolerance"));
    check_close(output(got, "profileSpread").data, c.at("profile_std"), golden.at("tolerance"));
    CHECK(number(got, "isStationary") == (c.at("name") == "sinusoidal" ? 1 : 0));
  }
}

TEST_CASE("stationarity: a Toeplitz matrix is stationary, whether Δ and -Δ agree or not") {
  constexpr std::size_t n = 7;
  Matrix k = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      k(i, j) = 0.3 * static_cast<double>(i) - 0.3 * static_cast<double>(j) + (i < j ? 5 : 1);
  for (const bool bent : {false, true}) {
    if (bent) k(2, 3) += 1;
    Inputs inputs;
    inputs.set("kernel", k);
    const Outputs got = outputs_of({{"analysis", "stationarity"}}, inputs);
    CHECK(number(got, "isSymmetric") == 0);
    CHECK(number(got, "isStationary") == (bent ? 0 : 1));
    if (bent) continue;
    CHECK(number(got, "nonStationarity") <= 1e-30);
    const std::vector<double>& mean = output(got, "profileMean").data;  // from -(n - 1) to n - 1
    REQUIRE(mean.size() == 2 * n - 1);
    CHECK(mean.front() == approx(5 - 0.3 * 6));
    CHECK(mean[n - 1] == approx(1));
    CHECK(mean.back() == approx(1 + 0.3 * 6));
  }
  // in blocks: offsets of rows and columns, each with its sign
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      k(i, j) = 10 * (static_cast<double>(i / 3) - static_cast<double>(j / 3)) +
                static_cast<double>(i % 3) - static_cast<double>(j % 3);
  Matrix block = Matrix::zeros(6, 6);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) block(i, j) = k(i, j);
  Inputs inputs;
  inputs.set("kernel", block);
  const Outputs got = outputs_of({{"analysis", "stationarity"}, {"gridRows", 2}}, inputs);
  CHECK(number(got, "isStationary") == 1);
  CHECK(output(got, "profileMean").data.front() == -12);
  CHECK(output(got, "profileMean").data.size() == 15);
}

TEST_CASE("one rule of symmetry for every analysis that takes a kernel") {
  // mirrored entries may differ by 1e-10 of the largest, including the diagonal
  const auto accepted = [](const json& spec, const char* name, double off, const json& more) {
    Inputs inputs = inputs_of(more);
    inputs.set(name, {2, 2, {1, off, 0, 1}});
    const auto got = analyse(analysis_of(spec), inputs);
    if (!got) CHECK(got.error().field == name);
    return got.has_value();
  };
  const json dense = {{{"layer", "dense"}}};
  const json y = {{"y", {{1.0}, {2.0}}}};
  for (const auto& [spec, name, more] :
       {std::tuple<json, const char*, json>{{{"analysis", "spectrum"}}, "kernel", json::object()},
        {{{"analysis", "similarity"}}, "kernelX", {{"x", json()}}},
        {{{"analysis", "training-prediction"}, {"learningRate", 0.1}, {"times", {1}}}, "kernel", y},
        {{{"analysis", "network-kernel"}, {"layers", dense}}, "covariance", json::object()},
        {{{"analysis", "attention-kernel"}}, "covariance", json::object()},
        {{{"analysis", "attention-kernel"}, {"tokens", 2}},
         "positions",
         {{"x", {{1.0}, {2.0}}}}}}) {
    json given = more;
    if (spec["analysis"] == "similarity") given = {{"y", {{1.0, 0.0}, {0.5, 1.0}}}};
    const std::string which = spec.dump() + " " + name;
    INFO(which);
    CHECK(accepted(spec, name, 1e-17, given));
    CHECK(accepted(spec, name, 0.9e-10, given));
    CHECK(!accepted(spec, name, 1.1e-10, given));
  }
}

TEST_CASE("stationarity: a block-Toeplitz kernel is stationary on its grid only") {
  constexpr std::size_t h = 4, w = 5;
  Matrix k = Matrix::zeros(h * w, h * w);
  for (std::size_t i = 0; i < h * w; ++i)
    for (std::size_t j = 0; j < h * w; ++j) {
      const double dy = static_cast<double>(i / w) - static_cast<double>(j / w),
                   dx = static_cast<double>(i % w) - static_cast<double>(j % w);
      k(i, j) = 1 / (1 + dy * dy + 2 * dx * dx + dx * dy);
    }
  Inputs inputs;
  inputs.set("kernel", k);
  const Outputs grid = outputs_of({{"analysis", "stationarity"}, {"gridRows", h}}, inputs);
  CHECK(number(grid, "isStationary") == 1);
  CHECK(number(grid, "nonStationarity") <= 1e-30);
  CHECK(output(grid, "profileMean").data.size() == (h - 1) * (2 * w - 1) + w);
  const Outputs line = outputs_of({{"analysis", "stationarity"}}, inputs);
  CHECK(number(line, "isStationary") == 0);
  CHECK(number(line, "stationarity") + number(line, "nonStationarity") == approx(1));
}
