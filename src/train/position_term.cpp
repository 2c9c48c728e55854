#include "train/position_term.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <type_traits>

#include "core/random.hpp"
#include "core/rounding.hpp"
#include "encodings/wave_adjoints.hpp"

namespace posenc {
namespace {

template <class Stage, class... Arguments>
std::optional<Error> make_stage(std::optional<Stage>& stage, Result<Stage> (*of)(Arguments...),
                                std::type_identity_t<Arguments>... arguments) {
  Result<Stage> made = of(arguments...);
  if (!made) return made.error();
  stage = std::move(made).value();
  return std::nullopt;
}

template <class... Parts>
Error no_training(const EncodingInfo& row, const Parts&... why) {
  return refusal(ErrorCode::not_defined, "encoding",
                 {"'", row.id, "' cannot be trained with here: ", why...});
}

std::optional<Error> outside_table(const EncodingInfo& row, const RowTable& table,
                                   std::span<const double> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double x = positions[i];
    const bool above = x > table.above;
    const bool inside =
        table.extent.empty() || (x >= 0 && x < static_cast<double>(table.extent[i % table.axes]) &&
                                 static_cast<double>(static_cast<std::int64_t>(x)) == x);
    if (above && inside) continue;
    return refusal(ErrorCode::bad_positions, "encoding",
                   {"the table of '", row.id, "' has no row at a coordinate ", to_text(x),
                    ", where a token stands"});
  }
  return std::nullopt;
}

}  // namespace

template <class T>
Result<PositionTerm<T>> PositionTerm<T>::make(const PositionPlan& plan, const HeadShape& head,
                                              const TokenPositions& token_positions,
                                              std::size_t queries, std::uint64_t model_seed,
                                              const std::string& name) {
  Result<Encoding> made = resolve(fitted(plan.spec, head, token_positions));
  if (!made) return made.error();
  Encoding& encoding = *made;
  const EncodingInfo& row = *encoding.info;
  const std::uint64_t seed = seed_of(model_seed, name);
  if (encoding.params.has("seed")) {
    const auto own = static_cast<std::uint64_t>(encoding.params.integer("seed"));
    // 53 bits, as a parameter has them
    encoding.params.set("seed", static_cast<double>(((seed >> 11) + own) & 0x1fffffffffffffu));
  }
  PositionTerm t;
  t.head_ = head, t.tokens_ = token_positions.tokens, t.queries_ = queries;
  const Params& p = encoding.params;
  std::optional<Error> error;
  if (row.scores != nullptr)
    error = make_stage(t.scores_, row.scores, p);
  else if (row.rotary != nullptr)
    error = make_stage(t.rotary_, row.rotary, p, encoding.scaling_or_null());
  else if (row.transform != nullptr)
    error = make_stage(t.transform_, row.transform, p);
  if (!error && t.rotary_ && row.query_scale != nullptr)
    error = make_stage(t.query_scale_, row.query_scale, p);
  if (!error && row.bias != nullptr) error = make_stage(t.bias_, row.bias, p);
  if (!error && !row.has_scores()) {
    if (row.trig_table != nullptr) error = make_stage(t.waves_, row.trig_table, p);
    if (row.row_table != nullptr) error = make_stage(t.rows_, row.row_table, p);
  }
  if (error) return *error;
  t.causal_ = (t.bias_ && t.bias_->causal) || (t.scores_ && t.scores_->causal);
  t.axes_ = t.rotary_      ? t.rotary_->table.axes
            : t.transform_ ? t.transform_->axes
            : t.scores_    ? t.scores_->axes
            : t.waves_     ? t.waves_->axes
            : t.rows_      ? t.rows_->axes
                           : 1;
  t.positions_ = token_positions.of(t.axes_);
  if (t.rows_)
    if (auto outside = outside_table(row, *t.rows_, t.positions_)) return *outside;
  const std::size_t takes = t.rotary_      ? t.rotary_->head_dim
                            : t.transform_ ? t.transform_->dim
                            : t.scores_    ? t.scores_->dim
                                           : head.head_dim();
  if (takes != head.head_dim())
    return no_training(row, "it takes heads of ", takes, " numbers, the model's have ",
                       head.head_dim());
  if (t.bias_ && t.bias_->heads != head.heads)
    return no_training(row, "it has ", t.bias_->heads, " heads, the model has ", head.heads);
  if (t.bias_ && t.bias_->cells != 0 && t.bias_->cells != token_positions.tokens)
    return no_training(row, "its window has ", t.bias_->cells, " cells, a sample has ",
                       token_positions.tokens, " tokens");
  if (plan.learn_frequencies && t.waves() == nullptr)
    return no_training(row, "it has no frequencies that could be learned");
  if (!(plan.published_dropout >= 0 && plan.published_dropout < 1))
    return bad_param("publishedDropout", "must be >= 0 and < 1, got ",
                     to_text(plan.published_dropout));
  if (plan.published_dropout > 0 && (!(t.waves_ || t.rows_) || !plan.in_blocks))
    return no_training(row, "dropout is of a table that is added in every block");
  if (plan.over_batch && !t.rotary_)
    return no_training(row, "attention over the batch is that of a rotation");
  t.dropout_ = plan.published_dropout, t.over_batch_ = plan.over_batch;
  t.list_tensors(row, plan.frozen, plan.learn_frequencies, name);

  if (t.waves_ || t.rows_) {
    t.width_ = t.waves_ ? t.waves_->width() : t.rows_->width;
    t.table_.resize(t.tokens_ * t.width_), t.table_upstream_.resize(t.width_);
    t.added_.resize(t.tokens_ * head.dim), t.added_gradient_.resize(t.added_.size());
    if (t.width_ != head.dim) {
      const Random random(seed, 0x70000000u);
      const double bound = 1 / std::sqrt(static_cast<double>(t.width_));
      for (std::size_t i = 0; i < t.width_ * head.dim; ++i)
        t.projection_.push_back(static_cast<T>(random.uniform(i, -bound, bound)));
      t.projection_gradient_.resize(t.projection_.size());
      t.tensors_.push_back({name + "projection", t.width_, head.dim, "in,out", head.dim});
    }
  }
  if (t.rotary_) {
    t.cosines_.resize(t.tokens_ * t.rotary_->table.pairs()), t.sines_.resize(t.cosines_.size());
    t.phase_gradient_.resize(t.cosines_.size());
  }
  if (t.query_scale_ && t.query_scale_->of)
    for (const double position : t.positions_)
      t.query_factors_.push_back(static_cast<T>(t.query_scale_->of(position)));
  if (t.bias_ && !t.bias_->row) t.bias_.reset();
  if (t.bias_) {
    t.logits_.resize(head.heads * queries * t.tokens_);
    const bool trains = !t.trained_.empty() && !t.rotary_ && !t.transform_ && !t.scores_;
    if (trains) t.logits_gradient_.resize(t.logits_.size());
  }
  const std::size_t terms = t.scores_ ? t.scores_->terms.size() : 0;
  t.scratch_.resize(
      std::max({2 * terms * t.tokens_ + 2 * t.tokens_ * head.head_dim() + 2 * head.head_dim(),
                t.transform_ ? 2 * (t.transform_->dim + t.transform_->width) : 0, t.tokens_}));
  t.make_tables();
  return t;
}

template <class T>
std::vector<Trained>& PositionTerm<T>::trained() {
  return rows_        ? rows_->trained
         : transform_ ? transform_->trained
         : scores_    ? scores_->trained
         : rotary_    ? rotary_->trained
                      : bias_->trained;
}

template <class T>
void PositionTerm<T>::list_tensors(const EncodingInfo& row, bool frozen, bool learn_frequencies,
                                   const std::string& name) {
  if (TrigTable* const table = waves();
      table != nullptr &&
      (learn_frequencies || (rotary_ && !rotary_->trained.empty() && !frozen))) {
    learns_frequencies_ = true;
    for (const TurnFrequency& f : table->frequencies) frequencies_.push_back(f.radians);
    frequency_gradient_.resize(frequencies_.size());
    const std::size_t pairs = table->pairs(), axes = frequencies_.size() / pairs;
    tensors_.push_back({name + "frequencies", pairs, axes, "pairs,axes", axes});
    set_frequencies(*table, frequencies_);
  }
  if (waves() != nullptr || (bias_ == std::nullopt && !rows_ && !transform_ && !scores_)) return;
  // a stage's adjoint needs all listed gradients; frozen ones are computed but not used
  for (const Trained& one : trained()) {
    gradients_.emplace_back(one.values->size());
    if (frozen) continue;
    const auto info = std::ranges::find(row.params, one.name, &ParamInfo::name);
    trained_.push_back(one);
    ranges_.emplace_back(info->min_exclusive ? info->min + 1e-6 : info->min, info->max);
    tensors_.push_back({name + std::string(one.name), 1, one.values->size(), one.axes, one.cols});
  }
  for (std::vector<double>& g : gradients_) to_.push_back(g.data());
}

template <class T>
std::size_t PositionTerm<T>::parameters() const {
  std::size_t all = 0;
  for (const Tensor& tensor : tensors_) all += tensor.rows * tensor.cols;
  return all;
}

template <class T>
void PositionTerm<T>::initial(T* out) const {
  const auto put = [&](const auto& numbers) {
    for (const auto x : numbers) *out++ = static_cast<T>(x);
  };
  put(frequencies_);
  for (const Trained& one : trained_) put(*one.values);
  put(projection_);
}

template <class T>
void PositionTerm<T>::set(T* parameters) {
  if (tensors_.empty()) return;
  for (double& f : frequencies_) f = static_cast<double>(*parameters++);
  if (learns_frequencies_) set_frequencies(*waves(), frequencies_);
  for (std::size_t k = 0; k < trained_.size(); ++k)
    for (double& x : trained_[k].values.write()) {
      *parameters = static_cast<T>(
          std::clamp(static_cast<double>(*parameters), ranges_[k].first, ranges_[k].second));
      x = static_cast<double>(*parameters++);
    }
  for (T& x : projection_) x = *parameters++;
  for (const auto* refresh :
       {rows_ ? &rows_->refresh : nullptr, bias_ ? &bias_->refresh : nullptr,
        transform_ ? &transform_->refresh : nullptr, scores_ ? &scores_->refresh : nullptr})
    if (!trained_.empty() && refresh != nullptr && *refresh) (*refresh)();
  make_tables();
}

template <class T>
void PositionTerm<T>::make_tables() {
  for (std::size_t i = 0; i < tokens_; ++i) {
    const double* const at = positions_.data() + i * axes_;
    if (rows_) rows_->row(at, table_.data() + i * width_);
    if (waves_) rows_f64(*waves_, {at, axes_}, table_.data() + i * width_);
    if (rotary_) {
      const std::vector<Position> p = coordinates(rotary_->table, at);
      const std::size_t pairs = rotary_->table.pairs();
      for (std::size_t k = 0; k < pairs; ++k) {
        const SinCos w = wave_of(rotary_->table, k, p.data());
        const double amplitude = rotary_->table.amplitude_of(k);
        cosines_[i * pairs + k] = static_cast<T>(amplitude * w.cos);
        sines_[i * pairs + k] = static_cast<T>(amplitude * w.sin);
      }
    }
  }
  if (!added_.empty() && projection_.empty())
    std::ranges::transform(table_, added_.begin(), [](double x) { return static_cast<T>(x); });
  for (std::size_t i = 0; !projection_.empty() && i < tokens_; ++i)
    for (std::size_t c = 0; c < head_.dim; ++c) {
      T sum = 0;
      for (std::size_t w = 0; w < width_; ++w)
        sum += static_cast<T>(table_[i * width_ + w]) * projection_[w * head_.dim + c];
      added_[i * head_.dim + c] = sum;
    }
  if (!bias_) return;
  T* out = logits_.data();
  for (std::size_t head = 0; head < head_.heads; ++head)
    for (std::size_t i = tokens_ - queries_; i < tokens_; ++i) {
      const std::size_t seen = causal_ ? i + 1 : tokens_;
      bias_->row(head, static_cast<std::int64_t>(i), 0, {scratch_.data(), seen});
      for (std::size_t j = 0; j < tokens_; ++j)
        *out++ = j < seen ? static_cast<T>(scratch_[j]) : T{0};
    }
}

template class PositionTerm<float>;
template class PositionTerm<double>;

}  // namespace posenc
