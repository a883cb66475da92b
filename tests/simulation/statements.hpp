#pragma once
#include "tests/simulation/statement_forms.hpp"

#include <vector>

namespace paylink::simulation {

/// The merchants' statements: an account's transfers so far, as the bank exports them by their days, imported until
/// they are answered, by a token or by an Owner who has just signed in. Feeds tell of each of them as well, before or
/// after. Some forms have balances, which now and then disagree; some payers choose their words so that a reader takes
/// them for money. An Owner confirms some of what a token has found, perhaps twice at once.
class statements {
public:
  statements(world& in, cluster& nodes, shared_database& database, bank& money)
      : world_{in}, nodes_{nodes}, database_{database}, bank_{money} {}

  /// Some runs have some. Drawn apart, so that what else a seed draws does not depend on it.
  void begin(std::uint64_t seed);
  /// By a token, as CSV.
  void import(std::size_t account) { send({.account = account}); }
  /// An Owner confirms everything that waits on the account.
  void confirm(std::size_t account);
  bool has_open() const { return open_ > 0; }

private:
  /// What is asked for.
  struct wish {
    std::size_t account = 0;
    bool by_owner = false;
    statement_form form = statement_form::csv;
    std::int64_t missing = 0; ///< By how much its balances disagree.
    bool names_missing = false;
    bool is_confirmed = false; ///< What it finds, afterwards.
    bool names_others = false; ///< As `falsified`; by a token.
  };
  exported_statement export_of(const wish& wanted) const;
  void send(const wish& wanted);
  void hear(const wish& wanted, const exported_statement& sent, const http_response* response);
  void check_settled(const wish& wanted, const exported_statement& sent, const http_response& response);
  void try_again(wish wanted);
  void confirm(std::size_t account, const std::string& transaction, int tries_left);

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  bank& bank_;
  int open_ = 0;
};

} // namespace paylink::simulation
