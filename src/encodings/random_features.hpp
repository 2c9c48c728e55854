// Shared parts of random feature maps of the Gaussian kernel. With frequencies W (rad per unit),
//
//   cos-bias  z(x) = √(2/D)·cos(Wx + b), b ~ U(0, 2π), W (D, axes)
//   paired    z(x) = √(2/D)·[cos Wx | sin Wx], W (D/2, axes)
//
// In both the mean of z(x)·z(y) over W (and b) is the kernel.
#pragma once
#include <cmath>  // std::sqrt

#include "encodings/fourier_params.hpp"

namespace posenc::random_features {

using Form = Choice<"cos-bias", "paired">;

constexpr ParamInfo form_param(Form initial) {
  return one_of<Form>("form",
                      "cos-bias: √(2/D)·cos(Wx+b); paired: √(2/D)·[cos Wx | sin Wx] with D/2 "
                      "frequencies, of lower variance, a function of the offset alone.",
                      initial);
}

struct Features {
  std::vector<double> frequencies, offsets;  // (f, axes) rad per unit; (D) rad, or empty
};

// number of frequencies f
inline Result<std::size_t> rows(const Params& p) {
  const std::size_t dim = p.count("dim");
  if (p.choice<Form>("form") == "cos-bias") return dim;
  if (dim % 2 != 0) return fourier::bad_dim(p, "even with form 'paired'");
  return dim / 2;
}

// b of cos-bias, drawn from a separate stream
inline Result<std::vector<double>> offsets(const Params& p) {
  if (p.choice<Form>("form") == "paired") {
    if (p.has("offsets")) return bad_param("offsets", "belong to form 'cos-bias', not to 'paired'");
    return std::vector<double>();
  }
  const Random random = fourier::random_of(p, 1);
  return fourier::matrix(p, "offsets", p.count("dim"), 1, [&](std::uint64_t i) {
    return (kTwoPi * Wide(random.uniform(i))).to_double();
  });
}

inline Result<TrigTable> table_of(const Params& p, const Result<Features>& z) {
  if (!z) return z.error();
  TrigTable t;
  t.axes = p.count("axes");
  const std::size_t dim = p.count("dim");
  t.amplitude = std::sqrt(2 / static_cast<double>(dim));
  for (const double w : z->frequencies)
    t.frequencies.push_back(TurnFrequency::from_radians(Wide(w)));
  for (const double b : z->offsets) t.offsets.emplace_back(Wide(b) * kInverseTwoPi);
  t.add_columns(Wave::cosine, 0, t.pairs());
  if (p.choice<Form>("form") == "paired") t.add_columns(Wave::sine, 0, t.pairs());
  return t;
}

inline Result<Facts> facts_of(const Params& p, const Result<Features>& z) {
  if (!z) return z.error();
  Facts facts = {{"frequencies", "W, rad per unit of each coordinate (frequencies, axes).",
                  z->frequencies, p.count("axes")}};
  if (!z->offsets.empty())
    facts.push_back({"offsets", "b, rad, one for each channel.", z->offsets});
  return facts;
}

// The stages of a row with the features kFeatures(params).
template <auto kFeatures>
Result<TrigTable> table(const Params& p) {
  return table_of(p, kFeatures(p));
}
template <auto kFeatures>
Result<Facts> facts(const Params& p) {
  return facts_of(p, kFeatures(p));
}

}  // namespace posenc::random_features
