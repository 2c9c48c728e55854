// Correlation of two long lists, and ranks for rank correlation.
#pragma once
#include <optional>
#include <vector>

namespace posenc {

// Numbers up to 10^-12 apart are ties: cosines have rounding errors of this size.

// Pearson's correlation of lists of equal length > 0; none if one of them is all ties.
std::optional<double> correlation(const std::vector<double>& x, const std::vector<double>& y);

// Ranks from 0; tied numbers share their mean rank. The correlation of ranks is Spearman's.
std::vector<double> ranks(const std::vector<double>& x);

}  // namespace posenc
