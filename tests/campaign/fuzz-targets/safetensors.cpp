#include "posenc_train_weights.hpp"
#include "targets.hpp"

void posenc::fuzz::safetensors(Input input) {
  const Result<std::vector<GivenTensor>> tensors = tensors_of_file(text(input));
  if (!tensors) return must_be_said(tensors.error());
  std::size_t numbers = 0;
  for (const GivenTensor& one : *tensors) {
    std::uint64_t size = 1;
    for (const std::uint64_t n : one.shape) size *= n;
    must(one.numbers.size() == size, "a tensor has as many numbers as its shape says");
    numbers += one.numbers.size();
  }
  must(numbers * sizeof(float) <= input.size(), "no more numbers are read than a file has");
}
