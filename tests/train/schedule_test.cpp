// The share of the learning rate by step, and the optimizer's use of shares and groups, against the
// formulas in float64.
#include "train/schedule.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "../support/golden.hpp"
#include "train/checkpoint.hpp"
#include "train/run.hpp"

using namespace posenc;

namespace {

RunPlan scheduled() {
  RunPlan plan;
  plan.task = "sequences";
  plan.model = {.dim = 16, .heads = 2, .hidden = 16, .positions = {{{"learned", {}}, true}}};
  plan.batch = 16, plan.steps = 9, plan.evaluate_every = 3;
  plan.optimizer.learning_rate = 0.01, plan.optimizer.weight_decay = 0.2;
  return plan;
}

Run prepared(const RunPlan& plan) {
  Result<Run> run = Run::make(plan);
  if (!run) FAIL(run.error().field, " ", run.error().message);
  run->open();
  return std::move(*run);
}

// PyTorch's CosineAnnealingLR and LinearLR by their formulas, after a warm-up.
double expected_share(const SchedulePlan& plan, double step, double steps) {
  const double warmup = static_cast<double>(plan.warmup), gone = (step - warmup) / (steps - warmup);
  if (step < warmup) return (step + 1) / warmup;
  if (plan.kind == ScheduleKind::constant) return 1;
  return plan.kind == ScheduleKind::cosine ? (1 + std::cos(std::numbers::pi * gone)) / 2 : 1 - gone;
}

constexpr ScheduleKind kAll[] = {ScheduleKind::constant, ScheduleKind::cosine,
                                 ScheduleKind::linear};

}  // namespace

TEST_CASE("the share of the learning rate rises in equal parts, and falls to 0 at the last step") {
  for (const ScheduleKind kind : kAll)
    for (const std::uint64_t warmup : {0u, 1u, 7u})
      for (const std::uint64_t steps : {8u, 100u, 1000u}) {
        const SchedulePlan plan{kind, warmup};
        for (std::uint64_t step = 0; step < steps; ++step) {
          const double share = share_of_rate(plan, step, steps);
          CHECK(std::fabs(share - expected_share(plan, static_cast<double>(step),
                                                 static_cast<double>(steps))) < 4e-16);
          CHECK(share > 0);
          CHECK(share <= 1);
        }
        CHECK(share_of_rate(plan, warmup, steps) == 1);
        CHECK(share_of_rate(plan, steps, steps) == (kind == ScheduleKind::constant ? 1 : 0));
      }
}

TEST_CASE("updates by schedule and group are those of the formulas") {
  for (const OptimizerKind optimizer : {OptimizerKind::adamw, OptimizerKind::sgd})
    for (const ScheduleKind kind : kAll)
      for (const bool own_rate : {false, true}) {
        RunPlan plan = scheduled();
        plan.optimizer.kind = optimizer, plan.optimizer.beta2 = 0.95;
        plan.schedule = {kind, 3};
        if (own_rate) plan.position_learning_rate = 0.03, plan.position_weight_decay = 0.7;
        Run run = prepared(plan);
        std::vector<double> m(run.model().parameters().size()), v(m.size());
        for (std::uint64_t step = 0; step < plan.steps; ++step) {
          const std::vector<float> before = run.model().parameters();
          std::vector<double> gradient(before.size());
          for (std::size_t part = 0; part < Run::kParts; ++part) {
            run.make_part(part);
            for (std::size_t i = 0; i < gradient.size(); ++i)
              gradient[i] += static_cast<double>(run.part(part).gradient[i]);
          }
          REQUIRE(run.update());
          const double share = expected_share(plan.schedule, static_cast<double>(step), 9);
          double worst = 0;
          std::size_t compared = 0;
          for (const ParameterTensor& tensor : run.model().tensors()) {
            const bool own = own_rate && tensor.name.find("position.") != std::string::npos;
            const double rate = (own ? 0.03 : 0.01) * share, decay = own ? 0.7 : 0.2;
            for (std::size_t i = tensor.first; i < tensor.first + tensor.size(); ++i) {
              const double g = gradient[i];
              m[i] = 0.9 * m[i] + 0.1 * g, v[i] = 0.95 * v[i] + 0.05 * g * g;
              const double n = static_cast<double>(step + 1);
              const double moved = optimizer == OptimizerKind::sgd
                                       ? g
                                       : m[i] / (1 - std::pow(0.9, n)) /
                                             (std::sqrt(v[i] / (1 - std::pow(0.95, n))) + 1e-8);
              // If a gradient is only rounding error, AdamW makes a step of any size.
              if (optimizer == OptimizerKind::adamw && std::sqrt(v[i]) < 1e-6) continue;
              ++compared;
              const double after =
                  (1 - rate * decay) * static_cast<double>(before[i]) - rate * moved;
              worst = std::max(worst,
                               std::fabs(after - static_cast<double>(run.model().parameters()[i])));
            }
          }
          CHECK(2 * compared > before.size());
          CHECK_MESSAGE(worst < 1e-6, static_cast<int>(kind), " step ", step, ": ", worst);
        }
      }
}

TEST_CASE(
    "a run with a schedule goes on from the middle to the same bits, and not to other steps") {
  for (const ScheduleKind kind : kAll) {
    RunPlan plan = scheduled();
    plan.schedule = {kind, 2};
    plan.position_learning_rate = 0.02, plan.position_weight_decay = 0.0;
    Run unbroken = prepared(plan), half = prepared(plan), rest = prepared(plan);
    while (!unbroken.done()) REQUIRE(unbroken.step());
    for (int s = 0; s < 4; ++s) REQUIRE(half.step());
    const std::vector<std::uint8_t> bytes = Checkpoint::save(half, "");
    REQUIRE(Checkpoint::resume(bytes, rest));
    while (!rest.done()) REQUIRE(rest.step());
    CHECK(Checkpoint::save(rest, "") == Checkpoint::save(unbroken, ""));

    const auto goes_on = [&](auto change) {
      RunPlan other = plan;
      change(other);
      Run run = prepared(other);
      return static_cast<bool>(Checkpoint::resume(bytes, run));
    };
    CHECK(goes_on([](RunPlan&) {}));
    CHECK(goes_on([](RunPlan& p) { p.steps = 20; }) == (kind == ScheduleKind::constant));
    CHECK(!goes_on([](RunPlan& p) { p.schedule.warmup = 3; }));
    CHECK(!goes_on([](RunPlan& p) { p.position_learning_rate = 0.03; }));
    CHECK(!goes_on([](RunPlan& p) { p.position_weight_decay.reset(); }));
    CHECK(!goes_on([](RunPlan& p) { p.optimizer.beta2 = 0.95; }));
    CHECK(!goes_on([&](RunPlan& p) { p.schedule.kind = kAll[(static_cast<int>(kind) + 1) % 3]; }));
  }
}

TEST_CASE("what has no effect is refused") {
  RunPlan plan = scheduled();
  plan.schedule = {ScheduleKind::cosine, 9};
  CHECK(Run::make(plan).error().field == "warmup");
  plan.schedule.kind = ScheduleKind::constant;  // the beginning of a longer run
  CHECK(Run::make(plan));
  plan = scheduled(), plan.model.positions[0].frozen = true;
  plan.position_learning_rate = 0.02;
  CHECK(Run::make(plan).error().field == "positionLearningRate");
  plan.position_learning_rate.reset(), plan.position_weight_decay = 0;
  CHECK(Run::make(plan).error().field == "positionWeightDecay");
}
