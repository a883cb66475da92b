#include "tests/simulation/full_course.hpp"

#include "tests/simulation/third_shop.hpp"

#include <algorithm>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;
using failpoints::place;

// Accounts of the base data.
constexpr std::size_t with_two_feeds = 0, with_one_feed = 1, of_second_shop = 2;

/// Few, so that a delivery is soon at its last attempt.
constexpr int attempts_max = 3;
constexpr milliseconds end_of_course = 110s;

} // namespace

full_course::full_course(dialect on, open_database_of_run open, std::optional<strike> armed)
    : dialect_{on}, open_{std::move(open)}, armed_{armed} {
  if (on == dialect::sqlite)
    troubles_ = {{10s, place::before_commit, blow::full}};
  else
    troubles_ = {{10s, place::before_commit, blow::conflict}, {12s, place::after_commit, blow::lost}};
}

plan full_course::planned() const {
  plan fixed;
  fixed.nodes = 1;
  fixed.own_disk = dialect_ == dialect::sqlite;
  fixed.links = fixed.transfers = 0;
  fixed.hosts = host_count;
  fixed.chaos = end_of_course;
  return fixed;
}

void full_course::begin(const stage& on) {
  on_.emplace(on);
  failpoints::on_reach([this](place where) { on_place(where); });
  on.faults.away_max = 3s;
  on.outside.decides = [this](std::size_t host, int attempt) { return temper_of(host, attempt); };
  on.settings.retries.max_attempts = attempts_max;
  // The switch's feed is opened later.
  on.settings.open_feeds = {"MB"};
  ask_for_links();
  ask_for_orders();
  turn_webhooks();
  put_on_agenda();
}

void full_course::on_place(place where) {
  if (!only_node().is_alive()) return;
  const auto hits = ++reached_[static_cast<std::size_t>(where)];
  if (armed_ && !has_struck_ && where == armed_->where && hits == armed_->hit) {
    has_struck_ = true;
    on_->in.note("STRUCK: " + armed_->text());
    fall(armed_->how, where);
  }
  const auto due = std::ranges::find_if(
      troubles_, [&](const trouble_of_course& one) { return one.where == where && one.from <= on_->in.elapsed; });
  if (due == troubles_.end()) return;
  const auto how = due->how;
  troubles_.erase(due);
  fall(how, where);
}

void full_course::fall(blow how, place where) {
  on_->in.note(std::string{name_of(how)} + " at " + std::string{place_name(where)});
  if (how != blow::kill) throw_error(how);
  only_node().doom();
  throw node_killed{};
}

receivers::trouble full_course::temper_of(std::size_t host, int attempt) {
  using trouble = receivers::trouble;
  const auto before = requests_[host]++;
  switch (host) {
  case errs_once:
    return attempt == 1 ? trouble::errs : trouble::none;
  case refuses:
    return trouble::refuses;
  case loses_once:
    return attempt == 1 ? trouble::loses_answers : trouble::none;
  case hangs_once:
    return attempt == 1 ? trouble::hangs : trouble::none;
  case busy:
    return before < 2 ? trouble::hangs : trouble::none;
  case leaving:
    return before < 1 ? trouble::hangs : trouble::none;
  case limits_chat:
    return before < 3 ? trouble::limits : trouble::none;
  case never_well:
    if (attempt < attempts_max) return trouble::errs;
    // The outcome of its last attempt is lost with the process.
    if (!std::exchange(is_spent_one_killed_, true))
      on_->in.later(5s, [this] {
        if (!only_node().is_alive()) return;
        on_->in.note("the node dies with its next step");
        only_node().doom();
      });
    return trouble::hangs;
  default:
    return trouble::none;
  }
}

void full_course::ask_for_links() {
  const std::vector<wish> wishes{
      {.account = with_one_feed, .to = well, .paid_at = 2s},
      {.account = with_one_feed, .to = well, .paid_at = 4s, .asked_for = 100'000, .paid = 40'000},
      {.account = of_second_shop, .to = well, .paid_at = 4s, .asked_for = 20'000, .paid = 30'000},
      {.account = with_two_feeds, .to = well, .paid_at = 3s},
      {.account = with_one_feed, .to = errs_once, .paid_at = 6s},
      {.account = with_one_feed, .to = refuses, .paid_at = 5s},
      {.account = of_second_shop, .to = loses_once, .paid_at = 7s},
      {.account = with_one_feed, .to = hangs_once, .paid_at = 20s},
      {.account = of_second_shop, .to = never_well, .paid_at = 3s},
      {.account = of_second_shop, .to = busy, .paid_at = 2s},
      {.account = of_second_shop, .to = busy, .paid_at = 2s},
      {.account = of_second_shop, .to = busy, .paid_at = 2s},
      {.account = of_second_shop, .to = busy, .paid_at = 2s},
      {.account = with_one_feed, .to = leaving, .paid_at = 58s},
      {.account = with_one_feed, .to = leaving, .paid_at = 58s},
      {.account = with_one_feed, .to = leaving, .paid_at = 58s},
      // Paid while its Workspace is suspended.
      {.account = of_second_shop, .to = well, .paid_at = 43s},
      // Paid when its time is over.
      {.account = of_second_shop, .to = well, .paid_at = 30s, .expires_in = 25s},
  };
  for (const auto& wanted : wishes) on_->in.later(1ms, [this, wanted] { order(wanted); });
  on_->in.later(1ms, [this] {
    const auto link = on_->shops.ask_for(of_second_shop, 50'000, on_->in.now() + 20h, well);
    on_->in.later(5s, [this, link] { once_made(link, [this, link] { on_->shops.cancel(link); }); });
  });
}

void full_course::order(const wish& wanted) {
  const auto link = on_->shops.ask_for(wanted.account, wanted.asked_for, on_->in.now() + wanted.expires_in, wanted.to);
  if (wanted.to == refuses) refused_link_ = link;
  on_->in.later(wanted.paid_at, [this, link, amount = wanted.paid] { pay(link, amount); });
  // A second payer, when the first one's money has been there for a while.
  if (link % 3 == 0) on_->in.later(wanted.paid_at + 25s, [this, link, amount = wanted.paid] { pay(link, amount); });
}

void full_course::once_made(std::size_t link, std::function<void()> what) {
  const auto& id = on_->shops.links()[link].id;
  if (id == "never") return;
  if (!id.empty()) return what();
  on_->in.later(500ms, [this, link, what = std::move(what)] { once_made(link, what); });
}

void full_course::pay(std::size_t link, std::int64_t amount, bool is_reported_twice) {
  once_made(link, [this, link, amount, is_reported_twice] {
    const auto& paid = on_->shops.links()[link];
    bank::transfer made;
    made.account = paid.account;
    made.amount = amount;
    made.content = "pay " + paid.reference + " no " + std::to_string(++payments_);
    made.is_reported_twice = is_reported_twice;
    const auto transfer = on_->money.move(std::move(made), 0ms, 2s);
    // Every third of them twice.
    if (transfer % 3 == 0) on_->in.later(1s, [this, transfer] { on_->money.repeat(transfer); });
  });
}

// One is paid, one is not, one is cancelled; and one of the Workspace that has a chat fails.
void full_course::ask_for_orders() {
  auto& in = on_->in;
  in.later(1ms, [this] {
    auto& orders = on_->orders;
    const auto now = on_->in.now();
    const auto paid = orders.ask_for(with_one_feed, 30'000, now + 20h);
    orders.ask_for(with_one_feed, 31'000, now + 21s);
    const auto cancelled = orders.ask_for(with_one_feed, 32'000, now + 20h);
    orders.ask_for(of_second_shop, 33'000, now + 26s);
    on_->in.later(5s, [this, paid] { on_->orders.pay(paid, 30'000); });
    on_->in.later(6s, [this, cancelled] { on_->orders.cancel(cancelled); });
  });
}

// Money comes while the first shop's endpoint is disabled, and is told afterwards.
void full_course::turn_webhooks() {
  auto& in = on_->in;
  const auto& shop = first_shops::get().shops.front();
  const auto &all = shop.webhooks.front(), &large = shop.webhooks.back();
  in.later(7s, [this, &shop, &large] { on_->developers.replace_keys(shop, large); });
  in.later(9500ms, [this, &shop, &all] { on_->developers.send_test(shop, all); });
  in.later(11s, [this] { on_->developers.fetch(0); });
  in.later(22s, [this, &shop, &all] { on_->developers.set_enabled(shop, all, false); });
  in.later(23s, [this] { on_->money.move(with_one_feed, 6'000, true, "while nobody listens", 0ms); });
  in.later(26s, [this, &shop, &all] { on_->developers.set_enabled(shop, all, true); });
  in.later(28s, [this, &shop] { on_->developers.send_again(shop, "status=skipped"); });
  in.later(31s, [this, &shop] { on_->developers.send_one_again(shop); });
}

void full_course::put_on_agenda() {
  auto& in = on_->in;
  in.later(8s, [this] { on_->money.tell_of_stranger(); });
  in.later(9s, [this] { on_->money.move(with_one_feed, 9'000, false, "cash", 0ms); });
  // One that the statement tells of before the feed does.
  in.later(13s, [this] { on_->money.move(with_one_feed, 4'000, true, "on paper first", 5s); });
  // A link that a person confirms between them.
  in.later(10s, [this] {
    const auto link = on_->shops.ask_for(with_one_feed, 30'000, on_->in.now() + 20h, well);
    once_made(link, [this, link] {
      on_->money.move(with_one_feed, 30'000, true, on_->shops.links()[link].reference + " on paper", 10s);
    });
  });
  for (const auto when : {14s, 35s}) in.later(when, [this] { on_->papers.import(with_one_feed); });
  for (const auto when : {16s, 17s, 37s}) in.later(when, [this] { on_->papers.confirm(with_one_feed); });
  for (const auto when : {15s, 16s})
    in.later(when, [this] {
      if (only_node().is_alive()) on_->shops.replace_key(only_node(), first_shops::get().shops.front());
    });
  for (const auto when : {18s, 20s}) in.later(when, [this, when] { open_or_delete_third_shop(when == 20s); });
  in.later(41500ms, [this] { set_status(workspace_status::suspended); });
  // More than a portion has, one of them for a link.
  for (int number = 0; number < 4; ++number)
    in.later(43s, [this, number] {
      on_->money.move(of_second_shop, 8'000, true, "while suspended " + std::to_string(number), 0ms);
    });
  in.later(44s, [this] { set_status(workspace_status::active); });
  in.later(60s, [this] { mark_as_copy(); });
}

// As if a backup had been put in the database's place: the next incarnation begins a new epoch of events.
void full_course::mark_as_copy() {
  if (!only_node().is_alive() || only_node().is_stopping()) {
    on_->in.later(1s, [this] { mark_as_copy(); });
    return;
  }
  only_node().apply(check_events{});
  on_->developers.hear_of_restored_backup();
  only_node().apply(mark_restored{});
  on_->in.later(1s, [this] { stop_in_order(); });
}

void full_course::set_status(workspace_status status) {
  if (only_node().is_alive() && !only_node().is_stopping())
    on_->shops.set_status(1, status);
  else
    on_->in.later(1s, [this, status] { set_status(status); });
}

void full_course::open_or_delete_third_shop(bool deletes) {
  if (!only_node().is_alive() || only_node().is_stopping()) {
    on_->in.later(1s, [this, deletes] { open_or_delete_third_shop(deletes); });
    return;
  }
  const third_shop shop{world::start()};
  if (deletes) return only_node().apply(shop.deletion);
  for (const auto& command : shop.opening) only_node().apply(command);
}

void full_course::stop_in_order() {
  if (!only_node().is_alive() || only_node().is_stopping()) {
    on_->in.later(1s, [this] { stop_in_order(); });
    return;
  }
  on_->settings.open_feeds.insert("NAPAS");
  stopped_incarnation_ = only_node().incarnations;
  // Some of their deliveries still wait for a slot when the node ends.
  for (int number = 0; number < 8; ++number)
    on_->in.later(1990ms, [this, number] {
      on_->money.move(with_one_feed, 3'000, true, "just before the end " + std::to_string(number), 0ms);
    });
  on_->faults.stop_in_order(only_node(), 2s);
  with_feed_of_switch();
}

// In the incarnation after the stop.
void full_course::with_feed_of_switch() {
  if (!only_node().is_alive() || only_node().incarnations == stopped_incarnation_) {
    on_->in.later(1s, [this] { with_feed_of_switch(); });
    return;
  }
  const auto link = on_->shops.ask_for(with_two_feeds, 60'000, on_->in.now() + 20h, well);
  on_->in.later(1s, [this, link] { pay(link, 60'000, true); });
  // Three that nothing but their number tells apart; of the third, the other feed tells first.
  for (const auto first_reported_after : {0s, 0s, 6s})
    on_->in.later(2s, [this, first_reported_after] {
      bank::transfer made;
      made.account = with_two_feeds;
      made.amount = 7'000;
      made.content = "the same again";
      made.is_reported_twice = true;
      on_->money.move(std::move(made), first_reported_after, first_reported_after == 0s ? 2s : 4s);
    });
  pay_to_tills();
  on_->in.later(1s, [this] { say_outcome_again(); });
  for (const bool all : {false, true})
    on_->in.later(all ? 6s : 4s, [this, all] {
      once_made(refused_link_, [this, all] { on_->shops.send_again(refused_link_, all); });
    });
}

// One feed names the virtual number that was paid to, and tells of it before the other or after it.
void full_course::pay_to_tills() {
  for (std::size_t till = 0; till < 2; ++till) {
    const auto link = on_->shops.ask_for(with_two_feeds, 8'000, on_->in.now() + 20h, well, till);
    on_->in.later(3s, [this, link, till] {
      once_made(link, [this, till] {
        bank::transfer made;
        made.account = with_two_feeds;
        made.amount = 8'000;
        made.content = till == 0 ? "to a till" : "to a till, unnamed at first";
        made.virtual_number = first_shops::get().accounts[with_two_feeds].virtual_numbers[till].number;
        made.is_reported_twice = true;
        on_->money.move(std::move(made), till == 0 ? 0s : 3s, 2s);
      });
    });
  }
}

// As a job does that cannot know whether its word was heard.
void full_course::say_outcome_again() {
  for (const auto& [event, reported] : on_->outside.events()) {
    const auto row = on_->database.rows().delivery_of(event);
    if (!reported.heard || !row || row->attempt != reported.heard->number || row->state != 1) continue;
    only_node().apply(record_attempt{row->row, row->epoch, event, reported.heard->made, 0,
                                     first_shops::get().shops.front().workspace, reported.heard->made.url});
    return;
  }
}

} // namespace paylink::simulation
