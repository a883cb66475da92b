#include "bench/year_of_payments.hpp"

#include "bench/interruption.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace paylink::load {

namespace {

/// What becomes of a link, by its place among a hundred.
enum class fate { paid, overpaid, underpaid, paid_twice, cancelled_and_paid, cancelled, left };

/// Of a hundred neighbours, each has another place: they are mixed.
int place_of(int position) { return static_cast<int>(position * 37LL % 100); }

fate fate_at(int place) {
  if (place < 75) return fate::paid;
  if (place < 77) return fate::overpaid;
  if (place == 77) return fate::underpaid;
  if (place == 78) return fate::paid_twice;
  if (place == 79) return fate::cancelled_and_paid;
  return place < 83 ? fate::cancelled : fate::left;
}

/// Behind these places there is a transaction that names no link, and at the first of them it is a debit: with those of
/// the links, that makes a hundred.
constexpr int first_stray = 81, first_stray_credit = 86;
constexpr int told_for_each_failure = 1'000;

money amount_at(int position) { return money{50'000 + 1'000 * (position * 7'919LL % 900)}; }

/// Between a credit and the answer to its callback: mostly short, sometimes long.
std::chrono::milliseconds waited_for(int turn) {
  static constexpr std::array<int, 12> millis{4, 6, 9, 13, 18, 25, 35, 48, 70, 120, 280, 900};
  const auto chance = static_cast<std::size_t>(turn * 7'919LL % 144);
  return std::chrono::milliseconds{millis[std::min(chance / 12, chance % 12)]};
}

} // namespace

void year_of_payments::write(timestamp from, timestamp until) {
  const std::int64_t hours = (until - from) / std::chrono::hours{1};
  int written = 0;
  for (std::int64_t hour = 0; hour < hours; ++hour) {
    const auto end = static_cast<int>(order_.links * (hour + 1) / hours);
    if (end == written) continue;
    stop_if_interrupted();
    const auto begin = from + std::chrono::hours{hour};
    clock_.put(begin + std::chrono::minutes{59});
    write_hour(begin, written, end);
    written = end;
    writer_.rest(false);
  }
  // The writer notes the time, by which the service judges its own clock when it starts.
  clock_.put(std::chrono::floor<std::chrono::seconds>(system_wall_clock{}.now()));
  expire();
  writer_.rest(true);
}

void year_of_payments::write_hour(timestamp begin, int first, int last) {
  constexpr std::chrono::milliseconds spread = std::chrono::minutes{59};
  for (int position = first; position < last; ++position)
    add_link(position, begin + spread * (position - first) / (last - first));
  store_links();
  store_entries();
  expire();
}

void year_of_payments::add_link(int position, timestamp at) {
  payment_link link;
  link.id = payment_link_id::make(at, random_);
  link.public_id = make_public_id(random_);
  link.workspace = order_.account.workspace;
  link.account = order_.account.id;
  link.reference = reference::make(reference_kind::payment_link, random_);
  link.amount = amount_at(position);
  link.description = "Don hang " + std::to_string(position);
  link.callback_url = order_.callback_of(position);
  link.created_at = at;
  link.expires_at = at + link_lifetime_max;
  link.created_by = {creator::kind::user, order_.account.owner.text()};
  const auto becomes = fate_at(place_of(position));
  if (becomes == fate::cancelled || becomes == fate::cancelled_and_paid)
    cancellations_.emplace_back(
        close_link{.workspace = link.workspace,
                   .link = link.id,
                   .by = {.id = audit_id::make(at, random_),
                          .by = {.type = audit_actor::kind::user, .id = order_.account.owner.text()}}});
  add_transactions(position, link, at);
  links_.emplace_back(create_link{std::move(link)});
}

void year_of_payments::add_transactions(int position, const payment_link& link, timestamp at) {
  const auto place = place_of(position);
  const auto pay = [&](money amount) { entries_.emplace_back(entry_of(position, &link, amount, at)); };
  const auto asked = *link.amount;
  switch (fate_at(place)) {
  case fate::paid_twice:
    pay(asked);
    [[fallthrough]];
  case fate::paid:
  case fate::cancelled_and_paid:
    pay(asked);
    break;
  case fate::overpaid:
    pay(money{asked.dong + 10'000});
    break;
  case fate::underpaid:
    pay(money{asked.dong / 2});
    break;
  case fate::cancelled:
  case fate::left:
    break;
  }
  if (place < first_stray) return;
  auto stray = entry_of(position, nullptr, asked, at);
  if (place < first_stray_credit) stray.entry.type = transfer_type::debit;
  entries_.emplace_back(std::move(stray));
}

/// Texts as banks send them: no two alike, with words that all of them share.
record_entry year_of_payments::entry_of(int position, const payment_link* link, money amount, timestamp at) {
  const auto number = recorded_++;
  record_entry reported;
  reported.account_row = order_.account.row;
  reported.account = order_.account.id;
  reported.workspace = order_.account.workspace;
  reported.owner = order_.account.owner;
  reported.feed = order_.account.feed;
  if (link) reported.link = link->reference;
  reported.entry.bank_reference = "Y" + std::to_string(number);
  reported.entry.account_number = order_.account.number;
  reported.entry.amount = amount;
  reported.entry.content = "MBVCB." + std::to_string(7'000'000'000 + 7'919LL * number) + ".CT tu 0" +
                           std::to_string(900'000'000 + 104'729LL * number % 99'999'999) + " NGUYEN VAN A " +
                           (link ? link->reference.text() : "chuyen tien") + " don hang " + std::to_string(position);
  reported.entry.occurred_at = at;
  reported.name_transaction();
  return reported;
}

// Among a million links two may well draw the same reference: the second is left out, and its credit is one of the
// first.
std::vector<write_reply> year_of_payments::apply(std::vector<write_command>& batch) {
  std::vector<write_reply> replies;
  for (auto& reply : writer_.apply(batch)) {
    if (reply)
      replies.push_back(std::move(*reply));
    else if (reply.error() != errc::conflict && reply.error() != errc::not_found)
      throw std::runtime_error{"filling failed: " + reply.error().message()};
  }
  batch.clear();
  return replies;
}

void year_of_payments::store_links() {
  std::ranges::move(cancellations_, std::back_inserter(links_));
  cancellations_.clear();
  apply(links_);
}

void year_of_payments::store_entries() {
  std::vector<write_command> outcomes;
  for (const auto& reply : apply(entries_)) {
    const auto* recorded = std::get_if<recorded_entry>(&reply);
    if (!recorded || recorded->result != entry_result::recorded) throw std::runtime_error{"a credit is not recorded"};
    for (const auto& job : recorded->jobs) outcomes.emplace_back(outcome_of(job, answer_to(job)));
  }
  if (!outcomes.empty()) apply(outcomes);
}

attempt year_of_payments::answer_to(const delivery_job& job) {
  const auto turn = reported_++;
  const bool has_failed = turn % told_for_each_failure == told_for_each_failure - 1;
  attempt made;
  made.number = job.attempt;
  made.started_at = clock_.now();
  made.duration = waited_for(turn);
  made.url = job.url;
  made.address = "127.0.0.1:8443";
  made.status_code = has_failed ? 404 : 200;
  if (has_failed) made.failed_by = failure_class::http_4xx;
  return made;
}

void year_of_payments::expire() {
  for (bool is_more = true; is_more;) {
    std::vector<write_command> due{expire_links{}};
    is_more = std::get<expired_links>(apply(due).at(0)).more;
  }
}

} // namespace paylink::load
