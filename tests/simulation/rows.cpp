#include "tests/simulation/rows.hpp"

namespace paylink::simulation::rows {

std::optional<delivery> delivery_of(soci::session& session, const std::string& event) {
  delivery found;
  long long row = 0, link = 0, epoch = 0;
  session << "SELECT row, link_row, epoch, state, attempt FROM deliveries WHERE event_id = :event", soci::use(event),
      soci::into(row), soci::into(link), soci::into(epoch), soci::into(found.state), soci::into(found.attempt);
  if (!session.got_data()) return std::nullopt;
  found.row = row;
  found.link = link;
  found.epoch = epoch;
  return found;
}

std::optional<made_attempt> attempt_of(soci::session& session, const std::string& event, int number) {
  made_attempt found;
  long long epoch = 0;
  // The round that the attempt belonged to, which need not be the last.
  session << "SELECT a.epoch, a.number - COALESCE((SELECT MAX(r.first_attempt) - 1 FROM callback_rounds r WHERE "
             "r.delivery_row = d.row AND r.first_attempt <= a.number), 0) FROM attempts a JOIN deliveries d ON d.row = "
             "a.delivery_row WHERE d.event_id = :event AND a.number = :number",
      soci::use(event), soci::use(number), soci::into(epoch), soci::into(found.number_in_round);
  if (!session.got_data()) return std::nullopt;
  found.epoch = epoch;
  return found;
}

bool is_renewed(soci::session& session, std::int64_t delivery, int attempt) {
  int renewed = 0;
  const long long row = delivery;
  session << "SELECT renewed FROM callback_rounds WHERE delivery_row = :row AND first_attempt <= :attempt AND "
             "renewed <> 0 LIMIT 1",
      soci::use(row), soci::use(attempt), soci::into(renewed);
  return session.got_data();
}

bool begins_round(soci::session& session, const std::string& event, int attempt) {
  int first = 0;
  session << "SELECT r.first_attempt FROM callback_rounds r JOIN deliveries d ON d.row = r.delivery_row WHERE "
             "d.event_id = :event AND r.first_attempt = :attempt",
      soci::use(event), soci::use(attempt), soci::into(first);
  return session.got_data();
}

std::int64_t count(soci::session& session, const std::string& sql) {
  long long value = 0;
  session << sql, soci::into(value);
  return value;
}

} // namespace paylink::simulation::rows
