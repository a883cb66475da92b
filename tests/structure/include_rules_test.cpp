// The architecture as a test: which folder may include which, and which library may be seen where.
#include "tests/structure/repository.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>

using namespace paylink::structure;

namespace {

using folders = std::set<std::string>;

// Beside itself; `config` and `logging` are leaves that every folder but the domain may read.
const std::map<std::string, folders> may_include{
    {"domain", {}},
    {"config", {}},
    {"logging", {}},
    {"failpoints", {}},
    {"secrets", {"domain", "config", "logging"}},
    {"persistence", {"domain", "failpoints", "config", "logging"}},
    {"http", {"domain", "config", "logging"}},
    {"mail", {"domain", "config", "logging"}},
    {"actors", {"http", "persistence", "mail", "secrets", "domain", "failpoints", "config", "logging"}},
    {"app", {"actors", "http", "persistence", "mail", "secrets", "domain", "failpoints", "config", "logging"}},
    {"cli", {"http", "secrets", "domain", "config", "logging"}},
    {"sandbox", {"http", "secrets", "domain", "config", "logging"}},
};

// A library, by the start of its headers' names, and where it may be seen. The first line that fits decides.
struct wall {
  std::string prefix;
  folders inside;
};
const std::vector<wall> walls{
    {"caf/", {"actors", "app"}},
    {"boost/beast", {"http"}},
    // What a program needs to turn the loop that http/ works in, and no more of it.
    {"boost/asio/io_context.hpp", {"http", "app", "cli", "sandbox"}},
    {"boost/asio/executor_work_guard.hpp", {"http", "app", "cli", "sandbox"}},
    {"boost/asio/post.hpp", {"http", "app", "cli", "sandbox"}},
    {"boost/asio/signal_set.hpp", {"http", "app", "cli", "sandbox"}},
    {"boost/asio/steady_timer.hpp", {"http", "app", "cli", "sandbox"}},
    {"boost/asio", {"http"}},
    {"ares", {"http"}},
    {"qrcodegen", {"http"}},
    {"kainjow/", {"http", "mail"}},
    {"mustache", {"http", "mail"}},
    {"curl/", {"mail"}},
    {"soci/", {"persistence"}},
    {"sqlite3", {"persistence"}},
    {"libpq", {"persistence"}},
    {"postgresql/", {"persistence"}},
    {"openssl/", {"secrets", "http"}},
    {"sodium", {"secrets"}},
    {"spdlog/", {"logging"}},
    {"toml++/", {"config"}},
    {"boost/test", {}},
};

// What the domain may take besides the standard library.
const std::set<std::string> domain_libraries{"boost/system/result.hpp", "boost/system/error_code.hpp",
                                             "boost/system/error_category.hpp", "boost/system/is_error_code_enum.hpp"};

bool is_standard(const std::string& header) { return header.find_first_of("/.") == std::string::npos; }

folders every_code_folder() {
  folders all;
  for (const auto& [folder, unused] : may_include) all.insert(folder);
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(include_rules)

BOOST_AUTO_TEST_CASE(every_folder_with_code_has_its_line_in_the_table) {
  for (const auto& file : source_files()) {
    if (!file.is_cpp()) continue;
    BOOST_CHECK_MESSAGE(file.folder() == "tests" || may_include.contains(file.folder()),
                        file.path << ": this folder is not in the table of include directions");
  }
}

BOOST_AUTO_TEST_CASE(includes_follow_the_arrows_of_the_architecture) {
  std::size_t checked = 0;
  for (const auto& include : includes()) {
    const auto from = include.from->folder();
    if (from == "tests" || !include.is_quoted) continue;
    const auto to = include.target.substr(0, include.target.find('/'));
    const bool is_allowed = to == from || (may_include.contains(from) && may_include.at(from).contains(to));
    BOOST_CHECK_MESSAGE(is_allowed, include.text() << ": " << from << "/ may not include " << to << "/");
    ++checked;
  }
  BOOST_TEST(checked > 50u); // An empty walk would pass every rule.
}

BOOST_AUTO_TEST_CASE(a_library_is_seen_only_behind_its_wall) {
  for (const auto& include : includes()) {
    const auto from = include.from->folder();
    if (from == "tests") continue;
    const auto found = std::ranges::find_if(walls, [&](const wall& w) { return include.target.starts_with(w.prefix); });
    BOOST_CHECK_MESSAGE(found == walls.end() || found->inside.contains(from), include.text() << ": not in " << from);
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
    if (!include.is_quoted || from == "tests") continue;
    BOOST_CHECK_MESSAGE(!include.target.starts_with("tests/"), include.text());
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
