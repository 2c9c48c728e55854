// Passes over large arrays.
#pragma once
#include <algorithm>
#include <cmath>  // std::fabs
#include <cstddef>
#include <vector>

namespace posenc {

inline double sum_of_squares(const std::vector<double>& x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return sum;
}
// Largest absolute value, or 0 if empty.
inline double largest_size(const std::vector<double>& x) {
  double largest = 0;
  for (const double each : x) largest = std::max(largest, std::fabs(each));
  return largest;
}

}  // namespace posenc
