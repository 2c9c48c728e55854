// Stationarity against the golden figures and against kernels whose answer is known.
#include "../support/analysis.hpp"

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
          doctest::Approx(c.at("toeplitz_energy_ratio").get<double>()).epsilon(1e-8));
    check_close(output(got, "profileMean").data, c.at("profile_mean"), golden.at("tolerance"));
    check_close(output(got, "profileSpread").data, c.at("profile_std"), golden.at("tolerance"));
    CHECK(number(got, "isStationary") == (c.at("name") == "sinusoidal" ? 1 : 0));
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
  CHECK(number(line, "stationarity") + number(line, "nonStationarity") == doctest::Approx(1));
}
