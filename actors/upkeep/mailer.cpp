#include "actors/upkeep/mailer.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "logging/log.hpp"

#include <boost/json.hpp>
#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two checks: the mailer gets no message when another actor stores a notice.
constexpr std::chrono::seconds look_interval_max{5};
constexpr std::chrono::milliseconds look_interval_min{100};
constexpr std::chrono::hours warning_interval{1};

void log_outcome(std::initializer_list<log::field> fields, const mail_outcome& outcome) {
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

/// What a mail's text names, as it is stored.
std::map<std::string, std::string> read_content(const std::string& stored) {
  std::map<std::string, std::string> content;
  const auto parsed = boost::json::parse(stored);
  for (const auto& member : parsed.as_object())
    content.emplace(member.key(), boost::json::value_to<std::string>(member.value()));
  return content;
}

} // namespace

void mailer_state::look() {
  is_nobody_there = false;
  next_look = look_interval_max;
  context->clock.uptime() < next_warning ? look_for_letters() : warn_of_ends();
}

void mailer_state::warn_of_ends() {
  self->request(store, caf::infinite, write{warn_of_tokens{}})
      .then(
          [this](written& done) {
            const auto warned = reply_to<warn_of_tokens>(done);
            if (warned && !warned->has_more) next_warning = context->clock.uptime() + warning_interval;
            look_for_letters();
          },
          [this](caf::error&) { look_for_letters(); });
}

void mailer_state::look_for_letters() {
  self->request(store, caf::infinite, write{claim_mails{}})
      .then(
          [this](written& done) {
            if (auto found = reply_to<claim_mails>(done)) {
              look_again_by(found->next_due);
              std::ranges::move(found->mails, std::back_inserter(letters));
            }
            look_for_notices();
          },
          [this](caf::error&) { look_for_notices(); });
}

void mailer_state::look_for_notices() {
  self->request(store, caf::infinite, write{claim_notices{}})
      .then(
          [this](written& done) {
            if (auto found = reply_to<claim_notices>(done)) {
              look_again_by(found->next_due);
              std::ranges::move(found->notices, std::back_inserter(claimed));
            }
            go_on();
          },
          [this](caf::error&) { go_on(); });
}

// Those just claimed also have a time, at which they are retried; it is far off.
void mailer_state::look_again_by(std::optional<timestamp> due) {
  if (due) next_look = std::clamp<std::chrono::milliseconds>(*due - context->clock.now(), look_interval_min, next_look);
}

void mailer_state::go_on() {
  if (!letters.empty() || !claimed.empty()) return self->send(mailer_actor{self}, mail_due{});
  self->delayed_send(mailer_actor{self}, next_look, notices_due{});
}

void mailer_state::send_next() { letters.empty() ? send_notice() : send_letter(); }

void mailer_state::send_letter() {
  const auto letter = std::move(letters.front());
  letters.pop_front();
  const auto outcome = is_nobody_there ? mail_outcome{mail_outcome::kind::delayed} : send(letter);
  is_nobody_there = is_nobody_there || outcome.is_nobody_there;
  const settle_mail settled{letter.row, letter.tries, outcome.what != mail_outcome::kind::delayed};
  // If this cannot be stored now, the mail is sent again when the claim is over.
  self->request(store, caf::infinite, write{settled})
      .then([this](written&) { go_on(); }, [this](caf::error&) { go_on(); });
}

mail_outcome mailer_state::send(const personal_mail& letter) {
  // Nobody has this address: only the work of finding that out was the same.
  if (letter.kind.empty()) return {};
  try {
    std::string token;
    if (!letter.sealed.empty()) {
      auto opened = context->open_token(letter);
      if (!opened) throw std::runtime_error{"the master key of its token is missing"};
      token = std::move(*opened);
    }
    const auto outcome = context->transport.send(write_personal_letter({.name = letter.kind,
                                                                        .recipient = letter.recipient,
                                                                        .lang = letter.lang,
                                                                        .content = read_content(letter.content),
                                                                        .token = token,
                                                                        .number = std::to_string(letter.row),
                                                                        .about = letter.created_at},
                                                                       context->head, context->clock.now()));
    log_outcome({{"mail", letter.row}, {"kind", letter.kind}, {"try", letter.tries}, {"reason", outcome.reason}},
                outcome);
    return outcome;
  } catch (const std::exception& fault) {
    log::error("mail.not_written", {{"mail", letter.row}, {"kind", letter.kind}, {"reason", fault.what()}});
    return {mail_outcome::kind::delayed, fault.what()};
  }
}

void mailer_state::send_notice() {
  const auto& about = claimed.front();
  if (progress.row != about.row) progress = {about.row, about.tries};
  if (is_nobody_there) {
    progress.is_done = false;
    return settle();
  }
  const auto& to = about.recipients[next_recipient];
  const auto outcome = send(about, to);
  log_outcome({{"notice", about.row},
               {"kind", to_text(about.kind)},
               {"workspace", about.workspace.view()},
               {"user", to.user.view()},
               {"try", about.tries},
               {"reason", outcome.reason}},
              outcome);
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
    return context->transport.send(write_notice_mail(about, to, context->head, context->clock.now()));
  } catch (const std::exception& fault) {
    return {mail_outcome::kind::delayed, fault.what()};
  }
}

void mailer_state::leave() {
  for (const auto& letter : letters) caf::anon_send(store, write{settle_mail{letter.row, letter.tries, false}});
  for (const auto& one : claimed) {
    if (one.row != progress.row) progress = {one.row, one.tries};
    progress.is_done = false;
    caf::anon_send(store, write{progress});
  }
}

void mailer_state::settle() {
  const auto next = [this] {
    next_recipient = 0;
    claimed.pop_front();
    progress = {};
    go_on();
  };
  // If this cannot be stored now, the mail is sent again when the claim is over.
  self->request(store, caf::infinite, write{progress})
      .then([next](written&) { next(); }, [next](caf::error&) { next(); });
}

mailer_actor::behavior_type mailer_behavior(mailer_actor::stateful_pointer<mailer_state> self, mail_context context,
                                            store_actor store) {
  self->state.context.emplace(std::move(context));
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
