#include "actors/upkeep/mailer.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two checks: the mailer gets no message when another actor stores a notice.
constexpr std::chrono::seconds look_interval_max{5};
constexpr std::chrono::milliseconds look_interval_min{100};

void log_outcome(const notice& about, const notice_recipient& to, const mail_outcome& outcome) {
  const std::initializer_list<log::field> fields{
      {"notice", about.row},    {"kind", to_text(about.kind)}, {"workspace", about.workspace.view()},
      {"user", to.user.view()}, {"try", about.tries},          {"reason", outcome.reason}};
  switch (outcome.what) {
  case mail_outcome::kind::sent:
    return log::info("mail.sent", fields);
  case mail_outcome::kind::written:
    return log::info("mail.written", fields);
  case mail_outcome::kind::refused:
    return log::error("mail.refused", fields);
  case mail_outcome::kind::delayed:
    return log::warning("mail.delayed", fields);
  }
}

} // namespace

void mailer_state::look() {
  is_nobody_there = false;
  self->request(store, caf::infinite, write{claim_notices{}})
      .then(
          [this](written& done) {
            auto found = reply_to<claim_notices>(done);
            if (!found) return look_again(look_interval_max);
            on_claimed(*found);
          },
          [this](caf::error&) { look_again(look_interval_max); });
}

void mailer_state::on_claimed(claimed_notices& found) {
  // Those just claimed also have a time, at which they are retried; it is far off.
  next_look = look_interval_max;
  if (found.next_due)
    next_look =
        std::clamp<std::chrono::milliseconds>(*found.next_due - desk->clock.now(), look_interval_min, next_look);
  if (found.notices.empty()) return look_again(next_look);
  std::ranges::move(found.notices, std::back_inserter(claimed));
  progress = {claimed.front().row, claimed.front().tries};
  self->send(mailer_actor{self}, mail_due{});
}

void mailer_state::send_next() {
  if (is_nobody_there) {
    progress.is_done = false;
    return settle();
  }
  const auto& about = claimed.front();
  const auto& to = about.recipients[next_recipient];
  const auto outcome = send(about, to);
  log_outcome(about, to, outcome);
  is_nobody_there = outcome.is_nobody_there;
  if (outcome.what == mail_outcome::kind::delayed)
    progress.is_done = false;
  else
    progress.settled.push_back(to.user);
  if (++next_recipient < about.recipients.size())
    self->send(mailer_actor{self}, mail_due{});
  else
    settle();
}

mail_outcome mailer_state::send(const notice& about, const notice_recipient& to) {
  try {
    return desk->transport.send(write_notice_mail(about, to, desk->head, desk->clock.now()));
  } catch (const std::exception& fault) {
    return {mail_outcome::kind::delayed, fault.what()};
  }
}

void mailer_state::leave() {
  for (const auto& one : claimed) {
    if (one.row != progress.row) progress = {one.row, one.tries};
    progress.is_done = false;
    caf::anon_send(store, write{progress});
  }
}

void mailer_state::settle() {
  const auto go_on = [this] {
    next_recipient = 0;
    claimed.pop_front();
    if (claimed.empty()) return look_again(next_look);
    progress = {claimed.front().row, claimed.front().tries};
    self->send(mailer_actor{self}, mail_due{});
  };
  // If this cannot be stored now, the mail is sent again when the claim is over.
  self->request(store, caf::infinite, write{progress})
      .then([go_on](written&) { go_on(); }, [go_on](caf::error&) { go_on(); });
}

void mailer_state::look_again(std::chrono::milliseconds wait) {
  self->delayed_send(mailer_actor{self}, wait, notices_due{});
}

mailer_actor::behavior_type mailer_behavior(mailer_actor::stateful_pointer<mailer_state> self, mail_desk desk,
                                            store_actor store) {
  self->state.desk.emplace(std::move(desk));
  self->state.store = std::move(store);
  self->set_exit_handler([self](const caf::exit_msg& leaving) {
    self->state.leave();
    self->quit(leaving.reason);
  });
  report_crashes(self);
  self->state.look();
  return {
      [self](notices_due) { self->state.look(); },
      [self](mail_due) { self->state.send_next(); },
  };
}

} // namespace paylink
