#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// Appends `text` as a JSON string, quotes included, as JavaScript's JSON.stringify writes it.
void append_json_string(std::string& out, std::string_view text);

} // namespace paylink
