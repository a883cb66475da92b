#pragma once
#include "domain/values/local_time.hpp"
#include "http/statements/statement_ids.hpp"
#include "tests/persistence/order_world.hpp"

namespace paylink::test {

/// A world in which a token imports statements of today.
class importing_world : public order_world {
public:
  explicit importing_world(kind on) : order_world{on} { import(workspace, account.id); }

  void import(const workspace_id& of, const bank_account_id& id) {
    done<no_reply>(begin_import{.workspace = of,
                                .id = id,
                                .stated_to = vietnam_day(now()) + std::chrono::hours{48},
                                .about = "{}",
                                .by = by_owner()});
  }
  /// What an import tells of the transfer; one that proves it: of a person.
  record_entry stated(const std::optional<reference>& named, std::int64_t amount, bool proves = false) {
    auto made =
        credit(named, amount,
               {.reference = "S-" + text_of(named), .content = text_of(named), .feed = std::string{statement_feed}});
    made.entry.occurred_at = vietnam_day(now());
    made.entry.imported_by = proves ? owner.text() : "tok_01kkq9a8b7e6d9e4f3g2h1j0k9";
    made.entry.is_unproved = !proves;
    name(made);
    return made;
  }
  /// As the API names an entry of a statement, by its text and the bank's reference, which is replaced.
  static void name(record_entry& made) {
    made.entry.statement_id = statement_ids{"csv"}.name(made.entry);
    made.entry.bank_reference += '/' + made.entry.statement_id.substr(0, made.entry.statement_id.find('|'));
    if (made.entry.is_unproved) made.entry.bank_reference += '?';
    made.name_transaction();
  }
  /// What the bank tells of the same transfer.
  record_entry heard(const std::optional<reference>& named, std::int64_t amount, const std::string& feed = "MB") {
    return credit(named, amount, {.reference = feed + "-1", .content = text_of(named), .feed = feed});
  }
  recorded_entry import_match(const std::optional<reference>& named, std::int64_t amount = 100'000) {
    return done<recorded_entry>(stated(named, amount));
  }
  result<write_reply> confirm(const transaction_id& id) { return apply(confirm_match{workspace, id, by_owner()}); }
  bank_transaction shown(const transaction_id& id) { return reader->ask(find_transaction{workspace, id}).value(); }
  std::size_t open_ones() {
    return reader->ask(list_transactions{{.workspaces = {workspace}, .needs_attention = true}}).rows.size();
  }
  std::string callbacks() const { return ask("SELECT COUNT(*) FROM deliveries WHERE link_row IS NOT NULL"); }
  /// The counts of the hour by what credits were classified as: `1:0 ` for one that was not.
  std::string counted() const {
    return ask("SELECT CAST(SUM(count) AS BIGINT) || ':' || detail FROM hourly_counts WHERE what = 0 GROUP BY detail "
               "HAVING SUM(count) <> 0");
  }

private:
  static std::string text_of(const std::optional<reference>& named) { return named ? named->text() : "thanh toan"; }
};

} // namespace paylink::test
