// An analysis: matrices in, named results out. A new one is one file with an `inline constexpr` (or
// extern) AnalysisInfo and one row in analyses.cpp, from which the TypeScript types, checks, menus,
// command line and property tests are generated.
//
// Matrices are row-major float64. Inputs that are too large are rejected by their sizes, before
// they are computed (check_sizes). Long analyses report progress. They cannot be stopped from
// inside: to abort one, run it in a worker or process and end that.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/matrix.hpp"
#include "core/params.hpp"
#include "core/progress.hpp"
#include "core/sizes.hpp"
#include "nn/layer.hpp"
#include "posenc/result.hpp"
#include "posenc/trap.hpp"

namespace posenc {

struct InputInfo {
  std::string_view name, doc;  // the doc gives the shape
  bool required = true;
  bool square = false;  // n x n
  // How { spec, positions } is expanded for this input: a form of web/lib/wasm/derived.ts.
  std::string_view form = "table";
};

// The shape of an output: one number, a list, or a matrix.
enum class OutputKind : std::uint8_t { scalar, vector, matrix };
struct OutputInfo {
  std::string_view name, doc;
  OutputKind kind = OutputKind::scalar;
  bool optional = false;  // omitted if the inputs do not define it
};

// Values by input name. Looking up a missing name is a bug in the program and ends it.
template <class T>
class Named {
 public:
  void set(std::string name, T value) { of_.emplace_back(std::move(name), std::move(value)); }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const T& operator[](std::string_view name) const { return *not_null(find(name)); }
  std::span<const std::pair<std::string, T>> all() const { return of_; }

 private:
  const T* find(std::string_view name) const {
    for (const auto& [key, value] : of_)
      if (key == name) return &value;
    return nullptr;
  }
  std::vector<std::pair<std::string, T>> of_;
};

// Matrices whose shapes and finiteness are checked.
class Inputs final : public Named<Matrix> {};

// Sizes of matrices that may not exist yet.
struct Size {
  Count rows = 0, cols = 0;
  Count numbers() const { return rows * cols; }
};
class Sizes final : public Named<Size> {};

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

// The progress callback of an analysis, and its result: an error or outputs.
struct Work {
  const Progress& progress;
  std::optional<Error> error;
  Outputs outputs;
};

struct AnalysisInfo {
  std::string_view id, title, family, formula, citation;
  std::string_view note = "";  // unconfirmed facts, or choices made here
  std::span<const ParamInfo> params = {};
  std::span<const InputInfo> inputs = {};
  std::span<const OutputInfo> outputs = {};
  bool layered = false;  // takes a list of layers
  // Runs `steps` of a real training, which takes seconds, so that a page showing the result does
  // not rerun it automatically.
  bool trains = false;
  // The number of float64 values in its largest array other than the inputs, from sizes only; or
  // the error of a limit of its own. The analysis is not started on an error.
  Result<Count> (*largest)(const Params&, const Sizes&, std::span<const Layer>) = nullptr;
  void (*run)(const Params&, const Inputs&, std::span<const Layer>, Work&) = nullptr;
};

std::span<const AnalysisInfo* const> analyses() noexcept;

struct AnalysisSpec {
  std::string analysis;
  RawValues values;
  std::vector<LayerSpec> layers = {};
};
// Checks the spec and the shapes and values of the inputs, and runs the analysis. A result that is
// not finite is an error.
Result<Outputs> analyse(const AnalysisSpec&, const Inputs&, const Progress& = {});
// Returns the error that inputs of these sizes would cause by size or by a parameter, before they
// are computed: no array may have more than memory_limit bytes.
std::optional<Error> check_sizes(const AnalysisSpec&, const Sizes&);

}  // namespace posenc
