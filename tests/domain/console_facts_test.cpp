// What the console knows of the domain's tables.
#include "domain/banks/bank.hpp"
#include "domain/banks/statement_format.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/identity/access.hpp"
#include "domain/values/word_list.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace paylink;

namespace {

/// As a string of TypeScript.
std::string quoted(std::string_view text) {
  std::string out{"'"};
  for (const char c : text) {
    if (c == '\\' || c == '\'') out += '\\';
    out += c;
  }
  return out + '\'';
}

constexpr role all_roles[]{role::owner, role::admin, role::member, role::viewer};

void print_roles(std::ostream& out) {
  std::vector<std::string> words;
  for (const auto held : all_roles) words.push_back(quoted(to_text(held)));
  out << "/** Each holds what those behind it hold. */\nexport const roles = [" << joined(words);
  out << "] as const;\n\n/** The last of the roles that hold a permission. */\nexport const leastRoles = {\n";
  for (permission_set bit = 1; bit != 0; bit <<= 1) {
    const auto value = static_cast<permission>(bit);
    const auto holders =
        std::ranges::count_if(all_roles, [&](role held) { return holds(permissions_of(held), value); });
    if (!to_text(value).empty())
      out << "  " << quoted(to_text(value)) << ": " << quoted(to_text(all_roles[holders - 1])) << ",\n";
  }
  out << "} as const;\n\n";
}

void print_retried_statuses(std::ostream& out) {
  std::vector<std::string> statuses;
  for (int status = 400; status < 500; ++status)
    if (judge_status(status) == verdict::retry) statuses.push_back(std::to_string(status));
  out << "/** The refusals after which the service sends again. */\nexport const retriedRefusals: readonly number[] = ["
      << joined(statuses) << "];\n\n";
}

void print_banks(std::ostream& out) {
  std::vector<std::string> banks;
  for (const auto bank : open_banking_banks) banks.push_back(quoted(bank));
  out << "/** The banks that have open banking. */\nexport const openBankingBanks = [" << joined(banks)
      << "] as const;\n\n";
}

void print_statement_formats(std::ostream& out) {
  out << "/** The formats of statements; the first whose `beginning`, an expression, fits a file is probably its own. "
         "*/\n"
         "export const statementFormats = [\n";
  for (const auto& row : statement_formats)
    out << "  { word: " << quoted(row.word) << ", label: " << quoted(row.label)
        << ", extensions: " << quoted(row.extensions) << ", beginning: " << quoted(row.beginning)
        << ", hasColumns: " << (row.has_columns ? "true" : "false") << " },\n";
  out << "] as const;\n";
}

} // namespace

BOOST_AUTO_TEST_CASE(the_console_has_the_facts_of_these_tables) {
  std::ostringstream printed;
  printed << "// Generated from tables in `domain/` by test_domain with PAYLINK_WRITE_DOCS=1.\n\n";
  print_roles(printed);
  print_retried_statuses(printed);
  print_banks(printed);
  print_statement_formats(printed);
  const std::string file = PAYLINK_SOURCE_DIR "/console/src/api/facts.ts";
  if (std::getenv("PAYLINK_WRITE_DOCS") != nullptr) std::ofstream{file} << printed.str();
  std::ifstream stored{file};
  const std::string text{std::istreambuf_iterator<char>{stored}, {}};
  BOOST_TEST((text == printed.str()), file << " is outdated: run this program with PAYLINK_WRITE_DOCS=1");
}
