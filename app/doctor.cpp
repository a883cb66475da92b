#include "app/doctor.hpp"

#include "app/admin/control_socket.hpp"
#include "app/admin/master_key_rotation.hpp"
#include "app/data_folder.hpp"
#include "app/folder_lock.hpp"
#include "app/own_database.hpp"
#include "app/preflight.hpp"
#include "persistence/doctor.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealed_event_signer.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iostream>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr int exit_unchecked = 2;
constexpr std::string_view verb = "doctor";

std::string examination_request(const arguments& asked) {
  return json::serialize(json::object{{"verb", verb}, {"deep", asked.deep}});
}

json::object to_json(const finding& one) {
  return {{"check", one.check}, {"where", one.where}, {"problem", one.problem}, {"advice", one.advice}};
}

json::object to_json(const diagnosis& made) {
  json::array findings, cut_short;
  for (const auto& one : made.findings) findings.push_back(to_json(one));
  for (const auto& one : made.cut_short) cut_short.push_back(json::value(one));
  return {{"ok", true},
          {"findings", std::move(findings)},
          {"cut_short", std::move(cut_short)},
          {"checks", made.checks},
          {"rows", made.rows}};
}

std::string refusal_of(const std::exception& fault) {
  return json::serialize(json::object{{"ok", false}, {"message", explain(fault)}});
}

std::string examine_alone(const data_folder& folder, const arguments& asked, const settings& values) {
  const auto chosen = require_database(folder, values);
  // A running service would have answered on its socket: this one is starting or stopping.
  const folder_lock lock{folder.path(), "wait until the service has started or stopped, then run this again"};
  const auto keys = keys_to_administer_with(folder.master_key_file(values), chosen);
  const auto opened = open_database(chosen.url, schema_use::left_alone);
  return carry_out_examination(examination_request(asked), *opened, keys, [] { return false; });
}

/// Names of rows may come from a bank: what a terminal could obey is replaced.
std::string in_one_line(std::string text) {
  std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

std::string member(const json::value& of, std::string_view name) {
  return json::value_to<std::string>(of.as_object().at(name));
}

void print_findings(const json::object& result) {
  const auto& findings = result.at("findings").as_array();
  for (const auto& one : findings)
    std::cout << in_one_line(member(one, "check") + ": " + member(one, "where") + ": " + member(one, "problem") +
                             "; what to do: " + member(one, "advice"))
              << '\n';
  for (const auto& check : result.at("cut_short").as_array())
    std::cout << json::value_to<std::string>(check) << ": there may be more; only the first " << findings_per_check_max
              << " are listed\n";
  const auto rows = std::to_string(result.at("rows").as_int64());
  if (findings.empty())
    std::cout << "Nothing found: " << result.at("checks").as_int64() << " checks, " << rows << " rows read.\n";
}

} // namespace

bool asks_for_doctor(const std::string& request) {
  boost::system::error_code failed;
  const auto parsed = json::parse(request, failed);
  if (failed || !parsed.is_object()) return false;
  const auto* asked = parsed.get_object().if_contains("verb");
  return asked && asked->is_string() && std::string_view{asked->as_string()} == verb;
}

std::string carry_out_examination(const std::string& request, database& rows, const master_keys& keys,
                                  const std::function<bool()>& should_stop) {
  try {
    sealed_event_signer signer{keys};
    const doctor_context context{
        .signer = signer,
        .opens = [&keys](const sealed_value& value) { return keys.open(value.sealed, place_of(value)).has_value(); },
        .digest = sha256_hex,
        .should_stop = should_stop,
        .deep = json::parse(request).at("deep").as_bool()};
    return json::serialize(to_json(rows.open_doctor(context)->examine()));
  } catch (const std::exception& fault) {
    return refusal_of(fault);
  }
}

int examine_database(const arguments& asked, const settings& values) {
  try {
    const auto folder = data_folder::find(asked);
    auto answer = ask_daemon(folder / "control.sock", examination_request(asked));
    if (!answer) answer = examine_alone(folder, asked, values);
    auto result = json::parse(*answer).as_object();
    if (!result.at("ok").as_bool()) throw std::runtime_error{json::value_to<std::string>(result.at("message"))};
    const bool is_sound = result.at("findings").as_array().empty();
    result.erase("ok");
    if (asked.as_json)
      std::cout << json::serialize(result) << '\n';
    else
      print_findings(result);
    return is_sound ? 0 : 1;
  } catch (const std::exception& fault) {
    std::cerr << "paylinkd: " << explain(fault) << '\n';
    return exit_unchecked;
  }
}

} // namespace paylink
