// Measures of an evaluation: the loss and accuracy of each split and, for each block, the width of
// its attention and how well its table reflects the positions of the tokens.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "train/structure.hpp"
#include "train/tangent.hpp"

namespace posenc {

struct Measured {  // of one split
  std::string split;
  double loss = 0;
  std::optional<double> accuracy;             // over counted outputs, if outputs are classes
  std::vector<double> accuracy_by_condition;  // NaN if a condition has no samples
  // One value per query, if the plan enables it; NaN if nothing counts.
  std::vector<double> loss_by_position, accuracy_by_position;
};

struct MeasuredBlock {
  // -Σ p·ln p in nats, mean over heads and queries of the first samples of the first test split,
  // kEntropySamples at most; NaN if attention is over the batch
  double attention_entropy = 0;
  // Standard deviation and largest absolute value of the softmax's input logits, for the same heads
  // and queries and the keys that they see.
  std::optional<double> logit_spread, largest_logit;
  std::optional<Structure> structure;  // of the table added in this block
};
inline constexpr std::size_t kEntropySamples = 64;

struct Evaluation {
  std::uint64_t step = 0;
  double train_loss = 0;  // of the last batch
  std::vector<Measured> splits;
  std::vector<MeasuredBlock> blocks;
  std::optional<Tangent> tangent;  // if the plan enables it
};

}  // namespace posenc
