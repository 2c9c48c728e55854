#include "train/experiment.hpp"

#include <optional>

namespace posenc {
namespace {

constexpr std::string_view kWhere[] = {"input", "blocks"};

constexpr ParamInfo kModel[] = {
    integer("dim", "d: channels of a token, the width of the model.", 32, {1, 4096}, {8, 128}),
    integer("blocks", "Blocks of attention and MLP, one after the other.", 2, {1, 64}, {1, 6}),
    integer("heads", "Heads of attention; they divide dim.", 1, {1, 256}, {1, 8}),
    integer("hidden", "Neurons of a block's MLP. By default 4 dim.", kOptional, {1, 16384},
            {8, 512}),
    on_off("preNorm", "Normalised before attention and MLP instead of after them."),
    on_off("causal", "A token sees none that come later. Some tasks have it so anyway."),
    on_off("mlpOutputActivation",
           "The activation also after the second layer of the MLP (Ito et al.)."),
    one_of("activation", "Activation between the two layers of a block's MLP.", kActivations),
    one_of("initialisation", "How all weights begin that no encoding has.", kInitialisations),
    number("tokenScale", "Multiplies what the embedding of the tokens begins with.", 1,
           above(0, 1e6), {0.1, 10, true}),
    on_off("frozen", "Weights that no encoding has stay as they begin."),
    number("temperature", "Divides q·k/√d; 0.01 in the cnope of LSTNN_public.", 1, above(0, 1e6),
           {0.01, 10, true}),
};

constexpr ParamInfo kPosition[] = {
    one_of("where", "A table is added at the input, or in every block, each with its own.", kWhere),
    on_off("frozen", "The parameters of the encoding are not trained."),
    on_off("learnFrequencies", "Frequencies are trained, from where the row puts them."),
    number("publishedDropout",
           "Dropout of tokens with a table in blocks, in evaluations too: 0.1 in LSTNN_public.", 0,
           {0, 0.99}, {0, 0.5}),
    on_off("overBatch",
           "A rotation, and attention, over the samples of a batch instead of the tokens, as in "
           "the rope of LSTNN_public."),
};

constexpr ParamInfo kTraining[] = {
    integer("batch", "Samples of a step; a multiple of 4.", 128, {4, 4096}, {4, 256}),
    integer("steps", "Updates of the weights, after which the training ends.", 4000, {0, 1e9},
            {50, 20000, true}),
    integer("evaluateEvery", "Steps between two evaluations: the fewer, the finer the curves.", 500,
            {1, 1e9}, {10, 2000, true}),
    one_of("optimizer", "AdamW (beta1 0.9, epsilon 1e-8), or plain descent.", kOptimizers),
    only_where(number("beta2", "What a step of AdamW keeps of the mean square of gradients.", 0.999,
                      {0, 0.999999}),
               "optimizer=adamw"),
    number("learningRate", "Learning rate: how far a step moves the weights.", 0.001, above(0, 10),
           {1e-5, 0.1, true}),
    number("weightDecay", "An update takes learningRate · weightDecay of each weight away.", 0,
           {0, 10}),
    number("positionLearningRate", "That of what encodings train. By default learningRate.",
           kOptional, above(0, 10), {1e-5, 0.1, true}),
    number("positionWeightDecay", "That of what encodings train. By default weightDecay.",
           kOptional, {0, 10}),
    integer("warmup", "Steps in which the learning rates rise to their size, in equal parts.", 0,
            {0, 1e9}, {0, 1000}),
    one_of("schedule",
           "Learning rates after that: constant, or falling to 0 at the last step along a cosine "
           "or a line.",
           kSchedules),
    on_off("byPosition", "Evaluations tell loss and accuracy of each position, too."),
    integer("tangentSamples",
            "Evaluations measure the empirical tangent kernel at so many samples of the test.", 0,
            {0, 512}, {0, 200}),
    on_off("oracle", "The task's own table of positions, frozen, in every block."),
    integer("seed",
            "Seed of the weights, the order of samples and all else that is random in training.", 0,
            {0, kMostInteger}, {0, 20}),
    integer("taskSeed", "Seed of the task's samples: another one draws others.", 0,
            {0, kMostInteger}, {0, 20}),
};

}  // namespace

std::span<const ParamInfo> model_params() noexcept { return kModel; }
std::span<const ParamInfo> position_params() noexcept { return kPosition; }
std::span<const ParamInfo> training_params() noexcept { return kTraining; }

Result<RunPlan> run_plan(const RawExperiment& raw) {
  RunPlan plan;
  plan.task = raw.task, plan.task_values = raw.task_values;

  const Result<Params> model = check(kModel, raw.model, "model.");
  if (!model) return model.error();
  plan.model.dim = model->count("dim"), plan.model.blocks = model->count("blocks");
  plan.model.heads = model->count("heads");
  plan.model.hidden = model->has("hidden") ? model->count("hidden") : 4 * plan.model.dim;
  plan.model.pre_norm = model->flag("preNorm"), plan.model.causal = model->flag("causal");
  plan.model.mlp_output_activation = model->flag("mlpOutputActivation");
  plan.model.activation = static_cast<ActivationKind>(model->choice("activation"));
  plan.model.initialisation = static_cast<Initialisation>(model->choice("initialisation"));

  plan.model.token_scale = model->number("tokenScale");
  plan.model.temperature = model->number("temperature");
  plan.frozen = model->flag("frozen");

  for (const RawPosition& position : raw.positions) {
    const Result<Params> how = check(kPosition, position.values, "positions.");
    if (!how) return how.error();
    plan.model.positions.push_back({position.spec, how->choice("where") == 1, how->flag("frozen"),
                                    how->flag("learnFrequencies"), how->number("publishedDropout"),
                                    how->flag("overBatch")});
  }

  const Result<Params> training = check(kTraining, raw.training, "");
  if (!training) return training.error();
  plan.batch = training->count("batch");
  plan.steps = static_cast<std::uint64_t>(training->integer("steps"));
  plan.evaluate_every = static_cast<std::uint64_t>(training->integer("evaluateEvery"));
  plan.by_position = training->flag("byPosition");
  plan.tangent_samples = training->count("tangentSamples");
  plan.optimizer.kind = static_cast<OptimizerKind>(training->choice("optimizer"));
  plan.optimizer.learning_rate = training->number("learningRate"),
  plan.optimizer.weight_decay = training->number("weightDecay");
  plan.optimizer.beta2 = training->number("beta2");
  const auto optional = [&](std::string_view name) {
    return training->has(name) ? std::optional(training->number(name)) : std::nullopt;
  };
  plan.position_learning_rate = optional("positionLearningRate");
  plan.position_weight_decay = optional("positionWeightDecay");
  plan.schedule = {static_cast<ScheduleKind>(training->choice("schedule")),
                   static_cast<std::uint64_t>(training->integer("warmup"))};
  plan.oracle = training->flag("oracle");
  plan.seed = static_cast<std::uint64_t>(training->integer("seed"));
  plan.task_seed = static_cast<std::uint64_t>(training->integer("taskSeed"));
  return plan;
}

}  // namespace posenc
