// An analysis: matrices in, named results out. A new one is one file with an `inline constexpr` (or
// extern) AnalysisInfo and one row in analyses.cpp; the TypeScript types, checks, menus, command
// line and property tests follow from the row.
//
// Matrices are row-major float64. What is too large is refused from the sizes alone, before there
// is a number of it (check_sizes). Long work reports its progress. It cannot be stopped from
// inside: whoever may want that runs it in a worker or a process that can be ended.
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
  // What { spec, positions } stands for here: a form of web/lib/wasm/derived.ts.
  std::string_view form = "table";
};

// What an output is: one number, a list, or a matrix.
enum class OutputKind : std::uint8_t { scalar, vector, matrix };
struct OutputInfo {
  std::string_view name, doc;
  OutputKind kind = OutputKind::scalar;
  bool optional = false;  // left out where the inputs do not define it
};

// What belongs to the inputs, by their names. Asking for one that is not there is a programmer's
// mistake and ends the program.
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

// Shapes and finiteness were checked.
class Inputs final : public Named<Matrix> {};

// The sizes of matrices that need not exist yet.
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

// What an analysis reports to, and what it leaves: an error, or its outputs.
struct Work {
  const Progress& progress;
  std::optional<Error> error;
  Outputs outputs;
};

struct AnalysisInfo {
  std::string_view id, title, family, formula, citation;
  std::string_view note = "";  // what is unconfirmed, or chosen here
  std::span<const ParamInfo> params = {};
  std::span<const InputInfo> inputs = {};
  std::span<const OutputInfo> outputs = {};
  bool layered = false;  // takes a list of layers
  // Takes `steps` of a real training: seconds of work, which a page that shows the result does not
  // do again by itself.
  bool trains = false;
  // The float64 numbers of its largest array beside its inputs, from the sizes alone; or the error
  // of a limit that it states itself. What is refused here is never begun.
  Result<Count> (*largest)(const Params&, const Sizes&, std::span<const Layer>) = nullptr;
  void (*run)(const Params&, const Inputs&, std::span<const Layer>, Work&) = nullptr;
};

std::span<const AnalysisInfo* const> analyses() noexcept;

struct AnalysisSpec {
  std::string analysis;
  RawValues values;
  std::vector<LayerSpec> layers = {};
};
// Checks the spec, the shapes of the inputs and their numbers, and does the work. A result that is
// not finite is an error.
Result<Outputs> analyse(const AnalysisSpec&, const Inputs&, const Progress& = {});
// Whether inputs of these sizes would be refused for their size, or for a parameter, before they
// are made: no array may have more than memory_limit bytes.
std::optional<Error> check_sizes(const AnalysisSpec&, const Sizes&);

}  // namespace posenc
