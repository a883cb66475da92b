#include "app/administration.hpp"
#include "app/arguments.hpp"
#include "app/doctor.hpp"
#include "app/node_settings.hpp"
#include "app/preflight.hpp"
#include "app/service.hpp"
#include "domain/errors/error_reference.hpp"
#include "logging/log.hpp"

#include <iostream>

namespace {

// A service writes lines of JSON, for log collectors; a command writes text, for people.

bool is_service(const paylink::arguments& asked) { return asked.what == paylink::task::serve; }

void tell_faults(const paylink::arguments& asked, const std::vector<paylink::settings_fault>& faults) {
  for (const auto& fault : faults)
    if (is_service(asked))
      paylink::log::error("settings.refused",
                          {{"place", fault.place}, {"setting", fault.setting}, {"reason", fault.message}});
    else
      std::cerr << to_text(fault) << '\n';
  paylink::log::flush();
}

void tell_warnings(const paylink::arguments& asked, const std::vector<std::string>& warnings) {
  for (const auto& warning : warnings)
    if (is_service(asked))
      paylink::log::warning("settings.warning", {{"reason", warning}});
    else
      std::cerr << "warning: " << warning << '\n';
}

int fail(const paylink::arguments& asked, const std::string& reason) {
  if (is_service(asked))
    paylink::log::error("service.failed", {{"reason", reason}});
  else
    std::cerr << "paylinkd: " << reason << '\n';
  paylink::log::flush();
  return 1;
}

std::vector<paylink::settings_fault> check_names(const paylink::arguments& asked, const paylink::settings& values) {
  auto faults = paylink::check_named_files(values);
  const auto folders = paylink::check_named_folders(asked, values);
  faults.insert(faults.end(), folders.begin(), folders.end());
  return faults;
}

int check(const paylink::arguments& asked, const paylink::settings& values) {
  auto faults = check_names(asked, values);
  const auto found = paylink::check_surroundings(asked, values);
  faults.insert(faults.end(), found.begin(), found.end());
  tell_faults(asked, faults);
  if (!faults.empty()) return 2;
  std::cout << "The configuration is valid.\n";
  return 0;
}

} // namespace

int main(int count, char** words) {
  auto parsed = paylink::parse_arguments(count, words);
  if (!parsed.go_on) return parsed.exit_code;
  const auto& asked = parsed.asked;
  // Of the log lines of a command that uses the database itself, only errors are worth printing besides its text.
  if (!is_service(asked)) paylink::log::set_level(paylink::log::level::warning);
  auto loaded = paylink::load_settings(asked.config_file, paylink::process_environment());
  if (loaded.faults.empty()) loaded.faults = paylink::correct_banks(loaded.values);
  tell_faults(asked, loaded.faults);
  tell_warnings(asked, loaded.warnings);
  if (!loaded.faults.empty()) return 2;
  try {
    switch (asked.what) {
    case paylink::task::check_config:
      return check(asked, loaded.values);
    case paylink::task::print_settings:
      paylink::print_settings(std::cout, in_force(asked, loaded.values));
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
    case paylink::task::carry_out_order:
      return paylink::administer(asked, loaded.values);
    case paylink::task::restore:
      return paylink::restore(asked, loaded.values);
    case paylink::task::examine_database:
      return paylink::examine_database(asked, loaded.values);
    case paylink::task::serve:
      if (const auto faults = check_names(asked, loaded.values); !faults.empty()) {
        tell_faults(asked, faults);
        return 2;
      }
      return paylink::run_service(asked, loaded.values);
    }
  } catch (const std::exception& fault) {
    return fail(asked, paylink::explain(fault));
  }
  return 0;
}
