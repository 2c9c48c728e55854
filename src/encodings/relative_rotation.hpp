// Rotary attention logits from the distance, not from two rotated vectors: for a query and a key at
// the effective distance e,
//   score = Σ_i a_i(e)·Re(q_i k̄_i exp(i·e·theta_i)) / √d
//         = Σ_i a_i(e)·[(q1 k1 + q2 k2) cos(e·theta_i) - (q2 k1 - q1 k2) sin(e·theta_i)] / √d.
// So the waves are as exact as those of a table even far from position 0, and distances that are no
// difference of positions (ReRoPE, Self-Extend) also have logits.
#pragma once
#include <algorithm>
#include <cmath>  // std::sqrt
#include <functional>
#include <memory>

#include "encodings/rotary_params.hpp"
#include "encodings/rotation.hpp"

namespace posenc::relative_rotation {

// theta_i = base^(-2i/d), i < d/2
inline TrigTable rope_table(double base, std::size_t dim) {
  TrigTable t;
  for (const Wide& theta : rotary_detail::bands(base, dim / 2))
    t.frequencies.push_back(TurnFrequency::from_radians(theta));
  return t;
}

struct Parts {
  std::size_t dim;
  bool interleaved;
  TrigTable table;  // one axis
  std::function<double(double query, double key)> distance;
  std::function<double(double query)> query_scale = nullptr;  // multiplies the query
  // a_i(e) for all pairs, valid until the next call
  std::function<const double*(double e)> factors = nullptr;
};

// Common values of the logits of one query, and the waves of its distance to a key.
struct Query {
  const Parts& parts;
  Rotation& waves;
  double position;

  double scale() const {
    const double scale = 1 / std::sqrt(static_cast<double>(parts.dim));
    return parts.query_scale ? scale * parts.query_scale(position) : scale;
  }
  // differences of positions reach 2^54; waves are limited to 2^53
  double distance(double key) const {
    return std::clamp(parts.distance(position, key), -0x1p53, 0x1p53);
  }
  // (2·pairs) cosines, then sines
  const double* at(const double& distance) const { return waves.waves_at(parts.table, &distance); }
};

inline Scores scores(Parts parts) {
  Scores s;
  s.dim = parts.dim;
  s.causal = true;
  s.terms = {"rotated"};
  const auto waves = std::make_shared<Rotation>(Rotation::Shape{parts.dim, parts.interleaved});
  if constexpr (kAdjoints)
    s.adjoint = [parts, waves](const double* position, const double* q, const Scores::Keys& keys,
                               std::size_t visible, const double* upstream, double* q_gradient,
                               double* k_gradient, Gradients) {
      const rotary_detail::Channels c{parts.interleaved, parts.dim / 2};
      const Query query{parts, *waves, *position};
      const double scale = query.scale();
      for (std::size_t j = 0; j < visible; ++j) {
        const double e = query.distance(keys.positions[j]);
        const double *cosine = query.at(e), *sine = cosine + c.pairs;
        const double* const factors = parts.factors ? parts.factors(e) : nullptr;
        const double* k = keys.k + j * parts.dim;
        double* k_to = k_gradient + j * parts.dim;
        for (std::size_t i = 0; i < c.pairs; ++i) {
          const std::size_t one = c.first(i), two = c.second(i);
          const double gradient = upstream[j] * scale * (factors != nullptr ? factors[i] : 1);
          q_gradient[one] += gradient * (k[one] * cosine[i] + k[two] * sine[i]);
          q_gradient[two] += gradient * (k[two] * cosine[i] - k[one] * sine[i]);
          k_to[one] += gradient * (q[one] * cosine[i] - q[two] * sine[i]);
          k_to[two] += gradient * (q[two] * cosine[i] + q[one] * sine[i]);
        }
      }
    };
  s.row = [parts = std::move(parts), waves](const double* position, const double* q,
                                            const Scores::Keys& keys, std::size_t visible,
                                            double* out) {
    const rotary_detail::Channels c{parts.interleaved, parts.dim / 2};
    const Query query{parts, *waves, *position};
    const double scale = query.scale();
    for (std::size_t j = 0; j < visible; ++j) {
      const double e = query.distance(keys.positions[j]);
      const double *cosine = query.at(e), *sine = cosine + c.pairs;
      const double* const factors = parts.factors ? parts.factors(e) : nullptr;
      const double* k = keys.k + j * parts.dim;
      double sum = 0;
      for (std::size_t i = 0; i < c.pairs; ++i) {
        const double q1 = q[c.first(i)], q2 = q[c.second(i)];
        const double k1 = k[c.first(i)], k2 = k[c.second(i)];
        const double pair = (q1 * k1 + q2 * k2) * cosine[i] - (q2 * k1 - q1 * k2) * sine[i];
        // a factor may be infinite for keys far after the query
        sum += factors != nullptr && pair != 0 ? factors[i] * pair : pair;
      }
      out[j] = sum * scale;
    }
  };
  return s;
}

}  // namespace posenc::relative_rotation
