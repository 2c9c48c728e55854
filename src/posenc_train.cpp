// posenc-train experiment.json [checkpoint] [--steps N] [--seed N] [--task-seed N]: trains what the
// file says ('-' is standard input), with these in place of the file's; a line of JSON an
// evaluation on standard output, progress on standard error. A line has the file's name, both
// seeds, the processor's seconds since the program began, and the mean loss of the batches since
// the line before. With a checkpoint it goes on where that was kept, and keeps it anew at every
// evaluation.
//
//   {"task": {"id": "latin-square"}, "model": {"dim": 32, "mlpOutputActivation": true},
//    "learningRate": 0.002,
//    "positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.2, "where": "blocks"}],
//    "steps": 4000, "evaluateEvery": 500, "seed": 0}
#include <algorithm>
#include <cmath>  // std::round
#include <cstdio>
#include <ctime>  // std::clock
#include <filesystem>
#include <fstream>
#include <iostream>  // std::cin
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "encodings/raw_spec.hpp"
#include "json/values.hpp"
#include "posenc/json.hpp"
#include "train/checkpoint.hpp"
#include "train/experiment.hpp"

namespace {

using namespace posenc;
using nlohmann::json;
using nlohmann::ordered_json;

int fail(const Error& error) {
  std::fprintf(stderr, "posenc-train: %s%s%s\n", error.field.c_str(),
               error.field.empty() ? "" : " ", error.message.c_str());
  return 1;
}

// A member that is an object of parameters, and of nothing else but the `skipped` names.
Result<RawValues> values_of(const json& object, std::span<const ParamInfo> params,
                            const std::string& name,
                            std::initializer_list<std::string_view> skipped = {}) {
  if (!object.is_object())
    return Error{ErrorCode::bad_param, name, "must be an object, got " + object.dump()};
  const std::string prefix = name.empty() ? "" : name + ".";
  const Result<Values> values = values_from_json(object, skipped, prefix);
  if (!values) return values.error();
  return raw_values(params, *values, name.empty() ? "an experiment" : "the " + name, prefix);
}

Result<RawPosition> position_of(json spec) {
  if (!spec.is_object())
    return Error{ErrorCode::bad_param, "positions",
                 R"(must be objects such as {"encoding": "learned"}, got )" + spec.dump()};
  json own = json::object();  // what is said of the position and not of the encoding
  for (const ParamInfo& param : position_params()) {
    const std::string name(param.name);
    if (spec.contains(name)) own[name] = spec[name], spec.erase(name);
  }
  Result<RawValues> values = values_of(own, position_params(), "positions");
  if (!values) return values.error();
  const Result<Spec> read = spec_from_json(spec.dump());
  if (!read) return read.error();
  Result<EncodingSpec> raw = raw_spec(*read);
  if (!raw) return raw.error();
  return RawPosition{std::move(*raw), std::move(*values)};
}

Result<RawExperiment> experiment_of(const std::string& text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object())
    return Error{ErrorCode::bad_json, "",
                 R"(must be a JSON object such as {"task": {"id": "latin-square"}})"};
  RawExperiment out;
  const json task = object.value("task", json());
  if (!task.is_object() || !task.contains("id") || !task["id"].is_string())
    return Error{ErrorCode::missing_param, "task.id", "is needed: a task's name"};
  out.task = task["id"].get<std::string>();
  const auto row = std::ranges::find(tasks(), out.task, &TaskInfo::id);
  const json model = object.value("model", json::object());
  struct {
    RawValues& to;
    Result<RawValues> read;
  } const parts[] = {
      {out.task_values, row == tasks().end() ? RawValues{}  // run_plan() tells which there are
                                             : values_of(task, (*row)->params, "task", {"id"})},
      {out.model, values_of(model, model_params(), "model")},
      {out.training, values_of(object, training_params(), "", {"task", "model", "positions"})},
  };
  for (const auto& part : parts) {
    if (!part.read) return part.read.error();
    part.to = *part.read;
  }
  for (const json& position : object.value("positions", json::array())) {
    Result<RawPosition> one = position_of(position);
    if (!one) return one.error();
    out.positions.push_back(std::move(*one));
  }
  return out;
}

// As an Evaluation of the package (web/lib/types/training.ts); what is not defined is left out.
ordered_json block_json(const MeasuredBlock& of) {
  ordered_json block = {{"attentionEntropy", of.attention_entropy}};
  const auto put = [&](const char* name, std::optional<double> x) {
    if (x) block[name] = *x;
  };
  put("logitSpread", of.logit_spread), put("largestLogit", of.largest_logit);
  if (!of.structure) return block;
  const Structure& s = *of.structure;
  put("cka", s.cka), put("rsa", s.rsa), put("contrast", s.contrast);
  put("procrustes", s.procrustes);
  if (!s.modules) return block;
  put("cosineWithin", s.modules->within), put("cosineBetween", s.modules->between);
  put("segregation", s.modules->segregation), put("modularity", s.modules->modularity);
  return block;
}

// Of this process, user and system, to a thousandth.
double cpu_seconds() {
  return std::round(1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC) / 1e3;
}

// Losses of the batches since the last line.
struct Losses {
  double sum = 0;
  std::uint64_t count = 0;
};

ordered_json line_of(Run& run, const std::string& name, const Evaluation& evaluation,
                     const Losses& since) {
  ordered_json line = {
      {"experiment", name},       {"seed", run.plan().seed}, {"taskSeed", run.plan().task_seed},
      {"seconds", cpu_seconds()}, {"step", evaluation.step}, {"trainLoss", evaluation.train_loss}};
  if (since.count > 0) line["meanTrainLoss"] = since.sum / static_cast<double>(since.count);
  line["splits"] = line["blocks"] = ordered_json::array();
  for (const Measured& of : evaluation.splits) {
    ordered_json split = {{"split", of.split}, {"loss", of.loss}};
    if (of.accuracy) split["accuracy"] = *of.accuracy;
    ordered_json& by_condition = split["accuracyByCondition"] = ordered_json::object();
    for (std::size_t c = 0; c < of.accuracy_by_condition.size(); ++c)
      by_condition[run.task().conditions[c]] = of.accuracy_by_condition[c];
    if (!of.loss_by_position.empty()) split["lossByPosition"] = of.loss_by_position;
    if (!of.accuracy_by_position.empty()) split["accuracyByPosition"] = of.accuracy_by_position;
    line["splits"].push_back(std::move(split));
  }
  for (const MeasuredBlock& of : evaluation.blocks) line["blocks"].push_back(block_json(of));
  if (const auto& tangent = evaluation.tangent) {
    ordered_json& of = line["tangent"] = ordered_json::object();
    if (tangent->alignment) of["alignment"] = *tangent->alignment;
    of["effectiveRank"] = tangent->effective_rank;
    of["movement"] = tangent->movement, of["trace"] = tangent->trace;
  }
  line["weightsHash"] = std::to_string(Checkpoint::hash(run));
  return line;
}

std::string read_file(const char* path) {
  if (std::string_view(path) == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The new file takes the place of the old one only when it is whole. What a process that is killed
// leaves of it has one name, so that the next one writes over it and renames it.
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

// What the command line may say in place of the experiment's file.
constexpr struct {
  std::string_view flag;
  const char* name;
} kWhole[] = {{"--steps", "steps"}, {"--seed", "seed"}, {"--task-seed", "taskSeed"}};

struct Arguments {
  std::vector<const char*> files;  // the experiment, and maybe the checkpoint
  std::map<std::string, double, std::less<>> whole;
};
Result<Arguments> arguments_of(std::span<char* const> given) {
  Arguments out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string_view word = given[i];
    if (!word.starts_with("--")) {
      out.files.push_back(given[i]);
      continue;
    }
    const std::string_view flag = word.substr(0, word.find('='));
    const auto known = std::ranges::find(kWhole, flag, [](const auto& one) { return one.flag; });
    const auto bad = [&](std::string message) {
      return Error{ErrorCode::bad_argument, std::string(flag), std::move(message)};
    };
    if (known == std::end(kWhole)) return bad("is not known");
    if (flag.size() == word.size() && i + 1 == given.size()) return bad("needs a whole number");
    const std::string_view text =
        flag.size() < word.size() ? word.substr(flag.size() + 1) : given[++i];
    const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (text.empty() || text.size() > 15 || !digits)
      return bad("must be a whole number, but '" + std::string(text) + "' was given");
    out.whole[known->name] = std::stod(std::string(text));
  }
  if (out.files.empty() || out.files.size() > 2)
    return Error{ErrorCode::bad_argument, "arguments",
                 "must be an experiment's file and maybe a checkpoint's, got " +
                     std::to_string(out.files.size()) + " files"};
  return out;
}

int train(const std::string& name, const std::string& experiment, const Arguments& arguments) {
  const char* const checkpoint = arguments.files.size() > 1 ? arguments.files[1] : nullptr;
  Result<RawExperiment> raw = experiment_of(experiment);
  if (!raw) return fail(raw.error());
  for (const auto& [member, x] : arguments.whole) raw->training.numbers[member] = x;
  Result<RunPlan> plan = run_plan(*raw);
  if (!plan) return fail(plan.error());
  Result<Run> made = Run::make(*plan);
  if (!made) return fail(made.error());
  Run& run = *made;
  run.open().finish();
  const bool there = checkpoint != nullptr && std::filesystem::exists(checkpoint);
  if (there && !std::filesystem::is_regular_file(checkpoint))
    return fail({ErrorCode::io, checkpoint, "is no file"});
  if (there) {
    const std::string text = read_file(checkpoint);
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const Result<void> resumed = Checkpoint::resume(bytes, run);
    if (!resumed) return fail(resumed.error());
  }
  Losses since;
  // the line of where it was kept has been printed; at the end it is said once more
  std::optional<std::uint64_t> evaluated;
  if (there && !run.done()) evaluated = run.steps_done();
  while (true) {
    if (run.evaluation_due() && evaluated != run.steps_done()) {
      Evaluation evaluation;
      run.evaluate(evaluation).finish();
      evaluated = run.steps_done();
      std::printf("%s\n", line_of(run, name, evaluation, since).dump().c_str());
      std::fflush(stdout);
      since = {};
      if (checkpoint != nullptr && !keep(run, experiment, checkpoint))
        return fail({ErrorCode::io, checkpoint, "could not be written"});
    }
    if (run.done()) {
      std::fprintf(stderr, "\r%.1f s %20s\n", cpu_seconds(), "");
      return 0;
    }
    const Result<void> step = run.step();
    if (!step) return fail(step.error());
    since.sum += run.loss(), ++since.count;
    if (run.steps_done() % 50 == 0)
      std::fprintf(stderr, "\r%llu of %llu steps, loss %.4f ",
                   static_cast<unsigned long long>(run.steps_done()),
                   static_cast<unsigned long long>(run.plan().steps), run.loss());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char* const> given(argv, static_cast<std::size_t>(argc));
  const Result<Arguments> arguments =
      arguments_of(given.subspan(std::min<std::size_t>(1, given.size())));
  if (!arguments) {
    fail(arguments.error());
    std::fprintf(stderr,
                 "usage: posenc-train experiment.json [checkpoint] [--steps N] [--seed N] "
                 "[--task-seed N]\n");
    return 2;
  }
  const char* const path = arguments->files.front();
  const std::string experiment = read_file(path);
  if (experiment.empty()) return fail({ErrorCode::io, path, "cannot be read, or is empty"});
  const std::string name = std::filesystem::path(path).stem().string();
  return train(name == "-" ? "" : name, experiment, *arguments);
}
