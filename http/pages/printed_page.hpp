#pragma once
#include "domain/values/money.hpp"
#include "http/wire/message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// Whether the page is wanted, and not the record for programs: `format` says so, or, without it, a browser asks. A
/// program that takes everything gets the record.
bool wants_page(const http_request& request, std::optional<std::string_view> format);

/// The answer with a page to read and to print, whose one style is `statement.css`, and which has no script.
http_response printed_page(std::string body, language lang);

} // namespace paylink
