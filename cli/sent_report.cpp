#include "cli/sent_report.hpp"

#include "cli/report.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/serialize.hpp>

#include <array>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::array attempt_columns{
    column{"ATTEMPT", "number"},     column{"STARTED", "started_at"}, column{"MS", "duration_ms"},
    column{"STATUS", "status_code"}, column{"CLASS", "error_class"},  column{"ERROR", "error"},
};
constexpr std::array round_columns{
    column{"FROM", "first_attempt"},
    column{"REPEATS", "repeats"},
    column{"ASKED", "asked_at"},
    column{"SIGNED AGAIN", "signed_anew"},
};

std::string quoted_for_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

void note_second_check(json::value& attempt) {
  auto* const record = attempt.if_object();
  const auto* const is_open = record ? record->if_contains("unconfirmed") : nullptr;
  if (!is_open || !is_open->is_bool() || !is_open->get_bool()) return;
  (*record)["error"] = text_at(*record, "error") + " A second check follows.";
}

// The lists follow the record as separate tables.
void print_sent(std::ostream& out, json::object sent) {
  sent.erase("curl");
  const auto take = [&](std::string_view list) {
    auto* found = sent.if_contains(list);
    json::array rows;
    if (found != nullptr && found->is_array()) rows = found->get_array();
    sent.erase(list);
    return rows;
  };
  auto attempts = take("attempts");
  const auto rounds = take("rounds");
  for (auto& attempt : attempts) note_second_check(attempt);
  print_record(out, sent);
  if (!attempts.empty()) print_table(out << "\n", attempt_columns, attempts);
  if (!rounds.empty()) print_table(out << "\nresent by hand\n", round_columns, rounds);
}

// A receiver in a sandbox has a certificate from the sandbox's own authority.
std::string runnable(std::string command, const service_options& connection, const terminal& at) {
  constexpr std::string_view program = "curl ";
  auto authority = connection.ca_file;
  if (authority.empty())
    if (const auto sandbox = find_sandbox(connection.sandbox, at)) authority = sandbox->ca_file;
  if (!authority.empty() && command.starts_with(program))
    command.insert(program.size(), "--cacert " + quoted_for_shell(authority) + " ");
  return command;
}

exit_status show(const json::value& data, terminal& at, const service_options& connection, bool as_curl) {
  const auto* sent = data.if_object();
  const auto* command = sent != nullptr && as_curl ? sent->if_contains("curl") : nullptr;
  if (command != nullptr && command->is_null()) {
    at.err << "no command: the body has been deleted, or the delivery went to a chat\n";
    return exit_status::refused;
  }
  if (sent == nullptr || (connection.as_json && !as_curl)) {
    at.out << json::serialize(data) << "\n";
  } else if (as_curl) {
    at.out << runnable(show_member(*sent, "curl"), connection, at) << "\n";
  } else {
    print_sent(at.out, *sent);
  }
  return exit_status::done;
}

} // namespace

exit_status finish_sent(const std::variant<api_answer, unreachable>& outcome, terminal& at,
                        const service_options& connection, bool as_curl) {
  auto shown = exit_status::done;
  const auto finished =
      finish(outcome, at, [&](const json::value& data, const auto&) { shown = show(data, at, connection, as_curl); });
  return finished == exit_status::done ? shown : finished;
}

} // namespace paylink::cli
