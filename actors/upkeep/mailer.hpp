#pragma once
#include "actors/interfaces.hpp"
#include "mail/notice_mail.hpp"
#include "mail/transport.hpp"

#include <deque>

namespace paylink {

/// What the mailer works with.
struct mail_desk {
  const wall_clock& clock;
  mail_transport& transport;
  mail_letterhead head;
};

/// Sends notices by mail.
/// Owns:  the way out of mails.
/// Hears: notices_due, mail_due.
/// Tells: STORE (which notices it takes up, whom they have reached).
/// Keeps: a notice is a row until everybody has it, has refused it, or a day has gone by; nobody gets one twice but
///        after a crash. A server that does not answer is waited for once, not once for each mail.
///
/// Detached in the composition root, since a mail server takes its time; event-based under virtual time.
struct mailer_state {
  mailer_state(mailer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "mailer";

  void look();
  void on_claimed(claimed_notices& found);
  /// One mail at a time: what else is in the mailbox, the node's end among it, comes between.
  void send_next();
  mail_outcome send(const notice& about, const notice_recipient& to);
  void settle();
  /// The node ends: what was not sent is taken up again soon, and nobody gets it twice.
  void leave();
  void look_again(std::chrono::milliseconds wait);

  mailer_actor::pointer self;
  std::optional<mail_desk> desk;
  store_actor store;
  std::deque<notice> claimed; ///< The first is under way.
  settle_notice progress;     ///< Of the first.
  std::size_t next_recipient = 0;
  bool is_nobody_there = false; ///< Since the last look.
  std::chrono::milliseconds next_look{0};
};

mailer_actor::behavior_type mailer_behavior(mailer_actor::stateful_pointer<mailer_state> self, mail_desk desk,
                                            store_actor store);

} // namespace paylink
