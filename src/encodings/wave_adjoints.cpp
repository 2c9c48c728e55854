#include "encodings/wave_adjoints.hpp"

#include "core/rounding.hpp"
#include "encodings/rotary_params.hpp"

namespace posenc {
namespace {

// Adds the gradients for a pair with this gradient of its phase.
void add_to_frequencies(const TrigTable& t, std::size_t pair, const double* position,
                        double by_phase, double* gradient) {
  for (std::size_t a = 0; a < t.axes; ++a)
    gradient[pair * t.axes + a] += by_phase * (t.reversed ? -position[a] : position[a]);
}

}  // namespace

void set_frequencies(TrigTable& t, std::span<const double> radians) {
  for (std::size_t i = 0; i < t.frequencies.size(); ++i)
    t.frequencies[i] = TurnFrequency::from_radians(Wide(radians[i]));
}

void row_adjoint(const TrigTable& t, const double* position, const double* upstream,
                 double* gradient) {
  if (t.zero_position == *position) return;
  const std::vector<Position> p = coordinates(t, position);
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const Column& column = t.columns[c];
    if (column.wave != Wave::sine && column.wave != Wave::cosine) continue;
    const SinCos w = wave_of(t, column.pair, p.data());
    const double derivative = column.wave == Wave::sine ? w.cos : -w.sin;
    add_to_frequencies(t, column.pair, position,
                       upstream[c] * t.amplitude_of(column.pair) * derivative, gradient);
  }
}

void rotation_adjoint(const Rotary& r, const double* position, const double* x,
                      const double* upstream, double* x_gradient, double* gradient) {
  const TrigTable& t = r.table;
  const rotary_detail::Channels channels = rotary_detail::channels_of(r);
  const std::vector<Position> p = coordinates(t, position);
  for (std::size_t i = 0; i < channels.pairs; ++i) {
    const std::size_t one = channels.first(i), two = channels.second(i);
    const SinCos w = wave_of(t, i, p.data());
    const double c = t.amplitude_of(i) * w.cos, s = t.amplitude_of(i) * w.sin;
    x_gradient[one] += upstream[one] * c + upstream[two] * s;
    x_gradient[two] += upstream[two] * c - upstream[one] * s;
    if (gradient == nullptr) continue;
    const double y1 = x[one] * c - x[two] * s, y2 = x[two] * c + x[one] * s;
    add_to_frequencies(t, i, position, upstream[two] * y1 - upstream[one] * y2, gradient);
  }
  for (std::size_t c = 2 * channels.pairs; c < r.head_dim; ++c) x_gradient[c] += upstream[c];
}

}  // namespace posenc
