// One encoding in one place of a transformer. What it does there follows from the stages of its
// row:
//
//   a table     is added to the tokens, by a trained map where its width is not the model's
//   a rotation  turns q and k, and may scale q by its position; another map of them does what it
//               does
//   a bias      is added to the logits
//   scores      stand in place of q·k/√d
//
// A row may have several of the last three, and all of them are used. Its table is used only where
// it has none of these, because else the table means something else (frequencies of the rotation,
// relative positions). What the row trains are parameters of the model, which keeps them in float32
// or float64; the stage has a copy.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "linalg/small_product.hpp"
#include "train/token_positions.hpp"

namespace posenc {

struct PositionPlan {
  EncodingSpec spec;
  bool in_blocks = false;  // a table is added in every block, each with its own; else at the input
  bool frozen = false;     // what the row could train stays as it is
  bool learn_frequencies = false;  // of waves; they begin with the frequencies of the row

  // Two things that the code of github.com/ljhearne/LSTNN_public does and the encodings of its
  // names do not. It drops numbers of the sum of tokens and table, also in evaluations (0.1
  // for its fixed tables). Only for a table in blocks.
  double published_dropout = 0;
  // It has attention over the samples of a batch instead of the tokens (its `rope`). Only for a
  // rotation.
  bool over_batch = false;
};

template <class T>
class PositionTerm {
 public:
  // The names of its tensors begin with `name`; initial values follow from that and the seed.
  // Queries are the last tokens. Errors: those of the spec and of its positions; not_defined where
  // a model cannot be trained with the row.
  static Result<PositionTerm> make(const PositionPlan&, const HeadShape&, const TokenPositions&,
                                   std::size_t queries, std::uint64_t seed,
                                   const std::string& name);

  // The table that is added to the tokens (tokens, dim), or null, and the sum of its gradients.
  const T* table() const { return added_.empty() ? nullptr : added_.data(); }
  T* table_gradient() { return added_gradient_.data(); }
  // The bias that is added to the logits (heads, queries, tokens), or null.
  const T* bias() const { return logits_.empty() ? nullptr : logits_.data(); }
  T* bias_gradient() { return logits_gradient_.empty() ? nullptr : logits_gradient_.data(); }
  bool causal() const { return causal_; }
  double dropout() const { return dropout_; }
  bool over_batch() const { return over_batch_; }

  bool turns() const { return rotary_ || transform_; }
  std::size_t turned_width() const { return rotary_ ? head_.head_dim() : transform_->width; }
  // Rows of q or k (samples·n, heads·head_dim), tokens [tokens - n, tokens) of each sample, into
  // (…, heads·turned_width).
  void turn(Side, RowsOf<const T> x, std::size_t samples, RowsOf<T> out);
  // `upstream` is the gradient by what turn() made. Adds to the gradient by x.
  void turn_adjoint(Side, RowsOf<const T> x, RowsOf<const T> turned, RowsOf<const T> upstream,
                    std::size_t samples, RowsOf<T> x_gradient);

  bool scores() const { return scores_.has_value(); }
  // (samples, heads, queries, tokens), of q (samples·queries, …) and k (samples·tokens, …)
  void score(RowsOf<const T> q, RowsOf<const T> k, std::size_t samples, T* out);
  void score_adjoint(RowsOf<const T> q, RowsOf<const T> k, const T* upstream, std::size_t samples,
                     RowsOf<T> q_gradient, RowsOf<T> k_gradient);

  // The tensors that are trained here are parameters of the model.
  struct Tensor {
    std::string name;
    std::size_t rows, cols;
    std::string_view axes;  // as Trained has them
    std::size_t shown_cols;
  };
  const std::vector<Tensor>& tensors() const { return tensors_; }
  std::size_t parameters() const;
  void initial(T* out) const;
  // Takes these parameters from now on, and moves those that left their range back into it.
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
  std::vector<std::pair<double, double>> ranges_;         // of each of them
  std::vector<double> frequencies_, frequency_gradient_;  // (pairs, axes)
  std::vector<std::vector<double>> gradients_;            // of each trained tensor
  std::vector<double*> to_;                               // the same as Gradients
  std::vector<Tensor> tensors_;

  std::size_t width_ = 0;                            // of the table
  std::vector<double> table_, table_upstream_;       // (tokens, width) as the row has it
  std::vector<T> projection_, projection_gradient_;  // (width, dim), where they differ
  std::vector<T> added_, added_gradient_;            // (tokens, dim)
  std::vector<T> logits_, logits_gradient_;          // (heads, queries, tokens)
  std::vector<T> cosines_, sines_;                   // (tokens, pairs) times the amplitude
  std::vector<T> query_factors_;                     // (tokens), where queries have factors
  std::vector<double> phase_gradient_;               // (tokens, pairs)
  std::vector<double> scratch_;
};

extern template class PositionTerm<float>;
extern template class PositionTerm<double>;

}  // namespace posenc
