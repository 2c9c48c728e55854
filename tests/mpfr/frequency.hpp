// Frequencies of waves by MPFR and the published formulas, sharing no code with the core; and
// random numbers.
#pragma once
#include <mpfr.h>

#include <cmath>
#include <cstdint>

#include "posenc.hpp"

namespace posenc::by_mpfr {

constexpr mpfr_prec_t kPrecision = 300;

class Real {
 public:
  Real() { mpfr_init2(x_, kPrecision); }
  ~Real() { mpfr_clear(x_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  operator mpfr_ptr() { return x_; }

 private:
  mpfr_t x_;
};

class Random {  // splitmix64
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return (*this)() % n; }

 private:
  std::uint64_t state_;
};

enum class Rule { plain, divided, ntk, llama3, yarn };

struct Case {
  EncodingSpec spec;
  Rule rule = Rule::plain;
  double dim = 0, base = 10000;
  double factor = 1, context = 0;
  double amplitude = 1;  // multiplies the waves
  bool rope = false;
};

// omega = (1 - keep)·omega/factor + keep·omega
inline void blend(Real& omega, mpfr_ptr keep, double factor) {
  Real kept, divided;
  mpfr_mul(kept, omega, keep, MPFR_RNDN);
  mpfr_sub(divided, omega, kept, MPFR_RNDN);
  mpfr_div_d(divided, divided, factor, MPFR_RNDN);
  mpfr_add(omega, kept, divided, MPFR_RNDN);
}

inline void clip01(Real& x) {
  if (mpfr_cmp_ui(x, 0) < 0) mpfr_set_ui(x, 0, MPFR_RNDN);
  if (mpfr_cmp_ui(x, 1) > 0) mpfr_set_ui(x, 1, MPFR_RNDN);
}

// dim·ln(context/(2π·turns))/(2 ln base), rounded outwards
inline double yarn_index(const Case& c, double turns, bool up) {
  Real x, y;
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_mul_d(x, x, 2 * turns, MPFR_RNDN);
  mpfr_d_div(x, c.context, x, MPFR_RNDN);
  mpfr_log(x, x, MPFR_RNDN);
  mpfr_set_d(y, c.base, MPFR_RNDN), mpfr_log(y, y, MPFR_RNDN);
  mpfr_div(x, x, y, MPFR_RNDN);
  mpfr_mul_d(x, x, c.dim / 2, MPFR_RNDN);
  return mpfr_get_d(x, MPFR_RNDN) == std::floor(mpfr_get_d(x, MPFR_RNDN)) ? mpfr_get_d(x, MPFR_RNDN)
         : up ? std::ceil(mpfr_get_d(x, MPFR_RNDU))
              : std::floor(mpfr_get_d(x, MPFR_RNDD));
}

// the frequency of pair i by the published formula
inline void frequency(const Case& c, std::size_t i, Real& omega) {
  Real base, x;
  mpfr_set_d(base, c.base, MPFR_RNDN);
  if (c.rule == Rule::ntk) {  // b' = b·s^(d/(d-2))
    mpfr_set_d(x, c.dim, MPFR_RNDN), mpfr_div_d(x, x, c.dim - 2, MPFR_RNDN);
    Real s;
    mpfr_set_d(s, c.factor, MPFR_RNDN), mpfr_pow(s, s, x, MPFR_RNDN);
    mpfr_mul(base, base, s, MPFR_RNDN);
  }
  mpfr_set_si(x, -2 * static_cast<long>(i), MPFR_RNDN);
  mpfr_div_d(x, x, c.dim, MPFR_RNDN);
  mpfr_pow(omega, base, x, MPFR_RNDN);
  if (c.rule == Rule::divided) mpfr_div_d(omega, omega, c.factor, MPFR_RNDN);
  if (c.rule == Rule::llama3) {  // keep = clip((L/lambda - 1)/(4 - 1), 0, 1)
    mpfr_const_pi(x, MPFR_RNDN), mpfr_mul_ui(x, x, 2, MPFR_RNDN);
    mpfr_div(x, omega, x, MPFR_RNDN);
    mpfr_mul_d(x, x, c.context, MPFR_RNDN);
    mpfr_sub_ui(x, x, 1, MPFR_RNDN), mpfr_div_ui(x, x, 3, MPFR_RNDN);
    clip01(x);
    blend(omega, x, c.factor);
  }
  if (c.rule == Rule::yarn) {  // keep = 1 - clip((i - low)/(high - low), 0, 1)
    const double low = std::fmax(yarn_index(c, 32, false), 0);
    double high = std::fmin(yarn_index(c, 1, true), c.dim - 1);
    mpfr_set_ui(x, static_cast<unsigned long>(i), MPFR_RNDN);
    mpfr_sub_d(x, x, low, MPFR_RNDN);
    mpfr_div_d(x, x, low == high ? 0.001 : high - low, MPFR_RNDN);
    clip01(x);
    mpfr_ui_sub(x, 1, x, MPFR_RNDN);
    blend(omega, x, c.factor);
  }
}

}  // namespace posenc::by_mpfr
