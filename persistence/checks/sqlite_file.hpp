#pragma once
#include "persistence/checks/examination.hpp"

#include <filesystem>

namespace paylink::checks {

/// What only a file of SQLite is asked: whether the index of texts beside it belongs to it, and, if the examination is
/// `deep`, whether the file itself is sound.
own_walks walks_of_file(const std::filesystem::path& file, const doctor_context& context);

} // namespace paylink::checks
