// Learned table of an image's grid, resampled to another resolution, as in vision transformers for
// larger images (timm's resample_abs_pos_embed, MAE, DeiT, DINO). Prefix tokens (cls, registers)
// are unchanged.
#pragma once
#include <algorithm>  // std::copy_n
#include <memory>

#include "core/lazy.hpp"
#include "core/sizes.hpp"
#include "encodings/encoding.hpp"
#include "encodings/learned_init.hpp"
#include "encodings/resample.hpp"
#include "encodings/tensors.hpp"

namespace posenc::learned_grid_row {

inline constexpr std::size_t kMostNumbers = std::size_t{1} << 23;  // elements of either table

inline constexpr ParamInfo size_param(std::string_view name, std::string_view doc, double initial) {
  return integer(name, doc, initial, {1, 4096}, {1, 64});
}

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d of the table: how many numbers a position has.", kRequired, {1, 65536},
            {2, 1024, true}),
    size_param("sourceHeight", "Rows of the grid that was learned, before it is resampled.", 14),
    size_param("sourceWidth", "Columns of the grid that was learned, before it is resampled.", 14),
    size_param("height", "Rows of the grid that it is resampled to.", 16),
    size_param("width", "Columns of the grid that it is resampled to.", 16),
    one_of("method",
           "bicubic-antialias is timm's resample_abs_pos_embed; bicubic is what MAE, DeiT and DINO "
           "use.",
           Resampling::kMethods, Resampling::bicubic_antialias),
    on_off("alignCorners", "The corners of both grids coincide."),
    only_where(
        number("interpolateOffset",
               "Added to the target's size when the scale is computed: 0.1 in DINO and DINOv2, a "
               "guard against rounding that shifts the grid. Not with alignCorners.",
               0, {0, 1}, {0, 0.2}),
        "!alignCorners"),
    integer("prefixTokens",
            "Rows before the grid (cls, registers) in `values`; they are not resampled.", 0,
            {0, 4096}, {0, 5}),
    trainable(
        numbers("values",
                "The learned table, (prefixTokens + sourceHeight x sourceWidth, dim) numbers, rows "
                "of the image one after another; drawn by the initialiser when left out.",
                kOptional, {}, kMostNumbers)),
    learned_init::init_param(learned_init::truncated_normal),
    learned_init::kSigma,
    learned_init::kHigh,
    learned_init::kSeed,
};

struct Grid {
  std::size_t dim = 0, height = 0, width = 0, prefix_tokens = 0;
  Lazy<std::vector<double>> values;  // (prefixTokens + sourceHeight x sourceWidth, dim)
  AxisWeights y, x;
  Facts facts() const {
    Facts facts = {
        {"weightsY", "Weight of each source row in each target row.", dense(y), y.source},
        {"weightsX", "Weight of each source column in each target column.", dense(x), x.source}};
    if (prefix_tokens != 0) {
      const std::span<const double> prefix = std::span(*values).first(prefix_tokens * dim);
      facts.push_back({"prefixTokens",
                       "Vectors before the grid, as they are.",
                       {prefix.begin(), prefix.end()},
                       dim});
    }
    return facts;
  }
};

inline Result<Grid> grid(const Params& p) {
  Grid g{p.count("dim"),
         p.count("height"),
         p.count("width"),
         p.count("prefixTokens"),
         Lazy(std::vector<double>()),
         {},
         {}};
  const std::size_t rows = p.count("sourceHeight"), columns = p.count("sourceWidth"),
                    prefix = g.prefix_tokens;
  if (auto error = too_large((Count(prefix) + Count(rows) * columns) * g.dim, kMostNumbers,
                             "sourceHeight", "numbers in the learned table"))
    return *error;
  if (auto error = too_large(Count(g.height) * g.width * g.dim, kMostNumbers, "height",
                             "numbers in the resampled table"))
    return *error;
  const std::size_t vectors = prefix + rows * columns, count = vectors * g.dim;
  if (p.has("values")) {
    const std::span<const double> given = p.numbers("values");
    if (given.size() != count)
      return bad_shape("values",
                       "must have (prefixTokens + sourceHeight x sourceWidth) x dim = ", count,
                       " numbers, got ", given.size());
    g.values = held(given);
  } else {
    g.values =
        Lazy<std::vector<double>>(std::function([draw = learned_init_of(p, vectors, g.dim), count] {
          std::vector<double> drawn(count);
          for (std::size_t i = 0; i < count; ++i) drawn[i] = draw(i);
          return drawn;
        }));
  }
  const Resampling how{p.choice<Resampling::Method>("method"), p.flag("alignCorners"),
                       p.number("interpolateOffset")};
  g.y = axis_weights(how, rows, g.height);
  g.x = axis_weights(how, columns, g.width);
  return g;
}

inline Result<RowTable> table(const Params& p) {
  const Result<Grid> g = grid(p);
  if (!g) return g.error();
  RowTable t;
  t.width = g->dim;
  t.axes = 2;
  t.extent = {g->height, g->width};
  const auto cells = [g = *g] {
    return resampled(g.values, g.prefix_tokens * g.dim, g.dim, g.y, g.x);
  };
  const auto kept = std::make_shared<Lazy<std::vector<double>>>(cells());
  t.row = [kept, columns = g->width, dim = g->dim](const double* position, double* out) {
    const std::size_t cell =
        static_cast<std::size_t>(position[0]) * columns + static_cast<std::size_t>(position[1]);
    std::copy_n((*kept)->data() + cell * dim, dim, out);
  };
  if constexpr (kAdjoints) {
    t.trained = {{"values", g->values, "prefixTokens+sourceHeight*sourceWidth,dim", g->dim}};
    t.refresh = [kept, cells] { *kept = cells(); };
    t.adjoint = [g = *g](const double* position, const double* upstream, Gradients to) {
      const AxisWeights::Target &y = g.y.targets[static_cast<std::size_t>(position[0])],
                                &x = g.x.targets[static_cast<std::size_t>(position[1])];
      for (std::size_t j = 0; j < y.weights.size(); ++j)
        for (std::size_t i = 0; i < x.weights.size(); ++i) {
          const std::size_t vector = g.prefix_tokens + (y.first + j) * g.x.source + x.first + i;
          const double weight = y.weights[j] * x.weights[i];
          for (std::size_t c = 0; c < g.dim; ++c) to[0][vector * g.dim + c] += weight * upstream[c];
        }
    };
  }
  return t;
}

inline constexpr EncodingInfo kLearnedGrid = {
    .id = "learned-grid",
    .title = "Learned grid, resampled (ViT)",
    .family = "absolute",
    .formula = R"(\mathrm{PE}_{y,x} = \sum_{j,i} w^{H}_{y,j}\, w^{W}_{x,i}\, E_{j,i},\quad )"
               R"(w^{W}_{x,i} = k\!\left((x+\tfrac12)\tfrac{W_0}{W} - \tfrac12 - i\right))",
    .citation =
        "Dosovitskiy et al. 2021, ViT, arXiv:2010.11929, section 3.2; Keys 1981; PyTorch "
        "interpolate; timm resample_abs_pos_embed",
    .note =
        "Confirmed against PyTorch 1.13, F.interpolate in float64: the weights of 8 source by 11 "
        "target sizes from 1 to 50, four methods, align_corners on and off, and a scale factor "
        "(target + 0.1)/source, 12 x 19448 weights in all; largest difference 1.1e-14. Which "
        "models use which option is read from their code.",
    .accuracy =
        "Weights of the resampling are within 2^-48; an entry sums the products with at most all "
        "cells of the grid, and rounds once for each.",
    .axes = kGridAxes,
    .params = kParams,
    .row_table = table,
    .facts = facts_of<grid>,
};

}  // namespace posenc::learned_grid_row
