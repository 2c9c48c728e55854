// The list of tasks, in display order: a new row is one include and one line.
#include <array>

#include "core/rows.hpp"
#include "train/task.hpp"
#include "train/tasks/language.hpp"
#include "train/tasks/latin_square.hpp"
#include "train/tasks/modular.hpp"
#include "train/tasks/own_squares.hpp"
#include "train/tasks/own_values.hpp"
#include "train/tasks/sequences.hpp"

namespace posenc {

Error bad_task(std::string_view param, const std::string& allowed, double got) {
  return bad_param("task." + std::string(param), "must be ", allowed, ", got ", to_text(got));
}
Error bad_task(std::string_view param, std::size_t index, const std::string& allowed, double got) {
  return bad_task(std::string(param) + "[" + std::to_string(index) + "]", allowed, got);
}

std::span<const TaskInfo* const> tasks() noexcept {
  static constexpr std::array rows = {
      &kLatinSquare, &kModular, &kSequences, &kLanguage, &kOwnSquares, &kOwnValues,
  };
  return rows;
}

Result<std::unique_ptr<TaskData>> make_task(std::string_view id, const RawValues& values,
                                            std::uint64_t seed) {
  const TaskInfo* row = find_row(tasks(), id);
  if (row == nullptr)
    return bad_argument("task", "must be one of ", ids_of(tasks()), ", got '", id, "'");
  const Result<Params> params = check(row->params, values, "task.");
  if (!params) return params.error();
  return row->make(*params, seed);
}

}  // namespace posenc
