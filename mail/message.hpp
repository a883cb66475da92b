#pragma once
#include "domain/identity/mail_address.hpp"
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A sender or recipient of mail.
struct mailbox {
  std::string name;    ///< May be empty.
  std::string address; ///< `local@host`, ASCII.
};

/// Reads `Name <local@host>` or `local@host`; none if the address is not valid.
std::optional<mailbox> parse_mailbox(std::string_view text);

/// A text-only mail.
struct mail_message {
  mailbox from, to;
  std::string subject; ///< UTF-8, as `text` is.
  std::string text;    ///< Lines end in LF.
  language lang = language::vi;
  std::string id; ///< `local@host`, unchanged when the same mail is sent again.
  timestamp date;
};

/// The text with spaces for its control characters, and for those that would end the line or turn its direction: for a
/// header, or for one line of text.
std::string on_one_line(std::string_view text);

/// The bytes to send: RFC 5322 headers, with other languages encoded by RFC 2047, the text quoted-printable, lines
/// ending in CRLF. The fields cannot inject a header: control characters become spaces.
std::string wire_form(const mail_message& message);

} // namespace paylink
