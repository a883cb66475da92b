#include "persistence/lives/own_life.hpp"

#include "domain/values/hex_digits.hpp"
#include "persistence/life_book.hpp"

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

own_life::own_life(store_context& context) : context_{context} {
  kept_.id = context.lives ? context.lives->draw() : draw_unique_name();
  now_ = kept_;
  context_.life = now_.id;
}

std::vector<std::string> own_life::over() const {
  return context_.lives ? context_.lives->over() : std::vector<std::string>{};
}

void own_life::renew() {
  now_ = state{.id = context_.lives ? context_.lives->draw() : draw_unique_name()};
  context_.life = now_.id;
}

void own_life::show(timestamp at, std::chrono::milliseconds uptime) {
  const auto since = uptime - now_.shown_uptime;
  // If the database's clock jumps, every life looks silent.
  const bool is_unbroken =
      now_.has_begun && since <= gap_max && std::chrono::abs(at - now_.shown_at - since) <= gap_max;
  if (!is_unbroken) now_.unbroken_since = uptime;
  now_.has_begun = true;
  now_.shown_at = at;
  now_.shown_uptime = uptime;
}

bool own_life::may_judge() const { return now_.has_begun && now_.shown_uptime - now_.unbroken_since >= silence_max; }

void own_life::keep() {
  const bool is_new = now_.has_begun && (!kept_.has_begun || now_.id != kept_.id);
  if (is_new && context_.lives) context_.lives->forget_over();
  kept_ = now_;
}

void own_life::undo() {
  now_ = kept_;
  context_.life = now_.id;
}

} // namespace paylink
