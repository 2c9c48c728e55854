#include "kernels/periodic_kernel.hpp"

#include <cmath>  // std::fabs

#include "core/real.hpp"
#include "kernels/cosine_integral.hpp"
#include "kernels/moments.hpp"

namespace posenc {

WaveMeans wave_means(const std::vector<double>& frequencies, double offset) {
  const auto p = static_cast<double>(frequencies.size());
  std::vector<double> waves;
  waves.reserve(frequencies.size());
  double tilt = 0;
  for (const double w : frequencies) {
    waves.push_back(real::cos(w * offset));
    tilt += w * w * waves.back() / p;
  }
  const Moments of = moments(waves);
  return {of.mean, of.variance, tilt};
}

PeriodicKernels periodic_kernels(const std::vector<double>& frequencies, double x, double y) {
  const WaveMeans at = wave_means(frequencies, x - y);
  return {at.kernel, 2 * at.kernel, (2 + x * y) * at.kernel, 2 * at.kernel + x * y * at.tilt};
}

double log_uniform_kernel(double offset, double base) {
  const double far = std::fabs(offset);
  return 1 - (cosine_integral(far) - cosine_integral(far / base)) / real::log(base);
}

}  // namespace posenc
