#include "tests/simulation/contested_account.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

/// Whether a call is worth another try. 401: the check of the token was lost with its node, or by the node's clock the
/// bank's signature is too old.
bool is_unanswered(const http_response* response) {
  return !response || response->status == 503 || response->status == 429 || response->status == 401;
}

} // namespace

void contested_account::begin(std::uint64_t seed) {
  chance dice{seed ^ 0x6e6577636f6d6572};
  if (!dice.one_in_thousand(400)) return;
  const auto somewhen = [&] { return dice.within(1ms, world_.planned.chaos); };
  for (auto credits = dice.between(1, 4); credits > 0; --credits)
    world_.later(somewhen(), [this] { pay("rent no " + std::to_string(credits_.size())); });
  const auto contenders = dice.between<std::size_t>(1, first_shops::get().shops.size());
  const auto first = dice.below(first_shops::get().shops.size());
  for (std::size_t which = 0; which < contenders; ++which) {
    connections_.push_back({.shop = (first + which) % first_shops::get().shops.size()});
    world_.later(somewhen(), [this, which] { start(which); });
  }
  if (dice.one_in_thousand(500)) world_.later(dice.within(1ms, world_.planned.chaos), [this] { evict(); });
}

bool contested_account::has_open() const {
  const auto waits = [this](const transfer& one) {
    if (!one.is_acknowledged) return true;
    // By a clock that is off, what is to be taken up may lie in the future.
    return connected() != 0 && kept_of(one) != 0 && !world_.planned.has_wrong_clocks();
  };
  return std::ranges::any_of(connections_, &connection::is_open) || std::ranges::any_of(credits_, waits);
}

void contested_account::start(std::size_t which) {
  auto& started = connections_[which];
  started.is_open = true;
  const auto& shop = first_shops::get().shops[started.shop];
  const json::object body{{"bank", feed}, {"account_number", number}, {"holder_name", "NGUYEN VAN A"}};
  world_.note("Workspace " + std::to_string(started.shop) + " begins to connect " + number);
  nodes_.call(request_with(shop.token, http_method::post, "/v1.1/bank-accounts/" + shop.workspace.text(),
                           json::serialize(body), world_.dice, "connect-" + std::to_string(which)),
              [this, which](const http_response* response) { on_started(which, response); });
}

void contested_account::on_started(std::size_t which, const http_response* response) {
  // 409: a request with the same key is under way.
  if (is_unanswered(response) || response->status == 409) {
    world_.later(world_.dice.within(500ms, 10s), [this, which] { start(which); });
    return;
  }
  auto& started = connections_[which];
  started.is_open = false;
  // By a clock that is off, its time ran out before an answer came.
  if (response->status == 404 && world_.planned.has_wrong_clocks()) return;
  if (response->status != 201)
    return world_.violate("a connection is refused with " + std::to_string(response->status) + ": " + response->body);
  const auto record = json::parse(response->body).at("data").as_object();
  started.account = record.at("id").as_string();
  // Proved meanwhile, or never to be proved: an answer that came late.
  const auto* connecting = record.at("connection").if_object();
  if (!connecting) return;
  started.text = connecting->at("verification_text").as_string();
  auto& dice = world_.dice;
  const auto soon = dice.half() ? 1ms : dice.within(1ms, 2min);
  if (dice.one_in_thousand(150)) return world_.later(soon, [this, which] { give_up(which); });
  if (dice.half()) world_.later(dice.within(1ms, 2min), [this, which] { pretend(which); });
  if (dice.one_in_thousand(700)) world_.later(soon, [this, which] { prove(which); });
  // Some have it for a while.
  if (dice.one_in_thousand(300)) world_.later(soon + dice.within(1s, 4min), [this, which] { give_up(which); });
}

void contested_account::give_up(std::size_t which) {
  auto& ended = connections_[which];
  ended.is_open = ended.is_given_up = true;
  const auto& shop = first_shops::get().shops[ended.shop];
  world_.note("Workspace " + std::to_string(ended.shop) + " gives up " + number);
  nodes_.call(request_with(shop.token, http_method::del,
                           "/v1.1/bank-accounts/" + shop.workspace.text() + "/" + ended.account, {}, world_.dice),
              [this, which](const http_response* response) {
                if (is_unanswered(response)) {
                  world_.later(world_.dice.within(500ms, 10s), [this, which] { give_up(which); });
                  return;
                }
                connections_[which].is_open = false;
                // 404: it was answered before, and the answer was lost.
                if (response->status != 204 && response->status != 404)
                  return world_.violate("giving up a connection is answered with " + std::to_string(response->status));
                hand_on();
              });
}

// Mostly once it has the account.
void contested_account::evict() {
  const auto found = std::ranges::find_if(
      connections_, [](const connection& one) { return !one.account.empty() && !one.is_open && !one.is_given_up; });
  if (found == connections_.end() || (connected() == 0 && !world_.calm)) {
    if (!world_.calm) world_.later(5s, [this] { evict(); });
    return;
  }
  found->is_open = found->is_given_up = true;
  world_.note("Workspace " + std::to_string(found->shop) + " is to be evicted from " + number);
  await_eviction(static_cast<std::size_t>(found - connections_.begin()));
}

// Whether it is done, the database tells: the node may die with the order.
void contested_account::await_eviction(std::size_t which) {
  auto& ended = connections_[which];
  const auto left = database_.rows().count_of(
      "SELECT COUNT(*) FROM bank_accounts WHERE id = :id AND superseded_at IS NULL AND removed_at IS NULL",
      ended.account);
  if (left == 0) {
    world_.note("Workspace " + std::to_string(ended.shop) + " is evicted");
    ended.is_open = false;
    ended.got_until_evicted = recorded_by(ended) + held_by(ended);
    return hand_on();
  }
  if (auto* const at = nodes_.any_running())
    at->apply(disconnect_account{.workspace = first_shops::get().shops[ended.shop].workspace,
                                 .id = bank_account_id::from_store(ended.account),
                                 .by = {.id = audit_id::make(world_.now(), world_.dice), .by = {}, .address = {}},
                                 .is_evicted = true});
  world_.later(500ms, [this, which] { await_eviction(which); });
}

void contested_account::prove(std::size_t which) {
  if (connections_[which].is_given_up || connections_[which].is_pretended) return;
  proofs_.insert(connections_[which].text);
  pay("it is mine " + connections_[which].text, true);
}

void contested_account::pretend(std::size_t which) {
  auto& one = connections_[which];
  if (one.is_given_up || proofs_.contains(one.text)) return;
  one.is_pretended = true;
  pay("it is not mine " + one.text);
}

void contested_account::hand_on() {
  for (std::size_t which = 0; which < connections_.size(); ++which)
    if (!connections_[which].text.empty()) world_.later(world_.dice.within(1s, 20s), [this, which] { prove(which); });
  for (std::size_t index = 0; index < credits_.size(); ++index)
    world_.later(world_.dice.within(20s, 2min), [this, index] { tell(index); });
}

std::size_t contested_account::pay(std::string content, bool is_debit) {
  const auto index = credits_.size();
  credits_.push_back(
      {"NC" + std::to_string(1'000 + index), std::move(content), format_rfc3339(world_.now()), is_debit});
  auto& dice = world_.dice;
  tell(index);
  if (world_.strikes(fault::repeats, 600))
    for (auto again = dice.between(1, 3); again > 0; --again)
      world_.later(dice.half() ? 0ms : dice.within(1ms, 8min), [this, index] { tell(index); });
  return index;
}

void contested_account::tell(std::size_t index) {
  const auto& one = credits_[index];
  const json::object entry{{"bank_reference", one.source},
                           {"account_number", number},
                           {"amount", amount},
                           {"transfer_type", one.is_debit ? "debit" : "credit"},
                           {"content", one.content},
                           {"occurred_at", one.occurred_at},
                           {"status", "booked"}};
  world_.note("the bank tells of " + one.source);
  bank_.send(feed, R"({"entries":[)" + json::serialize(entry) + "]}",
             [this, index](const http_response* response) { on_told(index, response); });
}

void contested_account::on_told(std::size_t index, const http_response* response) {
  auto& one = credits_[index];
  if (is_unanswered(response)) {
    if (!one.is_acknowledged) world_.later(world_.dice.within(500ms, 20s), [this, index] { tell(index); });
    return;
  }
  if (response->status != 200)
    return world_.violate("the bank is refused with " + std::to_string(response->status) + ": " + response->body);
  one.is_acknowledged = true;
  const std::string result{json::parse(response->body).at("data").at(0).at("result").as_string()};
  world_.note("the bank's " + one.source + " is acknowledged: " + result);
  check_reported(one, result);
}

void contested_account::check_reported(const transfer& one, const std::string& result) const {
  const auto stored = transactions_of(one), kept = kept_of(one);
  const auto kept_again = database_.rows().count_of("SELECT COUNT(*) - COUNT(DISTINCT reason) FROM kept_entries WHERE "
                                                    "source_id = :source AND processed_at IS NULL",
                                                    one.source);
  // What was kept first waits to be taken up, and is a repetition if it came again sooner, of the transaction or of
  // what is held. What an account has recorded stays with it, also when it was removed, and nobody else gets it.
  if (stored + kept == 0 || stored > 1 || kept_again > 0)
    world_.violate("I3 " + one.source + " was acknowledged (" + result + ") and is stored " + std::to_string(stored) +
                   " times as a transaction, and kept " + std::to_string(kept) + " times");
  const auto is_its_proof = [&](const connection& asked) {
    return one.is_debit && !asked.text.empty() && !asked.is_given_up && one.content.ends_with(asked.text);
  };
  // What another has recorded was made by the account's holder of then.
  if (result == "unknown_account" && stored == 0 && std::ranges::any_of(connections_, is_its_proof))
    world_.violate("the transfer " + one.source + " proves whose the account is, and nobody has connected it");
}

std::int64_t contested_account::transactions_of(const transfer& one) const {
  return database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions WHERE source_id = :source AND statement_id IS NULL AND claimed_id IS NULL",
      one.source);
}

std::int64_t contested_account::kept_of(const transfer& one) const {
  return database_.rows().count_of(
      "SELECT COUNT(*) FROM kept_entries WHERE source_id = :source AND processed_at IS NULL", one.source);
}

std::int64_t contested_account::recorded_by(const connection& asked) const {
  return database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions t JOIN bank_accounts a ON a.row = t.account_row WHERE a.id = :id",
      asked.account);
}

std::int64_t contested_account::held_by(const connection& asked) const {
  return database_.rows().count_of("SELECT COUNT(*) FROM kept_entries k JOIN bank_accounts a ON a.row = k.account_row "
                                   "WHERE k.reason = 'held' AND k.processed_at IS NULL AND a.id = :id",
                                   asked.account);
}

std::int64_t contested_account::connected() const {
  return database_.rows().count_of(
      "SELECT COUNT(*) FROM bank_accounts WHERE number = :number AND state = 'connected' AND removed_at IS NULL",
      std::string{number});
}

void contested_account::check_end() const {
  const auto holders = connected();
  if (holders > 1) world_.violate("an account is connected " + std::to_string(holders) + " times");
  const auto has_proved = [this](const connection& asked) { return proofs_.contains(asked.text); };
  for (const auto& asked : connections_) {
    const auto is_its = database_.rows().count_of(
        "SELECT COUNT(*) FROM bank_accounts WHERE id = :id AND state = 'connected'", asked.account);
    if (is_its != 0 && !has_proved(asked))
      world_.violate("Workspace " + std::to_string(asked.shop) + " has connected an account that it has not proved");
    if (!asked.got_until_evicted) continue;
    if (is_its != 0) world_.violate("an account is connected where the operator has evicted it");
    // What was held for it by then becomes its transactions once its Workspace is active again.
    if (recorded_by(asked) + held_by(asked) > *asked.got_until_evicted)
      world_.violate("an account records what has come since the operator has evicted it");
  }
  const auto may_have_it = [&](const connection& asked) { return has_proved(asked) && !asked.is_given_up; };
  // Its time may have run out, by a clock that is off.
  if (holders == 0 && std::ranges::any_of(connections_, may_have_it) && !world_.planned.has_wrong_clocks())
    world_.violate("an account was proved when the others had given it up, and nobody has connected it");
  if (holders == 0 && std::ranges::any_of(connections_, has_proved) &&
      std::ranges::none_of(connections_, &connection::is_given_up))
    world_.violate("an account was proved, and nobody has connected it");
}

} // namespace paylink::simulation
