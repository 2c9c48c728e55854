// Figures 2 and 3 of Tancik et al.: kernels against the golden file, trained networks against their
// prediction.
#include "analyses/experiments/fourier_regression.hpp"

#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: fourier-regression shows the kernels of Tancik et al. Fig 2") {
  const json golden = load_json("tancik_fig2_ntk");
  const Outputs got = outputs_of({{"analysis", "fourier-regression"},
                                  {"decays", {0, 0.5, 1, 64}},
                                  {"width", 1024},
                                  {"time", 1e-4},
                                  {"steps", 1}},
                                 {});
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("p"));
    const std::string p = c.at("p");
    const std::size_t row = p == "0" ? 0 : p == "0.5" ? 1 : p == "1" ? 2 : 3;
    const auto list = [&](const char* name) {
      const Matrix& m = output(got, name);
      return std::vector<double>(m.row(row), m.row(row) + m.cols);
    };
    check_close(list("kernelRows"), c.at("ntk_row"), golden.at("tolerance"));
    check_close(list("kernelSpectra"), c.at("spectrum_0_to_N_over_2"), golden.at("tolerance"));
  }
}

TEST_CASE(
    "trained Fourier feature networks follow the prediction from f_0, frequency by frequency") {
  const Outputs got =
      outputs_of({{"analysis", "fourier-regression"}, {"steps", 250}, {"decays", {0, 64}}}, {});
  const Matrix &measured = output(got, "measured"), &predicted = output(got, "predicted"),
               &empirical = output(got, "predictedEmpirical");
  const std::size_t records = output(got, "steps").data.size();
  double worst = 0, worst_empirical = 0;
  for (std::size_t r = 0; r < measured.rows; ++r)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t start = r / records * records;
      if (r == start) {
        CHECK(measured(r, k) == approx(predicted(r, k)).epsilon(1e-10));
        CHECK(measured(r, k) == approx(empirical(r, k)).epsilon(1e-10));
      }
      const double scale = 1 / measured(start, k);
      worst = std::fmax(worst, scale * std::fabs(measured(r, k) - predicted(r, k)));
      worst_empirical =
          std::fmax(worst_empirical, scale * std::fabs(measured(r, k) - empirical(r, k)));
    }
  // fractions of the initial amplitude, which go to 0; the network is 256 wide
  CHECK(worst <= 0.4);
  CHECK(worst_empirical <= 0.4);
  // p = 0: all frequencies decay alike; p = ∞: 1 decays, 15 remains
  const std::size_t last = records - 1;
  for (std::size_t k = 0; k < 3; ++k) CHECK(measured(last, k) <= 0.15 * measured(0, k));
  CHECK(measured(2 * records - 1, 0) <= 0.05 * measured(records, 0));
  CHECK(measured(2 * records - 1, 2) >= 0.8 * measured(records, 2));
  // and the errors between the training points
  const Matrix &test = output(got, "measuredTestError"),
               &predicted_test = output(got, "predictedTestError");
  for (std::size_t e = 0; e < test.data.size(); ++e)
    CHECK(test.data[e] == approx(predicted_test.data[e]).epsilon(0.25));
}

TEST_CASE("fourier-regression: what is refused") {
  const auto error = [](const json& params) {
    json spec = params;
    spec["analysis"] = "fourier-regression";
    const Result<Outputs> got = analyse(analysis_of(spec), {});
    REQUIRE(!got.has_value());
    return got.error();
  };
  CHECK(error({{"frequencies", {17}}}).field == "frequencies");
  CHECK(error({{"frequencies", {1.5}}}).field == "frequencies");
  CHECK(error({{"decays", json::array()}}).field == "decays");
  // a learning rate that is too high is rejected with the sufficient number of steps
  const Error unstable = error({{"steps", 3}});
  CHECK(unstable.field == "steps");
  CHECK(unstable.message.find("must be at least") != std::string::npos);
}
