// Raw memory that holds numbers of one type now and of another later. What is written there from
// outside the language (JavaScript, through a pointer) is read as the type that `at` is asked for:
// no number is ever read through a pointer to another type.
//
// It begins in the middle of a page, 16 bytes after a cache line. Large arrays of JavaScript begin
// 16 bytes after a page (glibc), and a processor copies between two addresses slowly whose last 12
// bits nearly agree (`rep movsb` of AMD: 2 to 5 times where they differ by 8 to 24), and best where
// the last 6 do.
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

  // Room for that many bytes, at the same place until more are asked for; what was there is then
  // lost. Ends like any `new` where there is no memory.
  void reserve(std::size_t bytes) {
    if (memory_ && bytes <= bytes_) return;
    bytes_ = 0;
    memory_.reset();  // before the larger one is asked for
    memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes + kPage);
    place_ = (kPlace - std::bit_cast<std::uintptr_t>(memory_.get())) % kPage;
    bytes_ = bytes;
  }

  // The n numbers of type T from byte `offset` on, a multiple of sizeof(T), within what was
  // reserved; they have the bits that are there.
  template <class T>
  T* at(std::size_t offset, std::size_t n) {
    // C++23's std::start_lifetime_as_array: copying onto itself makes the objects, and costs
    // nothing.
    void* const place = memory_.get() + place_ + offset;
    return std::launder(static_cast<T*>(std::memmove(place, place, n * sizeof(T))));
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t place_ = 0, bytes_ = 0;
};

}  // namespace posenc
