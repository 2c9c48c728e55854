// Figure 4 of Tancik et al.: the error over the bandwidth is U-shaped, with the same minimum for
// every family.
#include "analyses/experiments/bandwidth_sweep.hpp"

#include <algorithm>

#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("predicted test error over the bandwidth: a U with the same minimum for all families") {
  const Outputs got = outputs_of({{"analysis", "bandwidth-sweep"}, {"steps", 0}}, {});
  const Matrix &errors = output(got, "predicted"), &drawn = output(got, "drawnDeviations");
  const std::vector<double>& asked = output(got, "deviations").data;
  for (std::size_t f = 0; f < 4; ++f) {
    CAPTURE(f);
    const double* row = errors.row(f);
    const double least = *std::min_element(row, row + errors.cols);
    // log-uniform frequencies of small spread are near 1, so its left arm is low
    CHECK(row[0] >= (f == 2 ? 1.15 : 2) * least);
    CHECK(row[errors.cols - 1] >= 4 * least);
    // within an octave of points/16
    CHECK(output(got, "bestPredicted").data[f] >= 2);
    CHECK(output(got, "bestPredicted").data[f] <= 8);
    for (std::size_t s = 0; s < asked.size(); ++s)  // 128 draws in total
      CHECK(drawn(f, s) == approx(asked[s]).epsilon(0.3));
  }
  for (const Output& o : got) CHECK(o.name != "measured");
}

TEST_CASE("trained networks have the same U") {
  const Outputs got = outputs_of({{"analysis", "bandwidth-sweep"},
                                  {"deviations", {0.0625, 3, 32}},
                                  {"width", 32},
                                  {"steps", 150},
                                  {"draws", 1}},
                                 {});
  const Matrix& errors = output(got, "measured");
  for (std::size_t f = 0; f < 4; ++f) {
    CAPTURE(f);
    CHECK(errors(f, 1) < 0.95 * errors(f, 0));
    CHECK(errors(f, 1) < 0.5 * errors(f, 2));
    CHECK(output(got, "bestMeasured").data[f] == 3);
  }
}
