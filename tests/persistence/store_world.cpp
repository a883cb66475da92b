#include "tests/persistence/store_world.hpp"

#include "domain/values/fingerprint.hpp"
#include "logging/log.hpp"
#include "persistence/sql/storable_text.hpp"
#include "tests/support/migrated_database.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/scratch_folder.hpp"

#include <stdexcept>

namespace paylink::test {
namespace {

// One server for the whole program: it is what costs time. Each world has a database of its own in it.
postgresql_server& shared_server() {
  static postgresql_server server;
  return server;
}

std::string new_name() {
  static int made = 0;
  return "world_" + std::to_string(++made);
}

} // namespace

void seeded_random::fill(std::span<std::byte> out) {
  for (auto& byte : out) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state_ >> 56);
  }
}

std::string readable_signer::sign(workspace_id, std::string_view key_id, std::string_view sealed,
                                  std::string_view data) {
  if (sealed == unusable_key) throw closed_signing_key{"the key does not open", true};
  if (!refused.empty() && data.find(refused) != std::string_view::npos)
    throw std::runtime_error{"the key does not open"};
  return std::string{key_id} + "/" + std::string{sealed} + "/" + std::to_string(fingerprint(data));
}

store_world::store_world(kind chosen, const std::string& node)
    : where{chosen}, folder{make_scratch_folder("paylink-store-")} {
  // Cases provoke faults on purpose; what the store logs about them is no part of their output.
  constexpr auto above_all = static_cast<log::level>(static_cast<int>(log::level::error) + 1);
  log::set_level(above_all);
  clock.is_real = where == kind::postgresql;
  if (where == kind::postgresql) in_server_ = new_name();
  url = where == kind::sqlite ? make_migrated_sqlite(folder / "paylink.db")
                              : make_migrated_postgresql(shared_server(), in_server_);
  open(node);
  seed();
}

store_world::~store_world() {
  reader.reset();
  writer.reset();
  opened.reset();
  if (where == kind::postgresql) drop_postgresql(shared_server(), in_server_);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

store_context store_world::context_of(const std::string& node) {
  store_context context{node, "Service", retries, clock, signer, sha256_hex, &gate};
  context.incarnations = &incarnations.try_emplace(node, node).first->second;
  context.synchronized_time = [this] { return is_synchronized ? std::optional{now()} : std::nullopt; };
  context.state = &state;
  context.bank_clocks = &bank_clocks;
  context.chat_addresses = {{delivery_kind::telegram, "https://api.telegram.org"}};
  context.retention = retention;
  context.settings = settings;
  return context;
}

void store_world::open(const std::string& node) {
  opened = open_database(url);
  writer = opened->open_writer(context_of(node));
  reader = opened->open_reader();
}

void store_world::restart(const std::string& node) {
  reader.reset();
  writer.reset();
  opened.reset();
  open(node);
}

void store_world::seed() {
  owner = new_id<user_id>();
  workspace = new_id<workspace_id>();
  account.id = new_id<bank_account_id>();
  account.workspace = workspace;
  account.owner = owner;
  account.feed = account.bank = "MB";
  account.bin = "970422";
  account.number = "0123456789";
  account.holder_name = "NGUYEN VAN A";
  account.state = account_state::connected;
  receiver.id = new_id<virtual_account_id>();
  receiver.main_account = account.id;
  receiver.number = "VA0001";
  receiver.name = "Till 1";

  const write_command commands[] = {
      create_user{owner, "owner@shop.example", "Owner", "hash", "P1", language::vi},
      create_workspace{{.id = workspace, .owner = owner, .name = "Shop", .description = "", .created_at = now()},
                       new_id<membership_id>(),
                       "key-1",
                       "sealed-1"},
      connect_account{account}, create_virtual_account{receiver, workspace}};
  for (const auto& reply : writer->apply(commands)) reply.value();
  account.row = std::stoll(ask("SELECT row FROM bank_accounts WHERE id = '" + account.id.text() + "'"));
  receiver.row = std::stoll(ask("SELECT row FROM virtual_accounts WHERE id = '" + receiver.id.text() + "'"));
}

result<write_reply> store_world::apply(const write_command& command) { return writer->apply({&command, 1}).at(0); }

create_link store_world::link_command(const link_options& options) {
  payment_link link;
  link.id = new_id<payment_link_id>();
  link.public_id = make_public_id(random);
  link.workspace = workspace;
  link.account = account.id;
  if (options.on_virtual_account) link.virtual_account = receiver.id;
  link.reference = reference::make(reference_kind::payment_link, random);
  link.amount = options.amount;
  link.description = "Đơn hàng 7";
  link.callback_url = options.callback_url;
  link.redirect_url = "https://shop.example/thanks?order=7";
  link.metadata = {{"order", "7"}, {"note", "\"quoted\" ₫"}};
  link.created_at = now();
  link.expires_at = now() + options.lifetime;
  link.created_by = {creator::kind::api_token, new_id<token_id>().text()};
  return {link};
}

workspace_id store_world::open_workspace(const std::string& key_id, const std::string& sealed_key) {
  const auto made = new_id<workspace_id>();
  apply(create_workspace{{.id = made, .owner = owner, .name = "Other", .description = "", .created_at = now()},
                         new_id<membership_id>(),
                         key_id,
                         sealed_key})
      .value();
  return made;
}

payment_link store_world::make_link(const link_options& options) {
  return done<created_link>(link_command(options)).link;
}

record_entry store_world::credit(std::optional<reference> link, std::int64_t amount, const credit_options& options) {
  record_entry command;
  command.account_row = account.row;
  command.account = account.id;
  command.workspace = workspace;
  command.owner = owner;
  command.feed = options.feed;
  command.link = link;
  command.ambiguous = options.ambiguous;
  command.entry.bank_reference = options.reference.empty() ? "FT" + std::to_string(++credits_) : options.reference;
  command.entry.account_number = account.number;
  command.entry.amount = {amount};
  command.entry.type = options.type;
  command.entry.status = options.status;
  command.entry.content = options.content;
  command.entry.occurred_at = options.occurred_at.value_or(now() - std::chrono::seconds{3});
  command.name_transaction();
  return command;
}

recorded_entry store_world::pay(std::optional<reference> link, std::int64_t amount, const credit_options& options) {
  gate.is_open = options.claim;
  auto paid = done<recorded_entry>(credit(link, amount, options));
  gate.is_open = true;
  return paid;
}

payment_link store_world::read(const payment_link& link) { return reader->ask(find_link{workspace, link.id}).value(); }

attempt store_world::made(int number, int status_code) {
  attempt one;
  one.number = number;
  one.started_at = now();
  one.duration = std::chrono::milliseconds{25};
  one.url = "https://shop.example/callback";
  one.address = "192.0.2.1:443";
  one.status_code = status_code;
  if (status_code >= 500)
    one.failed_by = failure_class::http_5xx;
  else if (status_code >= 400)
    one.failed_by = failure_class::http_4xx;
  else if (status_code == 0)
    one.failed_by = failure_class::reset;
  return one;
}

delivery_job store_world::make_job(const std::string& callback_url) {
  return pay(make_link({.callback_url = callback_url}).reference, 100'000).jobs.at(0);
}

timestamp store_world::now() const {
  return where == kind::sqlite ? clock.now() - clock.moved : system_wall_clock{}.now();
}

void store_world::pass(std::chrono::milliseconds time) {
  clock.time += time;
  clock.up += time;
  if (where == kind::sqlite) return;
  const auto by = " - " + std::to_string(time.count());
  run_sql(url,
          "UPDATE payment_links SET expires_at = expires_at" + by + ", created_at = created_at" + by +
              "; UPDATE idempotency_keys SET created_at = created_at" + by +
              "; UPDATE link_expiries SET expires_at = expires_at" + by +
              "; UPDATE orders SET expires_at = expires_at" + by + ", created_at = created_at" + by +
              "; UPDATE order_expiries SET expires_at = expires_at" + by + "; UPDATE paces SET next_at = next_at" + by +
              "; UPDATE deliveries SET next_at = next_at" + by + ", lease_until = lease_until" + by +
              ", verdict_at = verdict_at" + by + "; UPDATE nodes SET seen_at = seen_at" + by +
              "; UPDATE store_writers SET used_at = used_at" + by +
              " WHERE used_at > 0; UPDATE account_connections SET expires_at = expires_at" + by +
              ", otp_until = otp_until" + by + "; UPDATE bank_accounts SET connected_at = connected_at" + by +
              ", removed_at = removed_at" + by + ", disconnected_at = disconnected_at" + by +
              ", upkeep_at = upkeep_at" + by + ", proof_look_at = proof_look_at" + by + ", fetch_at = fetch_at" + by +
              ", fetched_at = fetched_at" + by +
              "; DELETE FROM hourly_counts WHERE what = 2 AND detail = 0; INSERT INTO hourly_counts (workspace_id, "
              "hour, what, detail, lane, count) SELECT workspace_id, created_at / 3600000, 2, 0, 0, COUNT(*) FROM "
              "payment_links GROUP BY 1, 2; DELETE FROM daily_counts; INSERT INTO daily_counts (workspace_id, day, "
              "what, detail, lane, count, millions, dong) SELECT workspace_id, (hour + 7) / 24, what, detail, lane, "
              "SUM(count), SUM(millions), SUM(dong) FROM hourly_counts GROUP BY 1, 2, 3, 4, 5");
}

void store_world::do_scheduled_jobs() {
  run_sql(url, "UPDATE scheduled_jobs SET next_at = 0");
  for (auto scheduled_job = done<claimed_scheduled_job>(claim_scheduled_job{}).name; !scheduled_job.empty();
       scheduled_job = done<claimed_scheduled_job>(claim_scheduled_job{}).name)
    while (!done<worked_on_scheduled_job>(work_on_scheduled_job{scheduled_job}).is_done) {
    }
}

std::vector<recorded_entry> record_in_the_end(write_store& writer, std::vector<write_command> entries) {
  std::vector<recorded_entry> recorded;
  for (int tries = 0; tries < 1'000 && !entries.empty(); ++tries) {
    std::vector<write_command> left;
    auto replies = writer.apply(entries);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      auto* entry = replies[i] ? std::get_if<recorded_entry>(&*replies[i]) : nullptr;
      if (entry)
        recorded.push_back(std::move(*entry));
      else if (replies[i] || error_of(replies[i]) == errc::service_unavailable)
        left.push_back(std::move(entries[i]));
    }
    entries = std::move(left);
  }
  return recorded;
}

errc error_of(const result<write_reply>& reply) { return reply ? errc::ok : to_errc(reply.error()); }

} // namespace paylink::test
