#include "train/tasks/own_squares.hpp"

#include <algorithm>
#include <numeric>  // std::iota

#include "core/random.hpp"
#include "train/tasks/latin_square.hpp"

namespace posenc::latin_square {
namespace {

// One in ten of a condition's puzzles, in random order, is for the test.
std::vector<std::size_t> drawn_splits(const std::vector<Labelled>& puzzles, std::uint64_t seed) {
  std::vector<std::size_t> split(puzzles.size()), order(puzzles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Random random(seed, 0x43000000u);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random.below(i, i + 1)]);
  std::size_t seen[3] = {};
  for (const std::size_t i : order)
    split[i] = ++seen[puzzles[i].deduction.vectors - 1u] % 10 == 0 ? 1 : 0;
  return split;
}

class OwnPuzzles : public Puzzles {
 public:
  OwnPuzzles(const std::vector<Labelled>& puzzles, const std::vector<std::size_t>& split) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) sets_[split[i]].push_back(puzzles[i]);
    list_splits();
  }
  void prepare() override {}
};

constexpr ParamInfo kOwnSquaresParams[] = {
    numbers("cells", "16 a puzzle in reading order: 0 blank, 1 to 4 given, 5 the target.",
            kRequired, {0, 5}, std::size_t{1} << 20),
    numbers("answers", "The target's symbol, 1 to 4, of each puzzle.", kRequired, {1, 4},
            std::size_t{1} << 16),
    numbers("vectors",
            "Each puzzle's condition, 1 to 3; without, the cheapest deduction that finds it.",
            kOptional, {1, 3}, std::size_t{1} << 16),
    numbers("splits",
            "0 train, 1 test, 2 shifted, of each puzzle; without, one in ten of each condition is "
            "for the test.",
            kOptional, {0, 2}, std::size_t{1} << 16),
};

// Checks a list of integers, one per puzzle.
std::optional<Error> bad_list(const Params& p, std::string_view name, std::size_t n) {
  if (!p.has(name)) return std::nullopt;
  const auto list = p.numbers(name);
  if (list.size() != n)
    return bad_shape("task." + std::string(name), "must have ", n, " numbers, got ", list.size());
  for (std::size_t i = 0; i < n; ++i)
    if (list[i] != static_cast<double>(static_cast<int>(list[i])))
      return bad_task(name, i, "a whole number", list[i]);
  return std::nullopt;
}

Result<std::unique_ptr<TaskData>> make_own_squares(const Params& p, std::uint64_t seed) {
  const auto cells = p.numbers("cells");
  if (cells.size() % kCells != 0 || cells.empty())
    return bad_shape("task.cells", "must have 16 numbers a puzzle, got ", cells.size());
  const std::size_t n = cells.size() / kCells;
  if (auto error = bad_list(p, "cells", cells.size())) return *error;
  for (const char* name : {"answers", "vectors", "splits"})
    if (auto error = bad_list(p, name, n)) return *error;
  std::vector<Labelled> puzzles(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto& [puzzle, deduction] = puzzles[i];
    for (std::size_t c = 0; c < kCells; ++c)
      puzzle[c] = static_cast<std::uint8_t>(cells[i * kCells + c]);
    if (std::ranges::count(puzzle, kTarget) != 1)
      return bad_task("cells", i * kCells, "of a puzzle with one target, 5",
                      static_cast<double>(std::ranges::count(puzzle, kTarget)));
    const double answer = p.numbers("answers")[i];
    deduction = {static_cast<std::uint8_t>(answer), 0};
    if (p.has("vectors")) {
      deduction.vectors = static_cast<std::uint8_t>(p.numbers("vectors")[i]);
      continue;
    }
    const auto found = deduce(puzzle);
    if (!found || found->answer != deduction.answer)
      return bad_task("answers", i,
                      found ? std::to_string(found->answer) + ", as the givens say"
                            : "given with `vectors`: one to three vectors do not find it",
                      answer);
    deduction = *found;
  }
  std::vector<std::size_t> split = drawn_splits(puzzles, seed);
  for (std::size_t i = 0; p.has("splits") && i < n; ++i)
    split[i] = static_cast<std::size_t>(p.numbers("splits")[i]);
  for (const std::size_t wanted : {0u, 1u})
    if (std::ranges::find(split, wanted) == split.end())
      return bad_shape("task.splits", "must leave a puzzle for ", wanted == 0 ? "train" : "test");
  return std::unique_ptr<TaskData>(std::make_unique<OwnPuzzles>(puzzles, split));
}

}  // namespace
}  // namespace posenc::latin_square

namespace posenc {

const TaskInfo kOwnSquares = {
    .id = "own-squares",
    .title = "Own Latin squares",
    .doc = "Puzzles of 4 x 4 cells with their answers, given by the caller.",
    .citation = "Hearne et al. (LSTNN), github.com/ljhearne/LSTNN_public",
    .params = latin_square::kOwnSquaresParams,
    .make = latin_square::make_own_squares,
};

}  // namespace posenc
