#include "tests/simulation/statements.hpp"

#include <boost/json.hpp>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

void statements::begin(std::uint64_t seed) {
  chance dice{seed ^ 0x73746174656d656e}, of_names{seed ^ 0x6e616d6573};
  if (!dice.one_in_thousand(300)) return;
  const auto imports = dice.between(1, 4);
  const auto form = static_cast<statement_form>(dice.below(4));
  std::vector<std::size_t> accounts;
  for (int left = imports; left > 0; --left) {
    wish wanted{.account = dice.below(first_shops::get().accounts.size()),
                .by_owner = dice.one_in_thousand(300),
                .form = form,
                .is_confirmed = dice.half()};
    if (has_balances(form) && dice.one_in_thousand(400)) wanted.missing = dice.between(-5'000, 5'000);
    if (!wanted.by_owner) wanted.names_others = of_names.one_in_thousand(400);
    accounts.push_back(wanted.account);
    world_.later(dice.within(1ms, world_.planned.chaos), [this, wanted] { send(wanted); });
  }
  if (!dice.one_in_thousand(800)) return;
  for (auto left = dice.between(2, 5); left > 0; --left) {
    bank::transfer made;
    made.account = dice.pick(accounts);
    made.amount = 1'000 * dice.between(1, 20);
    made.content = hostile_text(dice, left);
    world_.later(dice.within(1ms, world_.planned.chaos / 4), [this, made] { bank_.move(made, 0ms, 0ms); });
  }
}

// Of what was told with another content, too, nobody knows which of the two is recorded.
exported_statement statements::export_of(const wish& wanted) const {
  std::vector<bank::transfer> booked;
  for (const auto& one : bank_.transfers())
    if (one.account == wanted.account && !one.is_rejected && !one.was_reported_otherwise) booked.push_back(one);
  return export_statement(wanted.form, first_shops::get().accounts[wanted.account].number, booked,
                          {wanted.missing, wanted.names_others});
}

void statements::send(const wish& wanted) {
  auto sent = export_of(wanted);
  if (sent.entries == 0) return;
  ++open_;
  const auto& data = first_shops::get();
  const auto& account = data.accounts[wanted.account];
  const auto& shop = data.shops[account.shop];
  json::object body{{"format", name_of(wanted.form)}, {"statement", sent.text}};
  if (!has_balances(wanted.form))
    body["columns"] = {{"date", "Day"}, {"date_pattern", "yyyy-MM-dd"}, {"amount", "Amount"}, {"text", "Text"}};
  if (wanted.names_missing) body["unexplained_amount"] = std::to_string(wanted.missing);
  world_.note((wanted.by_owner ? "the Owner imports a statement of account " : "a statement of account ") +
              std::to_string(wanted.account) + " with " + std::to_string(sent.entries) +
              (wanted.by_owner ? " entries" : " entries is imported"));
  const auto target = "/v1.1/bank-accounts/" + shop.workspace.text() + "/" + account.id.text() + "/import";
  auto request = wanted.by_owner
                     ? request_signed_in(shop.session, http_method::post, target, json::serialize(body), world_.dice)
                     : request_with(shop.token, http_method::post, target, json::serialize(body), world_.dice);
  nodes_.call(std::move(request), [this, wanted, sent = std::move(sent)](const http_response* response) {
    --open_;
    hear(wanted, sent, response);
  });
}

void statements::try_again(wish wanted) {
  ++open_;
  world_.later(world_.dice.within(500ms, 20s), [this, wanted] {
    --open_;
    send(wanted);
  });
}

void statements::hear(const wish& wanted, const exported_statement& sent, const http_response* response) {
  // Balances that disagree are named before anything is recorded.
  if (response && response->status == 422 && wanted.missing != 0 && !wanted.names_missing &&
      response->body.find("\"value\":\"" + std::to_string(wanted.missing) + "\"") != std::string::npos) {
    auto again = wanted;
    again.names_missing = true;
    return try_again(again);
  }
  // Words that look like fields: nothing of the file is recorded, and the bank has another form.
  if (response && response->status == 422 && wanted.form == statement_form::mt940 &&
      response->body.find("may be a transfer text") != std::string::npos) {
    auto again = wanted;
    again.form = statement_form::camt;
    return try_again(again);
  }
  // The Owner's password was given too long ago, or the session is over by some clock.
  if (response && wanted.by_owner && (response->status == 403 || response->status == 401)) {
    auto again = wanted;
    again.by_owner = false;
    return try_again(again);
  }
  if (!response || response->status != 200) {
    // 401: the token's check was lost with its node. By a clock that is days off, entries lie in the future, and are
    // missing between the balances.
    const bool is_late =
        has_balances(wanted.form) && world_.planned.has_wrong_clocks() && response && response->status == 422;
    if (is_late) return;
    if (response && response->status != 503 && response->status != 429 && response->status != 401)
      world_.violate("a statement is refused with " + std::to_string(response->status) + ": " + response->body);
    return try_again(wanted);
  }
  if (wanted.missing != 0 && !wanted.names_missing && !world_.planned.has_wrong_clocks())
    world_.violate("a statement whose balances disagree is recorded");
  check_settled(wanted, sent, *response);
  if (wanted.is_confirmed) confirm(wanted.account);
}

void statements::check_settled(const wish& wanted, const exported_statement& sent, const http_response& response) {
  const auto reported = json::parse(response.body).at("data").as_object();
  const auto number = [&](const char* name) { return reported.at(name).to_number<std::int64_t>(); };
  const auto settled = number("recorded") + number("duplicate");
  world_.note("a statement is imported: " + std::to_string(number("recorded")) + " recorded, " +
              std::to_string(number("unconfirmed")) + " of them wait, " + std::to_string(number("duplicate")) +
              " known");
  // By a clock that is days off, entries lie in the future, or before the account was connected.
  if (settled + number("held") != sent.entries && !world_.planned.has_wrong_clocks())
    world_.violate("I3 of " + std::to_string(sent.entries) + " entries of a statement " + std::to_string(settled) +
                   " are settled");
  if (number("unusable") != sent.unreadable && !world_.planned.has_wrong_clocks())
    world_.violate("of the entries of a statement " + std::to_string(number("unusable")) + " cannot be read, and not " +
                   std::to_string(sent.unreadable));
  const bool proves = wanted.by_owner && wanted.missing == 0 && wanted.form != statement_form::mt940;
  if (proves && number("unconfirmed") != 0) world_.violate("what an Owner imports waits for somebody else");
  const auto stated = database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions t JOIN bank_accounts a ON a.row = t.account_row WHERE a.id = :account AND "
      "(t.statement_id IS NOT NULL OR t.claimed_id IS NOT NULL)",
      first_shops::get().accounts[wanted.account].id.text());
  if (stated < settled)
    world_.violate("I3 " + std::to_string(settled) + " entries of a statement were settled, and " +
                   std::to_string(stated) + " transactions stand in one");
}

void statements::confirm(std::size_t account) {
  std::vector<std::string> waiting;
  const auto& of = first_shops::get().accounts[account].id.text();
  database_.rows().each<sql_text, sql_text>(
      "SELECT t.id, a.id FROM transactions t JOIN bank_accounts a ON a.row = t.account_row WHERE t.classification IS "
      "NULL AND (t.link_row IS NOT NULL OR t.order_row IS NOT NULL) ORDER BY t.row",
      [&](const auto& columns) {
        const auto& [id, owner] = columns.fields;
        if (owner.view() == of) waiting.push_back(id.value);
      });
  for (const auto& one : waiting)
    for (int turn = 0; turn < 2; ++turn) {
      ++open_;
      world_.later(world_.dice.within(0ms, 3s), [this, account, one] {
        --open_;
        confirm(account, one, 10);
      });
    }
}

// 409: the bank was faster, or the other confirmation, or the link has been closed.
// 422: the amount completes nothing.
void statements::confirm(std::size_t account, const std::string& transaction, int tries_left) {
  const auto& data = first_shops::get();
  const auto& shop = data.shops[data.accounts[account].shop];
  const auto target = "/v1.1/transactions/" + shop.workspace.text() + "/" + transaction + "/confirm-match";
  world_.note("the Owner confirms " + transaction);
  ++open_;
  nodes_.call(request_signed_in(shop.session, http_method::post, target, {}, world_.dice),
              [this, account, transaction, tries_left](const http_response* response) {
                --open_;
                const auto status = response ? response->status : 0;
                if (status == 200 || status == 409 || status == 422) return;
                if (status != 0 && status != 503 && status != 429 && status != 401 && !world_.has_lost_rows)
                  world_.violate("a confirmation is answered with " + std::to_string(status) + ": " + response->body);
                if (tries_left == 0) return;
                ++open_;
                world_.later(world_.dice.within(500ms, 10s), [this, account, transaction, tries_left] {
                  --open_;
                  confirm(account, transaction, tries_left - 1);
                });
              });
}

} // namespace paylink::simulation
