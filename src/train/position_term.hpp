// One encoding in one place of a transformer. Its effect there follows from the stages of its row:
//
//   a table     is added to the tokens, through a trained map if its width is not the model's
//   a rotation  rotates q and k, and may scale q by its position; other transforms map q and k
//   a bias      is added to the logits
//   scores      replace q·k/√d
//
// A row may have several of the last three, and all of them are used. Its table is used only if it
// has none of these, because otherwise the table has another meaning (frequencies of the rotation,
// relative positions). Trained values of the row are parameters of the model, which keeps them in
// float32 or float64; the stage has a copy.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "linalg/small_product.hpp"
#include "train/token_positions.hpp"

namespace posenc {

struct PositionPlan {
  EncodingSpec spec;
  bool in_blocks = false;  // adds a table in every block, each with its own; otherwise at the input
  bool frozen = false;     // trainable values of the row are not trained
  bool learn_frequencies = false;  // trains the waves' frequencies, starting from the row's

  // Two deviations of the code of github.com/ljhearne/LSTNN_public from the encodings it names. It
  // applies dropout to the sum of tokens and table, also in evaluations (0.1 for its fixed tables).
  // Only for a table in blocks.
  double published_dropout = 0;
  // Its `rope` attends over the samples of a batch instead of the tokens. Only for a rotation.
  bool over_batch = false;
};

template <class T>
class PositionTerm {
 public:
  // The names of its tensors begin with `name`, which together with the seed determines initial
  // values. Queries are the last tokens. Errors: those of the spec and of its positions;
  // not_defined if a model cannot be trained with the row.
  static Result<PositionTerm> make(const PositionPlan&, const HeadShape&, const TokenPositions&,
                                   std::size_t queries, std::uint64_t seed,
                                   const std::string& name);

  // The table added to the tokens (tokens, dim), or null, and the sum of its gradients.
  const T* table() const { return added_.empty() ? nullptr : added_.data(); }
  T* table_gradient() { return added_gradient_.data(); }
  // The bias added to the logits (heads, queries, tokens), or null.
  const T* bias() const { return logits_.empty() ? nullptr : logits_.data(); }
  T* bias_gradient() { return logits_gradient_.empty() ? nullptr : logits_gradient_.data(); }
  bool causal() const { return causal_; }
  double dropout() const { return dropout_; }
  bool over_batch() const { return over_batch_; }

  bool turns() const { return rotary_ || transform_; }
  std::size_t turned_width() const { return rotary_ ? head_.head_dim() : transform_->width; }
  // Rotates rows of q or k (samples·n, heads·head_dim), tokens [tokens - n, tokens) of each sample,
  // into (…, heads·turned_width).
  void turn(Side, RowsOf<const T> x, std::size_t samples, RowsOf<T> out);
  // `upstream` is the gradient with respect to the output of turn(). Adds to the gradient with
  // respect to x.
  void turn_adjoint(Side, RowsOf<const T> x, RowsOf<const T> turned, RowsOf<const T> upstream,
                    std::size_t samples, RowsOf<T> x_gradient);

  bool scores() const { return scores_.has_value(); }
  // (samples, heads, queries, tokens), from q (samples·queries, …) and k (samples·tokens, …)
  void score(RowsOf<const T> q, RowsOf<const T> k, std::size_t samples, T* out);
  void score_adjoint(RowsOf<const T> q, RowsOf<const T> k, const T* upstream, std::size_t samples,
                     RowsOf<T> q_gradient, RowsOf<T> k_gradient);

  // The trained tensors of this term, which are parameters of the model.
  struct Tensor {
    std::string name;
    std::size_t rows, cols;
    std::string_view axes;  // as in Trained
    std::size_t shown_cols;
  };
  const std::vector<Tensor>& tensors() const { return tensors_; }
  std::size_t parameters() const;
  void initial(T* out) const;
  // Sets these parameters, and clamps those out of range.
  void set(T* parameters);
  // Sets the sums of gradients to 0.
  void clear_gradients();
  // Adds the sums to the gradients of the parameters.
  void add_gradients(T* gradients);

 private:
  PositionTerm() = default;
  void list_tensors(const EncodingInfo&, bool frozen, bool learn_frequencies,
                    const std::string& name);
  void make_tables();
  void add_table_gradients();
  std::vector<Trained>& trained();
  TrigTable* waves() { return rotary_ ? &rotary_->table : waves_ ? &*waves_ : nullptr; }
  T factor_of(Side side, std::size_t token) const {
    return side == Side::query && !query_factors_.empty() ? query_factors_[token] : T{1};
  }
  std::size_t head_size() const { return head_.head_dim(); }

  HeadShape head_{};
  std::size_t tokens_ = 0, queries_ = 0, axes_ = 1;
  bool causal_ = false, learns_frequencies_ = false, over_batch_ = false;
  double dropout_ = 0;
  std::vector<double> positions_;  // (tokens, axes)
  std::optional<TrigTable> waves_;
  std::optional<RowTable> rows_;
  std::optional<Rotary> rotary_;
  std::optional<QueryScale> query_scale_;
  std::optional<Transform> transform_;
  std::optional<Bias> bias_;
  std::optional<Scores> scores_;

  std::vector<Trained> trained_;                          // those that are parameters
  std::vector<std::pair<double, double>> ranges_;         // for each of them
  std::vector<double> frequencies_, frequency_gradient_;  // (pairs, axes)
  std::vector<std::vector<double>> gradients_;            // for each trained tensor
  std::vector<double*> to_;                               // gradients_ as Gradients
  std::vector<Tensor> tensors_;

  std::size_t width_ = 0;                            // of the table
  std::vector<double> table_, table_upstream_;       // (tokens, width) in the row's format
  std::vector<T> projection_, projection_gradient_;  // (width, dim), if they differ
  std::vector<T> added_, added_gradient_;            // (tokens, dim)
  std::vector<T> logits_, logits_gradient_;          // (heads, queries, tokens)
  std::vector<T> cosines_, sines_;                   // (tokens, pairs) times the amplitude
  std::vector<T> query_factors_;                     // (tokens), if queries have factors
  std::vector<double> phase_gradient_;               // (tokens, pairs)
  std::vector<double> scratch_;
};

extern template class PositionTerm<float>;
extern template class PositionTerm<double>;

}  // namespace posenc
