// Memory layout of Eigen matrices, for posenc/eigen.hpp: reads and writes in place if possible,
// otherwise through a copy.
#pragma once
#include <Eigen/Core>
#include <span>

#include "posenc/dimensions.hpp"

static_assert(EIGEN_VERSION_AT_LEAST(3, 4, 0), "posenc/eigen.hpp needs Eigen 3.4 or newer");

namespace posenc::eigen {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
// Arguments: any matrix or vector of this element type.
template <class T>
using In = const Eigen::Ref<const Matrix<T>>&;
template <class T>
using Out = Eigen::Ref<Matrix<T>>;

namespace detail {
using namespace posenc::detail;

template <class M>
Dimensions dimensions(const M& m) {
  return {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())};
}

// Returns true if the rows are contiguous.
template <class M>
bool together(const M& m) {
  return m.rows() <= 1 || m.outerStride() == m.cols();
}

// The elements of a matrix as a contiguous span, copied only if they are not contiguous.
template <class T>
class Numbers {
 public:
  explicit Numbers(In<T> m) : data_(m.data()), size_(static_cast<std::size_t>(m.size())) {
    if (together(m)) return;
    copy_ = m;
    data_ = copy_.data();
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  operator std::span<const T>() const { return {data_, size_}; }

 private:
  Matrix<T> copy_;
  const T* data_;
  std::size_t size_;
};

// Calls write(span) with the memory of `out`, which must have the needed dimensions.
template <class T, class Write>
Result<void> fill(Out<T> out, Dimensions needed, Write write) {
  if (auto error = other_dimensions("out", dimensions(out), needed)) return *error;
  const auto size = static_cast<std::size_t>(out.size());
  if (together(out)) return write(std::span<T>(out.data(), size));
  Matrix<T> whole(out.rows(), out.cols());
  const Result<void> done = write(std::span<T>(whole.data(), size));
  if (done) out = whole;
  return done;
}

// Returns a new matrix filled by write(matrix).
template <class T, class Write>
Result<Matrix<T>> make(Dimensions d, Write write) {
  if (auto error = beyond_memory("out", d, sizeof(T))) return *error;
  Matrix<T> out(static_cast<Eigen::Index>(d.rows), static_cast<Eigen::Index>(d.cols));
  if (const Result<void> done = write(Out<T>(out)); !done) return done.error();
  return out;
}

}  // namespace detail
}  // namespace posenc::eigen
