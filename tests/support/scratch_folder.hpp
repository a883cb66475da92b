#pragma once
#include <filesystem>
#include <string_view>

namespace paylink::test {

/// Makes a new folder for a test's databases, in memory where the machine offers it: what a sync costs on the disk is
/// no part of what these tests ask. `prefix` is `paylink-NAME-`. What a program that was killed has left goes when the
/// next one makes its first. Throws std::runtime_error.
std::filesystem::path make_scratch_folder(std::string_view prefix);

/// The same below a folder of the caller's choice, where a sync is to cost what it costs.
std::filesystem::path make_scratch_folder_below(const std::filesystem::path& below, std::string_view prefix);

} // namespace paylink::test
