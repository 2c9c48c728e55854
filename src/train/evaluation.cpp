#include "train/evaluation.hpp"

#include <algorithm>
#include <utility>

#include "core/real.hpp"
#include "nn/transformer/losses.hpp"
#include "train/run.hpp"

namespace posenc {
namespace {

// -Σ p·ln p, summed over rows that each add up to 1
double entropy(std::span<const float> probabilities) {
  double sum = 0;
  for (const float p : probabilities)
    if (p > 0) sum -= static_cast<double>(p) * real::log(static_cast<double>(p));
  return sum;
}

}  // namespace

// Running sums over the samples of a split.
struct Run::Counts {
  struct Rows {
    double loss = 0, correct = 0, counted = 0;
    double mean_loss() const { return loss / counted; }  // NaN if nothing counts
    double accuracy() const { return correct / counted; }
  };
  Counts(std::size_t conditions, std::size_t queries)
      : by_condition(conditions), by_position(queries) {}
  double loss = 0, counted = 0;
  std::vector<Rows> by_condition, by_position;
};

// For the training split, as many samples as the largest other split.
std::size_t Run::evaluated_samples(std::size_t split) const {
  const std::size_t samples = task_->splits[split].samples;
  if (split > 0) return samples;
  std::size_t most = 0;
  for (std::size_t k = 1; k < task_->splits.size(); ++k)
    most = std::max(most, task_->splits[k].samples);
  return samples == 0 ? most : std::min(samples, most);
}

// Adds the samples of the last draw().
void Run::measure(std::size_t samples, const float* outputs, Counts& counts) {
  const std::size_t queries = model_->queries(), width = task_->shape.outputs;
  for (std::size_t s = 0; s < samples; ++s) {
    double loss = 0;
    for (std::size_t q = 0; q < queries; ++q, outputs += width) {
      const std::size_t row = s * queries + q;
      Counts::Rows one;
      if (task_->regression) {
        const float* const mask = mask_.data() + row * width;
        one.loss = masked_squared_error(outputs, numbers_.data() + row * width, mask, width, 0.0f,
                                        upstream_.data());
        for (std::size_t i = 0; i < width; ++i) one.counted += mask[i] != 0;
      } else {
        const RowLosses of =
            cross_entropy(outputs, classes_.data() + row, 1, width, 0.0f, upstream_.data());
        one = {of.sum, static_cast<double>(of.correct), classes_[row] != kNotCounted ? 1.0 : 0.0};
      }
      loss += one.loss, counts.counted += one.counted;
      for (Counts::Rows* to : {&counts.by_condition[conditions_[row]], &counts.by_position[q]})
        to->loss += one.loss, to->correct += one.correct, to->counted += one.counted;
    }
    counts.loss += loss;
  }
}

struct Run::Evaluating {
  Evaluation out;
  std::vector<double> rows;  // measured rows of attention, by block
  std::vector<LogitSpread> logits;
  std::size_t split = 0, first = 0;
  Counts counts;
};

Evaluation Run::evaluate() {
  begin_evaluation();
  while (evaluation_goes_on()) {
  }
  return evaluation();
}

void Run::begin_evaluation() {
  const std::size_t blocks = plan_.model.blocks;
  evaluating_ = std::make_shared<Evaluating>(
      Evaluating{{step_, loss_, {}, std::vector<MeasuredBlock>(blocks), {}},
                 std::vector<double>(blocks),
                 std::vector<LogitSpread>(blocks),
                 0,
                 0,
                 Counts(task_->conditions.size(), model_->queries())});
}

double Run::evaluated() const {
  const auto samples = static_cast<double>(evaluated_samples(evaluating_->split));
  return (static_cast<double>(evaluating_->split) +
          static_cast<double>(evaluating_->first) / std::max(samples, 1.0)) /
         static_cast<double>(task_->splits.size());
}

Evaluation Run::evaluation() { return std::move(std::exchange(evaluating_, nullptr)->out); }

bool Run::evaluation_goes_on() {
  Evaluating& now = *evaluating_;
  const std::size_t split = now.split, first = now.first, samples = evaluated_samples(split),
                    n = std::min(pass_samples_, samples - first), blocks = plan_.model.blocks;
  if (n > 0) {
    draw(split, first, n, kNoDraw);
    model_->forward(features_.data(), n, pass_of(split, first));
    measure(n, model_->outputs(), now.counts);
  }
  for (std::size_t b = 0; split == 1 && first < kEntropySamples && n > 0 && b < blocks; ++b) {
    const std::size_t measured = std::min(n, kEntropySamples - first);
    now.logits[b].add(model_->logits_of(b, measured));
    const auto p = model_->attention_of(b, measured);
    now.out.blocks[b].attention_entropy += entropy(p);
    now.rows[b] += static_cast<double>(p.size() / task_->token_positions.tokens);
  }
  now.first += n;
  if (now.first < samples) return true;
  now.out.splits.push_back(measured_split(split, now.counts));
  now.first = 0;
  now.counts = Counts(task_->conditions.size(), model_->queries());
  if (split + 1 < task_->splits.size()) {
    ++now.split;
    return true;
  }
  measure_blocks(now);
  if (plan_.tangent_samples > 0) now.out.tangent = tangent();
  return false;
}

Measured Run::measured_split(std::size_t split, const Counts& counts) const {
  Measured measured{task_->splits[split].name, counts.loss / counts.counted, {}, {}, {}, {}};
  if (!task_->regression) {
    double correct = 0;
    for (const Counts::Rows& of : counts.by_condition) {
      correct += of.correct;
      measured.accuracy_by_condition.push_back(of.accuracy());
    }
    measured.accuracy = correct / counts.counted;
  }
  for (const Counts::Rows& of : counts.by_position) {
    if (!plan_.by_position) break;
    measured.loss_by_position.push_back(of.mean_loss());
    if (!task_->regression) measured.accuracy_by_position.push_back(of.accuracy());
  }
  return measured;
}

void Run::measure_blocks(Evaluating& now) {
  const KnownPositions known = task_->known_positions();
  for (std::size_t b = 0; b < plan_.model.blocks; ++b) {
    MeasuredBlock& out = now.out.blocks[b];
    out.attention_entropy /= now.rows[b];  // 0/0 if attention is over the batch
    if (now.logits[b].count > 0) {
      out.logit_spread = now.logits[b].deviation();
      out.largest_logit = now.logits[b].largest;
    }
    const Matrix table{task_->token_positions.tokens, plan_.model.dim, model_->table_of(b)};
    if (!table.data.empty()) out.structure = structure(table, known);
  }
}

Result<Matrix> Run::attention(std::size_t split, std::size_t sample, std::size_t block,
                              std::size_t head) {
  const auto outside = [](std::string_view field, std::size_t got, std::size_t n) {
    return bad_argument(field, "must be below ", n, ", got ", got);
  };
  if (split >= task_->splits.size()) return outside("split", split, task_->splits.size());
  if (const std::size_t n = evaluated_samples(split); sample >= n)
    return outside("sample", sample, n);
  if (block >= plan_.model.blocks) return outside("block", block, plan_.model.blocks);
  if (head >= plan_.model.heads) return outside("head", head, plan_.model.heads);
  draw(split, sample, 1, kNoDraw);
  model_->forward(features_.data(), 1, pass_of(split, sample));
  const auto heads = model_->attention_of(block, 1);
  if (heads.empty())
    return Error{ErrorCode::not_defined, "attention", "is over the samples of a batch, not tokens"};
  const std::size_t numbers = heads.size() / plan_.model.heads,
                    tokens = task_->token_positions.tokens;
  const auto p = heads.subspan(head * numbers, numbers);
  return Matrix{numbers / tokens, tokens, {p.begin(), p.end()}};
}

}  // namespace posenc
