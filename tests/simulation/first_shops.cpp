#include "tests/simulation/first_shops.hpp"

#include "persistence/stores/sqlite_database.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"
#include "tests/simulation/shared_database.hpp"
#include "tests/support/first_shop.hpp"
#include "tests/support/scratch_folder.hpp"

namespace paylink::simulation {
namespace {

struct still_clock final : wall_clock {
  timestamp now() const override { return world::start(); }
  milliseconds uptime() const override { return milliseconds{0}; }
};

constexpr webhook_event_set all_events = 15;

// Drawn apart, so that the rest is what it would be without it.
void add_session(first_shops& data, const user_id& owner) {
  chance dice{5 + data.shops.size()};
  auto& shop = data.shops.back();
  shop.session = make_one_time_token(dice);
  data.commands.emplace_back(open_session{.id = session_id::make(world::start(), dice),
                                          .digest = sha256_hex(shop.session),
                                          .user = owner,
                                          .agent = "simulation",
                                          .life = std::chrono::hours{24 * 365},
                                          .tried = {},
                                          .by = {}});
}

// The host's number is the place of one of the receivers.
void add_webhook(first_shops& data, chance& dice, webhook_type type, const std::string& name, int host) {
  auto& shop = data.shops.back();
  const bool is_chat = type == webhook_type::telegram;
  first_shops::webhook made{webhook_id::make(world::start(), dice), type, name};
  made.secret = is_chat ? "424242:" + make_secret("", dice).substr(1, 35) : make_secret("whs", dice);
  if (!is_chat) made.api_key = make_secret("whk", dice);
  webhook record{.id = made.id, .workspace = shop.workspace, .type = type, .name = name, .events = all_events};
  if (is_chat)
    record.chat_id = first_shops::chat;
  else
    record.url = "https://hook" + std::to_string(host) + ".test/paylink";
  if (name == first_shops::of_large_credits) {
    record.events = bit_of(webhook_event::transaction_credit);
    record.filter.amount_min = {first_shops::least_large};
  }
  const auto workspace = shop.workspace.view();
  sealed_webhook_keys keys;
  keys.id = "keys-of-" + made.id.text();
  if (!is_chat) keys.api_key = data.keys.seal(made.api_key, webhook_api_key_place(workspace, keys.id), dice);
  keys.secret = data.keys.seal(made.secret, webhook_secret_place(workspace, keys.id), dice);
  if (is_chat) keys.bot = sha256_hex(made.secret).substr(0, 32);
  data.commands.emplace_back(create_webhook{.record = std::move(record), .keys = std::move(keys)});
  shop.webhooks.push_back(std::move(made));
}

void add_webhooks(first_shops& data, chance& dice) {
  const bool is_first = data.shops.size() == 1;
  add_webhook(data, dice, webhook_type::http, "all", is_first ? 0 : 1);
  if (is_first)
    add_webhook(data, dice, webhook_type::http, first_shops::of_large_credits, 2);
  else
    add_webhook(data, dice, webhook_type::telegram, "chat", 0);
}

void add_shop(first_shops& data, chance& dice, const std::string& name) {
  const auto now = world::start();
  const test::first_shop made{name, name + "@shop.test", "Free", now, dice, data.keys};
  data.commands.insert(data.commands.end(), made.commands.begin(), made.commands.end());
  const auto account = [&](const std::string& number, bool has_two_feeds) {
    const auto connected = made.account(number, now, dice, has_two_feeds ? "NAPAS" : "MB");
    data.accounts.push_back({connected.id, number, data.shops.size(), has_two_feeds});
    data.commands.emplace_back(connect_account{connected});
  };
  const auto till = [&](std::size_t of, const std::string& number) {
    auto& owner = data.accounts[of];
    owner.virtual_numbers.push_back({virtual_account_id::make(now, dice), number});
    data.commands.emplace_back(create_virtual_account{
        {0, owner.virtual_numbers.back().id, owner.id, number, "Till", virtual_account_status::active},
        made.workspace});
  };
  if (data.shops.empty()) account("0100000001", true);
  account("010000001" + std::to_string(data.shops.size()), false);
  if (data.shops.empty()) {
    till(1, "VQRSIM0001");
    till(first_shops::reported_twice, "VQRSIM0002");
    till(first_shops::reported_twice, "VQRSIM0003");
  } else {
    auto elsewhere = made.account(data.accounts.front().number, now, dice, "NAPAS");
    elsewhere.bank = "VCB";
    elsewhere.bin = "970436";
    data.accounts.push_back({elsewhere.id, elsewhere.number, data.shops.size(), false, elsewhere.feed, elsewhere.bin});
    data.commands.emplace_back(connect_account{elsewhere});
  }
  data.shops.push_back({made.workspace, made.token, made.signing_key});
  add_session(data, made.owner);
  add_webhooks(data, dice);
}

first_shops make() {
  // SQLite of the product locks a file beside its database: that one is real, and nothing of it is used afterwards.
  const auto folder = test::make_scratch_folder("paylink-simulation-");
  chance dice{1};
  auto keys = master_keys::load_or_create(folder / "master.key", dice);
  chance dice_of_staff{4};
  staffed_shop staffed{world::start(), dice_of_staff, keys};
  first_shops data{{}, {}, std::move(staffed), std::move(keys), {}, {}};
  const auto file = (folder / "paylink.db").string();
  auto& disk = memory_files::disk();
  {
    const auto database = open_sqlite_database(file);
    const still_clock clock;
    memory_database::make_marks(connect_sqlite_writer(file, {}, clock)->session());
    sealed_event_signer signer{data.keys};
    const auto writer = database->open_writer({.node = "setup",
                                               .brand = "Service",
                                               .retries = {},
                                               .clock = clock,
                                               .signer = signer,
                                               .digest = sha256_hex,
                                               .gate = nullptr});
    add_shop(data, dice, "first");
    add_shop(data, dice, "second");
    data.commands.insert(data.commands.end(), data.staffed.opening.begin(), data.staffed.opening.end());
    for (const auto& reply : writer->apply(data.commands))
      if (!reply) throw std::logic_error{"the base data of the simulation is refused"};
    // The next transaction of the ending month uses so much of the first shop's quota that its owner is notified.
    connect_sqlite_writer(file, {}, clock)->session()
        << "INSERT INTO quota_counts (owner_id, month, counted) SELECT owner_id, '2026-03', 23 FROM workspaces WHERE "
           "name = 'first'";
  }
  std::filesystem::remove_all(folder);
  data.files.emplace(memory_database::file, disk.copy().at(file));
  return data;
}

} // namespace

const first_shops& first_shops::get() {
  static const first_shops data = make();
  return data;
}

} // namespace paylink::simulation
