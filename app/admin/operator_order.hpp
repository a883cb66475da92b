#pragma once
#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace paylink {

/// What `paylinkd admin users|invite|banks|bank-accounts|quarantine|tokens …` was given.
struct operator_order {
  std::string verb; ///< `users list`, `users lock`, `invite`, …; empty: another command.
  std::string email, plan, code, status, token;
  std::string workspace, number, holder; ///< Of a bank account; its bank is `code`.
  std::string locale = "vi";             ///< Of an invitation's mail.
  int limit = 1000;                      ///< Of a list.
  std::int64_t entry = 0;                ///< In quarantine; 0: all.
  bool as_json = false;
};

/// Adds the verbs to `paylinkd admin`; each fills the order when it is typed.
void add_operator_verbs(CLI::App& admin, operator_order& order);

} // namespace paylink
