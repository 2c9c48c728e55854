#include "train/transformer.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/random.hpp"
#include "core/sizes.hpp"
#include "nn/transformer/vectors.hpp"
#include "train/block.hpp"

namespace posenc {
namespace {

// Streams of a seed from here on; rows of the registry use those from 0 on.
constexpr std::uint32_t kInitialise = 0x50000000u, kDropout = 0x51000000u;

std::optional<Error> bad_plan(const TransformerPlan& plan, const TokenPositions& token_positions,
                              std::size_t samples) {
  if (plan.dim == 0 || plan.heads == 0 || plan.dim % plan.heads != 0)
    return bad_param("heads", "must divide dim = ", plan.dim, ", got ", plan.heads);
  if (!(plan.temperature > 0 && plan.temperature <= 1e6))
    return bad_param("temperature", "must be > 0 and <= 1e6, got ", to_text(plan.temperature));
  if (!(plan.token_scale > 0 && plan.token_scale <= 1e6))
    return bad_param("tokenScale", "must be > 0 and <= 1e6, got ", to_text(plan.token_scale));
  if (plan.blocks == 0) return bad_param("blocks", "must be at least 1, got 0");
  if (plan.hidden == 0) return bad_param("hidden", "must be at least 1, got 0");
  const Count rows = Count(samples) * token_positions.tokens;
  const Count numbers =
      Count(plan.blocks) * (rows * (Count(plan.dim) * 24 + Count(plan.hidden) * 3) +
                            rows * token_positions.tokens * plan.heads +
                            Count(plan.dim) * plan.dim * 4 + Count(plan.dim) * plan.hidden * 2);
  return out_of_budget(numbers * sizeof(double), "dim", "a model of these sizes");
}

// Prefix of the names of an encoding's trained tensors: its row, and a number if the model has
// several of this row. So other encodings change neither its names nor its initial values.
std::string name_of(const std::vector<PositionPlan>& positions, std::size_t k) {
  const std::string& row = positions[k].spec.encoding;
  std::size_t before = 0;
  for (std::size_t i = 0; i < k; ++i) before += positions[i].spec.encoding == row;
  return "position." + row + "." + (before == 0 ? "" : std::to_string(before + 1) + ".");
}
// Tables of all blocks may be given one after the other: selects that of block b.
PositionPlan of_block(PositionPlan position, std::size_t b, const TransformerPlan& plan,
                      std::size_t tokens) {
  RawValues& given = position.spec.values;
  const auto values = given.arrays.find("values");
  if (!position.in_blocks || position.spec.encoding != "learned" || values == given.arrays.end())
    return position;
  const auto size = [&](const char* name, std::size_t fitted) {
    const auto said = given.numbers.find(name);
    return said == given.numbers.end() ? static_cast<double>(fitted) : said->second;
  };
  const double numbers = size("count", tokens) * size("dim", plan.dim);
  std::vector<double>& all = values->second;
  if (plan.blocks == 1 ||
      numbers * static_cast<double>(plan.blocks) != static_cast<double>(all.size()))
    return position;
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(b * (all.size() / plan.blocks));
  all = {first, first + static_cast<std::ptrdiff_t>(all.size() / plan.blocks)};
  return position;
}
std::string name_of_block(std::size_t b) { return "blocks." + std::to_string(b) + "."; }

}  // namespace

template <class T>
Transformer<T>::Transformer() = default;
template <class T>
Transformer<T>::Transformer(Transformer&&) noexcept = default;
template <class T>
Transformer<T>& Transformer<T>::operator=(Transformer&&) noexcept = default;
template <class T>
Transformer<T>::~Transformer() = default;

template <class T>
std::size_t Transformer<T>::add_tensor(std::string name, std::size_t rows, std::size_t cols) {
  const std::size_t first = parameters_.size();
  const std::string_view axes = name.find("norm") != std::string::npos ? "dim"
                                : name.ends_with(".bias")              ? "out"
                                                                       : "in,out";
  tensors_.push_back({std::move(name), rows, cols, first, axes, cols});
  parameters_.resize(first + rows * cols);
  return first;
}

// A weight (in, out), followed by the bias (out). The gain of a norm is a weight of one row.
template <class T>
Linear Transformer<T>::add_linear(const std::string& name, std::size_t in, std::size_t out) {
  const std::size_t weights = add_tensor(name + ".weight", in, out);
  return {in, out, weights, add_tensor(name + ".bias", 1, out), out};
}

template <class T>
void Transformer<T>::add_terms(const std::string& prefix, std::vector<PositionTerm<T>>& terms,
                               std::vector<std::size_t>& first) {
  for (PositionTerm<T>& term : terms) {
    first.push_back(parameters_.size());
    for (const auto& tensor : term.tensors()) {
      add_tensor(prefix + tensor.name, tensor.rows, tensor.cols);
      tensors_.back().axes = tensor.axes, tensors_.back().shown_cols = tensor.shown_cols;
      tensors_.back().of_encoding = true;
    }
    if (term.parameters() > 0) term.initial(parameters_.data() + first.back());
  }
}

template <class T>
Result<Transformer<T>> Transformer<T>::make(const TransformerPlan& plan, const TokenShape& shape,
                                            const TokenPositions& token_positions,
                                            std::size_t samples, std::uint64_t seed) {
  if (auto error = bad_plan(plan, token_positions, samples)) return *error;
  Transformer t;
  t.plan_ = plan, t.shape_ = shape, t.token_positions_ = token_positions, t.seed_ = seed;
  const std::size_t d = plan.dim, h = plan.hidden, n = token_positions.tokens;
  t.embed_ = t.add_linear("embed", shape.inputs, d);
  const HeadShape head{d, plan.heads};
  std::vector<std::vector<PositionTerm<T>>> terms(plan.blocks);
  for (std::size_t k = 0; k < plan.positions.size(); ++k) {
    for (std::size_t b = 0; b < plan.blocks; ++b) {
      const PositionPlan position = of_block(plan.positions[k], b, plan, n);
      const std::size_t queries = b + 1 == plan.blocks && shape.last_only ? 1 : n;
      const std::string name = name_of(plan.positions, k);
      const std::uint64_t seed_here = seed_of(seed, name_of_block(b));
      Result<PositionTerm<T>> term =
          position.over_batch
              ? PositionTerm<T>::make(position, head, TokenPositions{samples}, samples, seed_here,
                                      name)
              : PositionTerm<T>::make(position, head, token_positions, queries, seed_here, name);
      if (!term) return term.error();
      const bool at_input = term->table() != nullptr && !position.in_blocks;
      if (!at_input) terms[b].push_back(std::move(*term));
      if (at_input) t.input_terms_.push_back(std::move(*term));
      if (at_input) break;
    }
  }
  for (const auto& of_block : terms) {
    const auto changing = std::ranges::count_if(
        of_block, [](const PositionTerm<T>& term) { return term.turns() || term.scores(); });
    if (changing > 1)
      return refusal(
          ErrorCode::not_defined, "positions",
          {"at most one of the encodings may turn queries and keys or score them, got ", changing});
    const auto has = [&](auto what) { return std::ranges::any_of(of_block, what); };
    if (has([](const auto& term) { return term.over_batch(); }) &&
        (plan.causal || has([](const auto& term) { return term.causal() || term.bias(); })))
      return Error{ErrorCode::not_defined, "positions",
                   "attention over the batch has no causal mask and no bias"};
    if (plan.temperature != 1 && has([](const auto& term) { return term.scores(); }))
      return Error{ErrorCode::not_defined, "temperature",
                   "is of q·k, and one of the encodings scores them otherwise"};
  }
  t.add_terms("", t.input_terms_, t.input_first_);
  std::size_t workspace = linear_workspace(t.embed_);
  for (std::size_t b = 0; b < plan.blocks; ++b) {
    const std::string prefix = name_of_block(b);
    std::vector<std::size_t> first;
    t.add_terms(prefix, terms[b], first);
    const BlockTensors at{.qkv = t.add_linear(prefix + "attention.qkv", d, 3 * d),
                          .out = t.add_linear(prefix + "attention.out", d, d),
                          .up = t.add_linear(prefix + "mlp.up", d, h),
                          .down = t.add_linear(prefix + "mlp.down", h, d),
                          .norm1 = t.add_linear(prefix + "norm1", 1, d).weights,
                          .norm2 = t.add_linear(prefix + "norm2", 1, d).weights};
    const std::size_t queries = b + 1 == plan.blocks && shape.last_only ? 1 : n;
    t.blocks_.emplace_back(
        BlockShape{d, plan.heads, h, n, queries, plan.pre_norm, plan.causal,
                   plan.mlp_output_activation, plan.activation, plan.temperature},
        at, std::move(terms[b]), std::move(first), samples);
    workspace = std::max(workspace, t.blocks_.back().workspace(samples));
    t.cost_ +=
        2.0 * static_cast<double>(d * (n * (2 * d + queries) + queries * (2 * d + 2 * h + 2 * n)));
  }
  const std::size_t rows = samples * t.queries();
  if (plan.pre_norm) t.last_norm_ = {t.add_linear("norm", 1, d).weights, d, rows};
  t.read_ = t.add_linear("read", d, shape.outputs);
  t.x_.resize(samples * n * d), t.upstream_.resize(samples * n * d);
  t.outputs_.resize(rows * shape.outputs);
  t.workspace_.resize(std::max(workspace, linear_workspace(t.read_)));
  t.initialise(seed);
  t.refresh();
  return t;
}

template <class T>
void Transformer<T>::initialise(std::uint64_t seed) {
  const bool normal = plan_.initialisation == Initialisation::glorot;
  for (std::size_t k = 0; k < tensors_.size(); ++k) {
    const ParameterTensor& tensor = tensors_[k];
    const std::string& name = tensor.name;
    if (tensor.of_encoding) continue;  // PositionTerm::initial
    const Random random(seed_of(seed, name), kInitialise);
    const bool bias = name.ends_with(".bias");
    const bool constant = name.find("norm") != std::string::npos ||
                          (bias && name.find("attention") != std::string::npos);
    const double in = static_cast<double>(bias && k > 0 ? tensors_[k - 1].rows : tensor.rows),
                 both = static_cast<double>(tensor.rows + tensor.cols);
    const bool xavier =
        name.ends_with("qkv.weight") ||
        (name.ends_with("down.weight") && plan_.initialisation == Initialisation::pytorch_mlp);
    const double bound = xavier ? std::sqrt(6 / both) : 1 / std::sqrt(in),
                 scale = name.starts_with("embed.") ? plan_.token_scale : 1;
    for (std::size_t i = 0; i < tensor.size(); ++i)
      parameters_[tensor.first + i] =
          static_cast<T>(scale * (constant          ? (bias ? 0.0 : 1.0)
                                  : normal && !bias ? random.normal(i) * std::sqrt(2 / both)
                                                    : random.uniform(i, -bound, bound)));
  }
}

template <class T>
void Transformer<T>::refresh() {
  for (std::size_t k = 0; k < input_terms_.size(); ++k)
    input_terms_[k].set(parameters_.data() + input_first_[k]);
  for (Block<T>& block : blocks_)
    for (std::size_t k = 0; k < block.terms().size(); ++k)
      block.terms()[k].set(parameters_.data() + block.first_of_terms()[k]);
}

template <class T>
const T* Transformer<T>::forward(const T* features, std::size_t samples, std::uint64_t draw) {
  for (std::size_t k = 0; k < pieces(); ++k) forward_piece(k, features, samples, draw);
  return outputs();
}

template <class T>
void Transformer<T>::forward_piece(std::size_t piece, const T* features, std::size_t samples,
                                   std::uint64_t draw) {
  const T* const p = parameters_.data();
  const std::size_t d = plan_.dim, n = token_positions_.tokens, rows = samples * queries();
  if (piece == 0) {
    linear<T>(embed_, p, {features, shape_.inputs}, samples * n, {x_.data(), d});
    for (const PositionTerm<T>& term : input_terms_)
      for (std::size_t s = 0; s < samples; ++s)
        vectors::add(term.table(), n * d, x_.data() + s * n * d);
  }
  if (piece < blocks_.size()) {
    const Random chance(seed_ ^ (draw * 0x9e3779b97f4a7c15u), kDropout);
    blocks_[piece].forward(p, samples, x_.data(), workspace_, chance);
    return;
  }
  if (plan_.pre_norm) last_norm_.forward(p, x_.data(), rows, x_.data());
  linear<T>(read_, p, {x_.data(), d}, rows, {outputs_.data(), shape_.outputs});
}

template <class T>
void Transformer<T>::backward(const T* features, std::size_t samples, const T* upstream,
                              T* gradient) {
  for (std::size_t k = 0; k < pieces(); ++k)
    backward_piece(k, features, samples, upstream, gradient);
}

template <class T>
void Transformer<T>::backward_piece(std::size_t piece, const T* features, std::size_t samples,
                                    const T* upstream, T* gradient) {
  const T* const p = parameters_.data();
  const std::size_t d = plan_.dim, n = token_positions_.tokens, rows = samples * queries();
  if (piece == 0) {
    std::fill_n(upstream_.data(), rows * d, T{0});
    linear_adjoint<T>(read_, p, {x_.data(), d}, rows, {upstream, shape_.outputs}, gradient,
                      {upstream_.data(), d}, workspace_);
    if (plan_.pre_norm) last_norm_.adjoint(p, upstream_.data(), rows, gradient, upstream_.data());
  }
  if (piece < blocks_.size()) {
    blocks_[blocks_.size() - 1 - piece].backward(p, samples, upstream_.data(), gradient,
                                                 workspace_);
    return;
  }
  for (std::size_t k = 0; k < input_terms_.size(); ++k) {
    input_terms_[k].clear_gradients();
    for (std::size_t s = 0; s < samples; ++s)
      vectors::add(upstream_.data() + s * n * d, n * d, input_terms_[k].table_gradient());
    input_terms_[k].add_gradients(gradient + input_first_[k]);
  }
  linear_adjoint<T>(embed_, p, {features, shape_.inputs}, samples * n, {upstream_.data(), d},
                    gradient, {nullptr, 0}, workspace_);
}

template <class T>
bool Transformer<T>::over_batch() const {
  return std::ranges::any_of(plan_.positions, &PositionPlan::over_batch);
}

template <class T>
std::span<const T> Transformer<T>::attention_of(std::size_t block, std::size_t samples) const {
  return blocks_[block].probabilities(samples);
}

template <class T>
LogitSpread Transformer<T>::logits_of(std::size_t block, std::size_t samples) {
  return blocks_[block].logit_spread(samples, workspace_);
}

template <class T>
std::vector<double> Transformer<T>::table_of(std::size_t block) const {
  std::vector<double> sum;
  const auto add = [&](const PositionTerm<T>& term) {
    if (term.table() == nullptr) return;
    sum.resize(token_positions_.tokens * plan_.dim);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(term.table()[i]);
  };
  for (std::size_t k = 0; block == 0 && k < input_terms_.size(); ++k) add(input_terms_[k]);
  for (const PositionTerm<T>& term : blocks_[block].terms()) add(term);
  return sum;
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace posenc
