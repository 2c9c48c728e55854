#include "encodings/stages.hpp"

namespace posenc {

void Bias::set_of_distance(std::function<double(std::size_t head, std::int64_t distance)> of) {
  toeplitz = true;
  row = [of = std::move(of)](std::size_t head, std::int64_t query, std::int64_t first_key,
                             std::span<double> out) {
    for (std::int64_t distance = query - first_key; double& x : out) x = of(head, distance--);
  };
}

void Bias::set_of_pair(
    std::function<double(std::size_t head, std::int64_t query, std::int64_t key)> of) {
  row = [of = std::move(of)](std::size_t head, std::int64_t query, std::int64_t first_key,
                             std::span<double> out) {
    for (std::int64_t key = first_key; double& x : out) x = of(head, query, key++);
  };
}

void Bias::set_adjoint_of_distance(
    std::function<void(std::size_t head, std::int64_t distance, double upstream, Gradients)> of) {
  adjoint = [of = std::move(of)](std::size_t head, std::int64_t query, std::int64_t first_key,
                                 std::span<const double> upstream, Gradients to) {
    for (std::int64_t distance = query - first_key; const double u : upstream)
      of(head, distance--, u, to);
  };
}

void Bias::set_adjoint_of_pair(std::function<void(std::size_t head, std::int64_t query,
                                                  std::int64_t key, double upstream, Gradients)>
                                   of) {
  adjoint = [of = std::move(of)](std::size_t head, std::int64_t query, std::int64_t first_key,
                                 std::span<const double> upstream, Gradients to) {
    for (std::int64_t key = first_key; const double u : upstream) of(head, query, key++, u, to);
  };
}

}  // namespace posenc
