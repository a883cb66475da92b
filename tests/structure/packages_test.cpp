// Whatever we include or link comes from a package that scripts/packages names, so that a bare machine can build.
#include "tests/structure/repository.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <regex>

namespace fs = std::filesystem;
using namespace paylink::structure;

namespace {

// What the compiler's own package brings: the C library and the kernel's interface.
const std::set<std::string> brought_by_the_compiler{"libc6-dev", "libstdc++-12-dev", "libgcc-12-dev", "linux-libc-dev"};

std::set<std::string> listed_packages() {
  const auto listed = run_command("scripts/packages list");
  BOOST_REQUIRE_EQUAL(listed.status, 0);
  const auto names = lines_of(listed.output);
  return {names.begin(), names.end()};
}

// The packages that those bring by necessity: the shared library behind the name that the linker is given, which may
// be two steps away (of a -dev package that our -dev package needs).
std::set<std::string> with_their_dependencies(const std::set<std::string>& packages) {
  std::string command = "dpkg-query --show --showformat '${Depends}, '";
  for (const auto& package : packages) command += " '" + package + "'";
  auto all = packages;
  static const std::regex name{"(?:^|[,|] ?)([a-z0-9][a-z0-9.+-]+)"};
  const auto depends = run_command(command).output;
  for (auto at = std::sregex_iterator{depends.begin(), depends.end(), name}; at != std::sregex_iterator{}; ++at) {
    all.insert((*at)[1]);
  }
  return all;
}

// Where a header is that some file includes in brackets; empty for one of the compiler's own.
fs::path find_header(const std::string& header) {
  for (const fs::path folder :
       {"/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu", "/usr/include/postgresql"}) {
    if (fs::exists(folder / header)) return folder / header;
  }
  return {};
}

// The package that owns each of these files, asked in one go: dpkg reads its whole database every time.
std::map<std::string, std::string> owners_of(const std::set<std::string>& files) {
  std::string command = "dpkg-query -S";
  for (const auto& file : files) command += " '" + file + "'";
  std::map<std::string, std::string> owners;
  static const std::regex pattern{"([a-z0-9.+-]+)(:[a-z0-9]+)?(, [^:]+)?: (/.*)"};
  for (const auto& line : lines_of(run_command(command).output)) {
    std::smatch match;
    if (std::regex_match(line, match, pattern)) owners[match[4]] = match[1];
  }
  return owners;
}

// Elsewhere there is nothing to compare with.
boost::test_tools::assertion_result is_debian(boost::unit_test::test_unit_id) {
  return fs::exists("/usr/bin/dpkg-query");
}

// Fails for each file whose package is not among the allowed ones.
void check_owners(const std::map<std::string, std::string>& users_by_file, const std::set<std::string>& allowed) {
  std::set<std::string> files;
  for (const auto& [file, user] : users_by_file) files.insert(file);
  const auto owners = owners_of(files);
  for (const auto& [file, user] : users_by_file) {
    const auto owner = owners.find(file);
    if (owner == owners.end()) {
      BOOST_ERROR(user << ": " << file << " belongs to no package");
    } else {
      BOOST_CHECK_MESSAGE(allowed.contains(owner->second) || brought_by_the_compiler.contains(owner->second),
                          user << ": scripts/packages does not name " << owner->second);
    }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(packages)

BOOST_AUTO_TEST_CASE(every_header_comes_from_a_listed_package, *boost::unit_test::precondition(is_debian)) {
  std::map<std::string, std::string> users;
  for (const auto& include : includes()) {
    if (include.is_quoted || include.target.find_first_of("/.") == std::string::npos) continue;
    const auto header = find_header(include.target);
    BOOST_CHECK_MESSAGE(!header.empty(), include.text() << ": not on this machine");
    if (!header.empty()) users.emplace(header.string(), include.text());
  }
  BOOST_TEST(users.size() > 10u);
  check_owners(users, listed_packages());
}

BOOST_AUTO_TEST_CASE(every_linked_library_comes_from_a_listed_package, *boost::unit_test::precondition(is_debian)) {
  static const std::regex library{"/usr/lib/[^ ]+\\.(so|a)[.0-9]*(?=[ ]|$)"};
  std::map<std::string, std::string> users;
  for (const auto& line : lines_of(read_text(build_tree() / "build.ninja"))) {
    if (!line.starts_with("  LINK_LIBRARIES")) continue;
    for (auto at = std::sregex_iterator{line.begin(), line.end(), library}; at != std::sregex_iterator{}; ++at) {
      users.emplace(at->str(), "linked");
    }
  }
  BOOST_TEST(!users.empty());
  check_owners(users, with_their_dependencies(with_their_dependencies(listed_packages())));
}

// A package named twice, or nowhere used, would make the list a guess.
BOOST_AUTO_TEST_CASE(the_list_names_each_package_once) {
  const auto listed = run_command("scripts/packages list | sort | uniq --repeated");
  BOOST_TEST(listed.output == "");
}

// What a script types must be there after it has installed its group.
BOOST_AUTO_TEST_CASE(what_the_attack_types_comes_from_its_group, *boost::unit_test::precondition(is_debian)) {
  const auto listed = lines_of(run_command("scripts/packages list attack").output);
  const std::map<std::string, std::string> typed{{"testssl", "testssl.sh"}, {"slowhttptest", "slowhttptest"}};
  BOOST_TEST(listed.size() == typed.size());
  const auto script = read_text(root() / "scripts/attack");
  for (const auto& [program, package] : typed) {
    BOOST_TEST((script.find("\n" + program + " -") != std::string::npos ||
                script.find("\n  " + program + " -") != std::string::npos),
               program);
    BOOST_TEST((std::ranges::find(listed, package) != listed.end()), package);
    const auto file = "/usr/bin/" + program;
    if (fs::exists(file)) BOOST_TEST(owners_of({file}).at(file) == package);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_group_is_refused) {
  BOOST_TEST(run_command("scripts/packages list no-such-group").status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
