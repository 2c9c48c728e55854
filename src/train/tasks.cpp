// The list of tasks, in display order: a new row is one include and one line.
#include <algorithm>
#include <array>

#include "train/task.hpp"
#include "train/tasks/latin_square.hpp"
#include "train/tasks/modular.hpp"
#include "train/tasks/sequences.hpp"

namespace posenc {

std::span<const TaskInfo* const> tasks() noexcept {
  static constexpr std::array rows = {
      &kLatinSquare,
      &kModular,
      &kSequences,
  };
  return rows;
}

Result<std::unique_ptr<TaskData>> make_task(std::string_view id, const RawValues& values,
                                            std::uint64_t seed) {
  const auto rows = tasks();
  const auto row = std::ranges::find(rows, id, &TaskInfo::id);
  if (row == rows.end()) {
    std::string known;
    for (const TaskInfo* info : rows) known += (known.empty() ? "" : ", ") + std::string(info->id);
    return Error{ErrorCode::bad_argument, "task",
                 "must be one of " + known + ", got '" + std::string(id) + "'"};
  }
  const Result<Params> params = check((*row)->params, values, "task.");
  if (!params) return params.error();
  return (*row)->make(*params, seed);
}

}  // namespace posenc
