#include "persistence/incarnations/own_incarnation.hpp"

#include "domain/values/hex_digits.hpp"
#include "persistence/incarnation_book.hpp"

#include <cstdint>
#include <random>

namespace paylink {
namespace {

/// Two heartbeats this far apart have a gap: at least one was missed.
constexpr std::chrono::milliseconds gap_max = 2 * heartbeat_interval + std::chrono::seconds{1};

} // namespace

std::string draw_unique_name() {
  std::random_device chance;
  const auto half = [&chance] { return hex_digits(std::uint64_t{chance()} << 32 | chance()); };
  return half() + half();
}

own_incarnation::own_incarnation(store_context& context) : context_{context} {
  kept_.id = context.incarnations ? context.incarnations->draw() : draw_unique_name();
  now_ = kept_;
  context_.incarnation = now_.id;
}

std::vector<std::string> own_incarnation::over() const {
  return context_.incarnations ? context_.incarnations->over() : std::vector<std::string>{};
}

void own_incarnation::renew() {
  now_ = state{.id = context_.incarnations ? context_.incarnations->draw() : draw_unique_name()};
  context_.incarnation = now_.id;
}

void own_incarnation::show(timestamp at, std::chrono::milliseconds uptime) {
  const auto since = uptime - now_.shown_uptime;
  // If the database's clock jumps, every incarnation looks silent.
  const bool is_unbroken =
      now_.has_begun && since <= gap_max && std::chrono::abs(at - now_.shown_at - since) <= gap_max;
  if (!is_unbroken) now_.unbroken_since = uptime;
  now_.has_begun = true;
  now_.shown_at = at;
  now_.shown_uptime = uptime;
}

bool own_incarnation::may_judge() const {
  return now_.has_begun && now_.shown_uptime - now_.unbroken_since >= silence_max;
}

void own_incarnation::keep() {
  const bool is_new = now_.has_begun && (!kept_.has_begun || now_.id != kept_.id);
  if (is_new && context_.incarnations) context_.incarnations->forget_over();
  kept_ = now_;
}

void own_incarnation::undo() {
  now_ = kept_;
  context_.incarnation = now_.id;
}

} // namespace paylink
