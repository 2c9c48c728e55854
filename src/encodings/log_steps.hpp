// Logarithmic buckets of a distance, decided exactly. With the edges
//
//   e_k = unit·(limit/unit)^(k/steps)
//
// T5's bucket of n is unit + the largest k with e_k <= n, DeBERTa's is unit + the smallest k with n
// <= e_k. Libraries compute k with logarithms in float32, and half precision puts distances into
// wrong buckets; here n^steps·unit^k is compared with limit^k·unit^steps. Float64 logarithms decide
// if they differ by more than 1e-14, relative (their error is below 2e-15, real.hpp), Wide ones if
// by more than 2^-200·(steps + k), and integers otherwise. The remaining cases are equalities with
// small exponents: in lowest terms both are at most 53, since limit/unit and n/unit are such powers
// of one rational number above 1, and at most 2^53.
#pragma once
#include <cstdint>

namespace posenc {

class LogSteps {
 public:
  // 0 < unit < limit <= 2^53, steps > 0
  LogSteps(std::uint64_t unit, std::uint64_t limit, std::uint64_t steps);

  // for unit <= n <= 2^53:
  std::uint64_t below(std::uint64_t n) const;  // the largest k with e_k <= n
  std::uint64_t above(std::uint64_t n) const;  // the smallest k with n <= e_k
  // the smallest integer n >= e_k, for k <= steps
  std::uint64_t first(std::uint64_t k) const;

 private:
  double log_ratio(std::uint64_t n) const;                                // steps·ln(n/unit)
  int compare(std::uint64_t n, double log_ratio, std::uint64_t k) const;  // the sign of n - e_k

  std::uint64_t unit_, limit_, steps_;
  double log_limit_;  // ln(limit/unit)
};

}  // namespace posenc
