#include "app/administration.hpp"
#include "app/arguments.hpp"
#include "app/service.hpp"
#include "domain/error_reference.hpp"
#include "failpoints/planted_bug.hpp"
#include "logging/log.hpp"

#include <cstdlib>
#include <iostream>

namespace {

/// Prints what is wrong with the configuration; true when there is anything.
bool report(const paylink::loaded_settings& loaded) {
  for (const auto& fault : loaded.faults)
    std::cerr << fault.place << ": " << fault.setting << ": " << fault.message << '\n';
  for (const auto& warning : loaded.warnings) std::cerr << "warning: " << warning << '\n';
  return !loaded.faults.empty();
}

#ifdef PAYLINK_PLANTED_BUGS
/// Plants the bug that the environment names; false when there is none of that name. The variable is no setting, and
/// goes before they are read.
bool plant_named_bug() {
  constexpr const char* variable = "PAYLINK_PLANTED_BUG";
  const char* name = std::getenv(variable);
  if (!name) return true;
  const auto bug = paylink::planted_bug_of(name);
  if (!bug) {
    std::cerr << variable << ": there is no bug named \"" << name << "\"\n";
    return false;
  }
  paylink::plant(bug);
  paylink::log::warning("service.bug_planted", {{"bug", paylink::name_of(*bug)}});
  ::unsetenv(variable);
  return true;
}
#else
bool plant_named_bug() { return true; }
#endif

} // namespace

int main(int count, char** words) {
  auto parsed = paylink::parse_arguments(count, words);
  if (!parsed.go_on) return parsed.exit_code;
  const auto& asked = parsed.asked;
  if (!plant_named_bug()) return 2;
  const auto loaded = paylink::load_settings(asked.config_file, paylink::process_environment());
  if (report(loaded)) return 2;
  try {
    switch (asked.what) {
    case paylink::task::check_config:
      std::cout << "The configuration is in order.\n";
      return 0;
    case paylink::task::print_settings:
      paylink::print_settings(std::cout, loaded.values);
      return 0;
    case paylink::task::print_reference:
      paylink::print_settings_reference(std::cout);
      return 0;
    case paylink::task::print_errors:
      paylink::print_error_reference(std::cout);
      return 0;
    case paylink::task::migrate:
      return paylink::migrate(asked, loaded.values);
    case paylink::task::back_up:
    case paylink::task::create_token:
    case paylink::task::rotate_master_key:
      return paylink::administer(asked, loaded.values);
    case paylink::task::serve:
      return paylink::run_service(asked, loaded.values);
    }
  } catch (const std::exception& fault) {
    paylink::log::flush();
    std::cerr << "paylinkd: " << fault.what() << '\n';
    return 1;
  }
  return 0;
}
