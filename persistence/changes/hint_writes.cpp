#include "persistence/changes/hint_writes.hpp"

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

std::string listen_sql(dialect spoken) {
  return "INSERT INTO change_listeners (workspace_id, life, expires_at) SELECT w.workspace, w.life, w.ends FROM " +
         rows_of_json(spoken, {{"workspace", json_name_type}, {"life", json_name_type}, {"ends", "BIGINT"}}) +
         " WHERE TRUE ON CONFLICT (workspace_id, life) DO UPDATE SET expires_at = excluded.expires_at";
}

std::string tell_sql(dialect spoken) {
  return "INSERT INTO change_hints (workspace_id, life, kind, subject, expires_at) SELECT w.workspace, w.life, w.kind, "
         "w.subject, w.ends FROM " +
         rows_of_json(spoken, {{"workspace", json_name_type},
                               {"life", json_name_type},
                               {"kind", json_name_type},
                               {"subject", json_name_type},
                               {"ends", "BIGINT"}});
}

std::string hear_sql(dialect spoken) {
  return "SELECT row, workspace_id, kind, subject FROM change_hints WHERE expires_at >= :now AND life <> :life AND "
         "workspace_id" +
         std::string{is_among_texts(spoken)} + " ORDER BY row";
}

// Those that another node deletes are not waited for.
std::string forget_old_sql(dialect spoken, const std::string& table) {
  return "DELETE FROM " + table + " WHERE " +
         is_picked(spoken, "SELECT row FROM " + table + " WHERE expires_at < :now ORDER BY expires_at LIMIT 1000" +
                               std::string{pick_rows(spoken)});
}

} // namespace

hint_writes::hint_writes(soci::session& session, dialect spoken, const own_life& life)
    : life_{life}, listen_{session, listen_sql(spoken)}, tell_{session, tell_sql(spoken)},
      hear_{session, hear_sql(spoken)}, forget_listeners_{session, forget_old_sql(spoken, "change_listeners")},
      forget_hints_{session, forget_old_sql(spoken, "change_hints")} {}

result<traded_hints> hint_writes::carry_out(const trade_hints& command, const moment& when) {
  show_listening(command.listened, when.now);
  tell(command.told, when.now);
  traded_hints traded;
  if (command.listened.empty()) return traded;
  json::array listened;
  for (const auto& workspace : command.listened) listened.emplace_back(workspace.view());
  hear_.each(
      [&](const auto& columns) {
        const auto& [row, workspace, kind, subject] = columns.fields;
        // A newer node may tell of kinds that this one does not know.
        if (const auto known = parse_change_kind(kind.view()))
          traded.heard.push_back({row.value, {workspace_id::from_store(workspace.view()), *known, subject.value}});
      },
      to_millis(when.now), life_.id(), json::serialize(listened));
  return traded;
}

void hint_writes::show_listening(const std::vector<workspace_id>& listened, timestamp now) {
  if (listened.empty()) return;
  const auto ends = to_millis(now + listening_kept);
  json::array rows;
  for (const auto& workspace : listened)
    rows.push_back(json::object{{"workspace", workspace.view()}, {"life", life_.id()}, {"ends", ends}});
  listen_.run(json::serialize(rows));
  forget_listeners_.run(to_millis(now));
}

void hint_writes::tell(const std::vector<change>& told, timestamp now) {
  if (told.empty()) return;
  const auto ends = to_millis(now + hint_kept);
  json::array rows;
  for (const auto& one : told)
    rows.push_back(json::object{{"workspace", one.workspace.view()},
                                {"life", life_.id()},
                                {"kind", to_text(one.kind)},
                                {"subject", one.subject},
                                {"ends", ends}});
  tell_.run(json::serialize(rows));
  forget_hints_.run(to_millis(now));
}

} // namespace paylink
