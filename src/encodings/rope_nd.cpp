#include "encodings/rope_nd.hpp"

namespace posenc::rope_nd_row {
namespace {

struct Axis {
  std::size_t width;        // channels
  std::vector<Wide> theta;  // rad per unit of the position
  Wide shift;               // added to the position
};
struct Pair {
  std::size_t axis, index;
};
struct Axes {
  std::vector<Axis> axes;
  std::vector<Pair> pairs;  // in channel order
};

// A list with one number per axis.
struct List {
  std::string_view name;
  bool whole;
  double otherwise;
};
enum { kWidths, kBases, kNtkFactors, kScales, kOffsets, kSizes, kLists };

// b^(-k/n)·s^(-k/(n-1))·scale, k = 0 … n-1
std::vector<Wide> frequencies(double base, double ntk, double scale, std::size_t pairs) {
  std::vector<Wide> theta = rotary_detail::bands(base, pairs);
  if (pairs > 1 && ntk != 1) {
    const std::vector<Wide> ratio =
        geometric(-(log(Wide(ntk)) / Wide(static_cast<double>(pairs - 1))), pairs);
    for (std::size_t k = 0; k < pairs; ++k) theta[k] = theta[k] * ratio[k];
  }
  for (Wide& t : theta) t = t * Wide(scale);
  return theta;
}

Result<Axes> axes_of(const Params& p) {
  const auto n = p.count("axes");
  const auto dim = p.count("dim");
  const auto centring = p.choice<Centring>("centring");
  const List lists[kLists] = {{"widths", true, static_cast<double>(2 * (dim / (2 * n)))},
                              {"bases", false, p.number_or("base", 1)},
                              {"ntkFactors", false, 1},
                              {"scales", false, 1},
                              {"offsets", false, 0},
                              {"sizes", true, centring == "none" ? 0.0 : 64.0}};
  std::vector<double> of[kLists];
  for (std::size_t i = 0; i < kLists; ++i) {
    const auto& [name, whole, otherwise] = lists[i];
    of[i] = p.numbers_or(name, std::vector<double>(n, otherwise));
    if (p.has(name))
      if (auto error = rotary_detail::wrong_length(p, name, n, "one of each axis")) return *error;
    for (const double x : of[i])
      if (whole && static_cast<double>(static_cast<std::int64_t>(x)) != x)
        return bad_param(name, "must be whole numbers, got ", to_text(x));
  }
  if (!p.has("sizes")) of[kSizes][0] = 0;
  if (!p.has("widths")) {
    if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
    of[kWidths][0] = static_cast<double>(dim - (n - 1) * (2 * (dim / (2 * n))));
  }

  Axes made;
  std::size_t sum = 0, longest = 0;
  for (std::size_t a = 0; a < n; ++a) {
    const auto width = static_cast<std::size_t>(of[kWidths][a]);
    sum += width;
    longest = width > longest ? width : longest;
    if (width % 2 != 0)
      return bad_param("widths", "must be even: channels are rotated in pairs; got ", width);
    if (sum > dim) break;
    const double size = of[kSizes][a];
    Wide shift(of[kOffsets][a]);
    if (size != 0)
      shift = centring == "cells" ? shift - ceil(Wide(size / 2)) : shift + Wide(0.5 - size / 2);
    made.axes.push_back(
        {width, frequencies(of[kBases][a], of[kNtkFactors][a], of[kScales][a], width / 2), shift});
  }
  if (sum > dim || sum == 0)
    return bad_param("widths", "must add up to 2 at least and dim = ", dim, " at most; got ", sum);
  const auto add = [&](std::size_t axis, std::size_t k) {
    if (k < made.axes[axis].theta.size()) made.pairs.push_back({axis, k});
  };
  const bool alternating = p.choice<Order>("order") == "alternating";
  if (alternating && p.choice<AxesLayout>("layout") == "half-by-axis")
    return bad_param("layout",
                     "'half-by-axis' needs order 'blocks': channels of an axis stand together");
  const std::size_t outer = alternating ? longest / 2 : n, inner = alternating ? n : longest / 2;
  for (std::size_t i = 0; i < outer; ++i)
    for (std::size_t j = 0; j < inner; ++j) alternating ? add(j, i) : add(i, j);
  return made;
}

// Places in the head's half layout of the channels of each axis' half layout: the first channels of
// all pairs, then their partners.
std::vector<std::size_t> places_of(const std::vector<Axis>& axes) {
  std::vector<std::size_t> places;
  for (const bool partners : {false, true}) {
    std::size_t begin = 0;
    for (const Axis& axis : axes) {
      const std::size_t half = axis.width / 2, first = begin + (partners ? half : 0);
      for (std::size_t k = 0; k < half; ++k) places.push_back(first + k);
      begin += axis.width;
    }
  }
  return places;
}

}  // namespace

Result<Rotary> rotary(const Params& p, const Scaling*) {
  const Result<Axes> made = axes_of(p);
  if (!made) return made.error();
  TrigTable t;
  t.axes = made->axes.size();
  bool shifted = false;
  for (const Axis& axis : made->axes) shifted = shifted || !axis.shift.is_zero();
  for (const auto& [axis, k] : made->pairs) {
    const Axis& of = made->axes[axis];
    t.add_pair(axis, TurnFrequency::from_radians(of.theta[k]));
    if (shifted) t.offsets.emplace_back(of.theta[k] * of.shift * kInverseTwoPi);
  }
  const auto layout = p.choice<AxesLayout>("layout");
  Rotary r{p.count("dim"), layout == "interleaved", std::move(t)};
  if (layout == "half-by-axis") r.places = places_of(made->axes);
  set_rotary_columns(r.table, r.interleaved, r.places);
  return r;
}

Result<Facts> facts(const Params& p) {
  const Result<Axes> made = axes_of(p);
  if (!made) return made.error();
  std::vector<double> widths, shifts, axis_of_pair;
  for (const Axis& axis : made->axes) {
    widths.push_back(static_cast<double>(axis.width));
    shifts.push_back(axis.shift.to_double());
  }
  for (const Pair& pair : made->pairs) axis_of_pair.push_back(static_cast<double>(pair.axis));
  return Facts{
      {"widths", "Channels of each axis.", std::move(widths)},
      {"shifts", "Added to the coordinate of each axis, centring included.", std::move(shifts)},
      {"axisOfPair", "The axis that each pair follows, from 0.", std::move(axis_of_pair)}};
}

}  // namespace posenc::rope_nd_row
