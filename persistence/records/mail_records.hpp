#pragma once
#include "domain/errors/errc.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <vector>

/// The stores' records about mails to one person.
namespace paylink {

/// A mail to one person. Its template has the name of its kind.
struct personal_mail {
  std::int64_t row = 0; ///< 0: not stored yet.
  int tries = 0;        ///< How often it was claimed, including this time.
  std::string kind;     ///< `sign_up`, `recovery`, …; empty: it is sent to nobody.
  std::string recipient;
  language lang = language::vi;
  std::string sealed{};       ///< The one-time token that it carries; empty: none.
  std::string digest{};       ///< Of that token.
  std::string content = "{}"; ///< What its text names: a JSON object of texts.
  timestamp created_at{};
};

struct claimed_mails {
  std::vector<personal_mail> mails;
  std::optional<timestamp> next_due; ///< When the next unclaimed mail is due; none if there is none.
};

/// Claims due mails, each for long enough to be sent.
struct claim_mails {
  using reply = claimed_mails;
  static constexpr bool is_apart = true;
  int limit = 4;
};
result<claimed_mails> carry_out(writing& at, const claim_mails& command);

/// Removes a mail that was sent or never will be, or lets it wait. `conflict`: it was claimed again.
struct settle_mail {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::int64_t row = 0;
  int tries = 0; ///< Of the claim.
  bool is_done = true;
};
result<no_reply> carry_out(writing& at, const settle_mail& command);

using mail_verbs = verbs<claim_mails, settle_mail>;

} // namespace paylink
