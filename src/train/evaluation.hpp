// What an evaluation of a run measures: the loss and accuracy of each split; and for each block,
// how wide its attention is and how well its table reflects the positions of the tokens.
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
  std::optional<double> accuracy;             // of what counts, where outputs are classes
  std::vector<double> accuracy_by_condition;  // NaN where a condition has no samples
  // By query, where the plan asks for it; NaN where nothing counts.
  std::vector<double> loss_by_position, accuracy_by_position;
};

struct MeasuredBlock {
  // -Σ p·ln p in nats, mean over heads and queries of the first samples of the first split that is
  // not trained on, kEntropySamples at most; NaN where attention is over the batch
  double attention_entropy = 0;
  // Of the logits that softmax gets, of the same heads and queries and the keys that these see: the
  // standard deviation of all of them, and the largest absolute value.
  std::optional<double> logit_spread, largest_logit;
  std::optional<Structure> structure;  // of the table that is added there
};
inline constexpr std::size_t kEntropySamples = 64;

struct Evaluation {
  std::uint64_t step = 0;
  double train_loss = 0;  // of the last batch
  std::vector<Measured> splits;
  std::vector<MeasuredBlock> blocks;
  std::optional<Tangent> tangent;  // where the plan asks for it
};

}  // namespace posenc
