// posenc-train experiment.json [checkpoint] [--steps N] [--seed N] [--task-seed N] [--from FILE]
// [--weights FILE]: trains what the file says ('-' is standard input), with these in place of the
// file's; a line of JSON an evaluation on standard output, progress on standard error. A line has
// the file's name, both seeds, the processor's seconds since the program began, and the mean loss
// of the batches since the line before. With a checkpoint it goes on where that was kept, and keeps
// it anew at every evaluation. It begins with the weights of one .safetensors file, and leaves
// its own in another.
//
//   {"task": {"id": "latin-square"}, "model": {"dim": 32, "mlpOutputActivation": true},
//    "learningRate": 0.002,
//    "positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.2, "where": "blocks"}],
//    "steps": 4000, "evaluateEvery": 500, "seed": 0}
#include <unistd.h>  // fsync, fileno
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

#include "posenc_train_experiment.hpp"
#include "posenc_train_weights.hpp"
#include "train/checkpoint.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

int fail(const Error& error) {
  std::fprintf(stderr, "posenc-train: %s%s%s\n", error.field.c_str(),
               error.field.empty() ? "" : " ", error.message.c_str());
  return 1;
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
  ordered_json line = {{"experiment", name},
                       {"seed", run.plan().seed},
                       {"taskSeed", run.plan().task_seed},
                       {"seconds", cpu_seconds()},
                       {"step", evaluation.step}};
  if (evaluation.step > 0) line["trainLoss"] = evaluation.train_loss;
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
// leaves of it has one name, so that the next one takes it away. A file or a link that is planted
// there is not opened: "x" asks for one that was not there before. A device or a pipe is written
// itself. It keeps the permissions of the file that it replaces, and is on the disk before the
// rename, so that a loss of power leaves one of the two whole.
std::optional<Error> write_file(const auto& bytes, const std::string& path) {
  std::error_code failed;
  const auto there = std::filesystem::status(path, failed);
  const bool replaces = !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
  const std::string fresh = replaces ? path + ".new" : path;
  if (replaces) std::filesystem::remove(fresh, failed);
  failed.clear();
  std::FILE* const file = std::fopen(fresh.c_str(), replaces ? "wbx" : "wb");
  bool whole = file != nullptr;
  if (file != nullptr) {
    whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (replaces) {
      if (std::filesystem::exists(there))
        std::filesystem::permissions(fresh, there.permissions(), failed);
      whole = whole && std::fflush(file) == 0 && fsync(fileno(file)) == 0;
    }
    whole = std::fclose(file) == 0 && whole;
  }
  failed.clear();
  if (whole && replaces) std::filesystem::rename(fresh, path, failed);
  if (whole && !failed) return std::nullopt;
  return Error{ErrorCode::io, path, "could not be written"};
}

// With the weights of a file, and says what was taken of them.
std::optional<Error> begin_from(const std::string& path, Run& run) {
  const std::string bytes = read_file(path.c_str());
  if (bytes.empty()) return Error{ErrorCode::io, path, "cannot be read, or is empty"};
  const Result<std::vector<GivenTensor>> given = tensors_of_file(bytes);
  if (!given) return given.error();
  const Result<Beginning> begun = run.begin(*given);
  if (!begun) return begun.error();
  std::string text = std::to_string(begun->taken.size()) + " tensors taken";
  const auto add = [&](const char* word, const std::vector<std::string>& names) {
    if (!names.empty()) text += std::string("; ") + word + ":";
    for (const std::string& name : names) text += " " + name;
  };
  add("new", begun->fresh), add("dropped", begun->dropped);
  std::fprintf(stderr, "%s\n", text.c_str());
  return std::nullopt;
}

// What the command line may say in place of the experiment's file.
constexpr struct {
  std::string_view flag;
  const char* name;
} kWhole[] = {{"--steps", "steps"}, {"--seed", "seed"}, {"--task-seed", "taskSeed"}};

// As the file has it, but for what the command line says.
std::string with_flags(const std::string& experiment,
                       const std::map<std::string, double, std::less<>>& whole) {
  ordered_json all = ordered_json::parse(experiment);
  for (const auto& [flag, name] : kWhole)
    if (const auto said = whole.find(name); said != whole.end())
      all[name] = static_cast<std::uint64_t>(said->second);
  return all.dump();
}

struct Arguments {
  std::vector<const char*> files;  // the experiment, and maybe the checkpoint
  std::map<std::string, double, std::less<>> whole;
  std::string from, weights;  // files, or empty
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
    std::string* const path = flag == "--from"      ? &out.from
                              : flag == "--weights" ? &out.weights
                                                    : nullptr;
    const auto bad = [&](std::string message) {
      return Error{ErrorCode::bad_argument, std::string(flag), std::move(message)};
    };
    if (path == nullptr && known == std::end(kWhole)) return bad("is not known");
    if (flag.size() == word.size() && i + 1 == given.size())
      return bad(path != nullptr ? "needs a file" : "needs a whole number");
    const std::string_view text =
        flag.size() < word.size() ? word.substr(flag.size() + 1) : given[++i];
    if (path != nullptr) {
      if (text.empty() || text == "-") return bad("must be a file");
      *path = text;
      continue;
    }
    const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (text.empty() || text.size() > 15 || !digits)
      return bad("must be a whole number, but '" + std::string(text) + "' was given");
    out.whole[known->name] = std::stod(std::string(text));
  }
  if (out.files.empty() || out.files.size() > 2)
    return bad_argument("arguments", "must be an experiment's file and maybe a checkpoint's, got ",
                        out.files.size(), " files");
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
  if (!arguments.from.empty())
    if (const auto error = begin_from(arguments.from, run)) return fail(*error);
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
      if (checkpoint != nullptr)
        if (const auto error = write_file(Checkpoint::save(run, experiment), checkpoint))
          return fail(*error);
    }
    if (run.done()) {
      std::fprintf(stderr, "\r%.1f s %20s\n", cpu_seconds(), "");
      if (arguments.weights.empty()) return 0;
      const std::string bytes = file_of_weights(run, with_flags(experiment, arguments.whole));
      const auto error = write_file(bytes, arguments.weights);
      return error ? fail(*error) : 0;
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
                 "[--task-seed N] [--from FILE] [--weights FILE]\n");
    return 2;
  }
  const char* const path = arguments->files.front();
  const std::string experiment = read_file(path);
  if (experiment.empty()) return fail({ErrorCode::io, path, "cannot be read, or is empty"});
  const std::string name = std::filesystem::path(path).stem().string();
  return train(name == "-" ? "" : name, experiment, *arguments);
}
