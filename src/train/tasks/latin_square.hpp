// The Latin Square Task (Birney et al. 2006; Hearne et al. 2024; Ito et al., arXiv:2406.08272, data
// of github.com/ljhearne/LSTNN_public): a 4 x 4 square with givens and one target cell. Cells in
// reading order are 16 tokens, one-hot of the symbols 1-4 and 5 for the target, zeros if blank; the
// class is the target's symbol.
//
// The condition is the cheapest deduction of the symbol:
//   1-vector  its row, or its column, has three givens
//   2-vector  row and column together have three different givens
//   3-vector  one symbol fits no other blank cell of its row (or column), for each has it in its
//   own
//             column (row), and at most one cell of that line is given
//
// Splits as in the source: squares uniform among the 576, 4 to 11 givens, target uniform. First
// come the `shifted` puzzles of each condition (the source's were made for people), then `train`
// and `test`, unique and at a Jaccard distance of at least 0.8 to each shifted one, by sets of
// (cell, symbol).
#pragma once
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "train/task.hpp"

namespace posenc {
namespace latin_square {

inline constexpr std::size_t kSide = 4, kCells = kSide * kSide;
inline constexpr std::uint8_t kTarget = 5;
using Puzzle = std::array<std::uint8_t, kCells>;  // 0 blank, 1-4, 5 the target
using Square = std::array<std::uint8_t, kCells>;  // 1-4

std::vector<Square> all_squares();

struct Deduction {
  std::uint8_t answer;   // 1-4
  std::uint8_t vectors;  // 1-3
};
// The cheapest deduction; none if none of the three finds the target.
std::optional<Deduction> deduce(const Puzzle&);

using Bits = std::bitset<5 * kCells>;  // (cell, symbol or target)
Bits bits_of(const Puzzle&);
double jaccard_distance(const Bits&, const Bits&);

struct Labelled {
  Puzzle puzzle;
  Deduction deduction;
};

// Puzzles as samples; a derived task fills the sets and lists them as splits.
class Puzzles : public TaskData {
 public:
  std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t draw,
                     const Sample& out) const override;
  // one-hot of the row, then of the column
  std::vector<double> oracle(std::size_t dim) const override;
  KnownPositions known_positions() const override;

 protected:
  Puzzles();
  void list_splits();  // the non-empty sets, in order
  static constexpr std::size_t kConditions = 3;
  std::vector<Labelled> sets_[3];  // train, test, shifted
};

}  // namespace latin_square

extern const TaskInfo kLatinSquare;

}  // namespace posenc
