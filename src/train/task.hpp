// A task that a transformer is trained on: samples of tokens with what is wanted of them. A new one
// is one file in tasks/ and one row in tasks.cpp.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "core/steps.hpp"
#include "train/structure.hpp"
#include "train/transformer.hpp"

namespace posenc {

// Where a sample is written: features (tokens, inputs), and of each output row a class
// (kNotCounted: none), or (queries, outputs) numbers with a mask.
struct Sample {
  float* features;
  std::int32_t* classes;
  float *numbers, *mask;
};

// The mean over what a sample hides, and its standard error.
struct LeastLoss {
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
  // Before anything else; in steps.
  virtual Steps prepare() = 0;
  // Sample `index` of a split; what is random in it each time follows from `draw`. Gives its
  // condition.
  virtual std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                             const Sample& out) const = 0;
  // What was drawn takes about so many bytes; 0 where samples are drawn as they are asked for, or
  // are the caller's.
  virtual std::size_t bytes() const { return 0; }
  // A (tokens, dim) table that says where tokens stand exactly; empty where there is none, or no
  // room.
  virtual std::vector<double> oracle(std::size_t /*dim*/) const { return {}; }
  virtual KnownPlaces known_places() const { return {}; }
  // A loss that no model can beat, by split, where it is known, or estimated from samples.
  virtual std::vector<LeastLoss> least_loss() const { return {}; }
  virtual bool least_loss_is_estimated() const { return false; }

  TokenShape shape{};
  Places places;
  bool causal = false;   // a token may not see later ones
  bool numbers = false;  // masked squared error of numbers; else cross-entropy of classes
  std::vector<Split> splits;
  std::vector<std::string> conditions;
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
