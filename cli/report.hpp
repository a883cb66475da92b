#pragma once
#include "cli/terminal.hpp"
#include "http/tools/api_client.hpp"

#include <boost/json/value.hpp>

#include <functional>
#include <span>
#include <string>
#include <variant>

namespace paylink::cli {

/// One column of a table: its heading, and the member of a record that it shows.
struct column {
  std::string_view heading;
  std::string_view member;      ///< `actor.id`: the member of a record in the record.
  std::string_view likely = {}; ///< Shown with a trailing `?` if there is no `member`; empty: nothing.
};

/// `150,000 VND` for digits, `-` for null; everything else as it is, made printable.
std::string show_member(const boost::json::object& record, std::string_view member);

/// One record, one member per line, in the service's order.
void print_record(std::ostream& out, const boost::json::object& record);

/// A list of records under headings, columns aligned.
void print_table(std::ostream& out, std::span<const column> columns, const boost::json::array& records);

/// Why a call failed: code, message, every detail, trace id.
void print_refusal(std::ostream& err, const api_answer& answer);

/// Gets the `data` and `meta` of a successful call.
using show_data = std::function<void(const boost::json::value& data, const boost::json::object& meta)>;

/// Ends a verb: passes the service's answer to `show`, or prints why there is none.
exit_status finish(const std::variant<api_answer, unreachable>& outcome, terminal& at, const show_data& show);

/// One record, as JSON on one line or for people.
void print_one(terminal& at, bool as_json, const boost::json::value& data);

/// The same for a call that returns one record: prints it, as JSON on one line or for people.
exit_status finish_record(const std::variant<api_answer, unreachable>& outcome, terminal& at, bool as_json);

} // namespace paylink::cli
