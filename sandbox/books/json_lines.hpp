#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// An append-only file of JSON objects, one a line. Not thread-safe.
class json_lines {
public:
  /// Reads the file, or creates it (0600) with its folder, and calls `take` for every whole line; a last line that a
  /// crash cut short is removed. Throws std::runtime_error if it cannot be used, or if `take` throws.
  json_lines(const std::filesystem::path& file, const std::function<void(std::string_view line)>& take);
  ~json_lines();
  json_lines(const json_lines&) = delete;
  json_lines& operator=(const json_lines&) = delete;

  /// Throws std::runtime_error if the line cannot be written; the file is then as it was.
  void append(std::string line, bool to_disk);

private:
  std::filesystem::path file_;
  std::uintmax_t size_ = 0; ///< Bytes of whole lines.
  int handle_ = -1;
};

} // namespace paylink::sandbox
