#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace paylink::cli {

/// The ids of processed events, in a file with one id per line, so that they survive a restart.
class seen_events {
public:
  /// Reads the file, or creates it. Throws std::runtime_error if neither works.
  explicit seen_events(const std::filesystem::path& file);
  ~seen_events();
  seen_events(const seen_events&) = delete;
  seen_events& operator=(const seen_events&) = delete;

  bool contains(std::string_view id) const { return ids_.contains(id); }

  /// On disk when it returns. Throws std::runtime_error if it cannot be written.
  void add(std::string_view id);

private:
  std::filesystem::path file_;
  int handle_ = -1;
  std::set<std::string, std::less<>> ids_;
};

} // namespace paylink::cli
