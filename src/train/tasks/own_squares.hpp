// Latin squares of the caller (latin_square.hpp): puzzles with their answers, such as those of
// github.com/ljhearne/LSTNN_public. Its column `puzzles` has the 16 digits of `cells` (0 blank, 1
// to 4, 5 the target), `solutions` the answer, `condition` Binary, Ternary or Quaternary for 1, 2
// or 3 vectors.
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kOwnSquares;

}  // namespace posenc
