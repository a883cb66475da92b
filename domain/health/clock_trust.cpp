#include "domain/health/clock_trust.hpp"

#include "domain/health/clock_watch.hpp"
#include "domain/values/word_list.hpp"

#include <utility>

namespace paylink {

namespace {

constexpr word_list<clock_witness, 9> witnesses{{{clock_witness::steady_time, "steady_time"},
                                                 {clock_witness::nothing_to_lose, "nothing_to_lose"},
                                                 {clock_witness::kernel, "kernel"},
                                                 {clock_witness::database_server, "database_server"},
                                                 {clock_witness::stored_time, "stored_time"},
                                                 {clock_witness::bank, "bank"},
                                                 {clock_witness::near_bank, "near_bank"},
                                                 {clock_witness::receiver, "receiver"},
                                                 {clock_witness::patience, "patience"}}};
static_assert(witnesses.is_in_order());

} // namespace

std::string_view to_text(clock_witness who) { return witnesses.word(who); }

void clock_trust::hear(clock_witness who, std::chrono::milliseconds ahead, timestamp wall,
                       std::chrono::milliseconds uptime) {
  const bool is_stored = who == clock_witness::stored_time;
  const bool is_bank = who == clock_witness::bank || who == clock_witness::near_bank;
  const auto ahead_max = is_bank || is_stored ? outside_apart_max : apart_max;
  const auto behind_max = is_bank ? outside_apart_max : apart_max;
  bool agrees = ahead <= ahead_max && ahead >= -behind_max;
  if (is_stored) {
    // Later than the newest stored time, the machine may just have been off; earlier, the clock is wrong now or was
    // wrong then. That it reaches this time eventually proves nothing.
    if (ahead < -behind_max) stored_later_ = wall - ahead;
    agrees = agrees && stored_later_ != wall - ahead;
  }
  if (is_bank && !agrees && uptime - doubted_since_.value_or(uptime) < contradiction_max) waiting_since_ = uptime;
  if (!agrees || who == clock_witness::near_bank) return;
  believed_ = wall.time_since_epoch() - uptime;
  by_ = who;
}

// Receivers that contradict the clock must not delay the other merchants.
void clock_trust::hear_receiver(user_id of, std::chrono::milliseconds ahead, timestamp wall,
                                std::chrono::milliseconds uptime) {
  if (std::chrono::abs(ahead) > outside_apart_max) return;
  const auto offset = wall.time_since_epoch() - uptime;
  if (!first_receiver_ || std::chrono::abs(offset - first_receiver_->offset) > clock_watch::jump) {
    first_receiver_ = {of, offset};
    return;
  }
  if (first_receiver_->of == of) return;
  believed_ = offset;
  by_ = clock_witness::receiver;
}

std::optional<clock_witness> clock_trust::judge(timestamp wall, std::chrono::milliseconds uptime) {
  const auto offset = wall.time_since_epoch() - uptime;
  const bool has_jumped = std::chrono::abs(offset - last_.value_or(offset)) > clock_watch::jump;
  last_ = offset;
  if (has_jumped) stored_later_.reset();
  if (believed_ && std::chrono::abs(offset - *believed_) <= apart_max) {
    // Small corrections add up over a year, so follow them.
    if (std::chrono::abs(offset - *believed_) <= clock_watch::jump) believed_ = offset;
    forget_doubts();
    return std::exchange(by_, clock_witness::steady_time);
  }
  if (!waiting_since_ || has_jumped) waiting_since_ = doubted_since_ = uptime;
  if (believed_in(uptime) > std::chrono::milliseconds{0}) return std::nullopt;
  forget_doubts();
  believed_ = offset;
  by_ = clock_witness::steady_time;
  return clock_witness::patience;
}

void clock_trust::forget_doubts() {
  waiting_since_.reset();
  doubted_since_.reset();
  stored_later_.reset();
  first_receiver_.reset();
}

std::chrono::milliseconds clock_trust::believed_in(std::chrono::milliseconds uptime) const {
  const auto wait = stored_later_ ? patience_before_stored : patience;
  return wait - (uptime - waiting_since_.value_or(uptime));
}

} // namespace paylink
