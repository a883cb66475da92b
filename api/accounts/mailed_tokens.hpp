#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// A one-time token on its way: the mail that carries it, sealed, with its digest. The token itself is nowhere else.
personal_mail mail_with_token(const call_context& context, std::string_view kind, std::string_view recipient,
                              language lang);

/// A mail without a token.
personal_mail mail_without_token(std::string_view kind, std::string_view recipient, language lang);

} // namespace paylink
