// Learned absolute table E[N, d]: looks up one vector per position. Values are given (a
// checkpoint's table), or drawn by the initialiser of training.
//
// row(p) = scale(E[max(p - sequenceStart, 0) + offset]); entries are float64. Given values are
// exact, drawn ones have a few roundings (random.hpp), a scaled row at most 2 ulp more (l2: d + 4).
#pragma once
#include <algorithm>  // std::fill_n

#include "encodings/encoding.hpp"
#include "encodings/learned_init.hpp"

namespace posenc::learned_row {

inline constexpr std::size_t kMostNumbers = std::size_t{1} << 24;  // elements of a table

using RowScale = Choice<"none", "inverse-sqrt-dim", "l2">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d of the table: how many numbers a position has.", kRequired, {1, 65536},
            {2, 1024, true}),
    integer("count", "Rows N of the table: 512 when left out, or as many as `values` has.",
            kOptional, {1, 1 << 24}, {1, 4096, true}),
    trainable(numbers("values",
                      "The table itself, (count, dim) numbers row by row; drawn by the initialiser "
                      "when left out.",
                      kOptional, {}, kMostNumbers)),
    learned_init::init_param(learned_init::normal),
    learned_init::kSigma,
    learned_init::kHigh,
    learned_init::kSeed,
    one_of<RowScale>("rowScale",
                     "What is done to a row that is looked up: inverse-sqrt-dim multiplies it by "
                     "d^-1/2, l2 divides it by its length; x-transformers does one or the other."),
    integer("paddingIndex", "This row of the table is zero (fairseq, torch's Embedding).",
            kOptional, {0, 1 << 24}),
    integer("offset",
            "Added to a position to get the row: padding index + 1 in RoBERTa and fairseq, 2 in "
            "BART and OPT.",
            0, {0, 1 << 24}, {0, 4}),
    integer("sequenceStart",
            "Position of the first token behind padding on the left; positions before it count as "
            "it does (x-transformers).",
            0, {0, 1 << 24}),
};

struct Learned {
  std::size_t count = 0, dim = 0, offset = 0, start = 0;
  RowScale scale = "none";
  std::optional<std::size_t> padding = {};
  LearnedNumbers values;  // (count, dim)

  // the row for a position
  std::size_t index(double position) const {
    const double from_start = position - static_cast<double>(start);
    return static_cast<std::size_t>(from_start > 0 ? from_start : 0) + offset;
  }
  void row(std::size_t index, double* out) const {
    read(index, out);
    if (scale == "none") return;
    const double by = factor(out);
    for (std::size_t c = 0; c < dim; ++c) out[c] *= by;
  }
  void adjoint(std::size_t index, const double* upstream, double* to) const {
    if (padding == index) return;
    to += index * dim;
    double by = 1, across = 0;                           // l2: the part along the row has no effect
    std::vector<double> row(scale == "none" ? 0 : dim);  // training allocates nothing
    if (scale != "none") {
      read(index, row.data());
      by = factor(row.data());
    }
    if (scale == "l2" && by < 1e12) {
      for (std::size_t c = 0; c < dim; ++c) across += upstream[c] * row[c];
      across *= by * by;
    }
    for (std::size_t c = 0; c < dim; ++c)
      to[c] += by * (across == 0 ? upstream[c] : upstream[c] - across * row[c]);
  }

  void read(std::size_t index, double* out) const {
    if (padding == index)
      std::fill_n(out, dim, 0.0);
    else
      values.read(index * dim, {out, dim});
  }
  double factor(const double* row) const {
    if (scale != "l2") return 1 / std::sqrt(static_cast<double>(dim));
    double square = 0;
    for (std::size_t c = 0; c < dim; ++c) square += row[c] * row[c];
    // as torch's normalize: a row of zeros stays zero
    return 1 / (square > 1e-24 ? std::sqrt(square) : 1e-12);
  }
  Facts facts() const {
    std::vector<double> numbers(dim), norms;
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < count; ++r) {
      row(r, numbers.data());
      double square = 0;
      for (const double x : numbers) sum += x, square += x * x;
      squares += square;
      norms.push_back(std::sqrt(square));
    }
    const double n = static_cast<double>(count * dim), mean = sum / n;
    const double variance = squares / n - mean * mean;
    return {{"mean", "Mean of the table's numbers.", {mean}},
            {"standardDeviation",
             "Standard deviation of the table's numbers.",
             {std::sqrt(variance > 0 ? variance : 0)}},
            {"rowNorms", "Length of each row of the table, from row 0.", norms}};
  }
};

inline Result<Learned> learned(const Params& p) {
  const auto dim = p.count("dim");
  const bool given = p.has("values");
  const std::size_t numbers = given ? p.numbers("values").size() : 0;
  const std::size_t count = p.has("count") ? p.count("count") : given ? numbers / dim : 512;
  if (given && (numbers != count * dim || numbers == 0))
    return p.has("count") ? bad_shape("values", "must have count x dim = ", count * dim,
                                      " numbers, got ", numbers)
                          : bad_shape("values", "must have a whole number of rows of dim = ", dim,
                                      " numbers, got ", numbers, " numbers");
  if (count > kMostNumbers / dim)
    return bad_param("count", "count x dim must be at most 2^24 numbers, got ", count, " x ", dim);
  Learned t{.count = count,
            .dim = dim,
            .values = given ? LearnedNumbers(p.numbers("values"))
                            : LearnedNumbers(count * dim, learned_init_of(p, count, dim))};
  const auto below_count = [&](std::string_view name) {
    return bad_param(name, "must be below the number of rows, ", count, ", got ", p.integer(name));
  };
  t.offset = p.count("offset");
  if (t.offset >= count) return below_count("offset");
  if (p.has("paddingIndex")) {
    t.padding = p.count("paddingIndex");
    if (*t.padding >= count) return below_count("paddingIndex");
  }
  t.start = p.count("sequenceStart");
  t.scale = p.choice<RowScale>("rowScale");
  return t;
}

inline Result<RowTable> table(const Params& p) {
  Result<Learned> made = learned(p);
  if (!made) return made.error();
  RowTable t;
  t.width = made->dim;
  t.extent = {made->count - made->offset + made->start};
  if constexpr (kAdjoints) {
    t.trained = {{"values", made->values.all(), "count,dim", made->dim}};
    t.adjoint = [e = *made](const double* position, const double* upstream, Gradients to) {
      e.adjoint(e.index(*position), upstream, to[0]);
    };
  }
  t.row = [e = std::move(made).value()](const double* position, double* out) {
    e.row(e.index(*position), out);
  };
  return t;
}

inline constexpr EncodingInfo kLearned = {
    .id = "learned",
    .title = "Learned table",
    .family = "absolute",
    .formula = R"(\mathrm{PE}_p = E_{\max(p-s,\,0)+o},\quad E \in \mathbb{R}^{N\times d})",
    .citation =
        "Gehring et al. 2017, arXiv:1705.03122 (learned position embeddings); initialisers: "
        "fairseq, timm, x-transformers, DETR (released code); Ito et al. 2025, Learning "
        "interpretable positional encodings in transformers depends on initialization, "
        "arXiv:2406.08272",
    .note =
        "Unconfirmed: 0.02 as BERT's and GPT-2's standard deviation in transformers (OpenAI's "
        "GPT-2 used 0.01 for positions), the original BERT's cut at two standard deviations, and "
        "the offset 2 of BART and OPT. Chosen here: 0.2 as small-norm's default; LSTNN_public, the "
        "repository of a later paper, sweeps 0.01 to 3, compares 0.1, 0.2, 2 and 3, and has 1 as "
        "its default.",
    .accuracy =
        "Given numbers are exact, drawn ones the float64 numbers of their seed; a scaled row is "
        "within 2 ulp, with l2 within d + 4.",
    .params = kParams,
    .row_table = table,
    .facts = facts_of<learned>,
};

}  // namespace posenc::learned_row
