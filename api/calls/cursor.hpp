#pragma once
#include "api/calls/call.hpp"

#include <optional>
#include <string>

namespace paylink {

/// The cursor of a list: where its last page ended, encrypted and authenticated, and bound to the list and its filters.
/// It is valid for as long as the master key is.
std::string seal_cursor(const api_services& services, std::string_view list, std::string_view position);

/// None if the text is not a cursor of this list.
std::optional<std::string> open_cursor(const api_services& services, std::string_view list, std::string_view cursor);

/// Identifies a list with its filters: the path and every parameter except `cursor` and `limit`.
std::string list_name(const http_request& request);

} // namespace paylink
