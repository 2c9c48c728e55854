// An analysis: matrices in, named results out. A new one is one file with an `inline constexpr` (or
// extern) AnalysisInfo and one row in analyses.cpp; the TypeScript types, checks, menus, command
// line and property tests follow from the row.
//
// Matrices are row-major float64. Long work is done in steps of some tens of milliseconds, so that
// it can show progress and be cancelled.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.hpp"
#include "core/result.hpp"
#include "kernels/layer.hpp"
#include "kernels/matrix.hpp"

namespace posenc {

struct InputInfo {
  std::string_view name, doc;  // the doc gives the shape
  bool required = true;
  bool square = false;  // n x n
  // What { spec, positions } stands for here: a name in web/lib/derived-input.ts.
  std::string_view form = "table";
};

// What an output is: one number, a list, or a matrix.
enum class OutputKind : std::uint8_t { scalar, vector, matrix };
struct OutputInfo {
  std::string_view name, doc;
  OutputKind kind = OutputKind::scalar;
  bool optional = false;  // left out where the inputs do not define it
};

// Inputs by name; shapes and finiteness were checked. Asking for one that was not given is a
// programmer's mistake and ends the program.
class Inputs {
 public:
  void set(std::string name, Matrix matrix) {
    of_.emplace_back(std::move(name), std::move(matrix));
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const Matrix& operator[](std::string_view name) const { return *not_null(find(name)); }
  std::span<const std::pair<std::string, Matrix>> all() const { return of_; }

 private:
  const Matrix* find(std::string_view name) const {
    for (const auto& [key, matrix] : of_)
      if (key == name) return &matrix;
    return nullptr;
  }
  std::vector<std::pair<std::string, Matrix>> of_;
};

struct Output {
  std::string_view name;
  Matrix values;  // scalars are 1 x 1, lists n x 1
};
using Outputs = std::vector<Output>;
inline Output scalar(std::string_view name, double x) { return {name, {1, 1, {x}}}; }
inline Output list(std::string_view name, std::vector<double> values) {
  const std::size_t n = values.size();
  return {name, {n, 1, std::move(values)}};
}

// Outputs{…} would copy the matrices.
template <class... Each>
Outputs outputs(Each... each) {
  Outputs all;
  all.reserve(sizeof...(each));
  (all.push_back(std::move(each)), ...);
  return all;
}

// One running analysis. advance() does a step and gives the fraction done, 1 at the end; then
// finish() is called once.
class Job {
 public:
  virtual ~Job() = default;
  virtual Result<double> advance() = 0;
  virtual Result<Outputs> finish() = 0;
};

struct AnalysisInfo {
  std::string_view id, title, family, formula, citation;
  std::string_view note = "";  // what is unconfirmed, or chosen here
  std::span<const ParamInfo> params = {};
  std::span<const InputInfo> inputs = {};
  std::span<const OutputInfo> outputs = {};
  bool layered = false;  // takes a list of layers
  // either everything at once …
  Result<Outputs> (*run)(const Params&, const Inputs&) = nullptr;
  // … or a job
  Result<std::unique_ptr<Job>> (*start)(const Params&, const Inputs&,
                                        std::span<const Layer>) = nullptr;
};

std::span<const AnalysisInfo* const> analyses() noexcept;

// Checks the spec and the inputs, and starts. `inputs` must outlive the job.
struct AnalysisSpec {
  std::string analysis;
  RawValues values;
  std::vector<LayerSpec> layers = {};
};
Result<std::unique_ptr<Job>> start_analysis(const AnalysisSpec&, const Inputs& inputs);
// The whole of it, for C++ callers and tests.
Result<Outputs> analyse(const AnalysisSpec&, const Inputs&);

}  // namespace posenc
