// Eigen, natively and in WebAssembly: a contender of tests/bench/run.mjs that does its products,
// symmetric eigenproblems and singular values, by the algorithms that its documentation names
// first.
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "../clock.hpp"
#include "../noise.hpp"

namespace {

using nlohmann::json;
using posenc::test::noise;
template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::Index;

// (rows, cols): noise(first), noise(first + 1) …
Rows<double> drawn(Index rows, Index cols, Index first = 0) {
  Rows<double> m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = noise(static_cast<std::size_t>(first + i));
  return m;
}

// as in kernel_data.mjs
Rows<double> table_of(Index rows, Index dim) {
  Rows<double> table(rows, dim);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < dim; c += 2) {
      const double angle = (noise(static_cast<std::size_t>(r)) + 0.5) * 65536 *
                           std::pow(10000, -static_cast<double>(c) / static_cast<double>(dim));
      table(r, c) = std::sin(angle), table(r, c + 1) = std::cos(angle);
    }
  return table;
}
Rows<double> symmetric(Index n, const json& spec) {
  Rows<double> m(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      double entry = 0;
      if (spec.is_null())
        entry = noise(static_cast<std::size_t>(j * n + i)) +
                (i == j ? std::sqrt(static_cast<double>(n)) : 0);
      else
        for (int c = 0, dim = spec.at("dim"); c < dim; c += 2)
          entry += std::cos(static_cast<double>(i - j) * std::pow(10000, -double(c) / dim));
      m(i, j) = m(j, i) = entry;
    }
  return m;
}

// One workload with its inputs; run() leaves its result in `out` or `out32`.
struct Work {
  explicit Work(const json& workload)
      : task(workload.at("task")), vectors(workload.value("vectors", true)) {
    const Index n = workload.at("rows"), dim = workload.value("dim", 0);
    if (task == "gram") {
      a = table_of(n, dim);
    } else if (task == "eigen") {
      a = symmetric(n, workload.value("spec", json()));
    } else if (task == "singular") {
      a = drawn(n, dim);
    } else {
      const Index inner = workload.at("inner");
      a = drawn(n, inner), b = drawn(inner, dim, n * inner);
      if (workload.at("float32")) a32 = a.cast<float>(), b32 = b.cast<float>();
    }
  }

  void run() {
    if (task == "gram") {
      out.setZero(a.rows(), a.rows());
      out.selfadjointView<Eigen::Lower>().rankUpdate(a);
      out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
    } else if (task == "eigen") {
      out = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues().reverse();
    } else if (task == "singular") {
#if EIGEN_VERSION_AT_LEAST(3, 5, 0)  // 5 calls itself 3.5
      if (vectors)
        out = Eigen::BDCSVD<Eigen::MatrixXd, Eigen::ComputeThinU>(a).singularValues();
      else
        out = Eigen::BDCSVD<Eigen::MatrixXd>(a).singularValues();
#else
      out = Eigen::BDCSVD<Eigen::MatrixXd>(a, vectors ? Eigen::ComputeThinU : 0).singularValues();
#endif
    } else if (a32.size() > 0) {
      out32.noalias() = a32 * b32;
    } else {
      out.noalias() = a * b;
    }
  }

  double entry(std::size_t i) const {
    return out32.size() > 0 ? static_cast<double>(out32.data()[i]) : out.data()[i];
  }

  std::string task;
  bool vectors;
  Rows<double> a, b, out;
  Rows<float> a32, b32, out32;
};

std::string eigen_version() {
#ifdef EIGEN_PATCH_VERSION
  const int numbers[] = {EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, EIGEN_PATCH_VERSION};
#else
  const int numbers[] = {EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION};
#endif
  std::string text;
  for (const int n : numbers) text += (text.empty() ? "" : ".") + std::to_string(n);
  return text;
}

}  // namespace

int main() {
  Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20);
  std::cout << json{{"version", "Eigen " + eigen_version() + ", " + version()}} << std::endl;
  json current;
  std::optional<Work> work;
  for (std::string line; std::getline(std::cin, line);) {
    const json request = json::parse(line);
    const json& workload = request.at("workload");
    if (!work || current != workload) work.emplace(workload), current = workload;
    const int repeat = request.at("repeat");
    const double begin = cpu_seconds();
    for (int k = 0; k < repeat; ++k) work->run();
    json reply = {{"cpu", (cpu_seconds() - begin) / repeat}};
    for (const std::size_t i : request.at("sample")) reply["sample"].push_back(work->entry(i));
    std::cout << reply << std::endl;
  }
}
