#include "tests/simulation/bank.hpp"

#include "secrets/hmac.hpp"

#include <boost/json.hpp>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

void bank::move(std::size_t account, std::int64_t amount, bool is_credit, std::string content, milliseconds soon) {
  auto& dice = world_.dice;
  transfer made;
  made.account = account;
  made.amount = amount;
  made.is_credit = is_credit;
  made.is_rejected = is_credit && dice.one_in_thousand(40);
  made.content = std::move(content);
  const auto index = move_in_disorder(std::move(made), soon);
  if (world_.strikes(fault::other_content, 100) &&
      (transfers_[index].is_reported_twice || feed_of({index, feed::own}) == "NAPAS")) {
    ++open_without_bin_;
    world_.later(soon, [this, index] { tell({index, feed::of_switch, false, true}); });
  }
  if (!world_.strikes(fault::other_content, 200)) return;
  transfers_[index].was_reported_otherwise = true;
  world_.later(soon + dice.within(0ms, 1min), [this, index] { tell({index, feed::own, true}); });
}

void bank::move_to_virtual(std::size_t account, std::size_t which, std::int64_t amount, std::string content) {
  transfer made;
  made.account = account;
  made.amount = amount;
  made.content = std::move(content);
  made.virtual_number = first_shops::get().accounts[account].virtual_numbers[which].number;
  move_in_disorder(std::move(made), 0ms);
}

std::size_t bank::move_in_disorder(transfer made, milliseconds soon) {
  auto& dice = world_.dice;
  const bool is_reported_twice = first_shops::get().accounts[made.account].has_two_feeds && dice.half();
  made.is_reported_twice = is_reported_twice;
  // Either may be the first.
  auto own = soon, over_switch = soon;
  if (is_reported_twice) (dice.half() ? own : over_switch) += dice.within(0ms, 5s);
  const auto index = move(std::move(made), own, over_switch);
  if (world_.strikes(fault::repeats, 600))
    for (auto again = dice.between(1, 4); again > 0; --again) {
      // Half of them at the same moment, over whatever node.
      const auto when = dice.half() ? soon : soon + dice.within(1ms, 8min);
      const auto over = is_reported_twice && dice.half() ? feed::of_switch : feed::own;
      world_.later(when, [this, index, over] { tell({index, over}); });
    }
  return index;
}

std::size_t bank::move(transfer made, milliseconds soon, milliseconds over_switch) {
  const auto index = transfers_.size();
  made.source = "FT" + std::to_string(1'000 + index);
  made.occurred_at = format_rfc3339(world_.now());
  // What never came over a feed needs no acknowledgement.
  made.is_acknowledged[1] = !made.is_reported_twice;
  transfers_.push_back(std::move(made));
  world_.later(soon, [this, index] { tell({index, feed::own}); });
  if (transfers_.back().is_reported_twice) world_.later(over_switch, [this, index] { tell({index, feed::of_switch}); });
  return index;
}

void bank::repeat_all() {
  for (std::size_t index = 0; index < transfers_.size(); ++index) {
    auto& one = transfers_[index];
    one.is_acknowledged[0] = false;
    one.is_acknowledged[1] = !one.is_reported_twice;
    world_.later(world_.dice.within(0ms, 10s), [this, index] { tell({index, feed::own}); });
    if (one.is_reported_twice)
      world_.later(world_.dice.within(0ms, 10s), [this, index] { tell({index, feed::of_switch}); });
  }
}

void bank::tell_of_stranger() {
  constexpr const char* source = "FT1";
  const json::object entry{{"bank_reference", source}, {"account_number", "0999999999"},
                           {"amount", 70'000},         {"transfer_type", "credit"},
                           {"content", "to nobody"},   {"occurred_at", format_rfc3339(world::start())},
                           {"status", "booked"}};
  has_open_stranger_ = true;
  world_.note("the bank tells of a stranger's money");
  send("MB", R"({"entries":[)" + json::serialize(entry) + "]}", [this](const http_response* response) {
    if (response && response->status == 200) {
      has_open_stranger_ = false;
      const auto kept = database_.rows().count_of(
          "SELECT COUNT(*) FROM kept_entries WHERE source_id = :source AND reason = 'unknown_account'",
          std::string{source});
      if (kept != 1)
        world_.violate("I3 a stranger's money was acknowledged and is kept " + std::to_string(kept) + " times");
      return;
    }
    if (response && response->status != 503)
      world_.violate("the bank is refused with " + std::to_string(response->status) + ": " + response->body);
    world_.later(world_.dice.within(500ms, 20s), [this] { tell_of_stranger(); });
  });
}

bool bank::is_named(const transfer& of, bool over_switch) const {
  const auto by = world_.planned.named_by;
  return !of.virtual_number.empty() && (by == naming::both || (by == naming::of_switch) == over_switch);
}

bool bank::has_open() const {
  const auto is_open = [](const transfer& one) { return !one.is_acknowledged[0] || !one.is_acknowledged[1]; };
  return has_open_stranger_ || open_without_bin_ > 0 || std::ranges::any_of(transfers_, is_open);
}

std::string bank::source_of(const message& reported) const {
  const auto& of = transfers_[reported.transfer];
  if (reported.lacks_bin) return "NB" + of.source;
  return reported.over == feed::own ? of.source : "SW" + of.source;
}

std::string bank::feed_of(const message& reported) const {
  if (reported.over == feed::of_switch) return "NAPAS";
  return first_shops::get().accounts[transfers_[reported.transfer].account].feed;
}

std::string bank::entry_of(const message& reported) const {
  const auto& of = transfers_[reported.transfer];
  json::object entry{{"bank_reference", source_of(reported)},
                     {"account_number", first_shops::get().accounts[of.account].number},
                     {"amount", of.amount + (reported.has_other_content ? 1 : 0)},
                     {"transfer_type", of.is_credit ? "credit" : "debit"},
                     {"content", of.content},
                     {"occurred_at", of.occurred_at},
                     {"status", of.is_rejected ? "rejected" : "booked"}};
  const auto& account = first_shops::get().accounts[of.account];
  if (feed_of(reported) == "NAPAS" && !reported.lacks_bin) entry["bin"] = account.bin;
  if (is_named(of, reported.over == feed::of_switch)) entry["virtual_account_number"] = of.virtual_number;
  return json::serialize(entry);
}

void bank::tell(const message& first) {
  ++sent;
  std::vector<message> reported{first};
  // A bank may put several into one message.
  if (world_.dice.one_in_thousand(150) && world_.planned.has(fault::repeats))
    reported.push_back({world_.dice.below(transfers_.size()), first.over});
  const auto code = feed_of(first);
  // What stands beside it comes over the same feed.
  std::erase_if(reported, [&](const message& one) {
    return &one != &reported.front() &&
           (feed_of(one) != code || (one.over == feed::of_switch && !transfers_[one.transfer].is_reported_twice));
  });
  std::string body = R"({"entries":[)";
  for (const auto& one : reported) body.append(&one == &reported.front() ? "" : ",").append(entry_of(one));
  body += "]}";
  world_.note("the bank tells of " + source_of(first));
  send(code, body, [this, reported](const http_response* response) { hear(reported, response); });
}

void bank::send(const std::string& feed_code, const std::string& body, cluster::answer done, const std::string& type) {
  const auto signed_at = std::to_string(unix_seconds(world_.now()));
  const auto signature = hmac_sha256{first_shops::feed_secret}.hex({signed_at, ".", body});
  auto request = request_of(
      http_method::post, "/v1.1/bank-feed/" + feed_code, body,
      {{"content-type", type}, {"x-service-timestamp", signed_at}, {"x-service-signature", signature}}, world_.dice);
  request.peer = "123.30.1.9"; // not the node's own machine
  nodes_.call(std::move(request), std::move(done));
}

void bank::hear(const std::vector<message>& reported, const http_response* response) {
  if (response && response->status == 200) {
    const auto answers = json::parse(response->body).at("data").as_array();
    if (answers.size() != reported.size()) return world_.violate("an answer to the bank misses entries");
    for (std::size_t i = 0; i < reported.size(); ++i) {
      world_.note("the bank's " + source_of(reported[i]) +
                  " is acknowledged: " + std::string{answers[i].at("result").as_string()});
      if (reported[i].lacks_bin) {
        check_kept(reported[i], std::string{answers[i].at("result").as_string()});
        continue;
      }
      check_stored(reported[i], std::string{answers[i].at("result").as_string()});
      transfers_[reported[i].transfer].is_acknowledged[static_cast<std::size_t>(reported[i].over)] = true;
    }
    return;
  }
  // 401: by the node's clock the signature is too old, or not made yet.
  if (response && response->status != 503 && response->status != 401)
    world_.violate("the bank is refused with " + std::to_string(response->status) + ": " + response->body);
  // What was put beside it has a message of its own.
  world_.later(world_.dice.within(500ms, 20s), [this, one = reported.front()] { tell(one); });
}

void bank::check_kept(const message& reported, const std::string& result) {
  --open_without_bin_;
  const auto source = source_of(reported);
  const auto kept = database_.rows().count_of(
      "SELECT COUNT(*) FROM kept_entries WHERE source_id = :source AND reason = 'invalid'", source);
  if (result != "invalid" || kept != 1)
    world_.violate("I3 " + source + " names no bank, was answered " + result + " and is kept " + std::to_string(kept) +
                   " times");
}

void bank::check_stored(const message& reported, const std::string& result) {
  auto& of = transfers_[reported.transfer];
  const auto source = source_of(reported);
  const auto feed_code = feed_of(reported);
  const auto as_transaction = database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions WHERE (source_id = :source AND feed = :feed) OR paired_source_id = :other",
      source, feed_code, source);
  if (result == "held") {
    const auto held = database_.rows().count_of(
        "SELECT COUNT(*) FROM kept_entries WHERE source_id = :source AND feed = :feed AND reason = 'held'", source,
        feed_code);
    // Told once more by then, it may have been recorded.
    if (held == 0 || as_transaction > 1)
      world_.violate("I3 " + source + " was held and is kept " + std::to_string(held) + " times, and stored " +
                     std::to_string(as_transaction) + " times as a transaction");
    return;
  }
  const auto as_kept = database_.rows().count_of(
      "SELECT COUNT(*) FROM kept_entries WHERE source_id = :source AND feed = :feed AND reason = 'rejected'", source,
      feed_code);
  if (of.is_rejected ? as_kept != 1 || as_transaction != 0 : as_transaction != 1)
    world_.violate("I3 " + source + " was acknowledged (" + result + ") and is stored " +
                   std::to_string(as_transaction) + " times as a transaction, " + std::to_string(as_kept) +
                   " times as rejected");
}

} // namespace paylink::simulation
