#include "persistence/incarnations/clock_keeper.hpp"

#include "domain/addresses/loopback.hpp"
#include "domain/deliveries/answer_header.hpp"
#include "domain/values/http_date.hpp"
#include "logging/log.hpp"

namespace paylink {
namespace {

/// How far the mark in the database may fall behind.
constexpr std::chrono::seconds mark_interval{30};

/// Over TLS, so that no one in between has changed it, and from another machine, which has another clock.
const std::string* date_of(const attempt& made) {
  if (!made.url.starts_with("https://") || is_loopback(made.address)) return nullptr;
  return find_header(made, "date");
}

} // namespace

bool clock_keeper::believe(timestamp now, std::span<const write_command> batch, const writer_connection& connection,
                           clock_marks& marks) {
  // All three check every reading.
  const bool moved = has_moved(now), apart = is_apart(now), confirmed = is_confirmed(now, batch, connection, marks);
  const bool is_sound = !moved && !apart && confirmed;
  believed_ = is_sound ? std::optional{now} : std::nullopt;
  return is_sound;
}

bool clock_keeper::has_moved(timestamp now) {
  const auto found = watch_.observe(now, context_.clock.uptime());
  if (found.moved_by.count() != 0) log::error("clock.moved", {{"by_ms", found.moved_by.count()}});
  if (found.has_settled) log::warning("clock.settled");
  show(concern::clock_moved, !found.is_sound);
  return !found.is_sound;
}

// Receivers refuse signatures that are minutes off; it is unknown which of the two clocks is wrong.
bool clock_keeper::is_apart(timestamp now) {
  const auto ahead = now - context_.clock.now();
  if (context_.offset) context_.offset->show(ahead);
  const bool apart = std::chrono::abs(ahead) > clock_trust::apart_max;
  if (apart != std::exchange(was_apart_, apart)) log::error(apart ? "clock.apart" : "clock.together");
  show(concern::clock_apart, apart);
  return apart;
}

bool clock_keeper::is_confirmed(timestamp now, std::span<const write_command> batch,
                                const writer_connection& connection, clock_marks& marks) {
  const auto uptime = context_.clock.uptime();
  auto by = trust_.judge(now, uptime);
  if (!by) {
    hear_all(now, batch, connection, marks);
    by = trust_.judge(now, uptime);
  }
  // An ordinary start is not worth a line.
  if (std::exchange(is_in_doubt_, !by) == by.has_value()) tell(now, by);
  show(concern::clock_unconfirmed, !by);
  return by.has_value();
}

void clock_keeper::tell(timestamp now, std::optional<clock_witness> by) const {
  const auto time = format_rfc3339(now);
  if (!by)
    log::error("clock.unconfirmed",
               {{"clock", time},
                {"newest_stored", newest_ ? format_rfc3339(*newest_) : "none"},
                {"believed_in_s",
                 std::chrono::ceil<std::chrono::seconds>(trust_.believed_in(context_.clock.uptime())).count()},
                {"advice", "run chrony, systemd-timesyncd or another NTP client"}});
  else if (*by == clock_witness::patience)
    log::error("clock.believed_unconfirmed", {{"clock", time}, {"advice", "check this time, and run an NTP client"}});
  else
    log::info("clock.confirmed", {{"by", to_text(*by)}});
}

void clock_keeper::hear_all(timestamp now, std::span<const write_command> batch, const writer_connection& connection,
                            clock_marks& marks) {
  const auto uptime = context_.clock.uptime();
  const auto hear = [&](clock_witness who, std::chrono::milliseconds ahead) { trust_.hear(who, ahead, now, uptime); };
  newest_ = marks.newest();
  if (newest_)
    hear(clock_witness::stored_time, now - *newest_);
  else if (!marks.has_open_links())
    hear(clock_witness::nothing_to_lose, std::chrono::milliseconds{0});
  if (connection.is_on_other_machine()) hear(clock_witness::database_server, now - context_.clock.now());
  if (const auto kernel = context_.synchronized_time()) hear(clock_witness::kernel, now - *kernel);
  if (const auto word = context_.bank_clocks ? context_.bank_clocks->take() : std::nullopt)
    hear(word->is_near ? clock_witness::near_bank : clock_witness::bank, now - (word->said + (uptime - word->uptime)));
  hear_receivers(now, batch, marks);
}

void clock_keeper::hear_receivers(timestamp now, std::span<const write_command> batch, clock_marks& marks) {
  for (const auto& command : batch) {
    const auto* recorded = std::get_if<record_attempt>(&command);
    const auto* date = recorded ? date_of(recorded->made) : nullptr;
    const auto said = date ? parse_http_date(*date, now) : std::nullopt;
    if (const auto owner = said ? marks.owner_of(recorded->workspace) : std::nullopt)
      trust_.hear_receiver(*owner, now - *said, now, context_.clock.uptime());
  }
}

void clock_keeper::leave_mark(clock_marks& marks) {
  const auto uptime = context_.clock.uptime();
  marking_at_.reset();
  if (!believed_ || (marked_at_ && uptime - *marked_at_ < mark_interval)) return;
  marks.leave(*believed_);
  marking_at_ = uptime;
}

void clock_keeper::on_committed() {
  if (marking_at_) marked_at_ = marking_at_;
}

void clock_keeper::show(concern why, bool is) const {
  if (context_.state) context_.state->set(why, is);
}

} // namespace paylink
