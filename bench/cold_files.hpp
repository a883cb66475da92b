#pragma once
#include <filesystem>

namespace paylink::load {

/// Drops what the machine keeps in memory of all files below a folder, so that the next to read them goes to the disk.
/// No process may hold them open to write. Throws std::runtime_error.
void forget_files_below(const std::filesystem::path& folder);

} // namespace paylink::load
