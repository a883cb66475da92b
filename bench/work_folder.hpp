#pragma once
#include "tests/support/scratch_folder.hpp"

namespace paylink::load {

/// A folder that goes with this object.
class work_folder {
public:
  explicit work_folder(const std::filesystem::path& below)
      : path_{test::make_scratch_folder_below(below, "paylink-load-")} {}
  ~work_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  work_folder(const work_folder&) = delete;
  work_folder& operator=(const work_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace paylink::load
