#include "simd/uniform_rows.hpp"

#include <algorithm>  // std::min

#include "core/limits.hpp"
#include "core/rounding.hpp"
#include "simd/lanes.hpp"

namespace posenc {
namespace {

constexpr std::size_t kFine = limits::kRowsOfAnAnchor;
constexpr std::size_t kMiddle = 32;  // anchors that share an exact anchor
constexpr std::size_t kHalf = kFine / 2;
// Blocks of rows at least this wide are made from the middle outwards, a tenth faster. Narrower
// ones are not, because the processor prefetches consecutive stores: at 512 bytes, a table in main
// memory took 1.3 times as long.
constexpr std::size_t kWide = 512;

// Error bound, in units u = 2^-54. Anchors are within 1.6 u (turn.hpp: 0.8 ulp of a value below 1).
// sin(a+b) = sa·cb + ca·sb, with errors ea, eb of the factors, is within
//   ea·(|cb| + |sb|) + eb·(|sa| + |ca|) + 2 u (two products) + 2 u (one sum) <= √2·(ea + eb) + 4 u.
// First addition: √2·3.2 + 4 = 8.6 u. Second: √2·(8.6 + 1.6) + 4 = 18.5 u < 2^-49.7. Blocks of
// narrow or few rows need a third: √2·(18.5 + 1.6) + 4 = 32.5 u < 2^-48.9. The entry, amplitude·v,
// adds its own rounding. 2^-48 leaves a margin of 1.9.
constexpr double kEpsilon = 0x1p-48;

// Places of the two waves of a pair in a row: in two runs, or adjacent.
enum class Order { apart, sine_first, cosine_first };

struct Angles {
  const double *sines, *cosines;
};
struct Rows {
  float *sines, *cosines;  // of pair 0 in row 0
  std::size_t width, count;
};

// Entry (r, i) = anchor[i] (+) fine[r][i], for at most kFine rows. Returns a bit for each row that
// has an entry of undecided rounding. Called once per block and not inlined, so that a JavaScript
// engine's optimised code is used from the second block on.
template <Order order, bool amplified>
[[gnu::noinline]] std::uint32_t add_angles(Angles anchor, Angles fine, std::size_t pairs,
                                           double amplitude, double epsilon, Rows out) {
  using namespace lanes;
  constexpr bool side_by_side = order != Order::apart;
  constexpr std::size_t kStep = side_by_side ? 2 : 4;
  const f64x2 e = both(epsilon), a = both(amplitude);
  const double *s = anchor.sines, *c = anchor.cosines, *fs = fine.sines, *fc = fine.cosines;
  const auto times_amplitude = [&](f64x2 v) { return amplified ? v * a : v; };
  const auto sine = [&](std::size_t i) {
    return times_amplitude(load(s + i) * load(fc + i) + load(c + i) * load(fs + i));
  };
  const auto cosine = [&](std::size_t i) {
    return times_amplitude(load(c + i) * load(fc + i) - load(s + i) * load(fs + i));
  };
  std::uint32_t rows_undecided = 0;
  for (std::size_t r = 0; r < out.count; ++r) {
    i32x4 undecided = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + kStep <= pairs; i += kStep) {
      if constexpr (side_by_side) {
        const f64x2 vs = sine(i), vc = cosine(i);
        const f64x2 first = order == Order::sine_first ? vs : vc,
                    second = order == Order::sine_first ? vc : vs;
        const f32x4 low = demote_zipped(first - e, second - e),
                    high = demote_zipped(first + e, second + e);
        undecided |= differing(low, high);
        store((order == Order::sine_first ? out.sines : out.cosines) + 2 * i, low);
      } else {
        const f64x2 s0 = sine(i), s1 = sine(i + 2), c0 = cosine(i), c1 = cosine(i + 2);
        const f32x4 slow = demote(s0 - e, s1 - e), clow = demote(c0 - e, c1 - e);
        undecided |=
            differing(slow, demote(s0 + e, s1 + e)) | differing(clow, demote(c0 + e, c1 + e));
        store(out.sines + i, slow);
        store(out.cosines + i, clow);
      }
    }
    bool some = any(undecided);
    for (; i < pairs; ++i) {
      const double vs = (s[i] * fc[i] + c[i] * fs[i]) * amplitude,
                   vc = (c[i] * fc[i] - s[i] * fs[i]) * amplitude;
      const std::size_t at = side_by_side ? 2 * i : i;
      out.sines[at] = static_cast<float>(vs - epsilon);
      out.cosines[at] = static_cast<float>(vc - epsilon);
      some |= out.sines[at] != static_cast<float>(vs + epsilon) ||
              out.cosines[at] != static_cast<float>(vc + epsilon);
    }
    rows_undecided |= static_cast<std::uint32_t>(some) << r;
    fs += pairs;
    fc += pairs;
    out.sines += out.width;
    out.cosines += out.width;
  }
  return rows_undecided;
}

// Rows at the same distance before and after the anchor share products: entry (+r, i) = anchor[i]
// (+) fine[r][i], entry (-r, i) = anchor[i] (-) fine[r][i], for r below `out.count`. `out` is row
// 0, with the other rows on both sides of it. Returns a bit for each r. A twelfth faster than two
// separate rows if they stay in a cache.
template <Order order, bool amplified>
[[gnu::noinline]] std::uint32_t add_mirrored(Angles anchor, Angles fine, std::size_t pairs,
                                             double amplitude, double epsilon, Rows out) {
  using namespace lanes;
  constexpr bool side_by_side = order != Order::apart, sine_first = order == Order::sine_first;
  constexpr std::size_t kStep = side_by_side ? 2 : 4;
  const f64x2 e = both(epsilon), a = both(amplitude);
  const double *s = anchor.sines, *c = anchor.cosines, *fs = fine.sines, *fc = fine.cosines;
  struct Mirrored {
    f64x2 sine_after, cosine_after, sine_before, cosine_before;
  };
  const auto at = [&](std::size_t i) -> Mirrored {
    const f64x2 sc = load(s + i) * load(fc + i), cs = load(c + i) * load(fs + i),
                cc = load(c + i) * load(fc + i), ss = load(s + i) * load(fs + i);
    if constexpr (amplified) return {(sc + cs) * a, (cc - ss) * a, (sc - cs) * a, (cc + ss) * a};
    return {sc + cs, cc - ss, sc - cs, cc + ss};
  };
  float *before_sines = out.sines, *before_cosines = out.cosines;
  std::uint32_t rows_undecided = 0;
  for (std::size_t r = 0; r < out.count; ++r) {
    i32x4 undecided = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + kStep <= pairs; i += kStep) {
      const Mirrored m = at(i);
      if constexpr (side_by_side) {
        const auto put = [&](f64x2 vs, f64x2 vc, float* sines, float* cosines) {
          const f64x2 first = sine_first ? vs : vc, second = sine_first ? vc : vs;
          const f32x4 low = demote_zipped(first - e, second - e);
          undecided |= differing(low, demote_zipped(first + e, second + e));
          store((sine_first ? sines : cosines) + 2 * i, low);
        };
        put(m.sine_after, m.cosine_after, out.sines, out.cosines);
        put(m.sine_before, m.cosine_before, before_sines, before_cosines);
      } else {
        const Mirrored n = at(i + 2);
        const auto put = [&](f64x2 v, f64x2 w, float* to) {
          const f32x4 low = demote(v - e, w - e);
          undecided |= differing(low, demote(v + e, w + e));
          store(to + i, low);
        };
        put(m.sine_after, n.sine_after, out.sines);
        put(m.cosine_after, n.cosine_after, out.cosines);
        put(m.sine_before, n.sine_before, before_sines);
        put(m.cosine_before, n.cosine_before, before_cosines);
      }
    }
    bool some = any(undecided);
    for (; i < pairs; ++i) {
      const double sc = s[i] * fc[i], cs = c[i] * fs[i], cc = c[i] * fc[i], ss = s[i] * fs[i];
      const std::size_t k = side_by_side ? 2 * i : i;
      const auto put = [&](double v, float& to) {
        to = static_cast<float>(v * amplitude - epsilon);
        some |= to != static_cast<float>(v * amplitude + epsilon);
      };
      put(sc + cs, out.sines[k]);
      put(cc - ss, out.cosines[k]);
      put(sc - cs, before_sines[k]);
      put(cc + ss, before_cosines[k]);
    }
    rows_undecided |= static_cast<std::uint32_t>(some) << r;
    fs += pairs, fc += pairs;
    out.sines += out.width, out.cosines += out.width;
    before_sines -= out.width, before_cosines -= out.width;
  }
  return rows_undecided;
}

struct Kernels {
  decltype(&add_angles<Order::apart, false>) rows, mirrored;
};
template <bool amplified>
Kernels kernels(const PairLayout& layout) {
  if (layout.stride != 2)
    return {add_angles<Order::apart, amplified>, add_mirrored<Order::apart, amplified>};
  if (layout.first_sine < layout.first_cosine)
    return {add_angles<Order::sine_first, amplified>, add_mirrored<Order::sine_first, amplified>};
  return {add_angles<Order::cosine_first, amplified>, add_mirrored<Order::cosine_first, amplified>};
}

// anchors: out = base (+) offset for every pair; out may be base
[[gnu::noinline]] void add_anchor(const double* s, const double* c, const double* os,
                                  const double* oc, std::size_t pairs, double* out_s,
                                  double* out_c) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const double sine = s[i] * oc[i] + c[i] * os[i], cosine = c[i] * oc[i] - s[i] * os[i];
    out_s[i] = sine;
    out_c[i] = cosine;
  }
}

// p·frequency mod 1 for an integer |p| <= 2^53
u128 integer_phase(const TurnFrequency& f, double p) {
  const u128 turns = f.fraction * static_cast<std::uint64_t>(p < 0 ? -p : p);
  return p < 0 ? ~turns + 1 : turns;
}

}  // namespace

UniformRows::UniformRows(std::span<const TurnFrequency> frequencies, PairLayout layout,
                         double amplitude, double step)
    : frequencies_(frequencies.first(layout.pairs)),
      layout_(layout),
      amplitude_(amplitude),
      step_(step) {
  const double size = amplitude < 0 ? -amplitude : amplitude;
  epsilon_ = kEpsilon * size;
  while (turning_ < layout_.pairs && !frequencies_[turning_].is_zero()) ++turning_;
  for (std::size_t i = turning_; i < layout_.pairs; ++i)
    if (!frequencies_[i].is_zero()) turning_ = layout_.pairs;
  constexpr double kRows = kFine, kBefore = kHalf;
  waves_at(step * kBefore, step * kRows, kMiddle, middle_);
  waves_at(0, step, kFine, fine_);
  waves_at(-step * kBefore, 0, 1, before_);
  anchor_.sines.resize(turning_);
  anchor_.cosines.resize(turning_);
}

void UniformRows::waves_at(double first, double stride, std::size_t entries, Waves& w) const {
  w.sines.resize(entries * turning_);
  w.cosines.resize(entries * turning_);
  for (std::size_t i = 0; i < turning_; ++i) {
    u128 turns = integer_phase(frequencies_[i], first);
    const u128 advance = integer_phase(frequencies_[i], stride);
    for (std::size_t k = 0; k < entries; ++k, turns += advance) {
      const SinCos sc = sincos(turns);
      w.sines[k * turning_ + i] = sc.sin;
      w.cosines[k * turning_ + i] = sc.cos;
    }
  }
}

void UniformRows::write(double start, std::size_t rows, float* out, std::size_t width) {
  for (std::size_t done = 0; done < rows;) {
    const double first = start + static_cast<double>(done) * step_;
    const std::size_t here = std::min(rows - done, kFine);
    go_to(first);
    block(first, here, out + done * width, width);
    done += here;
  }
}

void UniformRows::go_to(double first) {
  // Exact whenever it is used: |first - exact_at_| < 2^53 in the block, at a multiple of step_.
  const double behind =
      exact_at_ ? (first - *exact_at_) / (step_ * static_cast<double>(kFine)) : -1;
  auto m = behind >= 0 && behind < static_cast<double>(kMiddle) ? static_cast<std::size_t>(behind)
                                                                : kMiddle;
  if (m == kMiddle || *exact_at_ + static_cast<double>(m * kFine) * step_ != first) {
    waves_at(first, 0, 1, exact_);
    exact_at_ = first;
    m = 0;
  }
  add_anchor(exact_.sines.data(), exact_.cosines.data(), middle_.sines.data() + m * turning_,
             middle_.cosines.data() + m * turning_, turning_, anchor_.sines.data(),
             anchor_.cosines.data());
}

void UniformRows::block(double start, std::size_t rows, float* out, std::size_t width) {
  const Kernels add = amplitude_ == 1 ? kernels<false>(layout_) : kernels<true>(layout_);
  const Angles fine{fine_.sines.data(), fine_.cosines.data()};
  const auto row = [&](std::size_t r, std::size_t count) -> Rows {
    float* const at = out + r * width;
    return {at + layout_.first_sine, at + layout_.first_cosine, width, count};
  };
  const auto run = [&](auto kernel, Angles offsets, Rows target) {
    return kernel({anchor_.sines.data(), anchor_.cosines.data()}, offsets, turning_, amplitude_,
                  epsilon_, target);
  };
  const auto again = [&](std::size_t r, const Waves& waves, std::size_t entry, double sign) {
    repair(&waves.sines[entry * turning_], &waves.cosines[entry * turning_], sign,
           start + static_cast<double>(r) * step_, out + r * width);
  };
  if (rows < kFine || width < kWide) {
    add_anchor(anchor_.sines.data(), anchor_.cosines.data(), before_.sines.data(),
               before_.cosines.data(), turning_, anchor_.sines.data(), anchor_.cosines.data());
    std::uint32_t undecided = run(add.rows, fine, row(0, rows));
    for (std::size_t r = 0; undecided != 0; ++r, undecided >>= 1)
      if (undecided & 1) again(r, fine_, r, 1);
  } else {
    // the first row and the anchor's row have no counterpart
    if (run(add.rows, {before_.sines.data(), before_.cosines.data()}, row(0, 1)))
      again(0, before_, 0, 1);
    std::uint32_t undecided = run(add.mirrored, fine, row(kHalf, kHalf));
    for (std::size_t r = 0; undecided != 0; ++r, undecided >>= 1)
      if (undecided & 1) again(kHalf + r, fine_, r, 1), again(kHalf - r, fine_, r, -1);
  }
  if (turning_ == layout_.pairs) return;
  const float amplitude = static_cast<float>(amplitude_);
  const Rows target = row(0, rows);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t i = turning_ * layout_.stride; i < layout_.pairs * layout_.stride;
         i += layout_.stride) {
      target.sines[r * width + i] = 0;
      target.cosines[r * width + i] = amplitude;
    }
}

// Recomputes from its exact phase every entry of the row that the bound leaves undecided. The row
// is the anchor (+) `sign` times the angles of these waves.
void UniformRows::repair(const double* sines, const double* cosines, double sign, double position,
                         float* row) const {
  const double *s = anchor_.sines.data(), *c = anchor_.cosines.data();
  const Position p(position);
  for (std::size_t i = 0; i < turning_; ++i) {
    const double fs = sign * sines[i], fc = cosines[i];
    const double vs = (s[i] * fc + c[i] * fs) * amplitude_,
                 vc = (c[i] * fc - s[i] * fs) * amplitude_;
    const bool sine = static_cast<float>(vs - epsilon_) != static_cast<float>(vs + epsilon_);
    const bool cosine = static_cast<float>(vc - epsilon_) != static_cast<float>(vc + epsilon_);
    if (!sine && !cosine) continue;
    const SinCos w = wave(frequencies_[i], p);
    if (sine)
      row[layout_.first_sine + i * layout_.stride] =
          rounded_f32(frequencies_[i], true, amplitude_, p, w);
    if (cosine)
      row[layout_.first_cosine + i * layout_.stride] =
          rounded_f32(frequencies_[i], false, amplitude_, p, w);
  }
}

}  // namespace posenc
