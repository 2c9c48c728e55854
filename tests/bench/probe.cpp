// The core without its JavaScript bindings, in WebAssembly and natively, and the limits of the
// machine.
//
// A contender of tests/bench: reads one request per line (a workload, and `what` to run, into a
// persistent buffer), and prints the seconds of one repetition:
//
//   posenc       the workload itself, through posenc.hpp
//   fill         16-byte stores over as many bytes: the rate of plain stores
//   copy         16-byte loads and stores, from a second buffer
//   memory.fill rows  the instruction, one row of the result at a time
//   multiply-add           as many products and sums of float64 as the workload needs, in registers
//   multiply-add float32   the same in float32
#define DOCTEST_CONFIG_IMPLEMENT
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>

#include "clock.hpp"
#include "kernel_work.hpp"
#include "simd/lanes.hpp"
#include "training_work.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// A buffer that grows and never shrinks.
class Buffer {
 public:
  std::size_t size() const { return size_; }
  char* room(std::size_t bytes) {
    if (bytes > size_) {
      std::free(data_);
      data_ = static_cast<char*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
      if (data_ == nullptr) {
        std::cerr << "out of memory\n";
        std::exit(1);
      }
      size_ = bytes;
    }
    return data_;
  }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

[[gnu::noinline]] void copy(const float* from, float* out, std::size_t n) {
  for (std::size_t i = 0; i + 16 <= n; i += 16)
    for (std::size_t k = 0; k < 16; k += 4) lanes::store(out + i + k, lanes::load(from + i + k));
}

[[gnu::noinline]] void fill(float* out, std::size_t n) {
  const lanes::f32x4 v = {1, 2, 3, 4};
  for (std::size_t i = 0; i + 16 <= n; i += 16)
    for (std::size_t k = 0; k < 16; k += 4) lanes::store(out + i + k, v);
}

#ifdef __clang__
#define POSENC_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define POSENC_UNROLLED _Pragma("GCC unroll 16")
#endif

// flops / 2 products and as many sums, in enough chains to hide their latency. V8 moves every chain
// to another register at the end of a round, which is half the time unless the round is long.
template <class Lanes>
[[gnu::noinline]] Lanes multiply_add(double flops) {
  constexpr int kChains = 12, kTimes = 8;
  constexpr double kPerRound = 2 * kTimes * kChains * sizeof(Lanes) / sizeof(Lanes{}[0]);
  Lanes chain[kChains], factor = Lanes{} + 0.75f, term = Lanes{} + 0.25f;
  for (int c = 0; c < kChains; ++c) chain[c] = Lanes{} + static_cast<float>(c);
  // clang-format off
  for (double done = 0; done < flops; done += kPerRound)
    POSENC_UNROLLED
    for (int time = 0; time < kTimes; ++time)
      POSENC_UNROLLED
      for (Lanes& x : chain) x = x * factor + term;
  // clang-format on
  for (int c = 1; c < kChains; ++c) chain[0] += chain[c];
  return chain[0];
}

// One workload, and the state kept between its repetitions.
struct Workload {
  explicit Workload(const json& workload)
      : spec(workload.value("spec", json())),
        task(workload.at("task")),
        rows(workload.at("rows")),
        heads(workload.value("heads", 1)),
        width(workload.value("dim", rows)),
        bytes(heads * rows * width * (task == "index" ? sizeof(double) : sizeof(float))) {
    if (KernelWork::is(task)) {
      kernel.emplace(workload);
      bytes = kernel->bytes();
    }
    if (TrainingWork::is(task)) {
      training = std::make_shared<TrainingWork>(workload);
      bytes = sizeof(double);
    }
    if (task != "resize") return;
    grid = spec_of(spec);
    std::vector<double>& learned = grid.values.arrays["values"];
    const std::size_t cells =
        spec.at("sourceHeight").get<std::size_t>() * spec.at("sourceWidth").get<std::size_t>();
    for (std::size_t i = 0; i < cells * width; ++i)
      learned.push_back(static_cast<double>(i * 37 % 97) / 48 - 1);
    const std::size_t columns = spec.at("width");
    for (std::size_t i = 0; i < rows; ++i)
      for (const std::size_t at : {i / columns, i % columns})
        positions.push_back(static_cast<double>(at));
  }

  Plan& planned() {
    if (!plan) plan.emplace(plan_of(spec));
    return *plan;
  }

  json spec;
  std::string task;
  std::size_t rows, heads, width, bytes;
  double flops = 0;
  std::optional<KernelWork> kernel;
  std::shared_ptr<TrainingWork> training;
  std::optional<Plan> plan;
  std::vector<double> positions;
  EncodingSpec grid;  // for the task resize
};

bool run_encoding(Workload& w, char* out, Buffer& second) {
  float* const floats = reinterpret_cast<float*>(out);
  if (w.task == "resize") {
    const Result<Plan> resized = Plan::create(w.grid);
    return resized.has_value() && resized->table_f32(w.positions, floats).has_value();
  }
  Plan& plan = w.planned();
  if (w.task == "table") return plan.table_f32(0, 1, w.rows, floats).has_value();
  if (w.task == "rotate") {
    const std::size_t n = w.heads * w.rows;
    float* const x = reinterpret_cast<float*>(second.room(w.bytes));
    if (w.positions.empty()) {
      for (std::size_t i = 0; i < n; ++i) w.positions.push_back(static_cast<double>(i % w.rows));
      for (std::size_t i = 0; i < n * w.width; ++i) x[i] = static_cast<float>(i % 7) - 3;
    }
    return plan.rotate(w.positions, x, w.width, floats).has_value();
  }
  if (w.task == "index")
    return plan.relative_map(w.rows, w.rows, 0, w.rows, reinterpret_cast<double*>(out)).has_value();
  bool done = true;
  for (std::size_t h = 0; h < w.heads; ++h)
    done =
        done &&
        plan.attention_bias(h, w.rows, w.rows, 0, w.rows, floats + h * w.rows * w.rows).has_value();
  return done;
}

const void* run_posenc(Workload& w, char* out, Buffer& second) {
  if (w.kernel) return w.kernel->run(reinterpret_cast<double*>(out));
  if (w.training) return w.training->run();
  return run_encoding(w, out, second) ? out : nullptr;
}

const void* run_fill(Workload& w, char* out, Buffer&) {
  fill(reinterpret_cast<float*>(out), w.bytes / sizeof(float));
  return nullptr;
}

const void* run_fill_rows(Workload& w, char* out, Buffer&) {
  const std::size_t row = w.width * sizeof(float);
  for (std::size_t at = 0; at < w.bytes; at += row) std::memset(out + at, 1, row);
  return nullptr;
}

const void* run_copy(Workload& w, char* out, Buffer& second) {
  if (second.size() < w.bytes) std::memset(second.room(w.bytes), 1, w.bytes);
  copy(reinterpret_cast<const float*>(second.room(w.bytes)), reinterpret_cast<float*>(out),
       w.bytes / sizeof(float));
  return nullptr;
}

const void* run_multiply_add(Workload& w, char* out, Buffer&) {
  lanes::store(reinterpret_cast<double*>(out), multiply_add<lanes::f64x2>(w.flops));
  return nullptr;
}

const void* run_multiply_add_f32(Workload& w, char* out, Buffer&) {
  lanes::store(reinterpret_cast<float*>(out), multiply_add<lanes::f32x4>(w.flops));
  return nullptr;
}

// Each returns the workload's result, or null at a limit. They are called through this table,
// because the linker inlines functions with one caller, and a long-running caller keeps its slow
// first code.
struct Run {
  std::string_view what;
  const void* (*run)(Workload&, char* out, Buffer& second);
};
constexpr Run kRuns[] = {
    {"posenc", run_posenc},
    {"fill", run_fill},
    {"copy", run_copy},
    {"memory.fill rows", run_fill_rows},
    {"multiply-add", run_multiply_add},
    {"multiply-add float32", run_multiply_add_f32},
};

// Entries at the given indices, for comparing contenders.
json sample(const void* result, const Workload& work, const json& indices) {
  json values = json::array();
  for (const std::size_t i : indices)
    values.push_back((work.kernel && !work.kernel->in_float32()) || work.training ||
                             work.task == "index"
                         ? static_cast<const double*>(result)[i]
                         : static_cast<const float*>(result)[i]);
  return values;
}

}  // namespace

int main() {
  doctest::Context context;  // plan_of reports through doctest
  context.setAsDefaultForAssertsOutOfTestCases();
  std::cout << json{{"version", version()}} << std::endl;
  Buffer buffer, second;
  json current;
  std::optional<Workload> work;
  for (std::string line; std::getline(std::cin, line);) {
    const json request = json::parse(line);
    const json& workload = request.at("workload");
    const std::string what = request.at("what");
    const int repeat = request.at("repeat");
    if (!work || current != workload) work.emplace(workload), current = workload;
    const Run& chosen = *std::find_if(std::begin(kRuns), std::end(kRuns),
                                      [&](const Run& r) { return r.what == what; });
    work->flops = request.value("flops", 0.0);
    const double begin = cpu_seconds();
    const void* result = nullptr;
    for (int k = 0; k < repeat; ++k) result = chosen.run(*work, buffer.room(work->bytes), second);
    json reply = {{"cpu", (cpu_seconds() - begin) / repeat}};
    if (result != nullptr) reply["sample"] = sample(result, *work, request.at("sample"));
    std::cout << reply << std::endl;
  }
}
