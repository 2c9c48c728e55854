#include "kernels/diagnostics/fisher_information.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "kernels/diagnostics/tables.hpp"

namespace posenc::fisher_information_detail {
namespace {

// second order everywhere: central inside, three rows at the ends (two where there are only two)
Matrix differences(const Matrix& t, double spacing) {
  Matrix slope = Matrix::zeros(t.rows, t.cols);
  const std::size_t last = t.rows - 1;
  for (std::size_t c = 0; c < t.cols; ++c) {
    for (std::size_t i = 1; i < last; ++i)
      slope(i, c) = (t(i + 1, c) - t(i - 1, c)) / (2 * spacing);
    if (last == 1) {
      slope(0, c) = slope(1, c) = (t(1, c) - t(0, c)) / spacing;
    } else {  // 2·(first difference) - (that of twice the step), each free of the level
      slope(0, c) = (4 * (t(1, c) - t(0, c)) - (t(2, c) - t(0, c))) / (2 * spacing);
      slope(last, c) =
          (4 * (t(last, c) - t(last - 1, c)) - (t(last, c) - t(last - 2, c))) / (2 * spacing);
    }
  }
  return slope;
}

}  // namespace

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  constexpr TableLimits kLimits = {1, 1 << 20, 65536};
  const bool has_derivative = inputs.has("derivative"), has_table = inputs.has("table");
  if (!has_derivative && !has_table)
    return Error{ErrorCode::missing_param, "derivative", "give derivative, or table, or both"};
  for (const std::string_view name : {"derivative", "table"})
    if (inputs.has(name))
      if (auto error = bad_table(name, inputs[name], kLimits)) return *error;
  const double noise = params.number("noise"), spacing = params.number("spacing");
  if (has_derivative && has_table &&
      (inputs["derivative"].rows != inputs["table"].rows ||
       inputs["derivative"].cols != inputs["table"].cols))
    return Error{ErrorCode::bad_shape, "derivative", "must have the shape of the table"};
  if (!has_derivative && inputs["table"].rows < 2)
    return Error{ErrorCode::bad_shape, "table",
                 "must have at least 2 rows where no derivative is given, got 1"};
  const Matrix made = has_derivative ? Matrix() : differences(inputs["table"], spacing);
  const Matrix& slope = has_derivative ? inputs["derivative"] : made;
  const std::size_t n = slope.rows;
  const std::vector<double> origin(slope.cols);
  std::vector<double> information(n), deviation;
  double mean = 0, spread = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::sqrt(squared_distance(slope.row(i), origin.data(), slope.cols));
    information[i] = (size / noise) * (size / noise);
    mean += information[i];
    if (information[i] > 0) deviation.push_back(noise / size);
  }
  mean /= static_cast<double>(n);
  for (const double x : information) spread += (x - mean) * (x - mean);
  spread = std::sqrt(spread / static_cast<double>(n));
  Outputs out = {scalar("meanInformation", mean),
                 scalar("informationSpread", mean > 0 ? spread / mean : 0),
                 list("information", std::move(information))};
  if (deviation.size() == n) out.push_back(list("leastDeviation", std::move(deviation)));
  if (has_table && inputs["table"].rows > 1) {
    const Matrix& t = inputs["table"];
    std::vector<double> neighbours;
    for (std::size_t i = 0; i + 1 < t.rows; ++i)
      neighbours.push_back(std::sqrt(squared_distance(t.row(i), t.row(i + 1), t.cols)) / noise);
    out.push_back(list("discriminability", std::move(neighbours)));
  }
  return out;
}

}  // namespace posenc::fisher_information_detail
