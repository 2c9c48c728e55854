// The exports of train.wasm (declared for TypeScript in web/lib/types/train-module.ts): training
// runs by handle. Failures are returned as { error }, never thrown.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "js_spec.hpp"
#include "js_values.hpp"
#include "memory.hpp"
#include "train/checkpoint.hpp"
#include "train/experiment.hpp"

namespace {
using namespace posenc;
using emscripten::val;

struct Running {
  Run run;
  bool evaluating = false;
  std::optional<std::size_t> making;  // the current part of the step
  std::vector<std::uint8_t> saved;
  std::vector<double> looked_at;
  std::optional<Beginning> begun;
};
std::map<int, Running> live;
int last = 0;

Running* find(int handle) {
  const auto it = live.find(handle);
  return it == live.end() ? nullptr : &it->second;
}
val gone() { return js::error({ErrorCode::internal, "handle", "no such run"}); }

template <class T>
double address(const std::vector<T>& numbers) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(numbers.data()));
}
// An index from JavaScript, which may exceed size_t.
std::size_t index(double i) {
  return i < 4294967295.0 ? static_cast<std::size_t>(i) : ~std::size_t{0};
}
template <class T, class Item>
val list_of(const T& items, Item item) {
  val out = val::array();
  for (const auto& each : items) out.call<void>("push", item(each));
  return out;
}

RawExperiment experiment(const val& v) {
  RawExperiment e;
  e.task = v["task"]["id"].as<std::string>();
  e.task_values = js::raw_values(v["task"]);
  e.model = js::raw_values(v["model"]);
  e.training = js::raw_values(v["training"]);
  for (const val& position : emscripten::vecFromJSArray<val>(v["positions"]))
    e.positions.push_back({js::spec(position["spec"]), js::raw_values(position)});
  return e;
}

val open(const val& raw) {
  const Result<RunPlan> plan = run_plan(experiment(raw));
  if (!plan) return js::error(plan.error());
  if (const Count bytes = Run::memory(plan->model);
      bytes <= memory_limit && !memory::has_room(bytes))
    return js::error(memory::out_of_memory(bytes, "dim"));
  Result<Run> run = Run::make(*plan);
  if (!run) return js::error(run.error());
  live.emplace(++last, Running{std::move(*run), false, {}, {}, {}, {}});
  val out = val::object();
  out.set("handle", last);
  return out;
}

// Initialises these tensors, before the run is prepared. Copies only those that the model may use:
// others may have any size.
val begin(int handle, const val& tensors) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  std::vector<GivenTensor> given;
  for (const val& one : emscripten::vecFromJSArray<val>(tensors)) {
    GivenTensor tensor{one["name"].as<std::string>(), {}, {}};
    for (const double size : emscripten::convertJSArrayToNumberVector<double>(one["shape"]))
      tensor.shape.push_back(static_cast<std::uint64_t>(size));
    const val numbers = one["data"];
    const auto same = [&](const ParameterTensor& own) {
      return own.name == tensor.name &&
             static_cast<double>(own.size()) == numbers["length"].as<double>();
    };
    if (std::ranges::any_of(running->run.model().tensors(), same))
      tensor.numbers = emscripten::convertJSArrayToNumberVector<float>(numbers);
    given.push_back(std::move(tensor));
  }
  Result<Beginning> begun = running->run.begin(given);
  if (!begun) return js::error(begun.error());
  running->begun = std::move(*begun);
  return val::object();
}

val prepare(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  running->run.open();
  return val::object();
}

// Facts of a prepared run.
val facts(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  Run& run = running->run;
  const TaskData& task = run.task();
  val out = val::object();
  out.set("parameters", static_cast<double>(run.model().parameters().size()));
  out.set("cost", run.cost());
  out.set("steps", static_cast<double>(run.plan().steps));
  out.set("evaluateEvery", static_cast<double>(run.plan().evaluate_every));
  out.set("tokens", static_cast<double>(task.token_positions.tokens));
  out.set("queries", static_cast<double>(run.model().queries()));
  out.set("blocks", static_cast<double>(run.plan().model.blocks));
  out.set("heads", static_cast<double>(run.plan().model.heads));
  out.set("gridHeight", static_cast<double>(task.token_positions.grid_height));
  out.set("gridWidth", static_cast<double>(task.token_positions.grid_width));
  out.set("conditions",
          list_of(task.conditions, [](const std::string& name) { return val(name); }));
  out.set("splits", list_of(task.splits, [](const TaskData::Split& split) {
            val item = val::object();
            item.set("name", split.name);
            item.set("samples", static_cast<double>(split.samples));
            return item;
          }));
  const auto least = [&](double IrreducibleLoss::*part) {
    std::vector<double> numbers;
    for (const IrreducibleLoss& of : task.irreducible_loss()) numbers.push_back(of.*part);
    return js::copy(numbers);
  };
  out.set("leastLoss", least(&IrreducibleLoss::mean));
  out.set("leastLossError", least(&IrreducibleLoss::error));
  out.set("leastLossIsEstimated", task.irreducible_loss_is_estimated());
  out.set("regression", task.regression);
  if (running->begun) {
    const auto names = [](const std::vector<std::string>& list) {
      return list_of(list, [](const std::string& name) { return val(name); });
    };
    out.set("taken", names(running->begun->taken));
    out.set("fresh", names(running->begun->fresh));
    out.set("dropped", names(running->begun->dropped));
  }
  out.set("tensors", list_of(run.model().tensors(), [](const ParameterTensor& tensor) {
            val item = val::object();
            item.set("name", tensor.name);
            item.set("axes", std::string(tensor.axes));
            item.set("cols", static_cast<double>(tensor.shown_cols));
            item.set("first", static_cast<double>(tensor.first));
            return item;
          }));
  return out;
}

val state(Run& run) {
  val out = val::object();
  out.set("step", static_cast<double>(run.steps_done()));
  out.set("loss", run.loss());
  out.set("done", run.done());
  out.set("steps", static_cast<double>(run.plan().steps));
  return out;
}

// Called before another use of a pass's values: work in progress then starts over.
void leave(Running& running) { running.evaluating = false, running.making.reset(); }

// About ten milliseconds of an update; `made` is the completed share, 1 at the end.
val step(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  running->evaluating = false;
  Run& run = running->run;
  double cost = 0;
  while (cost < Run::kTurnCost) {
    if (!running->making) run.begin_part(*(running->making = 0));
    const bool more = run.part_goes_on();
    cost += run.piece_cost();
    if (more) continue;
    if (++*running->making == Run::kParts) {
      running->making.reset();
      const Result<void> done = run.update();
      if (!done) return js::error(done.error());
      val out = state(run);
      out.set("made", 1);
      return out;
    }
    run.begin_part(*running->making);
  }
  val out = state(run);
  out.set("made", (static_cast<double>(*running->making) + run.made()) / Run::kParts);
  return out;
}

val where_it_is(int handle) {
  Running* running = find(handle);
  return running == nullptr ? gone() : state(running->run);
}

val measured(const Measured& of) {
  val out = val::object();
  out.set("split", of.split);
  out.set("loss", of.loss);
  if (of.accuracy) out.set("accuracy", *of.accuracy);
  out.set("accuracyByCondition", js::copy(of.accuracy_by_condition));
  if (!of.loss_by_position.empty()) out.set("lossByPosition", js::copy(of.loss_by_position));
  if (!of.accuracy_by_position.empty())
    out.set("accuracyByPosition", js::copy(of.accuracy_by_position));
  return out;
}

// Omits undefined values.
val block_of(const MeasuredBlock& of) {
  val out = val::object();
  out.set("attentionEntropy", of.attention_entropy);
  const auto put = [&](const char* name, std::optional<double> x) {
    if (x) out.set(name, *x);
  };
  put("logitSpread", of.logit_spread), put("largestLogit", of.largest_logit);
  if (!of.structure) return out;
  const Structure& s = *of.structure;
  put("cka", s.cka), put("rsa", s.rsa), put("contrast", s.contrast);
  put("procrustes", s.procrustes);
  if (!s.modules) return out;
  put("cosineWithin", s.modules->within), put("cosineBetween", s.modules->between);
  put("segregation", s.modules->segregation), put("modularity", s.modules->modularity);
  return out;
}

// Begins an evaluation, or restarts an interrupted one.
val begin_evaluation(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  leave(*running);
  running->run.begin_evaluation();
  running->evaluating = true;
  return val::object();
}

val evaluate(int handle) {
  Running* running = find(handle);
  if (running == nullptr || !running->evaluating) return gone();
  val out = val::object();
  const bool done = !running->run.evaluation_goes_on();
  out.set("done", done);
  out.set("made", done ? 1 : running->run.evaluated());
  if (!done) return out;
  running->evaluating = false;
  const Evaluation evaluation = running->run.evaluation();
  out.set("step", static_cast<double>(evaluation.step));
  out.set("trainLoss", evaluation.train_loss);
  out.set("splits", list_of(evaluation.splits, measured));
  val blocks = val::array();
  out.set("blocks", list_of(evaluation.blocks, block_of));
  if (const auto& tangent = evaluation.tangent) {
    val of = val::object();
    if (tangent->alignment) of.set("alignment", *tangent->alignment);
    of.set("effectiveRank", tangent->effective_rank);
    of.set("movement", tangent->movement), of.set("trace", tangent->trace);
    out.set("tangent", of);
  }
  out.set("weightsHash", std::to_string(Checkpoint::hash(running->run)));
  return out;
}

// The bytes are valid until the next call of the run.
val save(int handle, const std::string& note) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  running->saved = Checkpoint::save(running->run, note);
  val out = val::object();
  out.set("dataPtr", address(running->saved));
  out.set("length", static_cast<double>(running->saved.size()));
  return out;
}

// Returns an error unless a checkpoint of this size may belong to this run and fits the memory.
// Called before anything is prepared.
val fits(int handle, double bytes) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  constexpr double kMostNote = 1 << 26;
  const auto least = static_cast<double>(running->run.checkpoint_bytes());
  if (bytes < least || bytes > least + kMostNote)
    return js::error({ErrorCode::bad_argument, "checkpoint",
                      "has " + to_text(bytes) + " bytes, and a run of this experiment has " +
                          to_text(least) + " of weights and moments"});
  if (const Count twice = Count(static_cast<std::uint64_t>(bytes)) * 2; !memory::has_room(twice))
    return js::error(memory::out_of_memory(twice, "checkpoint"));
  return val::object();
}

val resume(int handle, const val& bytes) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  leave(*running);
  const auto all = emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes);
  const Result<void> done = Checkpoint::resume(all, running->run);
  return done ? state(running->run) : js::error(done.error());
}

val matrix(Running& running, Matrix made) {
  running.looked_at = std::move(made.data);
  val out = val::object();
  out.set("dataPtr", address(running.looked_at));
  out.set("rows", static_cast<double>(made.rows));
  out.set("cols", static_cast<double>(made.cols));
  return out;
}

// The table that a block adds, or no rows without one; valid until the next call of the run.
val table(int handle, double block) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  Run& run = running->run;
  if (const std::size_t blocks = run.plan().model.blocks; index(block) >= blocks)
    return js::error({ErrorCode::bad_argument, "block",
                      "must be below " + std::to_string(blocks) + ", got " + to_text(block)});
  std::vector<double> numbers = run.model().table_of(index(block));
  const std::size_t dim = run.plan().model.dim;
  Matrix made{numbers.size() / dim, dim, std::move(numbers)};
  return matrix(*running, std::move(made));
}

// The task's knowledge of its tokens' positions, or no rows without any: similarities, coordinates,
// and (tokens, 1) the module of each.
val known(int handle, const std::string& what) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  KnownPositions known_positions = running->run.task().known_positions();
  if (what == "similarities") return matrix(*running, std::move(known_positions.similarities));
  if (what == "positions") return matrix(*running, std::move(known_positions.positions));
  Matrix modules = Matrix::zeros(known_positions.modules.size(), 1);
  for (std::size_t i = 0; i < modules.rows; ++i)
    modules.data[i] = static_cast<double>(known_positions.modules[i]);
  return matrix(*running, std::move(modules));
}

// Probabilities of one head for a sample (queries of that block, tokens).
val attention(int handle, double split, double sample, double block, double head) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  leave(*running);
  Result<Matrix> made =
      running->run.attention(index(split), index(sample), index(block), index(head));
  return made ? matrix(*running, std::move(*made)) : js::error(made.error());
}

// All weights, concatenated, float32.
val weights(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  const std::vector<float>& all = running->run.model().parameters();
  val out = val::object();
  out.set("dataPtr", address(all));
  out.set("length", static_cast<double>(all.size()));
  return out;
}

void close(int handle) { live.erase(handle); }
bool memory_ended() { return memory::ended; }
int live_handles() { return static_cast<int>(live.size()); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_train) {
  memory::note_the_end();
  emscripten::function("memoryEnded", &memory_ended);
  emscripten::function("openRun", &open);
  emscripten::function("begin", &begin);
  emscripten::function("prepare", &prepare);
  emscripten::function("facts", &facts);
  emscripten::function("step", &step);
  emscripten::function("state", &where_it_is);
  emscripten::function("beginEvaluation", &begin_evaluation);
  emscripten::function("evaluate", &evaluate);
  emscripten::function("save", &save);
  emscripten::function("fits", &fits);
  emscripten::function("resume", &resume);
  emscripten::function("table", &table);
  emscripten::function("known", &known);
  emscripten::function("attention", &attention);
  emscripten::function("weights", &weights);
  emscripten::function("close", &close);
  emscripten::function("liveHandles", &live_handles);
}
