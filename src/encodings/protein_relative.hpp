// Relative positions of the residues of a protein: AlphaFold 2 (Jumper et al. 2021, supplement,
// algorithms 4 and 5) and ESMFold. A pair has the bin of its clipped distance in the sequence. Each
// bin has a learned vector, the initial representation of a pair; there are no heads.
//
//   alphafold  clip(i - j, -k, k) + k of query i and key j           2k + 1 bins
//   esmfold    clip(j - i, -k, k) + k + 1; 0 if one is masked     2k + 2 bins
#pragma once
#include <algorithm>

#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::protein_relative_row {

using Form = Choice<"alphafold", "esmfold">;

inline constexpr std::size_t kMostResidues = 8192;
inline constexpr ParamInfo kParams[] = {
    integer("heads",
            "Channels of the representation of pairs, which stand where a bias has heads; 128 in "
            "both models.",
            kRequired, {1, 4096}, {1, 128, true}),
    integer("bins", "Distances beyond k are clipped to it; 32 in both models.", 32, {1, 65536},
            {1, 128, true}),
    one_of<Form>("form",
                 "alphafold: the distance counts from key to query; esmfold: from query to key, "
                 "and bin 0 is of masked pairs."),
    numbers(
        "residueIndex",
        "Number of each residue in its chain; 0, 1, 2 … when left out. A gap keeps chains apart.",
        kOptional, {-1e9, 1e9}, kMostResidues),
    only_where(numbers("mask", "1 for a residue that counts, 0 for one that is masked.", kOptional,
                       {0, 1}, kMostResidues),
               "form=esmfold"),
    weights_param("table",
                  "(2k+1) x heads, of esmfold (2k+2) x heads: the learned vectors. Drawn from N(0, "
                  "1), as PyTorch's Embedding, when left out."),
    only_where(kSeedParam, "!table"),
};

struct Bins {
  std::int64_t most;
  bool esmfold;
  std::vector<std::int64_t> residues;  // empty: 0, 1, 2 …
  std::vector<char> counts;            // 0 or 1; empty: all
  std::size_t cells() const { return std::max(residues.size(), counts.size()); }

  std::size_t of_distance(std::int64_t distance) const {
    const std::int64_t clipped = std::clamp(esmfold ? -distance : distance, -most, most);
    return static_cast<std::size_t>(clipped + most + (esmfold ? 1 : 0));
  }
  std::size_t of(std::int64_t query, std::int64_t key) const {
    const auto i = static_cast<std::size_t>(query), j = static_cast<std::size_t>(key);
    if (!counts.empty() && !(counts[i] && counts[j])) return 0;
    return of_distance(residues.empty() ? query - key : residues[i] - residues[j]);
  }
};

inline Result<Bins> bins(const Params& p) {
  Bins b{p.integer("bins"), p.choice<Form>("form") == "esmfold", {}, {}};
  if (p.has("residueIndex"))
    for (const double r : p.numbers("residueIndex")) {
      b.residues.push_back(static_cast<std::int64_t>(r));
      if (static_cast<double>(b.residues.back()) != r)
        return bad_param("residueIndex", "must be whole numbers, got ", to_text(r));
    }
  if (p.has("mask"))
    for (const double m : p.numbers("mask")) {
      if (m != 0 && m != 1) return bad_param("mask", "must be 0 or 1, got ", to_text(m));
      b.counts.push_back(m == 1);
    }
  if (!b.residues.empty() && !b.counts.empty() && b.residues.size() != b.counts.size())
    return bad_shape("mask", "must have a number for each of the ", b.residues.size(),
                     " residues of residueIndex, got ", b.counts.size());
  return b;
}

inline Result<Tensor> table(const Params& p, const Bins& b) {
  return tensor(p, "table", static_cast<std::size_t>(2 * b.most + (b.esmfold ? 2 : 1)),
                p.count("heads"), 0, normal_draw(0, 1));
}

inline Result<RelativeMap> relative_map(const Params& p) {
  Result<Bins> b = bins(p);
  if (!b) return b.error();
  RelativeMap map;
  map.cells = b->cells();
  map.of = [b = std::move(b).value()](std::int64_t query, std::int64_t key) {
    return static_cast<double>(b.of(query, key));
  };
  return map;
}

inline Result<Bias> pairs(const Params& p) {
  const Result<Bins> of = bins(p);
  if (!of) return of.error();
  const Result<Tensor> vectors = table(p, *of);
  if (!vectors) return vectors.error();
  Bias b;
  b.heads = vectors->cols;
  b.cells = of->cells();
  if (b.cells == 0)
    b.set_of_distance([of = *of, w = *vectors](std::size_t head, std::int64_t distance) {
      return w.row(of.of_distance(distance))[head];
    });
  else
    b.set_of_pair([of = *of, w = *vectors](std::size_t head, std::int64_t query, std::int64_t key) {
      return w.row(of.of(query, key))[head];
    });
  if constexpr (kAdjoints) {
    b.trained = {vectors->trained("table", of->esmfold ? "2*bins+2,heads" : "2*bins+1,heads")};
    b.set_adjoint_of_pair([of = *of, heads = b.heads](std::size_t head, std::int64_t query,
                                                      std::int64_t key, double upstream,
                                                      Gradients to) {
      to[0][of.of(query, key) * heads + head] += upstream;
    });
  }
  return b;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Bins> of = bins(p);
  if (!of) return of.error();
  const Result<Tensor> vectors = table(p, *of);
  if (!vectors) return vectors.error();
  return Facts{vectors->fact("table", "The vector of each bin.")};
}

inline constexpr EncodingInfo kProteinRelative = {
    .id = "protein-relative",
    .title = "Relative positions of residues",
    .family = "relative bias",
    .formula = R"(p_{ij} = w_{\mathrm{clip}(i-j,\,-k,\,k)+k},\quad k = 32)",
    .citation =
        "Jumper et al. 2021, Highly accurate protein structure prediction with AlphaFold, "
        "supplement, algorithms 4 and 5 (numbers unconfirmed); transformers "
        "models/esm/modeling_esmfold.py EsmFoldRelativePosition",
    .note =
        "Both models add these vectors to the representation of pairs, not to logits. Of "
        "AlphaFold-Multimer, with bins of its own for other chains, nothing is here. The "
        "initialiser is ESMFold's; AlphaFold multiplies a one-hot vector by a linear layer, whose "
        "bias is part of each vector here.",
    .params = kParams,
    .bias = pairs,
    .relative_map = relative_map,
    .facts = facts,
};

}  // namespace posenc::protein_relative_row
