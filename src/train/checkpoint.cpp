#include "train/checkpoint.hpp"

#include <algorithm>
#include <bit>
#include <cmath>  // std::isfinite

namespace posenc {
namespace {

constexpr std::string_view kMagic = "posenc run 1\n";
// The largest integer that JavaScript represents exactly.
constexpr std::uint64_t kLastStep = (std::uint64_t{1} << 53) - 1;

std::uint64_t fnv(std::span<const std::uint8_t> bytes, std::uint64_t hash = 0xcbf29ce484222325u) {
  for (const std::uint8_t b : bytes) hash = (hash ^ b) * 0x100000001b3u;
  return hash;
}

class Writer {
 public:
  void text(std::string_view s) { bytes.insert(bytes.end(), s.begin(), s.end()); }
  void word(std::uint64_t x, int size = 8) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(x >> (8 * i)));
  }
  void number(double x) { word(std::bit_cast<std::uint64_t>(x)); }
  void numbers(std::span<const float> list) {
    word(list.size());
    for (const float x : list) word(std::bit_cast<std::uint32_t>(x), 4);
  }
  std::vector<std::uint8_t> bytes;
};

// Reads complete bytes; if a length does not fit, returns zeros and sets is_short().
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> all) : rest_(all) {}
  std::uint64_t word(std::size_t size = 8) {
    std::uint64_t x = 0;
    if (!take(size)) return 0;
    for (std::size_t i = 0; i < size; ++i) x |= std::uint64_t{taken_[i]} << (8 * i);
    return x;
  }
  double number() { return std::bit_cast<double>(word()); }
  std::string text() {
    if (!take(word())) return {};
    return {taken_.begin(), taken_.end()};
  }
  // reads exactly as many as `out` has
  bool numbers(std::vector<float>& out) {
    if (word() != out.size() || !take(4 * out.size())) return false;
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::uint32_t bits = 0;
      for (std::size_t k = 0; k < 4; ++k) bits |= std::uint32_t{taken_[4 * i + k]} << (8 * k);
      out[i] = std::bit_cast<float>(bits);
    }
    return true;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  bool take(std::uint64_t n) {
    if (n > rest_.size()) return false;
    taken_ = rest_.first(static_cast<std::size_t>(n));
    rest_ = rest_.subspan(taken_.size());
    return true;
  }
  std::span<const std::uint8_t> rest_, taken_;
};

Result<Reader> opened(std::span<const std::uint8_t> bytes) {
  const std::string_view kind = kMagic.substr(0, kMagic.size() - 2);
  const auto same = [&](std::string_view s) {
    return bytes.size() >= s.size() &&
           std::equal(s.begin(), s.end(), bytes.begin(),
                      [](char c, std::uint8_t b) { return static_cast<std::uint8_t>(c) == b; });
  };
  if (!same(kind)) return bad_argument("checkpoint", "is no checkpoint of a run");
  if (!same(kMagic)) return bad_argument("checkpoint", "is of another version than 1");
  const std::size_t end = bytes.size() - 8;
  if (bytes.size() < kMagic.size() + 8 ||
      Reader(bytes.subspan(end)).word() != fnv(bytes.first(end)))
    return bad_argument("checkpoint", "is torn: its checksum does not fit its ", bytes.size(),
                        " bytes");
  return Reader(bytes.first(end).subspan(kMagic.size()));
}

// Hash of all values that determine the weights: the whole plan except its length.
std::uint64_t fingerprint(const Run& run, const std::vector<ParameterTensor>& tensors) {
  const RunPlan& plan = run.plan();
  Writer all;
  const auto name = [&](std::string_view s) { all.word(s.size()), all.text(s); };
  const auto values = [&](const RawValues& given) {
    for (const auto& [of, x] : given.numbers) name(of), all.number(x);
    for (const auto& [of, list] : given.arrays) {
      name(of), all.word(list.size());
      for (const double x : list) all.number(x);
    }
  };
  name(plan.task), values(plan.task_values);
  const TransformerPlan& model = plan.model;
  for (const PositionPlan& position : model.positions) {
    name(position.spec.encoding), values(position.spec.values);
    name(position.spec.scaling.type), values(position.spec.scaling.values);
    all.word(position.in_blocks + 2u * position.frozen + 4u * position.learn_frequencies +
             8u * position.over_batch);
    all.number(position.published_dropout);
  }
  for (const ParameterTensor& t : tensors) name(t.name), all.word(t.rows), all.word(t.cols);
  for (const std::uint64_t x :
       {std::uint64_t{model.heads}, std::uint64_t{model.pre_norm}, std::uint64_t{model.causal},
        std::uint64_t{model.mlp_output_activation}, static_cast<std::uint64_t>(model.activation),
        std::uint64_t{plan.oracle}, std::uint64_t{plan.batch}, plan.seed, plan.task_seed,
        static_cast<std::uint64_t>(plan.optimizer.kind)})
    all.word(x);
  for (const double x :
       {model.temperature, plan.optimizer.learning_rate, plan.optimizer.weight_decay,
        plan.optimizer.beta1, plan.optimizer.beta2, plan.optimizer.epsilon})
    all.number(x);
  // Later options count only if given, so that older checkpoints still match their runs.
  if (plan.frozen) name("frozen");
  const auto optional = [&](std::string_view of, std::optional<double> x) {
    if (x) name(of), all.number(*x);
  };
  optional("positionLearningRate", plan.position_learning_rate);
  optional("positionWeightDecay", plan.position_weight_decay);
  if (plan.schedule.warmup > 0) name("warmup"), all.word(plan.schedule.warmup);
  if (plan.schedule.kind != ScheduleKind::constant)
    name(kSchedules[static_cast<std::size_t>(plan.schedule.kind)]), all.word(plan.steps);
  return fnv(all.bytes);
}

}  // namespace

std::vector<std::uint8_t> Checkpoint::save(const Run& run, std::string_view note) {
  Writer out;
  out.text(kMagic);
  out.word(note.size());
  out.text(note);
  out.word(fingerprint(run, run.model_->tensors()));
  out.word(run.step_);
  out.number(run.loss_);
  const Optimizer<float>& optimizer = *run.optimizer_;
  out.number(optimizer.power1()), out.number(optimizer.power2());
  out.numbers(run.model_->parameters());
  out.numbers(optimizer.first()), out.numbers(optimizer.second());
  if (run.begun_with_ != 0) out.word(run.begun_with_);
  out.word(fnv(out.bytes));
  return std::move(out.bytes);
}

Result<std::string> Checkpoint::note(std::span<const std::uint8_t> bytes) {
  Result<Reader> reader = opened(bytes);
  if (!reader) return reader.error();
  return reader->text();
}

Result<void> Checkpoint::resume(std::span<const std::uint8_t> bytes, Run& run) {
  Result<Reader> reader = opened(bytes);
  if (!reader) return reader.error();
  (void)reader->text();
  if (reader->word() != fingerprint(run, run.model_->tensors()))
    return bad_argument("checkpoint", "is of another model, task, seed or optimiser than this run",
                        run.plan_.schedule.kind == ScheduleKind::constant
                            ? ""
                            : ", or of other steps, to which its schedule falls");
  const std::uint64_t step = reader->word();
  const double loss = reader->number(), power1 = reader->number(), power2 = reader->number();
  Optimizer<float>& optimizer = *run.optimizer_;
  std::vector<float> weights(run.model_->parameters().size()), first(optimizer.first().size()),
      second(optimizer.second().size());
  const bool fits = reader->numbers(weights) && reader->numbers(first) && reader->numbers(second);
  const std::uint64_t begun_with = reader->at_end() ? 0 : reader->word();
  if (!fits || !reader->at_end())
    return bad_argument("checkpoint", "has other numbers of weights than this run");
  if (run.begun_with_ != 0 && begun_with != run.begun_with_)
    return bad_argument("checkpoint", "is of a run that began with other weights than those given");
  const auto is_power = [](double x) { return x >= 0 && x <= 1; };
  if (step > kLastStep || !std::isfinite(loss) || !is_power(power1) || !is_power(power2))
    return bad_argument("checkpoint",
                        "has a step, a loss or a power of the optimiser that no run has");
  for (const std::vector<float>* list : {&weights, &first, &second})
    if (!std::ranges::all_of(*list, [](float x) { return std::isfinite(x); }))
      return bad_argument("checkpoint", "has weights or moments that are no numbers");
  run.step_ = step, run.loss_ = loss, run.begun_with_ = begun_with;
  optimizer.power1() = power1, optimizer.power2() = power2;
  optimizer.first() = std::move(first), optimizer.second() = std::move(second);
  std::ranges::copy(weights, run.model_->parameters().begin());
  run.model_->refresh();
  return {};
}

std::uint64_t Checkpoint::hash(const Run& run) {
  Writer all;
  all.numbers(run.model_->parameters());
  return fnv(all.bytes);
}

}  // namespace posenc
