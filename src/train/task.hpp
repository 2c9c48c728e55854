// A task for training a transformer: samples of tokens with their targets. A new task is one file
// in tasks/ and one row in tasks.cpp.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "train/structure.hpp"
#include "train/transformer.hpp"

namespace posenc {

// Output of a sample: features (tokens, inputs), and the targets. These are a class per output row
// (kNotCounted if it has none), or values (queries, outputs) with a mask.
struct Sample {
  float* features;
  std::int32_t* classes;
  float *numbers, *mask;
  // for each output row; written if the task has conditions by row
  std::uint32_t* conditions = nullptr;
};

// The lowest loss of any model, per masked value, with its standard error.
struct IrreducibleLoss {
  double mean, error;
};

// Data of a task: the same for the same seed on all platforms. It does not change after prepare(),
// and several runs may share it.
class TaskData {
 public:
  struct Split {
    std::string name;
    std::size_t samples;  // 0 for split 0, the training split, if every draw is different
  };

  virtual ~TaskData() = default;
  // Generates the samples. Must be called first.
  virtual void prepare() = 0;
  // Writes sample `index` of a split and returns its condition, which holds for all its rows unless
  // the task has conditions by row. Parts that differ each time, such as its mask, follow from
  // `draw`.
  virtual std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                             const Sample& out) const = 0;
  // Approximate bytes of the generated samples. 0 if samples are made on demand, or are the
  // caller's.
  virtual std::size_t bytes() const { return 0; }
  // A table (tokens, dim) that encodes the tokens' positions exactly. Empty if the task has none,
  // or needs more channels.
  virtual std::vector<double> oracle(std::size_t /*dim*/) const { return {}; }
  virtual KnownPositions known_positions() const { return {}; }
  // One per split; empty if unknown. It may be estimated from the samples.
  virtual std::vector<IrreducibleLoss> irreducible_loss() const { return {}; }
  virtual bool irreducible_loss_is_estimated() const { return false; }

  TokenShape shape{};
  TokenPositions token_positions;
  bool causal = false;      // a token does not see later ones
  bool regression = false;  // masked squared error of values; otherwise cross-entropy of classes
  std::vector<Split> splits;
  std::vector<std::string> conditions;
  bool conditions_by_row = false;  // the rows of a sample have different conditions
};

struct TaskInfo {
  std::string_view id, title, doc, citation;
  std::span<const ParamInfo> params;
  Result<std::unique_ptr<TaskData>> (*make)(const Params&, std::uint64_t seed);
};

// For a parameter, or its element at `index` if it is a list: "must be …, got …".
Error bad_task(std::string_view param, const std::string& allowed, double got);
Error bad_task(std::string_view param, std::size_t index, const std::string& allowed, double got);

std::span<const TaskInfo* const> tasks() noexcept;  // display order
// Errors: bad_argument names `task` and lists the known tasks; those of its parameters.
Result<std::unique_ptr<TaskData>> make_task(std::string_view id, const RawValues&,
                                            std::uint64_t seed);

}  // namespace posenc
