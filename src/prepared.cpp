// The public interface of a plan: checks sizes, gives plans to one call at a time, and isolates the
// caller's floating-point mode.
#include "posenc/prepared.hpp"

#include <algorithm>
#include <list>
#include <mutex>

#include "core/default_arithmetic.hpp"
#include "core/sizes.hpp"
#include "cos_sin_rows.hpp"
#include "encodings/raw_spec.hpp"
#include "posenc.hpp"

namespace posenc {
namespace {

std::optional<Error> bad_size(std::string_view field, std::size_t got, Count needed) {
  if (needed == got) return std::nullopt;
  return bad_shape(field, "must have ", needed.text(), " numbers, got ", got);
}

Shape shape_of(const Plan& plan) {
  return {plan.axes(),          plan.width(),     plan.pairs(), plan.heads(),  plan.head_dim(),
          plan.rotated_width(), plan.score_dim(), plan.cells(), plan.extent(), plan.score_terms()};
}

}  // namespace

// Plans cache results for the next call, so each serves one call at a time: a call takes an idle
// plan, or makes another one for the same spec.
class Prepared::State {
 public:
  State(EncodingSpec spec, Plan first)
      : shape(shape_of(first)), row(first.info()), spec_(std::move(spec)) {
    idle_.push_back(std::move(first));
  }

  // `keep`: true if the call leaves little in the plan.
  template <class Call>
  auto with_plan(Call call, bool keep = true) {
    const DefaultArithmetic arithmetic;
    Lent plan(*this, keep);
    return call(plan.plan());
  }

  const Shape shape;
  const EncodingInfo& row;

 private:
  class Lent {  // a list of one, returned without an allocation
   public:
    Lent(State& owner, bool keep) : owner_(owner), keep_(keep) {
      {
        const std::lock_guard lock(owner.mutex_);
        if (!owner.idle_.empty()) plan_.splice(plan_.end(), owner.idle_, owner.idle_.begin());
      }
      // cannot fail: it succeeded with this spec before
      if (plan_.empty()) plan_.push_back(Plan::create(owner.spec_).value());
    }
    ~Lent() {
      if (!keep_) return;
      const std::lock_guard lock(owner_.mutex_);
      owner_.idle_.splice(owner_.idle_.begin(), plan_);
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    Plan& plan() { return plan_.front(); }

   private:
    State& owner_;
    bool keep_;
    std::list<Plan> plan_;
  };

  const EncodingSpec spec_;
  std::mutex mutex_;
  std::list<Plan> idle_;
};

Result<Prepared> prepare(const Spec& spec) {
  const DefaultArithmetic arithmetic;
  Result<EncodingSpec> raw = raw_spec(spec);
  if (!raw) return raw.error();
  Result<Plan> plan = Plan::create(*raw);
  if (!plan) return plan.error();
  return Prepared(
      std::make_shared<Prepared::State>(std::move(raw).value(), std::move(plan).value()));
}

const Shape& Prepared::shape() const { return state_->shape; }
std::string_view Prepared::encoding() const { return state_->row.id; }

Result<std::vector<double>> Prepared::frequencies() const {
  return state_->with_plan([](Plan& plan) { return plan.frequencies(); });
}

namespace {

// (n, w); positions are checked where the values are computed
std::optional<Error> bad_table(const Shape& shape, std::size_t positions, std::size_t got) {
  if (shape.width == 0) return std::nullopt;  // the later call returns not_defined
  return bad_size("out", got,
                  Count(positions / std::max<std::size_t>(shape.axes, 1)) * shape.width);
}

std::optional<Error> bad_range(const Shape& shape) {
  if (shape.axes == 1) return std::nullopt;
  return refusal(ErrorCode::bad_positions, "positions",
                 {"a range is of one coordinate, a position here has ", shape.axes});
}

}  // namespace

Result<void> Prepared::table(std::span<const double> positions, std::span<float> out) const {
  if (auto error = bad_table(shape(), positions.size(), out.size())) return *error;
  return state_->with_plan([&](Plan& plan) { return plan.table_f32(positions, out.data()); });
}
Result<void> Prepared::table(std::span<const double> positions, std::span<double> out) const {
  if (auto error = bad_table(shape(), positions.size(), out.size())) return *error;
  return state_->with_plan([&](Plan& plan) { return plan.table_f64(positions, out.data()); });
}
Result<void> Prepared::table(Range range, std::span<float> out) const {
  if (auto error = bad_range(shape())) return *error;
  if (auto error = bad_table(shape(), range.count, out.size())) return *error;
  return state_->with_plan(
      [&](Plan& plan) { return plan.table_f32(range.start, range.step, range.count, out.data()); });
}
Result<void> Prepared::table(Range range, std::span<double> out) const {
  if (auto error = bad_range(shape())) return *error;
  if (auto error = bad_table(shape(), range.count, out.size())) return *error;
  return state_->with_plan(
      [&](Plan& plan) { return plan.table_f64(range.start, range.step, range.count, out.data()); });
}
Result<void> Prepared::derivative(std::span<const double> positions, std::span<double> out,
                                  std::size_t axis) const {
  if (auto error = bad_table(shape(), positions.size(), out.size())) return *error;
  return state_->with_plan(
      [&](Plan& plan) { return plan.derivative(positions, out.data(), axis); });
}

namespace {

std::optional<Error> bad_cos_sin(std::size_t width, std::size_t count, CosSinLayout layout,
                                 std::size_t cos, std::size_t sin) {
  const CosSinWidths widths = cos_sin_widths(layout, width);
  if (auto error = bad_size("cos", cos, Count(count) * widths.cos)) return error;
  return bad_size("sin", sin, Count(count) * widths.sin);
}

// `format`: for 16 bits
template <class T, class... Format>
Result<void> cos_sin_of(Plan& plan, double start, std::size_t count, CosSinLayout layout,
                        std::span<T> cos, std::span<T> sin, Format... format) {
  // encodings without such rows return not_defined before sizes are checked
  if (const auto none = plan.cos_sin(start, 0, format..., static_cast<T*>(nullptr)); !none)
    return none;
  if (auto error = bad_cos_sin(plan.width(), count, layout, cos.size(), sin.size())) return *error;
  return cos_sin_rows(
      layout, plan.width(), count, cos, sin, [&](std::size_t first, std::size_t rows, T* out) {
        return plan.cos_sin(start + static_cast<double>(first), rows, format..., out);
      });
}

}  // namespace

Result<void> Prepared::cos_sin(double start, std::size_t count, CosSinLayout layout,
                               std::span<float> cos, std::span<float> sin) const {
  return state_->with_plan(
      [&](Plan& plan) { return cos_sin_of(plan, start, count, layout, cos, sin); });
}
Result<void> Prepared::cos_sin(double start, std::size_t count, CosSinLayout layout,
                               std::span<double> cos, std::span<double> sin) const {
  return state_->with_plan(
      [&](Plan& plan) { return cos_sin_of(plan, start, count, layout, cos, sin); });
}
Result<void> Prepared::cos_sin(double start, std::size_t count, CosSinLayout layout,
                               ShortFloat type, std::span<std::uint16_t> cos,
                               std::span<std::uint16_t> sin) const {
  const NarrowFormat format = type == ShortFloat::bf16 ? kBf16 : kHalf;
  return state_->with_plan(
      [&](Plan& plan) { return cos_sin_of(plan, start, count, layout, cos, sin, format); });
}

Result<std::vector<double>> Prepared::kernel_profile(std::span<const double> offsets) const {
  std::vector<double> out(offsets.size() / std::max<std::size_t>(shape().axes, 1));
  const auto done =
      state_->with_plan([&](Plan& plan) { return plan.kernel_profile(offsets, out.data()); });
  if (!done) return done.error();
  return out;
}
Result<std::vector<double>> Prepared::decay_bound(std::span<const double> offsets) const {
  std::vector<double> out(offsets.size());
  const auto done =
      state_->with_plan([&](Plan& plan) { return plan.decay_bound(offsets, out.data()); });
  if (!done) return done.error();
  return out;
}
Result<void> Prepared::gram(std::span<const double> positions, std::span<double> out) const {
  const std::size_t n = positions.size() / std::max<std::size_t>(shape().axes, 1);
  if (auto error = bad_size("out", out.size(), Count(n) * n)) return *error;
  return state_->with_plan([&](Plan& plan) { return plan.gram(positions, out.data()); }, false);
}

namespace {

template <class T>
std::optional<Error> bad_vectors(const Shape& shape, std::span<const double> positions,
                                 std::span<const T> x, std::span<T> out) {
  if (shape.rotated_width == 0) return std::nullopt;
  const std::size_t n = positions.size() / std::max<std::size_t>(shape.axes, 1);
  if (auto error = bad_size("x", x.size(), Count(n) * shape.head_dim)) return error;
  return bad_size("out", out.size(), Count(n) * shape.rotated_width);
}

}  // namespace

Result<void> Prepared::rotate(std::span<const double> positions, std::span<const float> x,
                              std::span<float> out, Side side) const {
  if (auto error = bad_vectors(shape(), positions, x, out)) return *error;
  const Result<bool> done = state_->with_plan([&](Plan& plan) {
    return plan.rotate(positions, x.data(), shape().head_dim, out.data(), side);
  });
  if (!done) return done.error();
  return {};
}
Result<void> Prepared::rotate(std::span<const double> positions, std::span<const double> x,
                              std::span<double> out, Side side) const {
  if (auto error = bad_vectors(shape(), positions, x, out)) return *error;
  const Result<bool> done = state_->with_plan([&](Plan& plan) {
    return plan.rotate(positions, x.data(), shape().head_dim, out.data(), side);
  });
  if (!done) return done.error();
  return {};
}

Result<void> Prepared::attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                                      std::span<float> out) const {
  if (auto error = bad_size("out", out.size(), Count(n_query) * n_key)) return *error;
  return state_->with_plan([&](Plan& plan) {
    return plan.attention_bias(head, n_query, n_key, 0, n_query, out.data());
  });
}
Result<void> Prepared::relative_map(std::size_t n_query, std::size_t n_key,
                                    std::span<double> out) const {
  if (auto error = bad_size("out", out.size(), Count(n_query) * n_key)) return *error;
  return state_->with_plan(
      [&](Plan& plan) { return plan.relative_map(n_query, n_key, 0, n_query, out.data()); });
}

Result<void> Prepared::attention_scores(std::span<const double> query_positions,
                                        std::span<const double> q,
                                        std::span<const double> key_positions,
                                        std::span<const double> k, std::span<double> out,
                                        std::size_t head) const {
  const std::size_t a = std::max<std::size_t>(shape().axes, 1);
  const std::size_t n_query = query_positions.size() / a, n_key = key_positions.size() / a;
  const std::size_t dim = shape().score_dim != 0 ? shape().score_dim
                          : n_query != 0         ? q.size() / n_query
                                                 : 0;
  if (auto error = bad_size("q", q.size(), Count(n_query) * dim)) return *error;
  if (auto error = bad_size("k", k.size(), Count(n_key) * dim)) return *error;
  if (auto error = bad_size("out", out.size(), Count(n_query) * shape().score_terms.size() * n_key))
    return *error;
  return state_->with_plan(
      [&](Plan& plan) {
        const Plan::Queries queries{.rows = n_query,
                                    .of = n_query,
                                    .positions = query_positions.data(),
                                    .q = q.data(),
                                    .dim = dim,
                                    .head = head};
        return plan.attention_scores(queries, {n_key, key_positions.data(), k.data()}, out.data());
      },
      false);
}

Result<Facts> Prepared::facts() const {
  return state_->with_plan([](Plan& plan) { return plan.facts(); });
}
Result<RopeReport> Prepared::report(double trained_context, double context_length) const {
  return state_->with_plan(
      [&](Plan& plan) { return plan.report(trained_context, context_length); });
}

}  // namespace posenc
