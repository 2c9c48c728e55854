#include "identify/given.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace posenc::identification {
namespace {

bool is_float32(double x) { return static_cast<double>(static_cast<float>(x)) == x; }

// The narrowest format that contains all values. Powers of two, which fit every format, count as
// float32.
Format format_of(std::span<const double> values) {
  bool bf16 = true, fp16 = true, told = false;
  for (const double x : values) {
    if (!is_float32(x)) return Format::float64;
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    if ((bits & 0x7fffff) == 0) continue;
    told = true;
    if ((bits & 0xffff) != 0) bf16 = false;
    if (fp16 && (!std::isfinite(x) || rounded(Format::fp16, x) != x)) fp16 = false;
  }
  if (!told) return Format::float32;
  return bf16 ? Format::bf16 : fp16 ? Format::fp16 : Format::float32;
}

}  // namespace

double unit_of(Format format) {
  switch (format) {
    case Format::float64:
      return 0x1p-53;
    case Format::fp16:
    case Format::tf32:
      return 0x1p-11;
    case Format::bf16:
      return 0x1p-8;
    default:
      return 0x1p-24;
  }
}

double Given::slack(std::size_t index) const {
  const double size = std::abs(data[index]);
  if (printed_halves.empty()) return std::max(half * size, least);
  return std::max(printed_halves[index], (float32_text ? 0x1p-24 : 0x1p-53) * size);
}

// A list of frequencies that are all bf16 or fp16 numbers is still compared as float32: rounding
// them is a mistake with its own name.
Given given_numbers(Subject subject, std::span<const double> data, std::size_t rows) {
  const Format format = format_of(data);
  const bool list = subject == Subject::frequencies;
  const Format stored = list && format != Format::float64 ? Format::float32 : format;
  Given out{subject, data, rows, data.size() / rows};
  out.format = name(format);
  out.arithmetic = format == Format::float64 ? 0x1p-51 : 0x1p-24;
  out.half = unit_of(stored);
  out.least = stored == Format::fp16 ? 0x1p-25 : 0;
  return out;
}

Given given_text(const Pasted& pasted) {
  const bool list = pasted.rows == 1 || pasted.cols == 1;
  const std::size_t rows = list ? 1 : pasted.rows;
  Given out{list ? Subject::frequencies : Subject::table, pasted.data, rows,
            pasted.data.size() / rows};
  out.float32_text = true;
  for (std::size_t i = 0; i < pasted.data.size(); ++i) {
    const double x = pasted.data[i];
    if (!(std::abs(x - static_cast<double>(static_cast<float>(x))) <= pasted.shown[i]))
      out.float32_text = false;
  }
  out.format = "text";
  out.arithmetic = out.float32_text ? 0x1p-24 : 0x1p-51;
  out.printed_halves = pasted.halves;
  return out;
}

}  // namespace posenc::identification
