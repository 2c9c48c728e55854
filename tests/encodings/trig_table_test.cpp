// Derivatives against 256-bit arithmetic, at the error stated in trig_table.hpp. (Values are held
// by tests/mpfr, the fast path by tests/simd.)
#include "encodings/trig_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace posenc;

TEST_CASE("derivative: within 4.5 ulp of amplitude·omega·cos and -amplitude·omega·sin") {
  TrigTable t;
  double worst = 0;
  for (const double amplitude : {1.0, 1.3465735902799727})
    for (const double scale : {1.0, -2.5}) {
      t.amplitude = amplitude;
      set_geometric(t, 10000, Wide(20.0), 20, scale);
      t.columns.clear();
      for (std::uint32_t i = 0; i < 20; ++i)
        for (const Wave wave : {Wave::sine, Wave::cosine}) t.columns.push_back({wave, i});
      for (double p = -3; p < 1e9; p = 3 * p + 13.37) {
        std::vector<double> out(t.width());
        derivative_f64(t, std::vector<double>{p}, 0, out.data());
        for (std::size_t c = 0; c < out.size(); ++c) {
          const TurnFrequency& f = t.frequencies[t.columns[c].pair];
          const Wide slope = Wide(amplitude) * f.turns * kTwoPi * Wide(scale < 0 ? -1.0 : 1.0);
          const WideSinCos w = wide_wave(f, scale < 0 ? -p : p);
          const Wide exact = slope * (t.columns[c].wave == Wave::sine ? w.cos : -w.sin);
          int e;
          std::frexp(exact.to_double(), &e);
          const double error = std::fabs((Wide(out[c]) - exact).to_double());
          worst = std::max(worst, std::ldexp(error, 53 - e));
        }
      }
    }
  CHECK(worst <= 4.5);
  CHECK(worst > 0.5);  // the measure itself works: several roundings cannot all be exact
}
