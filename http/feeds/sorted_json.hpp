#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A JSON object as Casso signs it: compact, the members of it and of the objects in it sorted by their names, those in
/// lists as they are; text with no more escapes than JSON needs, numbers as sent. None if the text is no JSON object,
/// or one in which a name occurs twice.
std::optional<std::string> sorted_json(std::string_view object);

} // namespace paylink
