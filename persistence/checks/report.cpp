#include "persistence/checks/report.hpp"

#include "persistence/store.hpp"

namespace paylink::checks {

void report::go_on() {
  if (should_stop_()) throw database_error{"the check was stopped before it finished"};
}

void report::add(finding found) {
  if (is_full(found.check)) return;
  if (++found_[found.check] == findings_per_check_max) made_.cut_short.push_back(found.check);
  made_.findings.push_back(std::move(found));
}

bool report::is_full(const std::string& check) const {
  const auto of_check = found_.find(check);
  return of_check != found_.end() && of_check->second >= findings_per_check_max;
}

} // namespace paylink::checks
