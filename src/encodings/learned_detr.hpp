// DETR's learned encoding: a table of rows and a table of columns, 50 x d/2 each, drawn from U(0,
// 1); the vector of a cell is [column(x) | row(y)]. x comes first, unlike in the sine encoding.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/learned_init.hpp"

namespace posenc::learned_detr_row {

inline constexpr std::size_t kMostNumbers = std::size_t{1} << 24;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, even: each of the two tables has d/2 columns.", kRequired, {2, 65536},
            {2, 512, true}),
    integer("count", "Rows of each table: the largest height and width.", 50, {1, 1 << 24},
            {1, 200, true}),
    trainable(numbers(
        "values",
        "The tables: row_embed (count, dim/2), then col_embed (count, dim/2); drawn when left out.",
        kOptional, {}, kMostNumbers)),
    learned_init::init_param(learned_init::uniform),
    learned_init::kSigma,
    learned_init::kHigh,
    learned_init::kSeed,
};

inline Result<RowTable> table(const Params& p) {
  const auto dim = p.count("dim");
  const auto count = p.count("count");
  if (dim % 2 != 0)
    return bad_param("dim", "must be even: half of it is the column's, half the row's; got ", dim);
  if (count > kMostNumbers / dim)
    return bad_param("count", "count x dim must be at most 2^24 numbers, got ", count, " x ", dim);
  const bool given = p.has("values");
  if (given && p.numbers("values").size() != count * dim)
    return bad_shape("values", "must have 2 x count x dim/2 = ", count * dim, " numbers, got ",
                     p.numbers("values").size());
  const LearnedInit rows = learned_init_of(p, count, dim / 2, 0);
  const LearnedInit columns = learned_init_of(p, count, dim / 2, 1);
  const std::size_t half = dim / 2, second = count * half;
  const LearnedNumbers values =
      given ? LearnedNumbers(p.numbers("values"))
            : LearnedNumbers(count * dim, [rows, columns, second](std::uint64_t i) {
                return i < second ? rows(i) : columns(i - second);
              });
  RowTable t;
  t.width = dim;
  t.axes = 2;
  t.extent = {count, count};
  struct Vectors {  // offsets of a cell's column and row
    std::size_t column, row;
  };
  const auto of = [half, second](const double* position) {
    return Vectors{second + half * static_cast<std::size_t>(position[1]),
                   half * static_cast<std::size_t>(position[0])};
  };
  t.row = [=](const double* position, double* out) {
    const Vectors at = of(position);
    values.read(at.column, {out, half});
    values.read(at.row, {out + half, half});
  };
  if constexpr (kAdjoints) {
    t.trained = {{"values", values.all(), "2*count,dim/2", half}};
    t.adjoint = [=](const double* position, const double* upstream, Gradients to) {
      const Vectors at = of(position);
      for (std::size_t c = 0; c < half; ++c) {
        to[0][at.column + c] += upstream[c];
        to[0][at.row + c] += upstream[half + c];
      }
    };
  }
  return t;
}

inline constexpr EncodingInfo kLearnedDetr = {
    .id = "learned-detr",
    .title = "Learned rows and columns (DETR)",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{y,x} = [\,C_x \;|\; R_y\,],\quad C, R \in \mathbb{R}^{50\times d/2})",
    .citation =
        "Carion et al. 2020, DETR, arXiv:2005.12872 (released code, PositionEmbeddingLearned)",
    .accuracy = "Given numbers are exact, drawn ones the float64 numbers of their seed.",
    .axes = kGridAxes,
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::learned_detr_row
