#include "kernels/shift_kernel.hpp"

#include <cmath>  // std::sqrt, correctly rounded by IEEE 754

namespace posenc {

void shift_kernel(std::span<const TurnFrequency> frequencies, double amplitude,
                  std::span<const double> offsets, double* out) {
  for (const double offset : offsets) {
    const Position p(offset);
    double sum = 0, lost = 0;  // Neumaier's compensated sum
    for (const TurnFrequency& f : frequencies) {
      const double term = wave(f, p).cos;
      const double next = sum + term;
      lost += std::fabs(sum) >= std::fabs(term) ? (sum - next) + term : (term - next) + sum;
      sum = next;
    }
    *out++ = amplitude * amplitude * (sum + lost);
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
