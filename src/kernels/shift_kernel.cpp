#include "kernels/shift_kernel.hpp"

#include <cmath>  // std::sqrt, correctly rounded in IEEE 754
#include <vector>

namespace posenc {

void shift_kernel(const Waves& waves, std::span<const double> offsets, double* out) {
  const auto& [frequencies, amplitudes, axes] = waves;
  const bool common = amplitudes.size() == 1;
  std::vector<Position> p;
  for (std::size_t j = 0; j < offsets.size(); j += axes) {
    p.clear();
    for (std::size_t a = 0; a < axes; ++a) p.emplace_back(offsets[j + a]);
    double sum = 0, lost = 0;  // Neumaier's compensated sum
    for (std::size_t i = 0; i * axes < frequencies.size(); ++i) {
      const double c =
          axes == 1 ? wave(frequencies[i], p[0]).cos
                    : plane_wave(frequencies.subspan(i * axes, axes), p.data(), TurnOffset()).cos;
      const double term = common ? c : amplitudes[i] * amplitudes[i] * c;
      const double next = sum + term;
      lost += std::fabs(sum) >= std::fabs(term) ? (sum - next) + term : (term - next) + sum;
      sum = next;
    }
    *out++ = (common ? amplitudes[0] * amplitudes[0] : 1) * (sum + lost);
  }
}

void decay_bound(std::span<const TurnFrequency> frequencies, std::span<const double> offsets,
                 double* out) {
  for (const double offset : offsets) {
    const Position p(offset);
    double re = 0, im = 0, total = 0;
    for (const TurnFrequency& f : frequencies) {
      const SinCos w = wave(f, p);
      re += w.cos;
      im += w.sin;
      total += std::sqrt(re * re + im * im);
    }
    *out++ = frequencies.empty() ? 0 : total / static_cast<double>(frequencies.size());
  }
}

}  // namespace posenc
