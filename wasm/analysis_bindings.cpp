// The exports of analysis.wasm (declared for TypeScript in web/lib/types/analysis-module.ts):
// analyses by handle. Failures are returned as { error }, never thrown.
#include <emscripten/bind.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyses/analysis.hpp"
#include "js_values.hpp"
#include "memory.hpp"

namespace {
using namespace posenc;
using emscripten::val;

// An analysis. Inputs and outputs are transferred in pieces.
struct Running {
  AnalysisSpec spec;
  std::vector<std::pair<std::string, Matrix>> given;
  Outputs outputs;
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

double address(const double* data) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(data));
}

val judge(const val& raw, const val& sizes) {
  if (const auto error = check_sizes(analysis_spec(raw), sizes_of(sizes))) return js::error(*error);
  return val::object();
}

// Rejects by size before any value is transferred.
val start(const val& raw, const val& sizes) {
  AnalysisSpec spec = analysis_spec(raw);
  const Sizes asked = sizes_of(sizes);
  if (const auto error = check_sizes(spec, asked)) return js::error(*error);
  Count numbers = 0;
  for (const auto& [name, size] : asked.all()) numbers += size.numbers();
  const Count bytes = numbers * sizeof(double);
  if (!memory::has_room(bytes)) return js::error(memory::out_of_memory(bytes, "inputs"));
  Running running{std::move(spec), {}, {}};
  for (const auto& [name, size] : asked.all()) {
    Matrix matrix{static_cast<std::size_t>(size.rows.value()),
                  static_cast<std::size_t>(size.cols.value()),
                  {}};
    matrix.data.reserve(static_cast<std::size_t>(size.numbers().value()));
    running.given.emplace_back(name, std::move(matrix));
  }
  live.emplace(++last, std::move(running));
  val out = val::object();
  out.set("handle", last);
  return out;
}

// Appends the next values of an input.
val give(int handle, const std::string& name, const val& numbers) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  for (auto& [own, matrix] : running->given) {
    if (own != name) continue;
    std::vector<double>& data = matrix.data;
    const std::size_t before = data.size(), count = numbers["length"].as<std::size_t>();
    data.resize(before + count);
    val(emscripten::typed_memory_view(count, data.data() + before)).call<void>("set", numbers);
  }
  return val::object();
}

// Runs the analysis, and calls `report` with the completed share. Returns the addresses of the
// outputs, valid until the handle is freed.
val run(int handle, const val& report) {
  Running* running = find(handle);
  if (running == nullptr) return gone();
  Inputs inputs;
  for (auto& [name, matrix] : running->given) inputs.set(name, std::move(matrix));
  const Progress progress =
      report.isUndefined() ? Progress() : Progress([&](double share) { report(share); });
  Result<Outputs> outputs = analyse(running->spec, inputs, progress);
  if (!outputs) return js::error(outputs.error());
  running->outputs = std::move(outputs).value();
  val list = val::array();
  for (const Output& output : running->outputs) {
    val item = val::object();
    item.set("name", std::string(output.name));
    item.set("rows", static_cast<double>(output.values.rows));
    item.set("cols", static_cast<double>(output.values.cols));
    item.set("dataPtr", address(output.values.data.data()));
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
  emscripten::function("give", &give);
  emscripten::function("run", &run);
  emscripten::function("end", &end);
  emscripten::function("liveHandles", &live_handles);
}
