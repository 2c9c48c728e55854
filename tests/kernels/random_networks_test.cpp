// Errors of random networks against their expectations.
#include "kernels/random_networks.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "kernels/periodic_kernel.hpp"

using namespace posenc;

namespace {

RandomNetworks with_kernel(RandomNetworks networks) {
  for (const double delta : networks.offsets)
    networks.kernel.push_back(wave_means(networks.frequencies, delta).kernel);
  return networks;
}
RandomNetworkErrors of(const RandomNetworks& networks) { return random_network_errors(networks); }

}  // namespace

TEST_CASE("random networks: mean squared errors (V + ½)/m and 2V/m") {
  const RandomNetworks networks = with_kernel({.frequencies = {1, 0.5, 0.2},
                                               .offsets = {0.5, 2, 7},
                                               .kernel = {},
                                               .widths = {2, 16},
                                               .draws = 4000,
                                               .seed = 11});
  double mean = 0;
  for (const double delta : networks.offsets)
    mean += wave_means(networks.frequencies, delta).variance / 3;
  const RandomNetworkErrors got = of(networks);
  REQUIRE(got.phase.size() == 2);
  // 4000 networks: a standard deviation of about 2 % of a mean square
  for (std::size_t i = 0; i < 2; ++i) {
    const double m = networks.widths[i];
    CHECK(got.phase[i] * got.phase[i] == approx((mean + 0.5) / m).epsilon(0.1));
    CHECK(got.pair[i] * got.pair[i] == approx(2 * mean / m).epsilon(0.1));
  }
  CHECK(of(networks).phase == got.phase);
}

TEST_CASE("random networks: pairs of one frequency make no error") {
  const RandomNetworks networks = with_kernel({.frequencies = {0.3},
                                               .offsets = {0, 1, 5},
                                               .kernel = {},
                                               .widths = {4},
                                               .draws = 3,
                                               .seed = 2});
  CHECK(of(networks).pair[0] <= 1e-15);
  CHECK(of(networks).phase[0] > 0.01);
}
