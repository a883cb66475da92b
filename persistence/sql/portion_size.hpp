#pragma once
#include <cstddef>

namespace paylink {

/// The size of a portion of rows whose texts have any length, as they are read one by one. It is full with the row that
/// reaches one of the two limits, so it always has room for one.
class portion_size {
public:
  static constexpr std::size_t bytes_max = 1024 * 1024;

  explicit portion_size(std::size_t rows_max) : rows_max_{rows_max} {}

  /// One more row, with a text of so many bytes.
  void add(std::size_t bytes) {
    ++rows_;
    bytes_ += bytes;
  }
  bool is_full() const { return rows_ >= rows_max_ || bytes_ >= bytes_max; }

private:
  std::size_t rows_max_, rows_ = 0, bytes_ = 0;
};

} // namespace paylink
