#include "simd/uniform_rows.hpp"

#include <algorithm>  // std::min

#include "core/rounding.hpp"
#include "simd/lanes.hpp"

namespace posenc {
namespace {

constexpr std::size_t kFine = 32;    // rows that share an anchor
constexpr std::size_t kMiddle = 32;  // anchors that share an exact anchor

// Error bound, in units u = 2^-54. Anchors are within 1.6 u (turn.hpp: 0.8 ulp of a value below 1).
// sin(a+b) = sa·cb + ca·sb, with errors ea, eb of the factors, is within
//   ea·(|cb| + |sb|) + eb·(|sa| + |ca|) + 2 u (two products) + 2 u (one sum) <= √2·(ea + eb) + 4 u.
// First addition: √2·3.2 + 4 = 8.6 u. Second: √2·(8.6 + 1.6) + 4 = 18.5 u < 2^-49.7.
// The entry, amplitude·v, adds its own rounding. 2^-48 leaves a margin of 3.
constexpr double kEpsilon = 0x1p-48;

struct RowTarget {
  float* sines;
  float* cosines;
};

// One row: out[i] = anchor (+) fine. Returns whether some entry's rounding is undecided. Small and
// not inlined, so that a JavaScript engine's optimised code is used from the second call on.
template <bool zipped, bool amplified>
[[gnu::noinline]] bool add_angles(const double* s, const double* c, const double* fs, const double* fc,
                                  std::size_t pairs, double amplitude, double epsilon, RowTarget out) {
  using namespace lanes;
  const f64x2 e = both(epsilon), a = both(amplitude);
  i32x4 undecided = {0, 0, 0, 0};
  constexpr std::size_t kStep = zipped ? 2 : 4;
  const auto times_amplitude = [&](f64x2 v) { return amplified ? v * a : v; };
  const auto sine = [&](std::size_t i) { return times_amplitude(load(s + i) * load(fc + i) + load(c + i) * load(fs + i)); };
  const auto cosine = [&](std::size_t i) { return times_amplitude(load(c + i) * load(fc + i) - load(s + i) * load(fs + i)); };
  std::size_t i = 0;
  for (; i + kStep <= pairs; i += kStep) {
    if constexpr (zipped) {
      const f64x2 vs = sine(i), vc = cosine(i);
      const bool sine_first = out.sines < out.cosines;
      const f64x2 first = sine_first ? vs : vc, second = sine_first ? vc : vs;
      const f32x4 low = demote_zipped(first - e, second - e), high = demote_zipped(first + e, second + e);
      undecided |= differing(low, high);
      store((sine_first ? out.sines : out.cosines) + 2 * i, low);
    } else {
      const f64x2 s0 = sine(i), s1 = sine(i + 2), c0 = cosine(i), c1 = cosine(i + 2);
      const f32x4 slow = demote(s0 - e, s1 - e), clow = demote(c0 - e, c1 - e);
      undecided |= differing(slow, demote(s0 + e, s1 + e)) | differing(clow, demote(c0 + e, c1 + e));
      store(out.sines + i, slow);
      store(out.cosines + i, clow);
    }
  }
  bool tail_undecided = false;
  for (; i < pairs; ++i) {
    const double vs = (s[i] * fc[i] + c[i] * fs[i]) * amplitude, vc = (c[i] * fc[i] - s[i] * fs[i]) * amplitude;
    const std::size_t at = zipped ? 2 * i : i;
    out.sines[at] = static_cast<float>(vs - epsilon);
    out.cosines[at] = static_cast<float>(vc - epsilon);
    tail_undecided |= out.sines[at] != static_cast<float>(vs + epsilon) || out.cosines[at] != static_cast<float>(vc + epsilon);
  }
  return any(undecided) || tail_undecided;
}

// anchors: out = base (+) offset for every pair
[[gnu::noinline]] void add_anchor(const double* s, const double* c, const double* os, const double* oc, std::size_t pairs,
                                  double* out_s, double* out_c) {
  for (std::size_t i = 0; i < pairs; ++i) {
    out_s[i] = s[i] * oc[i] + c[i] * os[i];
    out_c[i] = c[i] * oc[i] - s[i] * os[i];
  }
}

// p·frequency mod 1 for an integer |p| <= 2^53
u128 integer_phase(const TurnFrequency& f, double p) {
  const u128 turns = f.fraction * static_cast<std::uint64_t>(p < 0 ? -p : p);
  return p < 0 ? ~turns + 1 : turns;
}

}  // namespace

UniformRows::UniformRows(std::span<const TurnFrequency> frequencies, PairLayout layout, double amplitude, double step)
    : frequencies_(frequencies.first(layout.pairs)), layout_(layout), amplitude_(amplitude), step_(step) {
  const double size = amplitude < 0 ? -amplitude : amplitude;
  epsilon_ = kEpsilon * size;
  while (turning_ < layout_.pairs && !frequencies_[turning_].is_zero()) ++turning_;
  for (std::size_t i = turning_; i < layout_.pairs; ++i)
    if (!frequencies_[i].is_zero()) turning_ = layout_.pairs;
  middle_ = waves_at(0, step * static_cast<double>(kFine), kMiddle);
  fine_ = waves_at(0, step, kFine);
}

UniformRows::Waves UniformRows::waves_at(double first, double stride, std::size_t entries) const {
  Waves w;
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
  return w;
}

void UniformRows::write(double start, std::size_t rows, float* out, std::size_t width) const {
  std::vector<double> s(turning_), c(turning_);
  for (std::size_t done = 0; done < rows;) {
    const double first = start + static_cast<double>(done) * step_;
    const Waves exact = waves_at(first, 0, 1);
    const std::size_t in_block = std::min(rows - done, kFine * kMiddle);
    for (std::size_t r = 0; r < in_block; r += kFine) {
      const std::size_t m = r / kFine * turning_;
      add_anchor(exact.sines.data(), exact.cosines.data(), &middle_.sines[m], &middle_.cosines[m], turning_, s.data(), c.data());
      block(s.data(), c.data(), first + static_cast<double>(r) * step_, std::min(kFine, in_block - r), out + (done + r) * width, width);
    }
    done += in_block;
  }
}

void UniformRows::block(const double* s, const double* c, double start, std::size_t rows, float* out, std::size_t width) const {
  const bool zipped = layout_.stride == 2;
  const float amplitude = static_cast<float>(amplitude_);
  const bool amplified = amplitude_ != 1;
  const auto add = zipped ? (amplified ? add_angles<true, true> : add_angles<true, false>)
                          : (amplified ? add_angles<false, true> : add_angles<false, false>);
  for (std::size_t r = 0; r < rows; ++r) {
    float* row = out + r * width;
    const RowTarget target{row + layout_.first_sine, row + layout_.first_cosine};
    const double *fs = &fine_.sines[r * turning_], *fc = &fine_.cosines[r * turning_];
    if (add(s, c, fs, fc, turning_, amplitude_, epsilon_, target)) repair(s, c, r, start + static_cast<double>(r) * step_, row);
    for (std::size_t i = turning_; i < layout_.pairs; ++i) {
      target.sines[i * layout_.stride] = 0;
      target.cosines[i * layout_.stride] = amplitude;
    }
  }
}

// Computes again, from its exact phase, every entry of the row that the bound leaves undecided.
void UniformRows::repair(const double* s, const double* c, std::size_t fine, double position, float* row) const {
  const Position p(position);
  for (std::size_t i = 0; i < turning_; ++i) {
    const double fs = fine_.sines[fine * turning_ + i], fc = fine_.cosines[fine * turning_ + i];
    const double vs = (s[i] * fc + c[i] * fs) * amplitude_, vc = (c[i] * fc - s[i] * fs) * amplitude_;
    const bool sine = static_cast<float>(vs - epsilon_) != static_cast<float>(vs + epsilon_);
    const bool cosine = static_cast<float>(vc - epsilon_) != static_cast<float>(vc + epsilon_);
    if (!sine && !cosine) continue;
    const SinCos w = wave(frequencies_[i], p);
    if (sine) row[layout_.first_sine + i * layout_.stride] = rounded_f32(frequencies_[i], true, amplitude_, p, w);
    if (cosine) row[layout_.first_cosine + i * layout_.stride] = rounded_f32(frequencies_[i], false, amplitude_, p, w);
  }
}

}  // namespace posenc
