#include "core/turn.hpp"

#include <algorithm>  // std::max

namespace posenc {

namespace {

// multiples of 2^-64 of a turn, whose phases are exact
bool is_exact(const Wide& turns, u128 fraction) {
  if (turns.is_zero()) return true;
  const Wide rest = turns - floor(turns);
  return static_cast<std::uint64_t>(fraction) == 0 &&
         rest == Wide::from_u64(static_cast<std::uint64_t>(fraction >> 64)).scaled(-64);
}

// Distance from a phase to the nearest quarter turn.
u128 to_quarter_turn(u128 turns) {
  const u128 shifted =
      (turns + (static_cast<u128>(1) << 125)) & ((static_cast<u128>(1) << 126) - 1);
  const i128 rest = static_cast<i128>(shifted) - (static_cast<i128>(1) << 125);
  return static_cast<u128>(rest < 0 ? -rest : rest);
}

SinCos rounded(const WideSinCos& exact) {
  SinCos w;
  w.sin = exact.sin.to_double();
  w.cos = exact.cos.to_double();
  w.sin_tail = (exact.sin - Wide(w.sin)).to_double();
  w.cos_tail = (exact.cos - Wide(w.cos)).to_double();
  return w;
}

// Sine and cosine of a phase in turns, |turns| < 2^60, a sum of terms up to 2^log2 in size. If a
// term is `rounded`, a rest 200 bits smaller counts as zero: terms are within 2^-222, so a phase
// that close to a quarter turn is one.
WideSinCos wide_sincos(const Wide& turns, int log2, bool rounded) {
  const std::int64_t quarter = turns.scaled(2).round();
  const bool below = quarter < 0;
  const Wide nearest =
      Wide::from_u64(static_cast<std::uint64_t>(below ? -quarter : quarter)).scaled(-2);
  Wide rest = turns - (below ? -nearest : nearest);
  if (rounded && !rest.is_zero() && rest.log2_floor() < log2 - 200) rest = Wide();
  const Wide x = rest * kTwoPi;
  const Wide s = sin(x), c = cos(x);
  switch (static_cast<unsigned>(quarter) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace

TurnFrequency TurnFrequency::from_radians(const Wide& theta) {
  TurnFrequency f;
  f.radians = theta.to_double();
  if (f.is_too_fast()) return f;
  f = from_turns(theta * kInverseTwoPi);
  f.radians = theta.to_double();
  return f;
}

TurnFrequency TurnFrequency::from_turns(const Wide& turns) {
  TurnFrequency f;
  f.radians = (turns * kTwoPi).to_double();
  if (f.is_too_fast()) return f;
  f.negative = turns.is_negative();
  f.turns = f.negative ? -turns : turns;
  f.fraction = f.turns.fraction_bits();
  f.whole = f.turns.integer_bits();
  f.exact = is_exact(f.turns, f.fraction);
  return f;
}

Position::Position(double p) : value(p), negative(p < 0) {
  const double size = negative ? -p : p;
  whole = static_cast<std::uint64_t>(size);
  const double rest = (size - static_cast<double>(whole)) * 0x1p64;  // exact: a power of two
  fraction = static_cast<std::uint64_t>(rest);
  fixed = static_cast<double>(fraction) == rest;
}

SinCos wave(const TurnFrequency& f, const Position& p, Tails tails) {
  if (f.is_zero() || p.value == 0) return {};
  if (p.fixed) {
    const u128 turns = phase(f, p);
    // true if the bits suffice for a relative error below 2^-57
    const int whole_bits = 64 - std::countl_zero(p.whole);
    const int needed = whole_bits + 58 > 76 ? whole_bits + 58 : 76;
    if (f.exact || (to_quarter_turn(turns) >> needed) != 0) {
      SinCos w = tails == Tails::fine ? sincos<Tails::fine>(turns) : sincos(turns);
      if (p.negative != f.negative) w.sin = -w.sin, w.sin_tail = -w.sin_tail;
      return w;
    }
  }
  return rounded(wide_wave(f, p.value));
}

WideSinCos wide_wave(const TurnFrequency& f, double p) {
  const Wide turns = f.turns * Wide(f.negative ? -p : p);
  return wide_sincos(turns.fraction(), turns.log2_floor(), f.turns.is_full());
}

TurnOffset::TurnOffset(const Wide& t) : turns(t), fraction(t.fraction_bits()) {
  exact = is_exact(t.is_negative() ? -t : t, fraction);
  if (t.is_negative()) fraction = ~fraction + 1;
}

SinCos plane_wave(std::span<const TurnFrequency> frequencies, const Position* p,
                  const TurnOffset& offset, Tails tails) {
  u128 turns = offset.fraction;
  bool fixed = true, exact = offset.exact;
  int whole_bits = 0;
  for (std::size_t a = 0; a < frequencies.size(); ++a) {
    if (frequencies[a].is_zero() || p[a].value == 0) continue;
    const u128 part = phase(frequencies[a], p[a]);
    turns += p[a].negative != frequencies[a].negative ? ~part + 1 : part;
    fixed = fixed && p[a].fixed;
    exact = exact && frequencies[a].exact;
    const int bits = 64 - std::countl_zero(p[a].whole);
    whole_bits = bits > whole_bits ? bits : whole_bits;
  }
  // one more bit of error for each doubling of the number of coordinates
  const int terms = static_cast<int>(std::bit_width(frequencies.size()));
  const int needed = (whole_bits + 58 > 76 ? whole_bits + 58 : 76) + terms;
  if (fixed && (exact || (to_quarter_turn(turns) >> needed) != 0))
    return tails == Tails::fine ? sincos<Tails::fine>(turns) : sincos(turns);
  return rounded(wide_plane_wave(frequencies, p, offset));
}

WideSinCos wide_plane_wave(std::span<const TurnFrequency> frequencies, const Position* p,
                           const TurnOffset& offset) {
  Wide turns;
  int log2 = -4096;
  bool rounded = false;
  const auto add = [&](const Wide& term, bool is_rounded) {
    if (term.is_zero()) return;
    turns = turns + term.fraction();
    log2 = std::max(log2, term.log2_floor());
    rounded = rounded || is_rounded;
  };
  add(offset.turns, offset.turns.is_full());
  for (std::size_t a = 0; a < frequencies.size(); ++a) {
    const TurnFrequency& f = frequencies[a];
    add(f.turns * Wide(f.negative ? -p[a].value : p[a].value), f.turns.is_full());
  }
  return wide_sincos(turns.fraction(), log2, rounded);
}

}  // namespace posenc
