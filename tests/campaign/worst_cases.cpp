// Searches positions at which entries are hardest to round, and compares each with MPFR.
//
//   worst_cases POSITIONS     prints rows for docs/reliability.md; exit status 1 if an entry is
//   wrong
//
// For every frequency of the tables in cases():
//  1. reduction: the convergents and the first semi-convergents of 8·frequency/2π, from 400 bits.
//     Their denominators are the positions below 2^53 whose phase is nearest to a multiple of π/4
//     (Khinchin, Continued fractions, theorem 16), where sine or cosine is tiny or two octants
//     meet. Float64 entries there must be within 1 ulp, and float32 entries at positions below 2^31
//     correctly rounded.
//  2. rounding: POSITIONS consecutive positions, from a start below 2^31 that depends on the number
//     of the frequency. The phase is a 128-bit fraction of a turn that is added exactly; its sine
//     and cosine are long doubles of the C library (64 bits). The 16 entries nearest to the middle
//     between two float32 numbers, and their neighbours in the row, are compared with MPFR by both
//     paths of the library.
//
// A search by lattices (Lefèvre) is useless below 2^31: it needs positions close enough that the
// sine of a multiple of one step is a line to 2^-55. So every position of a range is tested.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <string>
#include <vector>

#include "mpfr/frequency.hpp"
#include "posenc.hpp"

using namespace posenc;
using namespace posenc::by_mpfr;

namespace {

struct Named {
  std::string name;
  Case table;
};

Case waves(const char* encoding, double dim, double base) {
  Case c;
  c.rope = std::string(encoding) == "rope";
  c.dim = dim, c.base = base;
  c.spec.encoding = encoding;
  c.spec.values.numbers = {{"dim", dim}, {"base", base}, {"layout", 0}};
  return c;
}

Case scaled(Case c, const char* id, Rule rule, double factor, double context) {
  c.rule = rule, c.factor = factor, c.context = context;
  c.spec.has_scaling = true;
  c.spec.scaling = {id, {{{"factor", factor}, {"originalContext", context}}, {}}};
  if (rule == Rule::yarn) {
    Real x;
    mpfr_set_d(x, factor, MPFR_RNDN), mpfr_log(x, x, MPFR_RNDN), mpfr_div_ui(x, x, 10, MPFR_RNDN);
    mpfr_add_ui(x, x, 1, MPFR_RNDN);
    c.amplitude = mpfr_get_d(x, MPFR_RNDN);
  }
  return c;
}

std::vector<Named> cases() {
  std::vector<Named> all;
  for (const double dim : {128., 512., 1024.})
    all.push_back(
        {"sinusoidal " + std::to_string(static_cast<int>(dim)), waves("sinusoidal", dim, 10000)});
  for (const double dim : {64., 128.})
    for (const double base : {1e4, 5e5, 1e6})
      all.push_back({"rope " + std::to_string(static_cast<int>(dim)) + ", base " +
                         std::to_string(static_cast<int>(base)),
                     waves("rope", dim, base)});
  all.push_back({"Llama 3.1 8B", scaled(waves("rope", 128, 5e5), "llama3", Rule::llama3, 8, 8192)});
  all.push_back(
      {"Qwen2.5 with YaRN", scaled(waves("rope", 128, 1e6), "yarn", Rule::yarn, 4, 32768)});
  return all;
}

struct Found {
  long long frequencies = 0, convergents = 0, looked_at = 0, compared32 = 0, compared64 = 0;
  long long wrong32 = 0, wrong64 = 0;
  double nearest_turns = 1, nearest_position = 0;  // from a multiple of an eighth of a turn
  double hardest = 1, hardest_position = 0,
         ulps = 0;  // from the middle, in ulps of float32; largest error of float64
  std::string nearest_of, hardest_of;
};

// Denominators below 2^53 of the convergents of 8·turns, and of the semi-convergents next to each.
std::vector<double> nearest_positions(mpfr_ptr omega) {
  mpfr_t x, a, pi;
  mpfr_inits2(400, x, a, pi, nullptr);
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul_ui(x, omega, 4, MPFR_RNDN), mpfr_div(x, x, pi, MPFR_RNDN);  // 8·omega/2π
  std::vector<double> positions;
  double before = 0, now = 1;  // q of the last two convergents
  mpfr_floor(a, x), mpfr_sub(x, x, a, MPFR_RNDN);
  for (int i = 0; i < 200 && !mpfr_zero_p(x); ++i) {
    mpfr_ui_div(x, 1, x, MPFR_RNDN);
    mpfr_floor(a, x), mpfr_sub(x, x, a, MPFR_RNDN);
    const double partial = mpfr_get_d(a, MPFR_RNDN);
    // the last one before the convergent, which are the nearest of their kind, and the first one
    // after the previous convergent
    for (const double k : {1., partial - 1, partial}) {
      const double q = before + k * now;
      if (k >= 1 && q <= 0x1p53) positions.push_back(q);
    }
    const double q = before + partial * now;
    if (!(q <= 0x1p53)) break;
    before = now, now = q;
  }
  mpfr_clears(x, a, pi, nullptr);
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

// ulps of float32 between a value and the nearest midpoint of two float32 numbers
double from_middle(long double value) {
  int e;
  const long double m = std::frexp(value < 0 ? -value : value, &e);  // [1/2, 1)
  const long double steps = std::ldexp(m, 24);
  const long double part = steps - std::floor(steps);
  return static_cast<double>(part < 0.5L ? 0.5L - part : part - 0.5L);
}

struct Candidate {
  double distance, position;
  bool operator<(const Candidate& other) const {
    return distance < other.distance;
  }  // the largest is at the top
};

class Search {
 public:
  Search(const Named& named, std::size_t pair, Plan& plan, Found& found)
      : named_(named), pair_(pair), plan_(plan), found_(found) {
    frequency(named.table, pair, omega_);
    mpfr_set_prec(exact_, 200), mpfr_set_prec(angle_, 500);
  }

  void reduction() {
    const std::vector<double> positions = nearest_positions(omega_);
    found_.convergents += static_cast<long long>(positions.size());
    mpfr_t turns;
    mpfr_init2(turns, 500);
    for (const double p : positions) {
      mpfr_mul_d(angle_, omega_, p, MPFR_RNDN);
      mpfr_const_pi(turns, MPFR_RNDN), mpfr_div(turns, angle_, turns, MPFR_RNDN);
      mpfr_mul_ui(turns, turns, 4, MPFR_RNDN), mpfr_frac(turns, turns, MPFR_RNDN);  // eighths
      mpfr_abs(turns, turns, MPFR_RNDN);
      if (mpfr_cmp_d(turns, 0.5) > 0) mpfr_ui_sub(turns, 1, turns, MPFR_RNDN);
      const double near = mpfr_get_d(turns, MPFR_RNDN) / 8;
      if (near < found_.nearest_turns)
        found_.nearest_turns = near, found_.nearest_position = p, found_.nearest_of = name();
      compare(p);
    }
    mpfr_clear(turns);
  }

  void rounding(std::uint64_t start, long long count) {
    // turns per position as a fraction of 2^128, to nearest; the phase at the start from 500 bits,
    // so that only the count adds errors
    const u128 step = fraction(1);
    u128 phase = fraction(static_cast<double>(start));
    const long double amplitude = named_.table.amplitude;
    std::priority_queue<Candidate> best;
    for (long long i = 0; i < count; ++i, phase += step) {
      const auto quarter =
          static_cast<unsigned>((static_cast<std::uint64_t>(phase >> 64) + (1ull << 61)) >> 62);
      const auto rest = phase - (static_cast<u128>(quarter) << 126);
      const long double angle =
          static_cast<long double>(rest) * (0x1p-128L * 6.283185307179586476925286766559005768L);
      for (const long double value : {std::sin(angle), std::cos(angle)}) {
        const double distance = from_middle(amplitude * value);
        if (best.size() == 16 && distance >= best.top().distance) continue;
        if (best.size() == 16) best.pop();
        best.push({distance, static_cast<double>(start) + static_cast<double>(i)});
      }
    }
    found_.looked_at += 2 * count;
    for (; !best.empty(); best.pop()) {
      const auto [distance, p] = best.top();
      if (distance < found_.hardest)
        found_.hardest = distance, found_.hardest_position = p, found_.hardest_of = name();
      compare(p);
    }
  }

 private:
  std::string name() const { return named_.name + ", pair " + std::to_string(pair_); }

  u128 fraction(double p) {
    mpfr_t x;
    mpfr_init2(x, 500);
    mpfr_const_pi(x, MPFR_RNDN), mpfr_mul_ui(x, x, 2, MPFR_RNDN);
    mpfr_mul_d(angle_, omega_, p, MPFR_RNDN), mpfr_div(x, angle_, x, MPFR_RNDN);
    mpfr_frac(x, x, MPFR_RNDN);
    u128 bits = 0;
    for (int i = 0; i < 2; ++i) {
      mpfr_mul_2ui(x, x, 64, MPFR_RNDN);
      bits = bits << 64 | mpfr_get_uj(x, MPFR_RNDZ);
      mpfr_frac(x, x, MPFR_RNDN);
    }
    mpfr_clear(x);
    return bits;
  }

  // Compares both entries of the pair at one position, by every path that computes them.
  void compare(double p) {
    const std::size_t w = plan_.width();
    floats_.resize(w), range_.resize(w), doubles_.resize(w);
    const bool single = p < 0x1p31;
    const std::vector<double> positions = {p};
    if ((single && (!plan_.table_f32(positions, floats_.data()) ||
                    !plan_.table_f32(p, 1, 1, range_.data()))) ||
        !plan_.table_f64(positions, doubles_.data())) {
      std::fputs("the library refused a valid call\n", stderr);
      std::exit(2);
    }
    mpfr_mul_d(angle_, omega_, p, MPFR_RNDN);
    const std::size_t pairs = plan_.pairs();
    const bool zipped = !named_.table.rope;  // layout 0: sinusoidal interleaves, rope has halves
    const std::size_t first = zipped ? 2 * pair_ : pair_,
                      second = zipped ? first + 1 : pair_ + pairs;
    for (const bool sine : {true, false}) {
      const std::size_t at = sine != named_.table.rope ? first : second;
      if (sine)
        mpfr_sin(exact_, angle_, MPFR_RNDN);
      else
        mpfr_cos(exact_, angle_, MPFR_RNDN);
      mpfr_mul_d(exact_, exact_, named_.table.amplitude, MPFR_RNDN);
      if (single) {
        const float right = mpfr_get_flt(exact_, MPFR_RNDN);
        found_.compared32 += 2;
        found_.wrong32 += (floats_[at] != right) + (range_[at] != right);
      }
      int e;
      std::frexp(mpfr_get_d(exact_, MPFR_RNDN), &e);
      mpfr_sub_d(error_, exact_, doubles_[at], MPFR_RNDN);
      const double ulps = std::ldexp(std::fabs(mpfr_get_d(error_, MPFR_RNDN)), 53 - e);
      ++found_.compared64;
      found_.wrong64 += !(ulps <= 1);
      found_.ulps = std::fmax(found_.ulps, ulps);
    }
  }

  const Named& named_;
  const std::size_t pair_;
  Plan& plan_;
  Found& found_;
  Real omega_, angle_, exact_, error_;
  std::vector<float> floats_, range_;
  std::vector<double> doubles_;
};

}  // namespace

int main(int argc, char** argv) {
  const long long count = argc > 1 ? std::atoll(argv[1]) : 0;
  if (count <= 0) {
    std::puts("usage: worst_cases POSITIONS");
    return 2;
  }
  Found found;
  Random random(1);
  const std::vector<Named> all = cases();
  for (const Named& named : all) {
    Plan plan = std::move(Plan::create(named.table.spec)).value();
    for (std::size_t pair = 0; pair < plan.pairs(); ++pair) {
      Search search(named, pair, plan, found);
      search.reduction();
      search.rounding(random.below((std::uint64_t{1} << 31) - static_cast<std::uint64_t>(count)),
                      count);
      ++found.frequencies;
    }
    std::fprintf(stderr, "%s\n", named.name.c_str());
  }
  mpfr_free_cache();
  std::printf(
      "positions whose phase comes nearest to an eighth of a turn | %lld of %lld frequencies, "
      "below 2^53; the nearest is %.3e turns from it (%s, position %.0f) | float64: %lld of %lld "
      "beyond 1 ulp, largest error %.4f ulp\n",
      found.convergents, found.frequencies, found.nearest_turns, found.nearest_of.c_str(),
      found.nearest_position, found.wrong64, found.compared64, found.ulps);
  std::printf(
      "float32 entries nearest to the middle between two numbers | %lld looked at; the hardest is "
      "%.3e ulp from the middle (%s, position %.0f) | %lld of %lld compared are wrong\n",
      found.looked_at, found.hardest, found.hardest_of.c_str(), found.hardest_position,
      found.wrong32, found.compared32);
  return found.wrong32 == 0 && found.wrong64 == 0 ? 0 : 1;
}
