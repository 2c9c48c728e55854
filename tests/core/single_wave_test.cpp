// The bounds stated in core/single_wave.hpp, against the float64 waves of core/turn.hpp.
#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"
#include "core/single_wave.hpp"
#include "core/turn.hpp"

using namespace posenc;

namespace {

struct Worst {
  double sine = 0, cosine = 0, relative = 0;
  void look(std::uint64_t phase) {
    const auto got = single_wave::sincos(phase);
    const SinCos exact = sincos(static_cast<u128>(phase) << 64);
    sine = std::fmax(sine, std::fabs(got.sin - exact.sin));
    cosine = std::fmax(cosine, std::fabs(got.cos - exact.cos));
    const double small = std::fmin(std::fabs(exact.sin), std::fabs(exact.cos));
    const double error = std::fabs(exact.sin) < std::fabs(exact.cos)
                             ? std::fabs(got.sin - exact.sin)
                             : std::fabs(got.cos - exact.cos);
    if (small > 0 && small < 0x1p-12) relative = std::fmax(relative, error / small);
  }
};

}  // namespace

TEST_CASE("single wave: errors as stated, at random phases and around every sixteenth of a turn") {
  const Random random(64);
  Worst worst;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const auto w = random.words(i);
    worst.look(static_cast<std::uint64_t>(w[0]) << 32 | w[1]);
  }
  for (std::uint64_t part = 0; part < 16; ++part)
    for (unsigned shift = 0; shift < 64; ++shift)
      for (const std::uint64_t off : {0ull, 1ull, 2ull, ~0ull}) {
        worst.look((part << 60) + (1ull << shift) + off);
        worst.look((part << 60) - (1ull << shift) + off);
      }
  MESSAGE("sine and cosine ", worst.sine, " ", worst.cosine, ", small ones ", worst.relative);
  CHECK(worst.sine <= 5.5e-8);
  CHECK(worst.cosine <= 5.5e-8);
  CHECK(worst.relative <= 0x1p-22);
}

TEST_CASE("single wave: quarter turns are exact") {
  for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
    const auto [s, c] = single_wave::sincos(quarter << 62);
    CHECK(s == (quarter == 1 ? 1.0f : quarter == 3 ? -1.0f : 0.0f));
    CHECK(c == (quarter == 0 ? 1.0f : quarter == 2 ? -1.0f : 0.0f));
  }
}
