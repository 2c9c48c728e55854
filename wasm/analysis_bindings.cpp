// What analysis.wasm exports (declared for TypeScript in web/lib/types/analysis-module.ts): jobs of
// the analyses, by handle. Failures are returned as { error }, never thrown.
#include <emscripten/bind.h>

#include <map>
#include <memory>

#include "analyses/analysis.hpp"
#include "js_values.hpp"
#include "memory.hpp"

namespace {
using namespace posenc;
using emscripten::val;

// A running analysis; the job reads the inputs.
struct Running {
  std::unique_ptr<Inputs> inputs;
  std::unique_ptr<Job> job;
};
std::map<int, Running> live;
int last = 0;

Running* find(int handle) {
  const auto it = live.find(handle);
  return it == live.end() ? nullptr : &it->second;
}
val gone() { return js::error({ErrorCode::internal, "handle", "no such analysis"}); }

AnalysisSpec analysis_spec(const val& v) {
  AnalysisSpec s;
  s.analysis = v["analysis"].as<std::string>();
  s.values = js::raw_values(v);
  for (const val& layer : emscripten::vecFromJSArray<val>(v["layers"]))
    s.layers.push_back({layer["layer"].as<std::string>(), js::raw_values(layer)});
  return s;
}

Sizes sizes_of(const val& v) {
  Sizes all;
  for (const std::string& name : js::keys(v)) {
    const auto count = [&](const char* side) {
      return Count(static_cast<std::uint64_t>(v[name][side].as<double>()));
    };
    all.set(name, {count("rows"), count("cols")});
  }
  return all;
}

double input_numbers(const val& v) {
  double sum = 0;
  for (const std::string& name : js::keys(v)) sum += v[name]["data"]["length"].as<double>();
  return sum;
}

Inputs inputs_of(const val& v) {
  Inputs all;
  for (const std::string& name : js::keys(v)) {
    const val matrix = v[name];
    all.set(name, {static_cast<std::size_t>(matrix["rows"].as<double>()),
                   static_cast<std::size_t>(matrix["cols"].as<double>()),
                   emscripten::convertJSArrayToNumberVector<double>(matrix["data"])});
  }
  return all;
}

val judge(const val& raw, const val& sizes) {
  if (const auto error = check_sizes(analysis_spec(raw), sizes_of(sizes))) return js::error(*error);
  return val::object();
}

// What is too large is refused before its numbers are copied.
val start(const val& raw, const val& matrices) {
  if (const auto error = check_sizes(analysis_spec(raw), sizes_of(matrices)))
    return js::error(*error);
  const Count bytes = Count(static_cast<std::uint64_t>(input_numbers(matrices))) * sizeof(double);
  if (!memory::has_room(bytes)) return js::error(memory::out_of_memory(bytes, "inputs"));
  Running running{std::make_unique<Inputs>(inputs_of(matrices)), nullptr};
  auto job = start_analysis(analysis_spec(raw), *running.inputs);
  if (!job) return js::error(job.error());
  running.job = std::move(job).value();
  live.emplace(++last, std::move(running));
  val out = val::object();
  out.set("handle", last);
  return out;
}

val advance(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  const Result<double> done = running->job->advance();
  if (!done) return js::error(done.error());
  val out = val::object();
  out.set("done", *done);
  return out;
}

val finish(int handle) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  const Result<Outputs> outputs = running->job->finish();
  if (!outputs) return js::error(outputs.error());
  val list = val::array();
  for (const Output& output : *outputs) {
    val item = val::object();
    item.set("name", std::string(output.name));
    item.set("rows", static_cast<double>(output.values.rows));
    item.set("cols", static_cast<double>(output.values.cols));
    item.set("values", js::copy(output.values.data));
    list.call<void>("push", item);
  }
  val out = val::object();
  out.set("outputs", list);
  return out;
}

void end(int handle) { live.erase(handle); }
bool memory_ended() { return memory::ended; }
int live_handles() { return static_cast<int>(live.size()); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_analysis) {
  emscripten::function("checkSizes", &judge);
  memory::note_the_end();
  emscripten::function("memoryEnded", &memory_ended);
  emscripten::function("start", &start);
  emscripten::function("advance", &advance);
  emscripten::function("finish", &finish);
  emscripten::function("end", &end);
  emscripten::function("liveHandles", &live_handles);
}
