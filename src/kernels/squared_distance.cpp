#include "kernels/squared_distance.hpp"

namespace posenc {

double squared_distance(const double* a, const double* b, std::size_t width) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t c = 0;
  for (; c + 4 <= width; c += 4) {
    const double d0 = a[c] - b[c], d1 = a[c + 1] - b[c + 1], d2 = a[c + 2] - b[c + 2],
                 d3 = a[c + 3] - b[c + 3];
    s0 += d0 * d0, s1 += d1 * d1, s2 += d2 * d2, s3 += d3 * d3;
  }
  for (; c < width; ++c) s0 += (a[c] - b[c]) * (a[c] - b[c]);
  return (s0 + s1) + (s2 + s3);
}

}  // namespace posenc
