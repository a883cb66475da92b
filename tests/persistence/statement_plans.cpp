#include "tests/persistence/statement_plans.hpp"

#include "failpoints/prepared_statement.hpp"
#include "persistence/transactions/text_index.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <regex>
#include <soci/soci.h>

namespace paylink::test {
namespace {

namespace json = boost::json;

bool works_on_rows(std::string_view sql) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"},
                             [&](std::string_view verb) { return sql.starts_with(verb); });
}

// Both databases name the indexes of unique and primary keys in ways of their own.
constexpr const char* names_on_sqlite =
    "SELECT i.name, CASE i.origin WHEN 'c' THEN i.name ELSE t.name || CASE i.origin WHEN 'pk' THEN '_pkey' ELSE '_' || "
    "(SELECT group_concat(name, '_') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) || '_key' END "
    "END FROM sqlite_master t JOIN pragma_index_list(t.name) i WHERE t.type = 'table'";
constexpr const char* names_on_postgresql =
    "SELECT c.relname, CASE WHEN k.contype = 'p' THEN CAST(t.relname AS TEXT) || '_pkey' WHEN k.contype = 'u' THEN "
    "CAST(t.relname AS TEXT) || '_' "
    "|| "
    "(SELECT string_agg(a.attname, '_' ORDER BY n.place) FROM unnest(k.conkey) WITH ORDINALITY AS n (number, place) "
    "JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = n.number) || '_key' ELSE CAST(c.relname AS TEXT) END "
    "FROM pg_index i "
    "JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid LEFT JOIN pg_constraint k ON "
    "k.conindid = i.indexrelid AND k.contype IN ('p', 'u') WHERE t.relnamespace = CAST(current_schema() AS "
    "regnamespace)";

constexpr const char* tables_on_sqlite = "SELECT name FROM sqlite_master WHERE type = 'table'";
constexpr const char* tables_on_postgresql =
    "SELECT tablename FROM pg_tables WHERE schemaname = CAST(current_schema() AS TEXT)";

// `:name` becomes `$1`, as PREPARE wants it. None of our texts has a colon elsewhere.
std::pair<std::string, int> with_numbers(const std::string& sql) {
  static const std::regex name{":[a-z_0-9]+"};
  std::string numbered;
  int count = 0;
  auto rest = sql.cbegin();
  for (std::sregex_iterator found{sql.begin(), sql.end(), name}, end; found != end; ++found) {
    numbered.append(rest, (*found)[0].first).append("$" + std::to_string(++count));
    rest = (*found)[0].second;
  }
  return {numbered.append(rest, sql.cend()), count};
}

// What is read again for each row of the other side, without a key that depends on the row.
void note_loop(const json::object& inner, row_access& found) {
  const std::string_view type{inner.at("Node Type").as_string()};
  const auto note = [&](const char* name) { found.insert("LOOP " + std::string{inner.at(name).as_string()}); };
  if (type == "CTE Scan") note("CTE Name");
  if (type == "Function Scan") note("Alias");
  const auto* condition = inner.if_contains("Index Cond");
  if (condition && condition->as_string().find("= ANY (") != json::string::npos) note("Index Name");
  if (type == "Hash" || !inner.contains("Plans")) return; // a hash is made once
  for (const auto& one : inner.at("Plans").as_array()) {
    const auto& below = one.as_object();
    const auto& relation = below.at("Parent Relationship").as_string();
    if (relation != "InitPlan" && relation != "SubPlan") note_loop(below, found);
  }
}

// The server's own tables are left out.
void collect(const json::object& node, const std::map<std::string, std::string>& named_as, row_access& found) {
  const auto word = [&](const char* key) {
    const auto* value = node.if_contains(key);
    return value ? std::string{value->as_string()} : std::string{};
  };
  const auto index = named_as.find(word("Index Name"));
  if (index != named_as.end())
    found.insert(index->second + (node.contains("Index Cond") ? "" : "*"));
  else if (word("Node Type") == "Seq Scan" && !word("Relation Name").starts_with("pg_"))
    found.insert("SCAN " + word("Relation Name"));
  const bool is_loop = word("Node Type") == "Nested Loop";
  if (const auto* below = node.if_contains("Plans"))
    for (const auto& one : below->as_array()) {
      if (is_loop && one.at("Parent Relationship") == "Inner") note_loop(one.as_object(), found);
      collect(one.as_object(), named_as, found);
    }
}

} // namespace

statement_watch::statement_watch() {
  failpoints::on_prepare([this](const void* session, std::string_view sql) {
    // The stores hold their connections as long as their statements.
    noted_.push_back({static_cast<soci::session*>(const_cast<void*>(session)), std::string{sql}});
  });
}

statement_watch::~statement_watch() { failpoints::on_prepare({}); }

std::vector<prepared_statement> statement_watch::seen() const {
  std::vector<prepared_statement> once;
  std::set<std::pair<const soci::session*, std::string>> known;
  for (const auto& one : noted_)
    if (works_on_rows(one.sql) && known.emplace(one.session, one.sql).second) once.push_back(one);
  return once;
}

plan_reader::plan_reader(kind where, std::string url) : where_{where}, url_{std::move(url)} {
  const bool is_file = where == kind::sqlite;
  for (const auto& row : run_sql(url_, is_file ? tables_on_sqlite : tables_on_postgresql)) tables_.insert(row.at(0));
  for (const auto& row : run_sql(url_, is_file ? names_on_sqlite : names_on_postgresql))
    index_names_.emplace(row.at(0), row.at(1));
}

std::map<std::string, row_access> plan_reader::read(const std::vector<prepared_statement>& statements) const {
  if (where_ == kind::sqlite) {
    std::set<std::string> texts;
    // Of files, only those that stand for simulated servers have the table of marks.
    for (const auto& one : statements)
      if (one.sql.find("store_writers") == one.sql.npos) texts.insert(one.sql);
    return read_sqlite(texts);
  }
  std::map<std::string, row_access> found;
  for (const auto& one : statements) found[one.sql].merge(read_postgresql(one));
  return found;
}

std::map<std::string, row_access> plan_reader::read_sqlite(const std::set<std::string>& texts) const {
  // As the connections of lists and of the index of texts know each other's files.
  const auto file = url_.substr(std::string_view{"sqlite://"}.size());
  auto all = "ATTACH '" + text_index::file_of(file).string() + "' AS texts; ATTACH '" + file + "' AS paid";
  for (const auto& sql : texts) all.append("; EXPLAIN QUERY PLAN ").append(sql).append("; SELECT 'the next'");
  std::map<std::string, row_access> found;
  auto text = texts.begin();
  const auto explained = [&] {
    try {
      return run_sql(url_, all);
    } catch (const std::exception&) {
      std::string refused;
      for (const auto& sql : texts) try {
          run_sql(url_, all.substr(0, all.find("; EXPLAIN")) + "; EXPLAIN QUERY PLAN " + sql);
        } catch (const std::exception& error) {
          refused.append(error.what()).append(": ").append(sql).append("\n");
        }
      throw std::runtime_error{refused};
    }
  }();
  for (const auto& row : explained)
    if (row.size() == 1)
      found.try_emplace(*text++);
    else
      note_sqlite(*text, row.at(3), found[*text]);
  return found;
}

void plan_reader::note_sqlite(const std::string& sql, const std::string& line, row_access& found) const {
  // "SEARCH l USING INDEX payment_links_x (reference=?)", "SCAN d", "SEARCH a USING PRIMARY KEY (…)": by their aliases.
  static const std::regex form{
      "(SEARCH|SCAN) (\\w+)(?: USING (?:COVERING )?(?:INDEX (\\w+)|(INTEGER PRIMARY KEY|PRIMARY KEY)))?.*"};
  std::smatch parts;
  if (!std::regex_match(line, parts, form)) return;
  const bool is_walk = parts[1] == "SCAN";
  if (parts[3].matched) {
    found.insert(index_names_.at(parts[3]) + (is_walk ? "*" : ""));
    return;
  }
  std::smatch named;
  const std::regex alias{"(?:FROM|JOIN|UPDATE|INTO) (?:\\w+\\.)?(\\w+)(?: AS)? " + parts[2].str() + "\\b"};
  const auto table = tables_.contains(parts[2])             ? parts[2].str()
                     : std::regex_search(sql, named, alias) ? named[1].str()
                                                            : std::string{};
  if (!tables_.contains(table)) return; // rows of the statement itself
  found.insert(is_walk ? "SCAN " + table : table + "_pkey");
}

row_access plan_reader::read_postgresql(const prepared_statement& statement) const {
  auto& session = *statement.session;
  const auto [sql, parameters] = with_numbers(statement.sql);
  session << "SET plan_cache_mode = force_generic_plan";
  session << "PREPARE looked_at AS " + sql;
  std::string values;
  for (int i = 0; i < parameters; ++i) values += values.empty() ? "(NULL" : ", NULL";
  std::string plan;
  session << "EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE looked_at" + values + (parameters == 0 ? "" : ")"),
      soci::into(plan);
  session << "DEALLOCATE looked_at";
  row_access found;
  collect(json::parse(plan).at(0).at("Plan").as_object(), index_names_, found);
  return found;
}

std::string to_text(const row_access& found) {
  std::string text;
  for (const auto& one : found) text.append(text.empty() ? "" : ", ").append(one);
  return text;
}

} // namespace paylink::test
