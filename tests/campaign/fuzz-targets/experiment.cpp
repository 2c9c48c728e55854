#include "posenc_train_experiment.hpp"
#include "targets.hpp"

void posenc::fuzz::experiment(Input input) {
  const Result<RawExperiment> read = experiment_of(std::string(text(input)));
  if (!read) return must_be_said(read.error());
  const Result<RunPlan> plan = run_plan(*read);
  if (!plan) return must_be_said(plan.error());
  must(plan->task == read->task, "an experiment keeps its task");
  must(plan->model.positions.size() == read->positions.size(), "no encoding is dropped");
}
