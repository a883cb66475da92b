#pragma once
#include "http/wire/message.hpp"

#include <optional>
#include <string_view>

namespace paylink {

/// Whether the page is wanted, and not the record for programs: `format` says so, or, without it, a browser asks. A
/// program that takes everything gets the record.
bool wants_page(const http_request& request, std::optional<std::string_view> format);

} // namespace paylink
