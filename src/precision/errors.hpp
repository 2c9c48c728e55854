// Effects of a method's rounding on an encoding: the errors of its rotations, and the changes of
// attention scores.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "posenc/result.hpp"
#include "precision/emulation.hpp"

namespace posenc {

// One method and one set of frequencies, for any position: finite, |p| <= 2^53, integer or not. If
// a method has no number at a position (fp16 from 65520 on), the error there is NaN.
class PrecisionErrors {
 public:
  static constexpr std::size_t kScoreOffsets = 128;

  static Result<PrecisionErrors> create(std::string_view method, const GeometricFrequencies&);

  const PrecisionMethod& method() const { return *method_; }
  std::size_t pairs() const { return emulation_.exact().size(); }

  // (positions) largest |(cos, sin) - exact (cos, sin)| of all pairs; 2 is the opposite direction
  Result<void> rotation(std::span<const double> positions, double* out) const;
  // (pairs) this error for each pair at one position
  Result<void> of_pairs(double position, double* out) const;
  // (positions) largest |score - exact score| of a query at the position and keys 0 … most_offset
  // before it. The score is (1/pairs) Σ_i cos_i cos_i' + sin_i sin_i', which is q·k / |q||k| for
  // rotated q and k with all elements equal. Values below 3e-16 are rounding errors of the sums.
  // Needs position - most_offset >= -2^53.
  Result<void> scores(std::span<const double> positions, double* out,
                      std::size_t most_offset = kScoreOffsets) const;

  // (positions) each position as rounded before the product; infinite beyond the range of fp16
  Result<void> held(std::span<const double> positions, double* out) const;

 private:
  PrecisionErrors(const PrecisionMethod& method, const GeometricFrequencies& g)
      : method_(&method), emulation_(method, g) {}
  void pair_errors(double position, std::vector<CosSin>& waves, double* out) const;

  const PrecisionMethod* method_;
  Emulation emulation_;
};

}  // namespace posenc
