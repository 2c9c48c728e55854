// The recipe of a task: the symbol of one token, out of two.
#pragma once
#include "train/task.hpp"

namespace posenc::example_task_row {

class Data : public TaskData {
 public:
  Data() {
    token_positions = {1};
    shape = {2, 2, false};
    splits = {{"train", 2}, {"test", 2}};
    conditions = {"all"};
  }
  void prepare() override {}
  std::size_t sample(std::size_t, std::uint64_t index, std::uint64_t,
                     const Sample& out) const override {
    out.features[index % 2] = 1;
    out.classes[0] = static_cast<std::int32_t>(index % 2);
    return 0;
  }
};

inline Result<std::unique_ptr<TaskData>> make(const Params&, std::uint64_t) {
  return std::unique_ptr<TaskData>(std::make_unique<Data>());
}

inline constexpr TaskInfo kExampleTask = {
    .id = "example-task",
    .title = "Example",
    .doc = "One of two symbols.",
    .citation = "None",
    .params = {},
    .make = make,
};

}  // namespace posenc::example_task_row
