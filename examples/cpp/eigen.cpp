// The kernel of sinusoidal positions in Eigen: its eigenvalues, and a function predicted from its
// values at every third position.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cstdio>
#include <posenc/eigen.hpp>

int main() {
  const auto sinusoidal = posenc::prepare({"sinusoidal", {{"dim", 16}}});
  if (!sinusoidal) return std::puts(sinusoidal.error().message.c_str());
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(64, 0, 63);  // 0, 1, … 63

  const auto table = posenc::eigen::table<double>(*sinusoidal, positions);  // (64, 16)
  const auto gram = posenc::eigen::gram(*sinusoidal, positions);            // (64, 64)
  if (!table || !gram) return 1;

  // table·tableᵀ and tableᵀ·table have the same eigenvalues above 0; Eigen's are ascending
  const Eigen::MatrixXd channels = table->transpose() * *table;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> by_position(*gram), by_channel(channels);
  for (int k = 1; k <= 4; ++k)
    std::printf("eigenvalue %d: %.9g, of the channels %.9g\n", k, by_position.eigenvalues()[64 - k],
                by_channel.eigenvalues()[16 - k]);
  std::printf("four of 64 hold %.4f %% of the trace\n",
              100 * by_position.eigenvalues().tail(4).sum() / gram->trace());

  // kernel ridge regression
  const Eigen::VectorXd f = (positions.array() / 64).square();
  const auto known = Eigen::seqN(0, 22, 3);
  const auto all = Eigen::seqN(0, 64);
  Eigen::MatrixXd system = (*gram)(known, known);
  system.diagonal().array() += 1e-3;
  const Eigen::VectorXd weights = system.llt().solve(Eigen::VectorXd(f(known)));
  std::printf("error of the regression: %.4f\n",
              (Eigen::MatrixXd((*gram)(all, known)) * weights - f).cwiseAbs().maxCoeff());
}
