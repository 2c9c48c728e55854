#include "train/tasks/latin_square.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <set>

#include "core/random.hpp"
#include "nn/transformer/losses.hpp"

namespace posenc {
namespace latin_square {
namespace {

// The cells of line k: row k, or column k - 4.
std::size_t cell_of(std::size_t line, std::size_t i) {
  return line < kSide ? line * kSide + i : i * kSide + line - kSide;
}
bool is_given(std::uint8_t symbol) { return symbol >= 1 && symbol <= kSide; }
// The symbols given in a line, as bits 1-4.
unsigned givens(const Puzzle& puzzle, std::size_t line) {
  unsigned seen = 0;
  for (std::size_t i = 0; i < kSide; ++i)
    if (const auto symbol = puzzle[cell_of(line, i)]; is_given(symbol)) seen |= 1u << symbol;
  return seen;
}
std::optional<std::uint8_t> missing(unsigned seen) {
  const unsigned rest = ~seen & 0b11110u;
  if (!std::has_single_bit(rest)) return std::nullopt;
  return static_cast<std::uint8_t>(std::countr_zero(rest));
}

// Returns whether the symbol fits no other cell of the target's line.
bool hidden_single(const Puzzle& puzzle, std::size_t line, std::size_t target, unsigned symbol) {
  std::size_t given = 0;
  for (std::size_t i = 0; i < kSide; ++i) {
    const std::size_t cell = cell_of(line, i);
    if (cell == target) continue;
    if (is_given(puzzle[cell])) {
      ++given;
      continue;
    }
    const std::size_t across = line < kSide ? kSide + i : i;
    if ((givens(puzzle, across) >> symbol & 1u) == 0) return false;
  }
  return given <= 1;
}

void fill_squares(Square& square, std::size_t cell, std::vector<Square>& all) {
  if (cell == kCells) {
    all.push_back(square);
    return;
  }
  for (std::uint8_t symbol = 1; symbol <= kSide; ++symbol) {
    bool fits = true;
    for (std::size_t i = 0; i < cell % kSide; ++i) fits &= square[cell - 1 - i] != symbol;
    for (std::size_t above = cell; above >= kSide; above -= kSide)
      fits &= square[above - kSide] != symbol;
    if (!fits) continue;
    square[cell] = symbol;
    fill_squares(square, cell + 1, all);
  }
}

}  // namespace

std::vector<Square> all_squares() {
  std::vector<Square> all;
  Square square{};
  fill_squares(square, 0, all);
  return all;
}

std::optional<Deduction> deduce(const Puzzle& puzzle) {
  const auto target = static_cast<std::size_t>(std::ranges::find(puzzle, kTarget) - puzzle.begin());
  if (target == kCells) return std::nullopt;
  const std::size_t row = target / kSide, column = kSide + target % kSide;
  const unsigned in_row = givens(puzzle, row), in_column = givens(puzzle, column);
  for (const unsigned seen : {in_row, in_column})
    if (const auto answer = missing(seen)) return Deduction{*answer, 1};
  if (const auto answer = missing(in_row | in_column)) return Deduction{*answer, 2};
  for (unsigned symbol = 1; symbol <= kSide; ++symbol) {
    if (((in_row | in_column) >> symbol & 1u) != 0) continue;
    for (const std::size_t line : {row, column})
      if (hidden_single(puzzle, line, target, symbol))
        return Deduction{static_cast<std::uint8_t>(symbol), 3};
  }
  return std::nullopt;
}

Bits bits_of(const Puzzle& puzzle) {
  Bits bits;
  for (std::size_t cell = 0; cell < kCells; ++cell)
    if (puzzle[cell] != 0) bits.set(cell * 5 + puzzle[cell] - 1);
  return bits;
}

double jaccard_distance(const Bits& a, const Bits& b) {
  return 1 - static_cast<double>((a & b).count()) / static_cast<double>((a | b).count());
}

Puzzles::Puzzles() {
  shape = {5, kSide, true};
  token_positions = {kCells, {{}, {}}, kSide, kSide};
  for (std::size_t cell = 0; cell < kCells; ++cell)
    for (const std::size_t x : {cell / kSide, cell % kSide})
      token_positions.coordinates[1].push_back(static_cast<double>(x));
  conditions = {"1-vector", "2-vector", "3-vector"};
}

void Puzzles::list_splits() {
  const char* names[] = {"train", "test", "shifted"};
  for (std::size_t k = 0; k < 3 && !sets_[k].empty(); ++k)
    splits.push_back({names[k], sets_[k].size()});
}

std::size_t Puzzles::sample(std::size_t split, std::uint64_t index, std::uint64_t,
                            const Sample& out) const {
  const Labelled& one = sets_[split][index];
  std::fill_n(out.features, 5 * kCells, 0.0f);
  for (std::size_t cell = 0; cell < kCells; ++cell)
    if (one.puzzle[cell] != 0) out.features[cell * 5 + one.puzzle[cell] - 1] = 1;
  out.classes[0] = one.deduction.answer - 1;
  return one.deduction.vectors - 1u;
}

std::vector<double> Puzzles::oracle(std::size_t dim) const {
  if (dim < 2 * kSide) return {};
  std::vector<double> table(kCells * dim);
  const Matrix positions = known_positions().positions;
  for (std::size_t cell = 0; cell < kCells; ++cell)
    std::copy_n(positions.row(cell), 2 * kSide, table.data() + cell * dim);
  return table;
}

KnownPositions Puzzles::known_positions() const {
  KnownPositions known{Matrix::zeros(kCells, kCells), Matrix::zeros(kCells, 2 * kSide), {}};
  for (std::size_t i = 0; i < kCells; ++i) {
    known.positions(i, i / kSide) = known.positions(i, kSide + i % kSide) = 1;
    // 1 in one row or column, 2 for a cell and itself: products of these positions
    for (std::size_t j = 0; j < kCells; ++j)
      known.similarities(i, j) = (i / kSide == j / kSide) + (i % kSide == j % kSide);
  }
  return known;
}

namespace {

class DrawnPuzzles : public Puzzles {
 public:
  DrawnPuzzles(std::size_t each, std::size_t shifted, std::uint64_t seed)
      : each_(each), shifted_(shifted), random_(seed, 0x40000000u) {}
  void prepare() override;
  std::size_t bytes() const override {
    std::size_t puzzles = 0;
    for (const auto& set : sets_) puzzles += set.capacity();
    return puzzles * sizeof(Labelled) + squares_.capacity() * sizeof(Square);
  }

 private:
  Puzzle candidate(std::uint64_t i) const;

  std::size_t each_, shifted_;
  Random random_;
  std::vector<Square> squares_ = all_squares();
};

Puzzle DrawnPuzzles::candidate(std::uint64_t i) const {
  const auto words = random_.words(i);
  const auto below = [](std::uint32_t word, std::uint64_t n) {
    return static_cast<std::size_t>(word * n >> 32);
  };
  const Square& square = squares_[below(words[0], squares_.size())];
  const std::size_t givens = 4 + below(words[1], 8), target = below(words[2], kCells);
  // a partial Fisher-Yates shuffle of the other cells
  std::array<std::uint8_t, kCells - 1> cells{};
  for (std::size_t k = 0; k < cells.size(); ++k)
    cells[k] = static_cast<std::uint8_t>(k < target ? k : k + 1);
  Puzzle puzzle{};
  puzzle[target] = kTarget;
  std::array<std::uint32_t, 4> more{};
  for (std::size_t k = 0; k < givens; ++k) {
    if (k % 4 == 0) more = random_.words(i, 1 + static_cast<std::uint32_t>(k / 4));
    std::swap(cells[k], cells[k + below(more[k % 4], cells.size() - k)]);
    puzzle[cells[k]] = square[cells[k]];
  }
  return puzzle;
}

void DrawnPuzzles::prepare() {
  constexpr std::uint64_t kMost = 200'000'000;
  std::array<std::size_t, kConditions> shifted{}, others{};
  std::set<Puzzle> known;
  std::vector<Bits> shifted_bits;
  const std::size_t train = each_ - each_ / 10;
  for (std::uint64_t i = 0; i < kMost; ++i) {
    const Puzzle puzzle = candidate(i);
    const auto deduction = deduce(puzzle);
    if (!deduction) continue;
    const std::size_t condition = deduction->vectors - 1u;
    const bool first = *std::ranges::min_element(shifted) < shifted_;
    if (first ? shifted[condition] == shifted_ : others[condition] == each_) continue;
    if (known.contains(puzzle)) continue;
    const Bits bits = bits_of(puzzle);
    if (first) {
      ++shifted[condition];
      shifted_bits.push_back(bits);
      sets_[2].push_back({puzzle, *deduction});
    } else {
      if (std::ranges::any_of(shifted_bits,
                              [&](const Bits& b) { return jaccard_distance(bits, b) < 0.8; }))
        continue;
      sets_[others[condition]++ < train ? 0 : 1].push_back({puzzle, *deduction});
      if (*std::ranges::min_element(others) == each_) break;
    }
    known.insert(puzzle);
  }
  list_splits();
}

inline constexpr ParamInfo kParams[] = {
    integer("puzzles", "Puzzles of each condition; one in ten is for the test.", 3000, {10, 3000},
            {100, 3000, true}),
    integer("shifted", "Puzzles of each condition from which all others keep their distance.", 36,
            {1, 36}, {1, 36}),
};

Result<std::unique_ptr<TaskData>> make(const Params& p, std::uint64_t seed) {
  return std::unique_ptr<TaskData>(
      std::make_unique<DrawnPuzzles>(p.count("puzzles"), p.count("shifted"), seed));
}

}  // namespace
}  // namespace latin_square

const TaskInfo kLatinSquare = {
    .id = "latin-square",
    .title = "Latin Square Task",
    .doc = "One cell of a 4 x 4 Latin square from the others: relations along rows and columns.",
    .citation = "Ito et al., arXiv:2406.08272; Hearne et al. 2024 (LSTNN)",
    .params = latin_square::kParams,
    .make = latin_square::make,
};

}  // namespace posenc
