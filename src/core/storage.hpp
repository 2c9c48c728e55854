// Raw memory that holds values of different types over time. JavaScript writes it through a
// pointer; C++ reads it as the type passed to `at`, so no value is read through a pointer to
// another type.
//
// It begins in the middle of a page, 16 bytes after a cache line. Large JavaScript arrays begin 16
// bytes after a page (glibc). A processor copies slowly between two addresses whose last 12 bits
// nearly agree (`rep movsb` of AMD: 2 to 5 times if they differ by 8 to 24), and best if the last 6
// do.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>  // std::memmove
#include <memory>
#include <new>  // std::launder

namespace posenc {

class Storage {
 public:
  static constexpr std::size_t kPage = 4096, kPlace = kPage / 2 + 16;

  std::size_t bytes() const { return bytes_; }

  // Ensures capacity for `bytes`. The address changes, and the contents are lost, only when it
  // grows. Fails like `new` when out of memory.
  void reserve(std::size_t bytes) {
    if (memory_ && bytes <= bytes_) return;
    bytes_ = 0;
    memory_.reset();  // freed before the larger allocation
    memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes + kPage);
    place_ = (kPlace - std::bit_cast<std::uintptr_t>(memory_.get())) % kPage;
    bytes_ = bytes;
  }

  // The n values of type T from byte `offset` on, a multiple of sizeof(T), within the reserved
  // memory; the bits are kept.
  template <class T>
  T* at(std::size_t offset, std::size_t n) {
    // C++23's std::start_lifetime_as_array: copying memory onto itself creates the objects at no
    // cost.
    void* const place = memory_.get() + place_ + offset;
    return std::launder(static_cast<T*>(std::memmove(place, place, n * sizeof(T))));
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t place_ = 0, bytes_ = 0;
};

}  // namespace posenc
