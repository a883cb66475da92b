#pragma once
#include "mail/template_text.hpp"

#include <map>

namespace paylink {

/// A mail to one person: its template, and what that names.
struct personal_letter {
  std::string name; ///< Of the template: `sign_up`, `recovery`, …
  std::string recipient;
  language lang = language::vi;
  std::map<std::string, std::string> content; ///< From people: written on one line each.
  std::string token;                          ///< The one-time token of its link; empty: it has none.
  std::string number;                         ///< Its own, unchanged when it is sent again.
  timestamp about;                            ///< When its reason arose.
};

/// The mail. The token stands behind the `#` of its link: browsers do not send that part, so no log has it.
mail_message write_personal_letter(const personal_letter& letter, const mail_letterhead& head, timestamp now);

} // namespace paylink
