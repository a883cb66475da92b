#include "cli/resend_all.hpp"

#include "cli/record_list.hpp"

#include <CLI/CLI.hpp>

#include <istream>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

std::string several(std::string_view word) {
  return word.ends_with('y') ? std::string{word.substr(0, word.size() - 1)} + "ies" : std::string{word} + "s";
}

bool is_agreed_to(const json::value& counts, std::string_view thing, std::string_view match, terminal& at) {
  const auto queued = show_member(counts.get_object(), "queued"), matched = show_member(counts.get_object(), "matched");
  at.err << "Send " << queued << " " << (queued == "1" ? std::string{thing} : several(thing)) << " again (" << matched
         << " " << (matched == "1" ? std::string{match} + " matches" : several(match) + " match") << ")? [y/N] "
         << std::flush;
  std::string answer;
  if (!std::getline(at.in, answer)) at.err << "\n"; // nobody has typed the line's end
  return answer == "y" || answer == "Y" || answer == "yes";
}

} // namespace

void add_resend_all_options(CLI::App& verb, resend_all_choice& choice, const std::string& things) {
  verb.add_flag("--all", choice.means_all, "Without a filter: all " + things + " of the Workspace");
  verb.add_flag("--dry-run", choice.only_counts, "Print how many " + things + " match, and send nothing");
  verb.add_flag("--yes", choice.is_agreed, "Do not ask for confirmation");
}

exit_status send_all_again(api_call call, const resend_all_choice& choice, const service_options& connection,
                           std::string_view thing, std::string_view match, terminal& at) {
  if (choice.means_all) append_parameter(call.target, "all", "true");
  auto count = call;
  append_parameter(count.target, "dry_run", "true");
  api_client client{find_service(connection, at)};
  bool goes_on = choice.is_agreed;
  if (choice.only_counts || !choice.is_agreed) {
    const auto counted = finish(client.send(count), at, [&](const json::value& data, const auto&) {
      if (choice.only_counts || !data.is_object())
        print_one(at, connection.as_json, data);
      else
        goes_on = is_agreed_to(data, thing, match, at);
    });
    if (choice.only_counts || counted != exit_status::done) return counted;
  }
  if (!goes_on) {
    at.err << "nothing was sent\n";
    return exit_status::refused;
  }
  return finish_record(client.send(call), at, connection.as_json);
}

} // namespace paylink::cli
