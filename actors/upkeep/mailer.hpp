#pragma once
#include "actors/interfaces.hpp"
#include "mail/notice_mail.hpp"
#include "mail/personal_letter.hpp"
#include "mail/transport.hpp"

#include <deque>

namespace paylink {

/// What the mailer works with.
struct mail_context {
  const wall_clock& clock;
  mail_transport& transport;
  mail_letterhead head;
  /// Opens the one-time token that a mail carries; none if the master key is gone.
  std::function<std::optional<std::string>(const personal_mail&)> open_token{};
};

/// Sends mails: notices to the Owner and the Admins of a Workspace, and letters to one person, which go first.
/// Owns:       the mail transport.
/// Receives:   notices_due, mail_due.
/// Sends to:   STORE (which mails it claims, and who has received them).
/// Guarantees: a notice is a row until every recipient has got or refused it, or a day has passed; no one gets it
///             twice, except after a crash. A server that does not answer is waited for once, not once for each mail.
///
/// Detached in the composition root, since a mail server takes its time; event-based under virtual time.
struct mailer_state {
  mailer_state(mailer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "mailer";

  void look();
  /// Has mails stored about tokens that will end, once an hour.
  void warn_of_ends();
  void look_for_letters();
  void look_for_notices();
  void look_again_by(std::optional<timestamp> due);
  /// One mail per message: other messages, such as the node's end, are handled in between.
  void send_next();
  void send_letter();
  void send_notice();
  mail_outcome send(const notice& about, const notice_recipient& to);
  mail_outcome send(const personal_mail& letter);
  void settle();
  /// Sends the next mail, or looks again later if there is none.
  void go_on();
  /// The node ends: unsent notices are claimed again soon, and no one gets one twice.
  void leave();

  mailer_actor::pointer self;
  std::optional<mail_context> context;
  store_actor store;
  std::deque<personal_mail> letters;
  std::deque<notice> claimed; ///< The first is under way.
  settle_notice progress;     ///< Of the first notice.
  std::size_t next_recipient = 0;
  bool is_nobody_there = false; ///< Since the last check.
  std::chrono::milliseconds next_look{0};
  std::chrono::milliseconds next_warning{0}; ///< By uptime.
};

mailer_actor::behavior_type mailer_behavior(mailer_actor::stateful_pointer<mailer_state> self, mail_context context,
                                            store_actor store);

} // namespace paylink
