#include "persistence/context/writing.hpp"
#include "persistence/sql/json_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace paylink {

namespace {

namespace json = boost::json;

/// How long a node counts as a listener after it has said so, which it does every second.
constexpr std::chrono::seconds listening_kept{8};
/// How long a hint can be heard.
constexpr std::chrono::seconds hint_kept{5};

// Each incarnation writes rows of its own and changes no others, so that no node waits for another.
const sql_statement<void(sql_text)> listen_sql{[](dialect spoken) {
  return "INSERT INTO change_listeners (workspace_id, incarnation, expires_at) SELECT w.workspace, w.incarnation, "
         "w.ends FROM " +
         rows_of_json(spoken, {{"workspace", json_name_type}, {"incarnation", json_name_type}, {"ends", "BIGINT"}}) +
         " WHERE TRUE ON CONFLICT (workspace_id, incarnation) DO UPDATE SET expires_at = excluded.expires_at";
}};

const sql_statement<void(sql_text)> tell_hints_sql{[](dialect spoken) {
  return "INSERT INTO change_hints (workspace_id, incarnation, kind, subject, expires_at) SELECT w.workspace, "
         "w.incarnation, w.kind, "
         "w.subject, w.ends FROM " +
         rows_of_json(spoken, {{"workspace", json_name_type},
                               {"incarnation", json_name_type},
                               {"kind", json_name_type},
                               {"subject", json_name_type},
                               {"ends", "BIGINT"}});
}};

const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_text>(sql_number, sql_text, sql_text)> hear_hints_sql{
    [](dialect spoken) {
      return "SELECT row, workspace_id, kind, subject FROM change_hints WHERE expires_at >= :now AND incarnation <> "
             ":incarnation AND "
             "workspace_id" +
             std::string{is_among_texts(spoken)} + " ORDER BY row";
    }};

// Those that another node deletes are not waited for.
std::string forget_expired_sql(dialect spoken, const std::string& table) {
  return "DELETE FROM " + table + " WHERE " +
         is_picked(spoken, "SELECT row FROM " + table + " WHERE expires_at < :now ORDER BY expires_at LIMIT 1000" +
                               std::string{pick_rows(spoken)});
}

const sql_statement<void(sql_number)> forget_listeners_sql{
    [](dialect spoken) { return forget_expired_sql(spoken, "change_listeners"); }};
const sql_statement<void(sql_number)> forget_hints_sql{
    [](dialect spoken) { return forget_expired_sql(spoken, "change_hints"); }};

void show_listening(writing& at, const std::vector<workspace_id>& listened) {
  if (listened.empty()) return;
  const auto ends = to_millis(at.when.now + listening_kept);
  json::array rows;
  for (const auto& workspace : listened)
    rows.push_back(
        json::object{{"workspace", workspace.view()}, {"incarnation", at.context.incarnation}, {"ends", ends}});
  at.db[listen_sql].run(json::serialize(rows));
  at.db[forget_listeners_sql].run(to_millis(at.when.now));
}

void tell_hints(writing& at, const std::vector<change>& reported) {
  if (reported.empty()) return;
  const auto ends = to_millis(at.when.now + hint_kept);
  json::array rows;
  for (const auto& one : reported)
    rows.push_back(json::object{{"workspace", one.workspace.view()},
                                {"incarnation", at.context.incarnation},
                                {"kind", to_text(one.kind)},
                                {"subject", one.subject},
                                {"ends", ends}});
  at.db[tell_hints_sql].run(json::serialize(rows));
  at.db[forget_hints_sql].run(to_millis(at.when.now));
}

} // namespace

result<traded_hints> carry_out(writing& at, const trade_hints& command) {
  show_listening(at, command.listened);
  tell_hints(at, command.reported);
  traded_hints traded;
  if (command.listened.empty()) return traded;
  json::array listened;
  for (const auto& workspace : command.listened) listened.emplace_back(workspace.view());
  at.db[hear_hints_sql].each(
      [&](const auto& columns) {
        const auto& [row, workspace, kind, subject] = columns.fields;
        // A newer node may tell of kinds that this one does not know.
        if (const auto known = parse_change_kind(kind.view()))
          traded.heard.push_back({row.value, {workspace_id::from_store(workspace.view()), *known, subject.value}});
      },
      to_millis(at.when.now), at.context.incarnation, json::serialize(listened));
  return traded;
}

} // namespace paylink
