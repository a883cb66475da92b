#include "bench/peers/floor_store.hpp"

#include "bench/peers/statement.hpp"
#include "secrets/hmac.hpp"

#include <condition_variable>
#include <ctime>
#include <fstream>
#include <mutex>

namespace paylink::load {

namespace {

sqlite3* open(const char* file) {
  sqlite3* database = nullptr;
  if (sqlite3_open(file, &database) != SQLITE_OK) give_up(database);
  execute(database, "pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;"
                    "pragma cache_size = -131072; pragma wal_autocheckpoint = 4000");
  return database;
}

/// PFSL and eight more.
std::string reference_in(const std::string& content) {
  const auto at = content.find("PFSL");
  return at == std::string::npos ? "" : content.substr(at, 12);
}

} // namespace

void seed_floor(const char* file, const char* links, const char* webhooks) {
  auto* database = open(file);
  execute(database, R"(
    create table links (row integer primary key, id text not null unique, public_id text not null unique,
      reference text not null unique, state integer not null default 0, amount integer not null, received integer,
      callback_url text not null, expires_at integer not null);
    create index links_expiring on links (expires_at) where state = 0;
    create table transactions (row integer primary key, bank_reference text not null unique, reference text,
      amount integer not null, content text not null, occurred_at text not null);
    create table webhooks (id text primary key, url text not null, secret text not null);
    create table events (row integer primary key, id text not null unique, link_row integer unique, webhook text, url text not null,
      body text not null, signed_at integer not null, signature text not null,
      attempts integer not null default 0, status_code integer, acknowledged_at integer);
    create index events_due on events (row) where acknowledged_at is null;
    begin)");
  statement insert{database, "insert into links (id, public_id, reference, amount, callback_url, expires_at) "
                             "values (?1, ?2, ?3, 250000, ?4, unixepoch() + 86400)"};
  std::ifstream in{links};
  std::string reference, url;
  for (std::int64_t number = 0; in >> reference >> url; ++number)
    insert.run("pl_01j9zk3v7q8r5t2w" + std::to_string(10'000'000'000 + number), "public" + std::to_string(number),
               reference, url);
  statement insert_webhook{database, "insert into webhooks values (?, ?, ?)"};
  std::ifstream listed{webhooks};
  std::string id, secret;
  while (listed >> id >> url >> secret) insert_webhook.run(id, url, secret);
  execute(database, "commit; pragma wal_checkpoint(truncate)");
}

struct floor_store::state {
  state(const char* file, std::string key, news reported)
      : database{open(file)}, signing_key{std::move(key)}, committed{std::move(reported)} {
    statement all{database, "select id, url, secret from webhooks"};
    while (all.step())
      webhooks.push_back({std::string{all.text(0)}, std::string{all.text(1)}, hmac_sha256{all.text(2)}});
    all.done();
  }

  void write(const std::vector<std::int64_t>& done, const std::vector<credit>& reported,
             std::vector<callback_event>& events) {
    const std::int64_t now = std::time(nullptr);
    begin.run();
    for (auto row : done) acknowledge.run(now, row);
    for (const auto& one : reported) settle(one, now, events);
    commit.run();
  }

  void settle(const credit& reported, std::int64_t now, std::vector<callback_event>& events) {
    const auto reference = reference_in(reported.content);
    insert_transaction.run(reported.bank_reference, reference, reported.amount, reported.content, reported.occurred_at);
    if (sqlite3_changes(database) == 0) return;
    if (close_link.step(reported.amount, reference)) {
      events.push_back(make_callback(reported, reference, now));
      auto& event = events.back();
      const auto link = close_link.integer(0);
      close_link.done();
      insert_callback.run(event.id, link, event.url, event.body, now, event.signature);
      event.row = sqlite3_last_insert_rowid(database);
    } else {
      close_link.done();
    }
    tell_webhooks(reported, reference, now, events);
  }

  void tell_webhooks(const credit& reported, const std::string& reference, std::int64_t now,
                     std::vector<callback_event>& events) {
    if (webhooks.empty()) return;
    const auto body = R"({"event":"transaction.credit","id":"evt_01j9zk3v7q8r5t2x)" + reported.bank_reference +
                      R"(","data":{"amount":")" + std::to_string(reported.amount) +
                      R"(","currency":"VND","direction":"credit","content":")" + reported.content +
                      R"(","bank_reference":")" + reported.bank_reference + R"(","occurred_at":")" +
                      reported.occurred_at + R"(","reference":")" + reference + R"("}})";
    for (auto& each : webhooks) {
      auto& event = events.emplace_back();
      event.id = each.id + reported.bank_reference;
      event.url = each.url;
      event.webhook = each.id;
      event.signed_at = now;
      event.body = body;
      event.signature = each.secret.hex({std::to_string(now), ".", body});
      insert_delivery.run(event.id, event.webhook, event.url, event.body, now, event.signature);
      event.row = sqlite3_last_insert_rowid(database);
    }
  }

  callback_event make_callback(const credit& reported, const std::string& reference, std::int64_t now) {
    callback_event event;
    event.id = "evt_01j9zk3v7q8r5t2w" + reported.bank_reference;
    event.url = close_link.text(3);
    event.signed_at = now;
    event.body.reserve(360);
    event.body.append(R"({"amount":")").append(std::to_string(reported.amount));
    event.body.append(R"(","currency":"VND","id":")").append(event.id);
    event.body.append(R"(","paid_at":")").append(reported.occurred_at);
    event.body.append(R"(","payment_link_id":")").append(close_link.text(1));
    event.body.append(R"(","public_id":")").append(close_link.text(2));
    event.body.append(R"(","reference":")").append(reference);
    event.body.append(R"(","status":"success","transaction_id":")").append(reported.bank_reference);
    event.body.append(R"(","version":1})");
    event.signature = signing_key.hex({std::to_string(now), ".", event.body});
    return event;
  }

  struct webhook {
    std::string id, url;
    hmac_sha256 secret;
  };

  sqlite3* database;
  hmac_sha256 signing_key;
  std::vector<webhook> webhooks;
  news committed;
  statement begin{database, "begin immediate"};
  statement commit{database, "commit"};
  statement insert_transaction{database, "insert into transactions (bank_reference, reference, amount, content, "
                                         "occurred_at) values (?, ?, ?, ?, ?) on conflict do nothing"};
  statement close_link{database, "update links set state = 1, received = ?1 where reference = ?2 and state = 0 "
                                 "and ?1 >= amount returning row, id, public_id, callback_url"};
  statement insert_callback{database, "insert into events (id, link_row, url, body, signed_at, signature) "
                                      "values (?, ?, ?, ?, ?, ?)"};
  statement insert_delivery{database, "insert into events (id, webhook, url, body, signed_at, signature) "
                                      "values (?, ?, ?, ?, ?, ?)"};
  statement acknowledge{database,
                        "update events set attempts = 1, status_code = 200, acknowledged_at = ? where row = ?"};

  std::mutex mutex;
  std::condition_variable has_work;
  std::vector<credit> credits;
  std::vector<std::int64_t> acknowledged;
};

floor_store::floor_store(const char* database, std::string signing_key, news committed)
    : state_{std::make_shared<state>(database, std::move(signing_key), std::move(committed))} {}

void floor_store::add(credit reported) {
  const std::lock_guard guard{state_->mutex};
  state_->credits.push_back(std::move(reported));
  state_->has_work.notify_one();
}

void floor_store::acknowledge(std::int64_t event_row) {
  const std::lock_guard guard{state_->mutex};
  state_->acknowledged.push_back(event_row);
  state_->has_work.notify_one();
}

void floor_store::run() {
  for (;;) {
    std::vector<credit> credits;
    std::vector<std::int64_t> acknowledged;
    {
      std::unique_lock lock{state_->mutex};
      state_->has_work.wait(lock, [this] { return !state_->credits.empty() || !state_->acknowledged.empty(); });
      credits.swap(state_->credits);
      acknowledged.swap(state_->acknowledged);
    }
    std::vector<callback_event> events;
    state_->write(acknowledged, credits, events);
    if (!credits.empty()) state_->committed(std::move(credits), std::move(events));
  }
}

} // namespace paylink::load
