// The architecture as a test: which folder may include which, and which library may be seen where.
#include "tests/structure/repository.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>

using namespace paylink::structure;

namespace {

using folders = std::set<std::string>;

// What Boost has to be compiled once, in no room.
const std::string boost_sources = "http/boost_sources.cpp";

folders with(folders some, const folders& more) {
  some.insert(more.begin(), more.end());
  return some;
}

// The rows of one subject stand on the interface of the stores and on what all SQL has in common.
const folders stored{"persistence", "persistence/records", "persistence/sql", "persistence/context",
                     "domain",      "failpoints",          "logging"};

// Each room and what it may include beside itself. A room is a folder, or a folder of a folder; a whole folder stands
// for its rooms. `config`, `logging` and `failpoints` are leaves.
const std::map<std::string, folders> may_include{
    {"domain/values", {}},
    {"domain/errors", {}},
    {"domain/addresses", {"domain/values"}},
    // A token may be taken from some networks alone.
    {"domain/identity", {"domain/values", "domain/errors", "domain/addresses"}},
    {"domain/health", {"domain/values"}},
    {"domain/links", {"domain/values", "domain/errors", "domain/addresses", "domain/identity"}},
    {"domain/banks", {"domain/values", "domain/errors", "domain/identity", "domain/links"}},
    {"domain/changes", {"domain/values"}},
    {"domain/plans", {"domain/values"}},
    {"domain/retention", {"domain/values"}},
    {"domain/deliveries", {"domain/values", "domain/errors", "domain/addresses", "domain/links"}},
    {"domain/orders", {"domain/values", "domain/errors", "domain/identity", "domain/links", "domain/banks"}},
    {"domain/statistics", {"domain/values", "domain/links", "domain/banks", "domain/deliveries"}},
    {"domain/webhooks",
     {"domain/values", "domain/errors", "domain/addresses", "domain/links", "domain/banks", "domain/deliveries"}},
    {"config", {}},
    {"logging", {}},
    {"failpoints", {}},
    {"secrets", {"domain", "config", "logging"}},
    {"secrets/passkeys", {"secrets"}},
    {"persistence/records", {"domain"}},
    {"persistence", {"persistence/records", "domain", "logging"}},
    {"persistence/sql", {"persistence", "persistence/records", "domain", "failpoints", "logging"}},
    {"persistence/context", {"persistence", "persistence/records", "persistence/sql", "domain"}},
    {"persistence/audit", stored},
    {"persistence/raw", {"persistence/records", "domain"}},
    {"persistence/banks", with(stored, {"persistence/audit", "persistence/raw"})},
    {"persistence/mails", stored},
    {"persistence/paces", stored},
    {"persistence/payloads", stored},
    {"persistence/keys", with(stored, {"persistence/audit"})},
    {"persistence/tokens", with(stored, {"persistence/audit", "persistence/mails"})},
    {"persistence/members", with(stored, {"persistence/audit", "persistence/mails"})},
    {"persistence/identity",
     with(stored, {"persistence/audit", "persistence/keys", "persistence/mails", "persistence/members"})},
    {"persistence/statistics", stored},
    {"persistence/workspaces", with(stored, {"persistence/audit", "persistence/identity", "persistence/keys",
                                             "persistence/members", "persistence/payloads"})},
    {"persistence/plans", with(stored, {"persistence/audit", "persistence/mails"})},
    {"persistence/retention", with(stored, {"persistence/payloads"})},
    {"persistence/scheduled_jobs", with(stored, {"persistence/banks", "persistence/plans", "persistence/retention"})},
    // The message to a chat is written in the transaction that records the event.
    {"persistence/deliveries", with(stored, {"chat", "persistence/audit", "persistence/identity", "persistence/mails",
                                             "persistence/paces", "persistence/payloads", "persistence/statistics"})},
    {"persistence/webhooks", with(stored, {"persistence/audit", "persistence/deliveries"})},
    {"persistence/links",
     with(stored, {"persistence/audit", "persistence/banks", "persistence/deliveries", "persistence/statistics"})},
    {"persistence/orders", with(stored, {"persistence/audit", "persistence/deliveries", "persistence/links"})},
    {"persistence/transactions", with(stored, {"persistence/audit", "persistence/links"})},
    {"persistence/feeds", with(stored, {"persistence/orders", "persistence/transactions"})},
    {"persistence/credits",
     with(stored, {"persistence/audit", "persistence/deliveries", "persistence/links", "persistence/payloads",
                   "persistence/plans", "persistence/raw", "persistence/statistics", "persistence/transactions"})},
    {"persistence/held", with(stored, {"persistence/audit", "persistence/credits", "persistence/raw"})},
    // What is left to do when an account was connected or removed is about its entries, links and orders.
    {"persistence/upkeep", with(stored, {"persistence/banks", "persistence/credits", "persistence/orders",
                                         "persistence/raw", "persistence/statistics"})},
    {"persistence/checks",
     with(stored, {"persistence/audit", "persistence/deliveries", "persistence/keys", "persistence/links",
                   "persistence/retention", "persistence/statistics", "persistence/transactions"})},
    {"persistence/incarnations", with(stored, {"persistence/deliveries"})},
    {"persistence/changes", with(stored, {"persistence/incarnations"})},
    {"persistence/stores",
     with(stored,
          {"persistence/audit",          "persistence/banks",     "persistence/changes",      "persistence/checks",
           "persistence/scheduled_jobs", "persistence/credits",   "persistence/deliveries",   "persistence/feeds",
           "persistence/held",           "persistence/identity",  "persistence/keys",         "persistence/links",
           "persistence/incarnations",   "persistence/mails",     "persistence/members",      "persistence/orders",
           "persistence/paces",          "persistence/payloads",  "persistence/plans",        "persistence/retention",
           "persistence/statistics",     "persistence/tokens",    "persistence/transactions", "persistence/upkeep",
           "persistence/webhooks",       "persistence/workspaces"})},
    {"http/wire", {"domain"}},
    {"http/feeds", {"http/wire", "domain"}},
    {"http/statements", {"http/feeds", "http/wire", "domain"}},
    {"http/sockets", {}},
    {"http/server", {"http/wire", "http/sockets", "domain", "config", "logging"}},
    {"http/outbound", {"http/sockets", "domain", "config", "logging"}},
    {"http/tools", {"http/wire", "http/sockets", "http/outbound", "secrets", "domain"}},
    {"http/pages", {"http/wire", "domain"}},
    {"connectors", {"http/tools", "http/wire", "secrets", "domain", "logging"}},
    {"mail", {"domain", "config", "logging"}},
    {"chat", {"domain"}},
    {"chat/services", {"chat", "chat/telegram", "domain"}},
    {"chat/telegram", {"chat", "domain"}},
    {"api/description", {"http/wire", "domain"}},
    {"api/answers", {"http/wire"}},
    {"api/calls",
     {"api/answers", "api/description", "connectors", "http/wire", "persistence", "secrets", "domain", "logging"}},
    {"api/accounts",
     {"api/calls", "api/description", "http/pages", "http/wire", "persistence", "secrets", "domain", "logging"}},
    {"api/audit", {"api/calls", "api/description", "http/wire", "domain"}},
    {"api/banks",
     {"api/accounts", "api/calls", "api/description", "connectors", "http/statements", "http/wire", "persistence",
      "secrets", "domain", "logging"}},
    {"api/changes", {"api/calls", "api/description", "http/wire", "persistence", "domain"}},
    {"api/console", {"api/calls", "http/pages", "http/wire", "domain"}},
    {"api/deliveries",
     {"api/calls", "api/description", "api/links", "http/wire", "http/outbound", "persistence", "domain"}},
    {"api/feeds", {"api/calls", "api/description", "http/feeds", "http/wire", "secrets", "domain", "logging"}},
    {"api/health", {"api/calls"}},
    {"api/keys", {"api/calls", "api/description", "http/wire", "secrets", "domain", "logging"}},
    {"api/links", {"api/calls", "api/description", "http/wire", "http/outbound", "persistence", "domain", "logging"}},
    {"api/members", {"api/accounts", "api/calls", "api/description", "http/wire", "secrets", "domain", "logging"}},
    {"api/orders", {"api/calls", "api/description", "http/pages", "http/wire", "domain", "logging"}},
    {"api/payers", {"api/calls", "http/wire", "http/pages", "domain"}},
    {"api/plans", {"api/calls", "api/description", "http/pages", "http/wire", "domain"}},
    {"api/reference", {"api/calls", "api/description", "http/pages", "http/wire", "secrets", "domain"}},
    {"api/statistics", {"api/calls", "api/description", "http/wire", "domain"}},
    {"api/tokens", {"api/calls", "api/description", "http/wire", "secrets", "domain", "logging"}},
    {"api/transactions", {"api/calls", "api/description", "http/pages", "http/wire", "domain"}},
    {"api/webhooks", {"chat", "api/calls", "api/description", "http/wire", "secrets", "domain", "logging"}},
    {"api/workspaces",
     {"api/banks", "api/calls", "api/deliveries", "api/description", "api/links", "api/members", "api/orders",
      "api/transactions", "api/webhooks", "http/wire", "persistence", "secrets", "domain", "logging"}},
    {"api", {"api/calls"}},
    {"actors",
     {"api/calls", "api/changes", "connectors", "http/wire", "http/outbound", "persistence", "secrets", "domain",
      "failpoints", "config", "logging"}},
    {"actors/banks", {"actors", "actors/workspaces", "connectors", "http/wire", "persistence", "domain", "logging"}},
    {"actors/changes", {"actors", "api/changes", "persistence", "domain"}},
    {"actors/delivery", {"actors", "chat", "http/outbound", "persistence", "domain", "failpoints", "logging"}},
    {"actors/front",
     {"actors", "actors/workspaces", "api", "http/wire", "persistence", "secrets", "domain", "failpoints", "logging"}},
    {"actors/upkeep", {"actors", "actors/workspaces", "mail", "persistence", "domain", "failpoints", "logging"}},
    {"actors/workspaces", {"actors", "api/calls", "persistence", "domain", "failpoints", "logging"}},
    {"actors/node",
     {"actors", "actors/banks", "actors/changes", "actors/delivery", "actors/front", "actors/upkeep",
      "actors/workspaces", "api/calls"}},
    {"app/admin", {"http/feeds", "http/wire", "persistence", "secrets", "domain", "config", "logging"}},
    {"app",
     {"app/admin", "actors", "api", "connectors", "http", "persistence", "mail", "secrets", "domain", "config",
      "logging"}},
    {"cli", {"http/tools", "http/wire", "secrets", "domain", "config", "logging"}},
    {"cli/banks",
     {"cli", "cli/links", "cli/workspaces", "api/description", "connectors", "http/tools", "http/wire", "secrets",
      "domain"}},
    // Its help texts are sentences of the API's description, which knows the domain alone.
    {"cli/links", {"cli", "api/description", "http/tools", "http/wire", "domain"}},
    {"cli/orders", {"cli", "cli/links", "api/description", "http/tools", "http/wire", "domain"}},
    {"cli/webhooks", {"cli", "cli/links", "api/description", "http/tools", "http/wire", "domain"}},
    {"cli/workspaces", {"cli", "http/tools", "domain"}},
    {"cli/sandbox", {"cli", "http/tools", "http/wire", "domain"}},
    {"cli/receivers", {"cli", "http/tools", "http/wire", "secrets", "domain"}},
    {"sandbox/formats", {"http/wire", "secrets", "domain"}},
    {"sandbox/books", {"sandbox/formats", "http/wire", "domain"}},
    {"sandbox/connector", {"sandbox/books", "http/wire", "secrets", "domain"}},
    {"sandbox/pages", {"http/wire", "domain"}},
    {"sandbox/mails", {"sandbox/pages", "domain"}},
    {"sandbox/receiver", {"sandbox/books", "sandbox/pages", "http/tools", "http/wire", "domain"}},
    {"sandbox",
     {"sandbox/books", "sandbox/connector", "sandbox/formats", "sandbox/mails", "sandbox/pages", "sandbox/receiver",
      "http/server", "http/tools", "http/wire", "secrets", "domain", "config", "logging"}},
};

// A library, by the start of its headers' names, and where it may be seen. The first line that fits decides.
struct wall {
  std::string prefix;
  folders inside;
};
const folders network{"http/sockets", "http/server", "http/outbound", "http/tools"};
const folders loop{"http/sockets", "http/server", "http/outbound", "http/tools", "app", "cli", "sandbox"};
const folders tls{"secrets", "http/pages", "http/sockets", "http/server", "http/outbound", "http/tools"};
const std::vector<wall> walls{
    {"caf/", {"actors", "app"}},
    {"boost/beast", network},
    // What a program needs to turn the loop that http/ works in, and no more of it.
    {"boost/asio/io_context.hpp", loop},
    {"boost/asio/executor_work_guard.hpp", loop},
    {"boost/asio/post.hpp", loop},
    {"boost/asio/signal_set.hpp", loop},
    {"boost/asio/steady_timer.hpp", loop},
    {"boost/asio", network},
    {"ares", {"http/outbound"}},
    {"qrcodegen", {"http/pages"}},
    {"kainjow/", {"http/pages", "mail"}},
    {"mustache", {"http/pages", "mail"}},
    {"curl/", {"mail", "http/tools"}},
    {"soci/", {"persistence"}},
    {"sqlite3", {"persistence"}},
    {"libpq", {"persistence"}},
    {"postgresql/", {"persistence"}},
    {"openssl/", tls},
    {"sodium", {"secrets"}},
    {"fido", {"secrets"}},
    {"spdlog/", {"logging"}},
    {"toml++/", {"config"}},
    {"pugixml", {"http/feeds"}},
    {"boost/test", {}},
};

// What the domain may take besides the standard library.
const std::set<std::string> domain_libraries{"boost/system/result.hpp", "boost/system/error_code.hpp",
                                             "boost/system/error_category.hpp", "boost/system/is_error_code_enum.hpp"};

// `http/wire` of `http/wire/message.hpp`, `actors` of `actors/store.hpp`.
std::string room_of(const std::string& path) {
  const auto first = path.find('/');
  const auto second = first == path.npos ? first : path.find('/', first + 1);
  return path.substr(0, second == path.npos ? first : second);
}

std::string folder_of(const std::string& room) { return room.substr(0, room.find('/')); }

// Whether the table's line `allowed` names the room. For others a folder stands for all its rooms; for its own rooms it
// stands for the files that lie in none.
bool is_named(const std::string& room, const folders& allowed, const std::string& by) {
  return allowed.contains(room) || (folder_of(room) != folder_of(by) && allowed.contains(folder_of(room)));
}

bool is_standard(const std::string& header) { return header.find_first_of("/.") == std::string::npos; }

folders every_code_folder() {
  folders all;
  for (const auto& [room, unused] : may_include) all.insert(room.substr(0, room.find('/')));
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(include_rules)

BOOST_AUTO_TEST_CASE(every_room_with_code_has_its_line_in_the_table) {
  for (const auto& file : source_files()) {
    if (!file.is_cpp() || file.is_of_tests() || file.path == boost_sources) continue;
    BOOST_CHECK_MESSAGE(may_include.contains(room_of(file.path)),
                        file.path << ": this room is not in the table of include directions");
  }
}

BOOST_AUTO_TEST_CASE(includes_follow_the_arrows_of_the_architecture) {
  std::size_t checked = 0;
  for (const auto& include : includes()) {
    if (include.from->is_of_tests() || !include.is_quoted) continue;
    const auto from = room_of(include.from->path), to = room_of(include.target);
    const bool is_allowed = to == from || (may_include.contains(from) && is_named(to, may_include.at(from), from));
    BOOST_CHECK_MESSAGE(is_allowed, include.text() << ": " << from << "/ may not include " << to << "/");
    ++checked;
  }
  BOOST_TEST(checked > 50u); // An empty walk would pass every rule.
}

// Where an arrow runs back, two rooms are one, and cannot be read one after the other.
BOOST_AUTO_TEST_CASE(no_arrow_runs_back) {
  std::set<std::pair<std::string, std::string>> arrows;
  for (const auto& include : includes()) {
    const auto from = room_of(include.from->path), to = room_of(include.target);
    if (include.is_quoted && !include.from->is_of_tests() && from != to) arrows.emplace(from, to);
  }
  for (bool is_growing = true; is_growing;) {
    const auto known = arrows;
    for (const auto& [from, through] : known)
      for (const auto& [again, to] : known)
        if (through == again) arrows.emplace(from, to);
    is_growing = arrows.size() > known.size();
  }
  for (const auto& [from, to] : arrows) BOOST_CHECK_MESSAGE(from != to, from << "/ includes itself by way of another");
}

BOOST_AUTO_TEST_CASE(no_room_holds_more_files_than_one_can_keep_in_mind) {
  constexpr std::size_t files_max = 30;
  std::map<std::string, std::size_t> files;
  for (const auto& file : source_files())
    if (file.is_cpp() && !file.is_of_tests()) ++files[room_of(file.path)];
  for (const auto& [room, count] : files)
    BOOST_CHECK_MESSAGE(count <= files_max, room << "/ holds " << count << " files: sort them into rooms");
}

BOOST_AUTO_TEST_CASE(a_library_is_seen_only_behind_its_wall) {
  for (const auto& include : includes()) {
    const auto from = room_of(include.from->path);
    if (include.from->is_of_tests() || include.from->path == boost_sources) continue;
    const auto found = std::ranges::find_if(walls, [&](const wall& w) { return include.target.starts_with(w.prefix); });
    BOOST_CHECK_MESSAGE(found == walls.end() || found->inside.contains(from) || found->inside.contains(folder_of(from)),
                        include.text() << ": not in " << from);
  }
}

BOOST_AUTO_TEST_CASE(the_domain_is_free_of_every_library) {
  for (const auto& include : includes()) {
    if (include.from->folder() != "domain" || include.is_quoted) continue;
    BOOST_CHECK_MESSAGE(is_standard(include.target) || domain_libraries.contains(include.target), include.text());
  }
}

BOOST_AUTO_TEST_CASE(the_domain_reads_no_clock) {
  for (const auto& file : source_files()) {
    // The one file whose purpose it is: the clock that the composition root hands to everybody else.
    if (file.folder() != "domain" || !file.is_cpp() || file.name() == "system_wall_clock.cpp") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      BOOST_CHECK_MESSAGE(file.lines[i].find("_clock::now()") == std::string::npos,
                          file.path << ":" << i + 1 << ": time comes in as an argument");
    }
  }
}

BOOST_AUTO_TEST_CASE(own_headers_are_included_from_the_root_and_exist) {
  for (const auto& include : includes()) {
    if (!include.is_quoted) continue;
    // A build may generate a header (embedded pages and migrations): then it is below the build tree.
    const bool exists =
        std::filesystem::exists(root() / include.target) ||
        run_command("find '" + build_tree().string() + "' -path '*/" + include.target + "'").output != "";
    BOOST_CHECK_MESSAGE(exists, include.text() << ": no such file from the root");
  }
}

BOOST_AUTO_TEST_CASE(nothing_includes_tests_or_app) {
  for (const auto& include : includes()) {
    const auto from = include.from->folder();
    if (!include.is_quoted || include.from->is_of_tests()) continue;
    BOOST_CHECK_MESSAGE(!include.target.starts_with("tests/") && !include.target.starts_with("bench/"), include.text());
    BOOST_CHECK_MESSAGE(!include.target.starts_with("app/") || from == "app", include.text());
  }
}

BOOST_AUTO_TEST_CASE(actor_framework_headers_are_taken_one_by_one) {
  const auto code = every_code_folder();
  for (const auto& include : includes()) {
    if (!code.contains(include.from->folder()) || include.from->extension() != ".hpp") continue;
    // It takes two seconds in every file that sees it; precompiled headers name it in CMake.
    BOOST_CHECK_MESSAGE(include.target != "caf/all.hpp", include.text() << ": name the headers you need");
  }
}

BOOST_AUTO_TEST_SUITE_END()
