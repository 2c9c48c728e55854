// Masked prediction: predicts the hidden values of some nodes from the others. A token has its
// value, or 0 and a flag if masked; the loss is the squared error of the masked ones. Half of them
// are masked at random in training and in the split `half-masked`, nine in ten in `mostly-masked`.
#pragma once
#include <vector>

#include "train/task.hpp"

namespace posenc {

class MaskedValues : public TaskData {
 public:
  std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                     const Sample& out) const override;
  std::vector<IrreducibleLoss> irreducible_loss() const override { return irreducible_loss_; }

 protected:
  MaskedValues(std::size_t nodes, std::size_t training, std::size_t test, std::uint64_t seed);
  // Values (training + test, nodes), filled in by the derived task.
  std::vector<float>& values() { return values_; }
  const std::vector<float>& values() const { return values_; }
  // The irreducible loss of normal samples with this covariance: the conditional variance tr(Σ_mm -
  // Σ_mo·Σ_oo⁻¹·Σ_om) over |m|, both summed over 256 masks, or fewer for more than 128 nodes (16 at
  // least); with the standard error of this mean. For a covariance estimated with this many degrees
  // of freedom the result is unbiased: the conditional covariance given |o| observed nodes has |o|
  // fewer. None if nodes determine one another.
  void find_irreducible_loss(const Matrix& covariance, double degrees_of_freedom);

  std::size_t nodes_, training_, test_;
  std::uint64_t seed_;

 private:
  // The hidden tokens of a sample.
  std::vector<bool> mask_of(std::size_t split, std::uint64_t draw) const;

  std::vector<float> values_;
  std::vector<IrreducibleLoss> irreducible_loss_;
};

}  // namespace posenc
