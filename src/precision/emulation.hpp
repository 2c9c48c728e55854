// Cosines and sines as one method computes them, and the exact frequencies.
#pragma once
#include <span>
#include <vector>

#include "core/geometric.hpp"
#include "core/turn.hpp"
#include "precision/method.hpp"

namespace posenc {

struct CosSin {
  double cos, sin;  // in the method's table format; NaN if the angle is not finite
};

class Emulation {
 public:
  // 1 <= base <= 1e30, so that no angle exceeds its position
  Emulation(const PrecisionMethod&, const GeometricFrequencies&);

  // (pairs) at |position| <= 2^53
  void waves(double position, std::vector<CosSin>& out) const;
  // the position as rounded before the product
  double position(double) const;
  // (pairs) the exact frequencies
  const std::vector<TurnFrequency>& exact() const { return exact_; }

 private:
  void angles(double position, std::vector<double>& out) const;

  const PrecisionMethod* method_;
  std::vector<TurnFrequency> exact_;
  std::vector<double> frequencies_;  // of the method, rounded to its operand format; or empty
  float step_ = 1;                   // iterated: factor from one angle to the next
};

}  // namespace posenc
