#include "persistence/retention/purge_place.hpp"

#include <sstream>

namespace paylink {

namespace {

constexpr std::string_view no_event = "-";

}

purge_place purge_place::read(const std::string& progress) {
  purge_place at;
  int stage = 0;
  std::istringstream in{progress};
  in >> at.bodies_to >> at.rest_to >> stage >> at.only_reports >> at.counted_to >> at.bodies >> at.attempts >>
      at.deliveries >> at.newest;
  if (!in || stage < 0 || stage >= static_cast<int>(purge_stage::end)) return {};
  at.stage = static_cast<purge_stage>(stage);
  in >> at.newest_event >> at.restarted_at;
  if (at.newest_event == no_event) at.newest_event.clear();
  return at;
}

std::string purge_place::text() const {
  std::string written;
  for (const std::int64_t number : {bodies_to, rest_to, static_cast<std::int64_t>(stage), std::int64_t{only_reports},
                                    counted_to, bodies, attempts, deliveries, newest})
    written += std::to_string(number) + " ";
  return written.append(newest_event.empty() ? no_event : newest_event) + " " + std::to_string(restarted_at);
}

} // namespace paylink
