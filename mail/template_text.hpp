#pragma once
#include "mail/message.hpp"

#include <kainjow/mustache.hpp>

namespace paylink {

/// What the mails of a node have in common.
struct mail_letterhead {
  mailbox from;
  std::string brand;
  std::string public_url; ///< The base of links.
};

/// The mail that a template makes with these values; its first line is the subject. `name` is the template's, without
/// the language.
mail_message message_from(std::string_view name, language lang, const kainjow::mustache::data& values,
                          const mail_letterhead& head, timestamp now);

} // namespace paylink
