// Table entries against MPFR, which shares no code with the core: frequencies by mpfr_pow at 300
// bits, angles as products, sines and cosines correctly rounded.
//
//   mpfr_check N   checks N entries in all: float32 by the range path and by the list path (every
//                  entry must be the correctly rounded value) and float64 (within 1 ulp), for
//                  sinusoidal tables of many widths and rotary tables (plain, linear, NTK-aware,
//                  Llama 3, YaRN, LongRoPE), at positions up to 2^31 (float32) and 2^53 (float64);
//                  bfloat16 and float16 of these rotary tables, correctly rounded. Two threads.
//
// Prints the count and the number of errors; exit status 1 if there are any.
#include <mpfr.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "mpfr/frequency.hpp"
#include "posenc.hpp"

using namespace posenc;
using namespace posenc::by_mpfr;

namespace {

struct Counts {
  std::atomic<long long> f32{0}, f32_wrong{0}, f64{0}, f64_wrong{0}, narrow{0}, narrow_wrong{0};
};

Case random_case(Random& random) {
  constexpr double kDims[] = {2,   4,   8,   32,  64,  80,   96,   128,  160, 192,
                              256, 320, 512, 576, 768, 1024, 1280, 2048, 4096};
  constexpr double kBases[] = {10000, 500000, 1e6, 150000, 5e6, 1e7, 100};
  Case c;
  c.rope = random.below(2) == 0;
  c.dim = kDims[random.below(c.rope ? 11 : 19)];
  c.base = c.rope ? kBases[random.below(7)] : 10000;
  c.spec.encoding = c.rope ? "rope" : "sinusoidal";
  c.spec.values.numbers = {
      {"dim", c.dim}, {"base", c.base}, {"layout", static_cast<double>(random.below(2))}};
  if (!c.rope || random.below(6) == 0) return c;

  c.spec.has_scaling = true;
  c.factor = static_cast<double>(2 + random.below(7));
  c.context = 4096;
  const RawValues factor = {{{"factor", c.factor}}, {}};
  RawValues with_context = factor;
  with_context.numbers["originalContext"] = c.context;
  switch (random.below(5)) {
    case 0:
      c.rule = Rule::divided, c.spec.scaling = {"linear", factor};
      break;
    case 1:
      c.rule = c.dim > 2 ? Rule::ntk : Rule::plain, c.spec.scaling = {"ntk", factor};
      break;
    case 2:
      c.rule = Rule::llama3, c.spec.scaling = {"llama3", with_context};
      break;
    case 3:
      c.rule = Rule::yarn, c.spec.scaling = {"yarn", with_context};
      break;
    default: {
      // any amplitude that a spec may have: random leading bits, mostly of size 1
      c.rule = Rule::divided;
      c.amplitude = std::ldexp(static_cast<double>((random() >> 11) + 1), -53);
      c.amplitude =
          std::ldexp(c.amplitude, random.below(2) == 0 ? static_cast<int>(random.below(2))
                                                       : 19 - static_cast<int>(random.below(60)));
      const std::vector<double> factors(static_cast<std::size_t>(c.dim / 2), c.factor);
      c.spec.scaling = {"longrope",
                        {{{"originalContext", c.context}, {"attentionFactor", c.amplitude}},
                         {{"shortFactor", factors}, {"longFactor", factors}}}};
    }
  }
  if (c.rule == Rule::yarn) {  // 0.1 ln s + 1, rounded once
    Real x;
    mpfr_set_d(x, c.factor, MPFR_RNDN), mpfr_log(x, x, MPFR_RNDN), mpfr_div_ui(x, x, 10, MPFR_RNDN);
    mpfr_add_ui(x, x, 1, MPFR_RNDN);
    c.amplitude = mpfr_get_d(x, MPFR_RNDN);
  }
  return c;
}

// Returns the bits of the number of the format nearest to the exact value: MPFR counts its steps,
// ties to even. There are no infinities: amplitudes here are at most 2^20.
std::uint16_t nearest_bits(NarrowFormat format, mpfr_ptr exact, Real& steps) {
  if (mpfr_zero_p(exact)) return 0;
  const int e = std::max(static_cast<int>(mpfr_get_exp(exact)) - 1, format.least);
  mpfr_mul_2si(steps, exact, format.fraction - e, MPFR_RNDN);
  mpfr_rint(steps, steps, MPFR_RNDN);  // ties to even
  const long n = std::labs(mpfr_get_si(steps, MPFR_RNDN));
  const long infinite = 0x7fff >> format.fraction << format.fraction;
  const long bits = (static_cast<long>(e - format.least) << format.fraction) + n;
  return static_cast<std::uint16_t>((mpfr_signbit(exact) ? 0x8000 : 0) | std::min(bits, infinite));
}

// Checks the rows of one case, with at most `entries` entries; returns how many.
long long check(Random& random, long long entries, Counts& counts) {
  const Case c = random_case(random);
  Plan plan = std::move(Plan::create(c.spec)).value();
  const std::size_t w = plan.width(), pairs = plan.pairs();
  const bool zipped = c.spec.values.numbers.at("layout") == (c.rope ? 1 : 0);

  const long long rows_wanted =
      std::max<long long>(1, std::min<long long>(entries / static_cast<long long>(2 * w), 80));
  const auto rows = static_cast<std::size_t>(rows_wanted);
  // 1 in 8 starts near 0, the others anywhere below 2^31, by magnitude
  const double start =
      std::floor(std::ldexp(1.0, random.below(8) == 0 ? 3 : static_cast<int>(random.below(31)))) +
      static_cast<double>(random.below(7));
  const double step = random.below(4) == 0 ? 1 + static_cast<double>(random.below(1000)) : 1;
  std::vector<double> wide_positions(rows);
  for (double& p : wide_positions) {
    p = std::ldexp(static_cast<double>(random() >> 11),
                   -static_cast<int>(random.below(50)));  // including fractions
    if (random.below(2) == 0) p = -p;
  }
  std::vector<float> range(rows * w), list(rows * w);
  std::vector<double> doubles(rows * w);
  std::vector<double> positions(rows);
  for (std::size_t r = 0; r < rows; ++r) positions[r] = start + static_cast<double>(r) * step;
  if (!plan.table_f32(start, step, rows, range.data()) || !plan.table_f32(positions, list.data()) ||
      !plan.table_f64(wide_positions, doubles.data())) {
    std::puts("the library refused a valid call");
    std::exit(1);
  }

  const bool cached = c.rope && step == 1;
  constexpr NarrowFormat kFormats[] = {kBf16, kHalf};
  std::vector<std::uint16_t> narrow[2];
  for (const int f : {0, 1}) {
    narrow[f].resize(rows * w);
    if (cached && !plan.cos_sin(start, rows, kFormats[f], narrow[f].data())) {
      std::puts("the library refused a valid cache");
      std::exit(1);
    }
  }

  Real omega, angle, sine, cosine, x;
  long long wrong32 = 0, wrong64 = 0, wrong16 = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    frequency(c, i, omega);
    // channels of pair i; rope's interleaved and half tables start with the cosine
    const std::size_t first = zipped ? 2 * i : i, second = zipped ? 2 * i + 1 : i + pairs;
    const std::size_t s = c.rope ? second : first, k = c.rope ? first : second;
    // a lower precision for the sine and cosine themselves: still 2^-100 from a wrong rounding
    mpfr_set_prec(sine, 130), mpfr_set_prec(cosine, 130);
    for (std::size_t r = 0; r < rows; ++r) {
      mpfr_mul_d(angle, omega, positions[r], MPFR_RNDN);
      mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
      mpfr_mul_d(sine, sine, c.amplitude, MPFR_RNDN),
          mpfr_mul_d(cosine, cosine, c.amplitude, MPFR_RNDN);
      const float exact_s = mpfr_get_flt(sine, MPFR_RNDN),
                  exact_c = mpfr_get_flt(cosine, MPFR_RNDN);
      wrong32 += (range[r * w + s] != exact_s) + (range[r * w + k] != exact_c);
      wrong32 += (list[r * w + s] != exact_s) + (list[r * w + k] != exact_c);

      for (int f = 0; cached && f < 2; ++f)
        wrong16 += (narrow[f][r * w + i] != nearest_bits(kFormats[f], cosine, x)) +
                   (narrow[f][r * w + pairs + i] != nearest_bits(kFormats[f], sine, x));

      mpfr_mul_d(angle, omega, wide_positions[r], MPFR_RNDN);
      mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
      mpfr_mul_d(sine, sine, c.amplitude, MPFR_RNDN),
          mpfr_mul_d(cosine, cosine, c.amplitude, MPFR_RNDN);
      for (const bool is_sine : {true, false}) {
        const double exact = mpfr_get_d(is_sine ? sine : cosine, MPFR_RNDN);
        int e;
        std::frexp(exact, &e);
        mpfr_sub_d(x, is_sine ? sine : cosine, doubles[r * w + (is_sine ? s : k)], MPFR_RNDN);
        const double ulps = std::ldexp(std::fabs(mpfr_get_d(x, MPFR_RNDN)), 53 - e);
        wrong64 += !(ulps <= 1);
      }
    }
  }
  const auto n = static_cast<long long>(rows * w);
  counts.f32 += 2 * n;
  counts.f32_wrong += wrong32;
  counts.f64 += n;
  counts.f64_wrong += wrong64;
  counts.narrow += cached ? 2 * n : 0;
  counts.narrow_wrong += wrong16;
  return 3 * n;
}

// checks the 256-bit constants and functions
bool constants_agree() {
  Real pi, ln2, x;
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul_ui(pi, pi, 2, MPFR_RNDN);
  mpfr_const_log2(ln2, MPFR_RNDN);
  bool good = true;
  const auto close = [&](const Wide& ours, mpfr_ptr theirs, int bits) {
    // subtracts doubles from the library's value: hi + next + …
    Wide rest = ours;
    mpfr_set(x, theirs, MPFR_RNDN);
    for (int k = 0; k < 6; ++k) {
      const double part = rest.to_double();
      rest = rest - Wide(part);
      mpfr_sub_d(x, x, part, MPFR_RNDN);
    }
    mpfr_div(x, x, theirs, MPFR_RNDN);
    good = good && std::fabs(mpfr_get_d(x, MPFR_RNDN)) <= std::ldexp(1.0, -bits);
  };
  close(kTwoPi, pi, 254);
  close(kLn2, ln2, 254);
  Real y;
  for (const double v : {0.1, 0.7, 1.9, 9.3, 500.0, -20.25}) {
    mpfr_set_d(y, v, MPFR_RNDN), mpfr_exp(y, y, MPFR_RNDN);
    close(exp(Wide(v)), y, 230);
    if (v > 0) mpfr_set_d(y, v, MPFR_RNDN), mpfr_log(y, y, MPFR_RNDN), close(log(Wide(v)), y, 230);
    if (std::fabs(v) <= 0.8) {
      mpfr_set_d(y, v, MPFR_RNDN), mpfr_sin(y, y, MPFR_RNDN), close(sin(Wide(v)), y, 230);
      mpfr_set_d(y, v, MPFR_RNDN), mpfr_cos(y, y, MPFR_RNDN), close(cos(Wide(v)), y, 230);
    }
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const long long wanted = argc > 1 ? std::atoll(argv[1]) : 100000;
  if (wanted <= 0) {
    std::puts("usage: mpfr_check ENTRIES");
    return 2;
  }
  const bool constants = constants_agree();
  Counts counts;
  const auto work = [&](std::uint64_t seed) {
    Random random(seed);
    for (long long done = 0; done < wanted / 2;) done += check(random, wanted / 2 - done, counts);
    mpfr_free_cache();
  };
  std::thread other(work, 2);
  work(1);
  other.join();
  std::printf("checked 20 entries (constants, exp, log, sin, cos to 2^-230): %d wrong\n",
              constants ? 0 : 1);
  std::printf(
      "checked %lld entries (float32, correctly rounded, positions below 2^31): %lld wrong\n",
      counts.f32.load(), counts.f32_wrong.load());
  std::printf("checked %lld entries (float64, within 1 ulp, |positions| up to 2^53): %lld wrong\n",
              counts.f64.load(), counts.f64_wrong.load());
  std::printf("checked %lld entries (bfloat16 and float16, correctly rounded): %lld wrong\n",
              counts.narrow.load(), counts.narrow_wrong.load());
  const bool right = counts.f32_wrong == 0 && counts.f64_wrong == 0 && counts.narrow_wrong == 0;
  return constants && right ? 0 : 1;
}
