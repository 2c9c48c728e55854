#include "train/structure.hpp"

#include <algorithm>

#include "kernels/centred.hpp"
#include "kernels/correlation.hpp"
#include "kernels/gram.hpp"
#include "kernels/hsic.hpp"
#include "kernels/representational_similarity.hpp"
#include "linalg/procrustes.hpp"

namespace posenc {
namespace {

// Means over the pairs i < j: of the chosen ones, and of the others.
struct Means {
  double chosen = 0, others = 0, chosen_pairs = 0, other_pairs = 0;
  bool both() const { return chosen_pairs > 0 && other_pairs > 0; }
};
template <class Chosen>
Means means(const std::vector<double>& pairs, std::size_t n, Chosen chosen) {
  Means m;
  const double* x = pairs.data();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j, ++x)
      chosen(i, j) ? (m.chosen += *x, ++m.chosen_pairs) : (m.others += *x, ++m.other_pairs);
  if (m.chosen_pairs > 0) m.chosen /= m.chosen_pairs;
  if (m.other_pairs > 0) m.others /= m.other_pairs;
  return m;
}

std::optional<double> modularity(const std::vector<double>& cosines,
                                 const std::vector<std::size_t>& modules) {
  const std::size_t n = modules.size();
  double all = 0, inside = 0;
  std::vector<double> ends(*std::ranges::max_element(modules) + 1);  // k, summed by module
  const double* x = cosines.data();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j, ++x) {
      const double weight = std::max(*x, 0.0);
      all += 2 * weight, ends[modules[i]] += weight, ends[modules[j]] += weight;
      if (modules[i] == modules[j]) inside += 2 * weight;
    }
  if (all == 0) return std::nullopt;
  double expected = 0;
  for (const double k : ends) expected += k * k / all;
  return (inside - expected) / all;
}

Modules modules_of(const std::vector<double>& cosines, const std::vector<std::size_t>& modules) {
  const Means m = means(cosines, modules.size(),
                        [&](std::size_t i, std::size_t j) { return modules[i] == modules[j]; });
  Modules out{m.chosen, m.others, std::nullopt, modularity(cosines, modules)};
  if (m.chosen > 0) out.segregation = (m.chosen - m.others) / m.chosen;
  return out;
}

std::optional<double> normalised_procrustes(const Matrix& x, const Matrix& y) {
  const Matrix a = normalised(centred(x)), b = normalised(centred(y));
  if (a.rows == 0 || b.rows == 0) return std::nullopt;
  return procrustes(a, b);
}

}  // namespace

Structure structure(const Matrix& table, const KnownPositions& known) {
  Structure out;
  const std::size_t n = table.rows;
  const Matrix gram = gram_of(table);
  const std::vector<double> cosines = cosine_similarities(gram);
  if (known.similarities.rows > 0) {
    if (n >= 4) out.cka = unbiased_hsic(gram, known.similarities).cka;
    std::vector<double> alike;
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) alike.push_back(known.similarities(i, j));
    for (const double x : alike) mean += x / static_cast<double>(alike.size());
    out.rsa = correlation(cosines, alike);
    const Means m = means(
        cosines, n, [&](std::size_t i, std::size_t j) { return known.similarities(i, j) > mean; });
    if (m.both()) out.contrast = m.chosen - m.others;
  }
  if (known.positions.rows > 0) out.procrustes = normalised_procrustes(table, known.positions);
  if (!known.modules.empty()) out.modules = modules_of(cosines, known.modules);
  return out;
}

}  // namespace posenc
