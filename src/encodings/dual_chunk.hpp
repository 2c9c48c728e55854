// Dual Chunk Attention: An et al. 2024 (arXiv:2402.17463), as in vLLM (Qwen2.5-1M).
//
// Positions are split into chunks of c = chunkSize - localSize. With n' = n mod c, m' = m mod c:
//   same chunk    e = m' - n'
//   next chunk    e = min(m' + c, chunkSize) - n'
//   farther       e = min(2c - 1, chunkSize) - n'
#pragma once
#include "encodings/mapped_distance.hpp"

namespace posenc::dual_chunk_row {

inline constexpr ParamInfo kParams[] = {
    mapped_distance::length("chunkSize", "Largest position that a query gets.", 16, 2),
    mapped_distance::length(
        "localSize", "Distances up to it are kept across a chunk's border; below chunkSize.", 4, 0),
    mapped_distance::kDim,
    rotary_detail::base(10000),
    rotary_detail::layout("half"),
};

inline Result<mapped_distance::Distance> distance(const Params& p) {
  const double size = p.number("chunkSize"), c = size - p.number("localSize");
  if (c < 1)
    return bad_param("localSize", "must be below chunkSize = ", to_text(size), ", got ",
                     to_text(p.number("localSize")));
  return mapped_distance::Distance([=](double m, double n) {
    using mapped_distance::quotient, mapped_distance::remainder;
    const double chunks = quotient(m, c) - quotient(n, c), key = remainder(n, c);
    if (chunks <= 0) return remainder(m, c) - key + chunks * c;  // chunks < 0: a later key
    if (chunks == 1) return std::min(remainder(m, c) + c, size) - key;
    return std::min(2 * c - 1, size) - key;
  });
}

inline constexpr EncodingInfo kDualChunk = {
    .id = "dual-chunk",
    .title = "Dual Chunk Attention",
    .family = "rotary",
    .formula =
        R"(e(m,n) = \begin{cases} m'-n' & \text{same chunk}\\ \min(m'+c,\,s)-n' & \text{next chunk}\\ \min(2c-1,\,s)-n' & \text{farther}\end{cases}\quad c = s-\ell,\; x' = x \bmod c)",
    .citation =
        "An et al. 2024, Training-Free Long-Context Scaling of Large Language Models, "
        "arXiv:2402.17463; vLLM dual_chunk_rope.py",
    .note =
        "vLLM's reading; the paper's own code takes the trained length - 1 as the position of "
        "queries of farther chunks (unconfirmed). Default sizes are chosen here, so that a small "
        "picture shows them; Qwen2.5-1M has 262144 and 8192 (unconfirmed).",
    .params = kParams,
    .relative_map = mapped_distance::map<distance>,
    .scores = mapped_distance::scores<distance>,
};

}  // namespace posenc::dual_chunk_row
