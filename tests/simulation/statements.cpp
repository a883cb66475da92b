#include "tests/simulation/statements.hpp"

#include "domain/values/local_time.hpp"

#include <boost/json.hpp>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

void statements::begin(std::uint64_t seed) {
  chance dice{seed ^ 0x73746174656d656e};
  if (!dice.one_in_thousand(300)) return;
  for (auto imports = dice.between(1, 4); imports > 0; --imports)
    world_.later(dice.within(1ms, world_.planned.chaos),
                 [this, account = dice.below(first_shops::get().accounts.size())] { import(account); });
}

// Of what was told with another content, too, nobody knows which of the two is recorded.
statements::exported statements::export_of(std::size_t account) const {
  exported made{"Day,Amount,Text\n"};
  for (const auto& one : bank_.transfers()) {
    if (one.account != account || one.is_rejected || one.was_told_otherwise) continue;
    made.text += vietnam_date(*parse_rfc3339(one.occurred_at)) + (one.is_credit ? "," : ",-") +
                 std::to_string(one.amount) + ",\"" + one.content + "\"\n";
    ++made.entries;
  }
  return made;
}

void statements::import(std::size_t account) {
  auto sent = export_of(account);
  if (sent.entries == 0) return;
  ++open_;
  const auto& data = first_shops::get();
  const auto& shop = data.shops[data.accounts[account].shop];
  const json::object body{
      {"format", "csv"},
      {"statement", sent.text},
      {"columns", {{"date", "Day"}, {"date_pattern", "yyyy-MM-dd"}, {"amount", "Amount"}, {"text", "Text"}}}};
  world_.note("a statement of account " + std::to_string(account) + " with " + std::to_string(sent.entries) +
              " entries is imported");
  auto request =
      request_with(shop.token, http_method::post,
                   "/v1.1/bank-accounts/" + shop.workspace.text() + "/" + data.accounts[account].id.text() + "/import",
                   json::serialize(body), world_.dice);
  nodes_.call(std::move(request), [this, account, sent = std::move(sent)](const http_response* response) {
    --open_;
    hear(account, sent, response);
  });
}

void statements::hear(std::size_t account, const exported& sent, const http_response* response) {
  if (!response || response->status != 200) {
    // 401: the token's check was lost with its node.
    if (response && response->status != 503 && response->status != 429 && response->status != 401)
      world_.violate("a statement is refused with " + std::to_string(response->status) + ": " + response->body);
    ++open_;
    world_.later(world_.dice.within(500ms, 20s), [this, account] {
      --open_;
      import(account);
    });
    return;
  }
  const auto told = json::parse(response->body).at("data").as_object();
  const auto number = [&](const char* name) { return told.at(name).to_number<std::int64_t>(); };
  const auto settled = number("recorded") + number("duplicate");
  world_.note("a statement is imported: " + std::to_string(number("recorded")) + " recorded, " +
              std::to_string(number("duplicate")) + " known");
  // By a clock that is days off, entries lie in the future, or before the account was connected.
  if (settled + number("held") != sent.entries && !world_.planned.has_wrong_clocks())
    world_.violate("I3 of " + std::to_string(sent.entries) + " entries of a statement " + std::to_string(settled) +
                   " are settled");
  const auto stated = database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions t JOIN bank_accounts a ON a.row = t.account_row WHERE a.id = :account AND "
      "t.statement_id IS NOT NULL",
      first_shops::get().accounts[account].id.text());
  if (stated < settled)
    world_.violate("I3 " + std::to_string(settled) + " entries of a statement were settled, and " +
                   std::to_string(stated) + " transactions stand in one");
}

} // namespace paylink::simulation
