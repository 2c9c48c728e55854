#include "train/tasks/masked_values.hpp"

#include <algorithm>
#include <cmath>    // std::sqrt, std::floor, std::isfinite
#include <numeric>  // std::iota

#include "core/random.hpp"

namespace posenc {
namespace {

constexpr std::uint32_t kMasks = 0x42000002u;

// With the observed nodes first, Cholesky's factor gives the conditional variance of the hidden
// ones: tr(Σ_mm - Σ_mo·Σ_oo⁻¹·Σ_om) = Σ over hidden nodes of their variance minus their squared
// entries in the observed columns. NaN if the observed nodes determine one another.
struct Hidden {
  double variance = 0, nodes = 0;  // summed over the nodes
};
Hidden hidden_by(const Matrix& sigma, const std::vector<bool>& masked, double degrees_of_freedom) {
  const std::size_t n = sigma.rows;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto behind =
      std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !masked[i]; });
  const auto seen = static_cast<std::size_t>(behind - order.begin());
  Matrix l = Matrix::zeros(n, n);
  double left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double rest = sigma(order[i], order[i]);
    for (std::size_t j = 0; j < std::min(i + 1, seen); ++j) {
      double sum = sigma(order[i], order[j]);
      for (std::size_t k = 0; k < j; ++k) sum -= l(i, k) * l(j, k);
      if (i == j && !(sum > 1e-10 * sigma(order[i], order[i]))) return {kNotGiven, 1};
      l(i, j) = i == j ? std::sqrt(sum) : sum / l(j, j);
      rest -= l(i, j) * l(i, j);
    }
    if (i >= seen) left += rest;
  }
  const double degrees_left = 1 - static_cast<double>(seen) / degrees_of_freedom;
  return {left / degrees_left, static_cast<double>(n - seen)};
}

}  // namespace

MaskedValues::MaskedValues(std::size_t nodes, std::size_t training, std::size_t test,
                           std::uint64_t seed)
    : nodes_(nodes), training_(training), test_(test), seed_(seed) {
  shape = {2, 1, false};
  regression = true;
  conditions = {"all"};
  splits = {{"train", training}, {"half-masked", test}, {"mostly-masked", test}};
  token_positions = {nodes};
}

std::vector<bool> MaskedValues::mask_of(std::size_t split, std::uint64_t draw) const {
  const Random random(seed_ + (draw << 24), kMasks + static_cast<std::uint32_t>(split));
  const double share = split == 2 ? 0.9 : 0.5;
  std::vector<bool> masked(nodes_);
  for (std::size_t i = 0; i < nodes_; ++i) masked[i] = random.uniform(i) < share;
  masked[static_cast<std::size_t>(random.below(nodes_, nodes_))] = true;  // at least one
  return masked;
}

void MaskedValues::find_irreducible_loss(const Matrix& covariance, double degrees_of_freedom) {
  // with more nodes, masks differ less and each costs more
  const auto n = static_cast<double>(nodes_);
  const double draws = std::clamp(std::floor(256 * (128 / n) * (128 / n)), 16.0, 256.0);
  for (std::size_t split = 0; split < splits.size(); ++split) {
    std::vector<Hidden> all;
    Hidden sum;
    for (std::uint64_t draw = 0; draw < static_cast<std::uint64_t>(draws); ++draw) {
      all.push_back(hidden_by(covariance, mask_of(split, draw), degrees_of_freedom));
      sum.variance += all.back().variance, sum.nodes += all.back().nodes;
    }
    if (!std::isfinite(sum.variance)) {
      irreducible_loss_.clear();
      return;
    }
    // a loss is a sum over all hidden nodes divided by their number, so this is a ratio of sums
    const double mean = sum.variance / sum.nodes;
    double squares = 0;
    for (const Hidden& one : all) {
      const double from = one.variance - mean * one.nodes;
      squares += from * from;
    }
    irreducible_loss_.push_back({mean, std::sqrt(squares * draws / (draws - 1)) / sum.nodes});
  }
}

std::size_t MaskedValues::sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                                 const Sample& out) const {
  const std::vector<bool> masked = mask_of(split, split == 0 ? draw : index);
  const float* const values = values_.data() + ((split == 0 ? 0 : training_) + index) * nodes_;
  for (std::size_t i = 0; i < nodes_; ++i) {
    out.features[2 * i] = masked[i] ? 0 : values[i];
    out.features[2 * i + 1] = masked[i] ? 1.0f : 0.0f;
    out.numbers[i] = values[i];
    out.mask[i] = masked[i] ? 1.0f : 0.0f;
  }
  return 0;
}

}  // namespace posenc
