// Figure 5 of Tancik et al.: signals with a faster decay need features with a faster decay.
#include "analyses/experiments/amplitude_decay.hpp"

#include <algorithm>

#include "../../support/analysis.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("the best decay of the features grows with that of the signal, between the extremes") {
  const Outputs got = outputs_of({{"analysis", "amplitude-decay"}, {"time", 50}}, {});
  const Matrix& errors = output(got, "predicted");
  const std::vector<double>& best = output(got, "bestDecays").data;
  for (std::size_t a = 0; a < errors.rows; ++a) {
    const double* row = errors.row(a);
    const double least = *std::min_element(row, row + errors.cols);
    CHECK(row[0] > 3 * least);                   // p = 0: equal amplitudes
    CHECK(row[errors.cols - 1] > 1.05 * least);  // one frequency only
    if (a > 0) CHECK(best[a] >= best[a - 1]);
    if (a > 0) CHECK(least < 0.25 * *std::min_element(errors.row(a - 1), row));
  }
  CHECK(best[0] >= 0.5);
  CHECK(best[3] <= 2);
}

TEST_CASE("trained networks have the error predicted from their f_0") {
  const Outputs got = outputs_of({{"analysis", "amplitude-decay"},
                                  {"points", 16},
                                  {"width", 256},
                                  {"decays", {0, 1}},
                                  {"powers", {1, 2}},
                                  {"time", 1},
                                  {"steps", 200}},
                                 {});
  const Matrix &measured = output(got, "measured"), &predicted = output(got, "predictedOfFirst");
  for (std::size_t e = 0; e < 4; ++e) {
    INFO(measured.data[e], " ", predicted.data[e]);
    CHECK(std::fabs(measured.data[e] - predicted.data[e]) <= 0.2);  // of the variance
  }
  for (std::size_t a = 0; a < 2; ++a) CHECK(measured(a, 1) < measured(a, 0));
}

TEST_CASE("amplitude-decay: steps above the stability limit are refused") {
  const Result<Outputs> got =
      analyse(analysis_of({{"analysis", "amplitude-decay"}, {"steps", 2}, {"decays", {1}}}), {});
  REQUIRE(!got.has_value());
  CHECK(got.error().field == "steps");
  CHECK(got.error().message.find("2/λ_max") != std::string::npos);
}
