#pragma once
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A person or service that mail comes from or goes to.
struct mailbox {
  std::string name;    ///< May be empty.
  std::string address; ///< `local@host`, ASCII.
};

/// Whether a text is an address as mail servers take it everywhere: ASCII, no quotes, no comments.
bool is_mail_address(std::string_view text);

/// Reads `Name <local@host>` or `local@host`; none when the address is none.
std::optional<mailbox> parse_mailbox(std::string_view text);

/// A mail with a text and nothing else.
struct mail_message {
  mailbox from, to;
  std::string subject; ///< UTF-8, as `text` is.
  std::string text;    ///< Lines end in LF.
  language lang = language::vi;
  std::string id; ///< `local@host`, the same when the same mail is sent again.
  timestamp date;
};

/// The text with blanks for its control characters: fit for a header, or for one line of a text.
std::string on_one_line(std::string_view text);

/// The bytes that are sent: headers of RFC 5322, other languages in them as RFC 2047 says, the text quoted-printable,
/// lines ending in CRLF. Whatever the fields hold, they add no header: control characters become blanks.
std::string wire_form(const mail_message& message);

} // namespace paylink
