#pragma once
#include <string_view>

namespace paylink {

/// Whether a text is an address that every mail server accepts: ASCII, no quotes, no comments.
bool is_mail_address(std::string_view text);

} // namespace paylink
