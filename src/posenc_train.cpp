// posenc-train experiment.json [checkpoint]: trains what the file says, one line of JSON an
// evaluation on standard output, progress on standard error. With a checkpoint it goes on where
// that was kept, and keeps it anew at every evaluation.
//
//   {"task": {"id": "latin-square"}, "model": {"dim": 32, "twice": true}, "rate": 0.002,
//    "positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.2, "where": "blocks"}],
//    "steps": 4000, "evaluateEvery": 500, "seed": 0}
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "encodings/raw_spec.hpp"
#include "posenc/json.hpp"
#include "train/checkpoint.hpp"
#include "train/run.hpp"

namespace {

using namespace posenc;
using nlohmann::json;

int fail(const Error& error) {
  std::fprintf(stderr, "posenc-train: %s%s%s\n", error.field.c_str(),
               error.field.empty() ? "" : " ", error.message.c_str());
  return 1;
}

// An object of which every member has to be asked for.
class Members {
 public:
  Members(json object, std::string prefix)
      : object_(std::move(object)), prefix_(std::move(prefix)) {
    if (!object_.is_object()) refuse("", "an object", object_);
  }
  // The value of that kind, or the one that is there already.
  void number(const char* name, double& out) {
    take(
        name, "a number", [](const json& x) { return x.is_number(); }, out);
  }
  template <class Integer>
  void integer(const char* name, Integer& out) {
    take(
        name, "a whole number >= 0", [](const json& x) { return x.is_number_unsigned(); }, out);
  }
  void flag(const char* name, bool& out) {
    take(
        name, "true or false", [](const json& x) { return x.is_boolean(); }, out);
  }
  template <class Choice, std::size_t n>
  void choice(const char* name, const std::string_view (&names)[n], Choice& out) {
    std::string all, chosen(names[static_cast<std::size_t>(out)]);
    for (const std::string_view each : names) all += (all.empty() ? "" : ", ") + std::string(each);
    take(
        name, "one of " + all,
        [&](const json& x) {
          return x.is_string() && std::ranges::find(names, x.get<std::string>()) != std::end(names);
        },
        chosen);
    out = static_cast<Choice>(std::ranges::find(names, chosen) - std::begin(names));
  }
  json taken(const char* name, json otherwise) {
    if (!object_.is_object() || !object_.contains(name)) return otherwise;
    json value = object_[name];
    object_.erase(name);
    return value;
  }
  const json& rest() const { return object_; }
  const std::optional<Error>& error() {
    if (!error_ && object_.is_object() && !object_.empty())
      error_ = Error{ErrorCode::unknown_param, prefix_ + object_.begin().key(), "is not known"};
    return error_;
  }
  void refuse(const std::string& name, const std::string& allowed, const json& got) {
    if (!error_)
      error_ =
          Error{ErrorCode::bad_param, prefix_ + name, "must be " + allowed + ", got " + got.dump()};
  }

 private:
  template <class Is, class Value>
  void take(const char* name, const std::string& allowed, Is is, Value& out) {
    const json value = taken(name, nullptr);
    if (value.is_null()) return;
    if (is(value))
      out = value.get<Value>();
    else
      refuse(name, allowed, value);
  }
  json object_;
  std::string prefix_;
  std::optional<Error> error_;
};

Result<PositionPlan> position_of(const json& object) {
  Members members(object, "positions.");
  PositionPlan plan;
  constexpr std::string_view kWhere[] = {"input", "blocks"};
  members.choice("where", kWhere, plan.in_blocks);
  members.flag("frozen", plan.frozen);
  members.flag("learnFrequencies", plan.learn_frequencies);
  Result<Spec> spec = spec_from_json(members.rest().dump());
  if (!spec) return spec.error();
  Result<EncodingSpec> raw = raw_spec(*spec);
  if (!raw) return raw.error();
  plan.spec = std::move(*raw);
  return plan;
}

// Parameters of a task: numbers, lists of them, true or false, choices by name. check() says
// whether they are right.
std::optional<Error> read_task(const json& object, RunPlan& plan) {
  Members members(object, "task.");
  const json id = members.taken("id", nullptr);
  if (!id.is_string())
    return Error{ErrorCode::missing_param, "task.id", "is needed: a task's name"};
  plan.task = id.get<std::string>();
  const auto info = std::ranges::find(tasks(), plan.task, &TaskInfo::id);
  for (const auto& [name, value] : members.rest().items()) {
    const bool is_list =
        value.is_array() && std::ranges::all_of(value, [](const json& x) { return x.is_number(); });
    if (value.is_number()) {
      plan.task_values.numbers[name] = value.get<double>();
    } else if (value.is_boolean()) {
      plan.task_values.numbers[name] = value.get<bool>() ? 1 : 0;
    } else if (is_list) {
      plan.task_values.arrays[name] = value.get<std::vector<double>>();
    } else if (value.is_string() && info != tasks().end()) {
      const auto param = std::ranges::find((*info)->params, name, &ParamInfo::name);
      const std::size_t none = 1000;
      std::size_t index = none;
      for (std::size_t i = 0; param != (*info)->params.end() && i < param->choices.size(); ++i)
        if (param->choices[i] == value.get<std::string>()) index = i;
      plan.task_values.numbers[name] = static_cast<double>(index);
    } else {
      members.refuse(name, "a number, a list of numbers, true, false or a name", value);
      return members.error();
    }
  }
  return std::nullopt;
}

Result<RunPlan> plan_of(const std::string& text) {
  json object = json::parse(text, nullptr, false);
  if (!object.is_object())
    return Error{ErrorCode::bad_json, "",
                 R"(must be a JSON object such as {"task": {"id": "latin-square"}})"};
  Members members(object, "");
  RunPlan plan;
  if (auto error = read_task(members.taken("task", nullptr), plan)) return *error;
  Members model(members.taken("model", json::object()), "model.");
  model.integer("dim", plan.model.dim), model.integer("blocks", plan.model.blocks);
  model.integer("heads", plan.model.heads), model.integer("hidden", plan.model.hidden);
  model.flag("preNorm", plan.model.pre_norm), model.flag("causal", plan.model.causal);
  model.flag("twice", plan.model.twice);
  model.choice("activation", kPointwise, plan.model.activation);
  model.choice("initialisation", kInitialisations, plan.model.initialisation);
  if (model.error()) return *model.error();
  for (const json& position : members.taken("positions", json::array())) {
    Result<PositionPlan> one = position_of(position);
    if (!one) return one.error();
    plan.model.positions.push_back(std::move(*one));
  }
  members.choice("optimizer", kDescents, plan.descent.kind);
  members.number("rate", plan.descent.rate), members.number("decay", plan.descent.decay);
  members.flag("oracle", plan.oracle);
  members.integer("batch", plan.batch), members.integer("steps", plan.steps);
  members.integer("evaluateEvery", plan.evaluate_every);
  members.integer("seed", plan.seed), members.integer("taskSeed", plan.task_seed);
  if (members.error()) return *members.error();
  return plan;
}

// null where something is not defined
json block_json(const MeasuredBlock& of) {
  json block = {{"attentionEntropy", of.attention_entropy}};
  const auto put = [&](const char* name, std::optional<double> x) {
    block[name] = x ? json(*x) : json(nullptr);
  };
  if (!of.structure) return block;
  const Structure& s = *of.structure;
  put("cka", s.cka), put("rsa", s.rsa), put("contrast", s.contrast);
  put("procrustes", s.procrustes);
  if (!s.modules) return block;
  block["cosineWithin"] = s.modules->within, block["cosineBetween"] = s.modules->between;
  put("segregation", s.modules->segregation), put("modularity", s.modules->modularity);
  return block;
}

json line_of(Run& run, const Evaluation& evaluation, double seconds) {
  json line = {{"step", evaluation.step}, {"trainLoss", evaluation.train_loss}};
  for (const Measured& of : evaluation.splits) {
    json split = {{"loss", of.loss}};
    if (of.accuracy) split["accuracy"] = *of.accuracy;
    for (std::size_t c = 0; run.task().conditions.size() > 1 && c < of.accuracy_by_condition.size();
         ++c)
      split["accuracyOf"][run.task().conditions[c]] = of.accuracy_by_condition[c];
    line["splits"][of.split] = split;
  }
  for (const MeasuredBlock& of : evaluation.blocks) line["blocks"].push_back(block_json(of));
  line["secondsOfTraining"] = seconds;
  line["weights"] = std::to_string(Checkpoint::hash(run));
  return line;
}

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The new file takes the place of the old one only when it is whole.
bool keep(const Run& run, const std::string& note, const std::string& path) {
  const std::vector<std::uint8_t> bytes = Checkpoint::save(run, note);
  const std::string fresh = path + ".new";
  std::ofstream file(fresh, std::ios::binary);
  for (const std::uint8_t b : bytes) file.put(static_cast<char>(b));
  file.close();
  std::error_code failed;
  if (file) std::filesystem::rename(fresh, path, failed);
  return file && !failed;
}

int train(const std::string& experiment, const char* checkpoint) {
  Result<RunPlan> plan = plan_of(experiment);
  if (!plan) return fail(plan.error());
  Result<Run> made = Run::make(*plan);
  if (!made) return fail(made.error());
  Run& run = *made;
  run.open().finish();
  if (checkpoint != nullptr && std::filesystem::exists(checkpoint)) {
    const std::string text = read_file(checkpoint);
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const Result<void> resumed = Checkpoint::resume(bytes, run);
    if (!resumed) return fail(resumed.error());
  }
  double seconds = 0;
  std::optional<std::uint64_t> evaluated;
  while (true) {
    if (run.evaluation_due() && evaluated != run.steps_done()) {
      Evaluation evaluation;
      run.evaluate(evaluation).finish();
      evaluated = run.steps_done();
      std::printf("%s\n", line_of(run, evaluation, seconds).dump().c_str());
      std::fflush(stdout);
      if (checkpoint != nullptr && !keep(run, experiment, checkpoint))
        return fail({ErrorCode::io, checkpoint, "could not be written"});
    }
    if (run.done()) return 0;
    const auto before = std::chrono::steady_clock::now();
    const Result<void> step = run.step();
    if (!step) return fail(step.error());
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    if (run.steps_done() % 50 == 0)
      std::fprintf(stderr, "\r%llu of %llu steps, loss %.4f ",
                   static_cast<unsigned long long>(run.steps_done()),
                   static_cast<unsigned long long>(run.plan().steps), run.loss());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: posenc-train experiment.json [checkpoint]\n");
    return 2;
  }
  const std::string experiment = read_file(argv[1]);
  if (experiment.empty()) return fail({ErrorCode::io, argv[1], "cannot be read, or is empty"});
  return train(experiment, argc == 3 ? argv[2] : nullptr);
}
