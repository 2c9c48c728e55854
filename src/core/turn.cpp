#include "core/turn.hpp"

namespace posenc {

TurnFrequency TurnFrequency::from_radians(const Wide& theta) {
  TurnFrequency f;
  f.radians = theta.to_double();
  if (f.is_too_fast()) return f;
  f.turns = theta * kInverseTwoPi;
  f.fraction = f.turns.fraction_bits();
  f.whole = f.turns.integer_bits();
  return f;
}

Position::Position(double p) : value(p), negative(p < 0) {
  const double size = negative ? -p : p;
  whole = static_cast<std::uint64_t>(size);
  const double rest = (size - static_cast<double>(whole)) * 0x1p64;  // exact: a power of two
  fraction = static_cast<std::uint64_t>(rest);
  fixed = static_cast<double>(fraction) == rest;
}

SinCos wave(const TurnFrequency& f, const Position& p) {
  if (f.is_zero() || p.value == 0) return {};
  if (p.fixed) {
    const u128 turns = phase(f, p);
    // distance to the nearest quarter turn: enough bits for a relative error below 2^-57?
    const u128 to_quarter =
        (turns + (static_cast<u128>(1) << 125)) & ((static_cast<u128>(1) << 126) - 1);
    const i128 rest = static_cast<i128>(to_quarter) - (static_cast<i128>(1) << 125);
    const u128 distance = static_cast<u128>(rest < 0 ? -rest : rest);
    const int whole_bits = 64 - std::countl_zero(p.whole);
    const int needed = whole_bits + 58 > 76 ? whole_bits + 58 : 76;
    if ((distance >> needed) != 0) {
      SinCos w = sincos(turns);
      if (p.negative) w.sin = -w.sin, w.sin_tail = -w.sin_tail;
      return w;
    }
  }
  const WideSinCos exact = wide_wave(f, p.value);
  SinCos w;
  w.sin = exact.sin.to_double();
  w.cos = exact.cos.to_double();
  w.sin_tail = (exact.sin - Wide(w.sin)).to_double();
  w.cos_tail = (exact.cos - Wide(w.cos)).to_double();
  return w;
}

WideSinCos wide_wave(const TurnFrequency& f, double p) {
  const Wide turns = (f.turns * Wide(p)).fraction();
  const std::int64_t quarter = turns.scaled(2).round();
  const bool below = quarter < 0;
  const Wide nearest =
      Wide::from_u64(static_cast<std::uint64_t>(below ? -quarter : quarter)).scaled(-2);
  const Wide x = (turns - (below ? -nearest : nearest)) * kTwoPi;
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

}  // namespace posenc
