#pragma once
#include "api/calls/call.hpp"

#include <optional>
#include <string>

namespace paylink {

/// The cursor of a list: where its last page ended, sealed, so that it can be neither read nor changed, and bound to
/// the list and its filters. It holds for as long as the master key does.
std::string seal_cursor(const api_services& services, std::string_view list, std::string_view position);

/// None when the text is no cursor of this list.
std::optional<std::string> open_cursor(const api_services& services, std::string_view list, std::string_view cursor);

/// Names a list with its filters: the path and every parameter but `cursor` and `limit`.
std::string list_name(const http_request& request);

} // namespace paylink
