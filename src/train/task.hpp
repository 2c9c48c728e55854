// A task that a transformer is trained on: samples of tokens with their targets. A new task is one
// file in tasks/ and one row in tasks.cpp.
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

// Where a sample is written: features (tokens, inputs), and the targets. These are a class for each
// output row (kNotCounted where it has none), or numbers (queries, outputs) with a mask.
struct Sample {
  float* features;
  std::int32_t* classes;
  float *numbers, *mask;
  // of each output row, written where the task has them by row
  std::uint32_t* conditions = nullptr;
};

// A loss that no model can beat, per masked number, with its standard error.
struct IrreducibleLoss {
  double mean, error;
};

// Data of a task: the same from the same seed everywhere. Once prepared it does not change, and
// several runs may share it.
class TaskData {
 public:
  struct Split {
    std::string name;
    std::size_t samples;  // of split 0, which is trained on: 0 where every draw is another one
  };

  virtual ~TaskData() = default;
  // Generates the samples. It is called before anything else.
  virtual void prepare() = 0;
  // Writes sample `index` of a split and returns its condition, which is that of all its rows
  // unless the task has them by row. Where a sample is another one each time, such as its mask,
  // that follows from `draw`.
  virtual std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                             const Sample& out) const = 0;
  // About how many bytes the generated samples take. 0 where a sample is made when it is asked for,
  // or is the caller's.
  virtual std::size_t bytes() const { return 0; }
  // A table (tokens, dim) that tells exactly where the tokens stand. It is empty where the task has
  // none, or none of so few channels.
  virtual std::vector<double> oracle(std::size_t /*dim*/) const { return {}; }
  virtual KnownPositions known_positions() const { return {}; }
  // By split; empty where it is not known. It may be estimated from the samples.
  virtual std::vector<IrreducibleLoss> irreducible_loss() const { return {}; }
  virtual bool irreducible_loss_is_estimated() const { return false; }

  TokenShape shape{};
  TokenPositions token_positions;
  bool causal = false;      // a token may not see later ones
  bool regression = false;  // masked squared error of numbers; else cross-entropy of classes
  std::vector<Split> splits;
  std::vector<std::string> conditions;
  bool conditions_by_row = false;  // a sample has rows of several
};

struct TaskInfo {
  std::string_view id, title, doc, citation;
  std::span<const ParamInfo> params;
  Result<std::unique_ptr<TaskData>> (*make)(const Params&, std::uint64_t seed);
};

// Of a parameter, or of its number at `index` where it is a list: "must be …, got …".
Error bad_task(std::string_view param, const std::string& allowed, double got);
Error bad_task(std::string_view param, std::size_t index, const std::string& allowed, double got);

std::span<const TaskInfo* const> tasks() noexcept;  // display order
// Errors: bad_argument names `task` and the known ones; those of its parameters.
Result<std::unique_ptr<TaskData>> make_task(std::string_view id, const RawValues&,
                                            std::uint64_t seed);

}  // namespace posenc
