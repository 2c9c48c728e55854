// Rahaman et al.: low frequencies are learned first, by networks and by their kernel.
#include "analyses/experiments/rahaman.hpp"

#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("low frequencies come first, in the network and in the prediction") {
  for (const char* amplitudes : {"equal", "increasing"}) {
    INFO(amplitudes);
    const Outputs got =
        outputs_of({{"analysis", "rahaman"}, {"steps", 1200}, {"amplitudes", amplitudes}}, {});
    const Matrix &measured = output(got, "measured"), &predicted = output(got, "predicted");
    const double* last = measured.row(measured.rows - 1);
    if (std::string(amplitudes) == "equal") {
      CHECK(last[0] > 0.6);
      CHECK(last[0] > 1.5 * last[1]);
      CHECK(last[1] > 1.5 * last[2]);
    }
    for (std::size_t w = 3; w < 10; ++w) CHECK(last[w] < 0.2);
    const std::vector<double>& rates = output(got, "decayRates").data;
    for (std::size_t w = 1; w < 10; ++w) CHECK(rates[w] < rates[w - 1]);
    // when the lowest wave is learned, the others follow in order; in the end all are learned
    std::size_t t = 0;
    while (predicted(t, 0) < 0.95) ++t;
    if (std::string(amplitudes) == "equal")
      for (std::size_t w = 1; w < 10; ++w) CHECK(predicted(t, w) < predicted(t, w - 1));
    for (std::size_t w = 0; w < 10; ++w)
      CHECK(predicted(predicted.rows - 1, w) == approx(1).epsilon(1e-6));
  }
}
