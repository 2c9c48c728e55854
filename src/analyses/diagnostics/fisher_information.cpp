#include "analyses/diagnostics/fisher_information.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "kernels/squared_distance.hpp"

namespace posenc::fisher_information_row {
namespace {

// Row i of the derivative with respect to position, second order everywhere: central inside, three
// rows at the ends (two if there are only two).
void difference(const Matrix& t, std::size_t i, double spacing, double* out) {
  const std::size_t last = t.rows - 1;
  for (std::size_t c = 0; c < t.cols; ++c) {
    if (last == 1)
      out[c] = (t(1, c) - t(0, c)) / spacing;
    else if (i == 0)  // 2·(first difference) - (that of twice the step), each without the level
      out[c] = (4 * (t(1, c) - t(0, c)) - (t(2, c) - t(0, c))) / (2 * spacing);
    else if (i == last)
      out[c] = (4 * (t(last, c) - t(last - 1, c)) - (t(last, c) - t(last - 2, c))) / (2 * spacing);
    else
      out[c] = (t(i + 1, c) - t(i - 1, c)) / (2 * spacing);
  }
}

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  for (const std::string_view name : {"derivative", "table"})
    if (sizes.has(name))
      if (auto error = large_table(name, sizes[name], 1 << 20, 65536)) return *error;
  return Count(0);  // no array larger than the inputs
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const bool has_derivative = inputs.has("derivative"), has_table = inputs.has("table");
  const auto wrong = [&]() -> std::optional<Error> {
    if (!has_derivative && !has_table)
      return Error{ErrorCode::missing_param, "derivative", "give derivative, or table, or both"};
    if (has_derivative && has_table &&
        (inputs["derivative"].rows != inputs["table"].rows ||
         inputs["derivative"].cols != inputs["table"].cols))
      return bad_shape("derivative", "must have the shape of the table");
    if (!has_derivative && inputs["table"].rows < 2)
      return bad_shape("table", "must have at least 2 rows where no derivative is given, got 1");
    return std::nullopt;
  };
  for (const std::string_view name : {"derivative", "table"}) {
    if (!inputs.has(name) || work.error) continue;
    work.error = check_table(name, inputs[name]);
  }
  if (work.error || (work.error = wrong())) return;
  const double noise = params.number("noise"), spacing = params.number("spacing");
  const Matrix& given = inputs[has_derivative ? "derivative" : "table"];
  const std::size_t n = given.rows;
  const std::vector<double> origin(given.cols);
  std::vector<double> information(n), deviation, made(has_derivative ? 0 : given.cols);
  double mean = 0, spread = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_derivative) difference(given, i, spacing, made.data());
    const double* slope = has_derivative ? given.row(i) : made.data();
    const double size = std::sqrt(squared_distance(slope, origin.data(), given.cols));
    information[i] = (size / noise) * (size / noise);
    mean += information[i];
    if (information[i] > 0) deviation.push_back(noise / size);
  }
  mean /= static_cast<double>(n);
  for (const double x : information) spread += (x - mean) * (x - mean);
  spread = std::sqrt(spread / static_cast<double>(n));
  Outputs& out = work.outputs;
  out = {scalar("meanInformation", mean), scalar("informationSpread", mean > 0 ? spread / mean : 0),
         list("information", std::move(information))};
  if (deviation.size() == n) out.push_back(list("leastDeviation", std::move(deviation)));
  if (has_table && inputs["table"].rows > 1) {
    const Matrix& t = inputs["table"];
    std::vector<double> neighbours;
    for (std::size_t i = 0; i + 1 < t.rows; ++i) {
      neighbours.push_back(std::sqrt(squared_distance(t.row(i), t.row(i + 1), t.cols)) / noise);
    }
    out.push_back(list("discriminability", std::move(neighbours)));
  }
}

}  // namespace posenc::fisher_information_row
