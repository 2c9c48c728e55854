// Data-dependent ALiBi, the Forgetting Transformer's bias (Lin et al. 2025, arXiv:2503.02130), as
// in x-transformers.
//
// Every token has a forget gate σ(f) in each head. The gates of the tokens after a key, up to the
// query, decrease its weight: b_h(i,j) = Σ_{l=j+1..i} ln σ(f_hl). With equal gates it is ALiBi with
// the slope -ln σ(f).
#pragma once
#include <memory>

#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::forgetting_row {

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    trainable(numbers("forgetLogits",
                      "heads x tokens: f of each token, for queries and keys of that number. When "
                      "left out, every token has `logit`.",
                      kOptional, {-1e6, 1e6}, std::size_t{1} << 22)),
    trainable(only_where(
        number("logit",
               "f of every token where no list is given; x-transformers' initial bias is 5.", 5,
               {-1e6, 1e6}, {-5, 10}),
        "!forgetLogits")),
};

inline double log_sigmoid(double f) { return 0 - real::softplus(-f); }

struct Gates {
  std::size_t cells;
  Lazy<std::vector<double>> logits;  // (heads, cells)
  std::vector<double> sums;          // (heads, cells): Σ_{l <= i} ln σ(f_l)

  Gates(std::size_t n, Lazy<std::vector<double>> f) : cells(n), logits(std::move(f)) { add_up(); }
  void add_up() {
    sums.resize(logits->size());
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = (i % cells == 0 ? 0 : sums[i - 1]) + log_sigmoid((*logits)[i]);
  }
};

inline Result<Bias> bias(const Params& p) {
  Bias b;
  b.heads = p.count("heads");
  b.causal = true;
  if (!p.has("forgetLogits")) {
    const double given = p.number("logit");
    const Lazy<std::vector<double>> logit = held({&given, 1});
    const auto step = std::make_shared<double>(log_sigmoid(given));
    b.set_of_distance([step](std::size_t, std::int64_t distance) {
      return *step * static_cast<double>(distance) + 0;  // + 0 avoids negative zero
    });
    if constexpr (kAdjoints) {
      b.trained = {{"logit", logit, "", 1}};
      b.refresh = [=] { *step = log_sigmoid(logit->front()); };
      b.set_adjoint_of_distance(
          [=](std::size_t, std::int64_t distance, double upstream, Gradients to) {
            *to[0] += upstream * static_cast<double>(distance) * real::sigmoid(-logit->front());
          });
    }
    return b;
  }
  const std::span<const double> logits = p.numbers("forgetLogits");
  if (logits.empty() || logits.size() % b.heads != 0)
    return bad_shape("forgetLogits", "must have a positive multiple of heads = ", b.heads,
                     " numbers, got ", logits.size());
  b.cells = logits.size() / b.heads;
  const auto gates = std::make_shared<Gates>(b.cells, held(logits));
  b.set_of_pair([gates](std::size_t head, std::int64_t query, std::int64_t key) {
    const double* of = gates->sums.data() + head * gates->cells;
    return of[query] - of[key];
  });
  if constexpr (kAdjoints) {
    b.trained = {{"forgetLogits", gates->logits, "heads,tokens", gates->cells}};
    b.refresh = [gates] { gates->add_up(); };
    b.adjoint = [gates](std::size_t head, std::int64_t query, std::int64_t first_key,
                        std::span<const double> upstream, Gradients to) {
      const std::size_t first = head * gates->cells + static_cast<std::size_t>(first_key);
      double passed = 0;  // summed over the gates of all tokens after a key, up to the query
      const auto last = static_cast<std::size_t>(query - first_key);
      for (std::size_t l = 0; l <= last; ++l) {
        to[0][first + l] += passed * real::sigmoid(-(*gates->logits)[first + l]);
        if (l < upstream.size()) passed += upstream[l];
      }
    };
  }
  return b;
}

inline Result<Facts> facts(const Params& p) {
  std::vector<double> gates = {real::sigmoid(p.number("logit"))};
  if (p.has("forgetLogits")) {
    gates.clear();
    for (const double f : p.numbers("forgetLogits")) gates.push_back(real::sigmoid(f));
  }
  return Facts{{"gates", "The gates σ(f).", std::move(gates)}};
}

inline constexpr EncodingInfo kForgetting = {
    .id = "forgetting",
    .title = "Forgetting (data-dependent ALiBi)",
    .family = "relative bias",
    .formula = R"(b_h(i,j) = \sum_{l=j+1}^{i} \ln\sigma(f_{h,l}))",
    .citation =
        "Lin et al. 2025, Forgetting Transformer, arXiv:2503.02130 (number unconfirmed); "
        "x-transformers DataDependentAlibi",
    .note =
        "In a model f is a linear function of each token. A given list fixes the number of queries "
        "and keys.",
    .params = kParams,
    .bias = bias,
    .facts = facts,
};

}  // namespace posenc::forgetting_row
