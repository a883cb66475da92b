#include "tests/simulation/first_shops.hpp"

#include "domain/access.hpp"
#include "persistence/sqlite_database.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"
#include "tests/simulation/shared_database.hpp"
#include "tests/support/scratch_folder.hpp"

namespace paylink::simulation {
namespace {

constexpr const char* bank = "MB";

struct still_clock final : wall_clock {
  timestamp now() const override { return world::start(); }
  milliseconds uptime() const override { return milliseconds{0}; }
};

void add_shop(first_shops& data, chance& dice, const std::string& name) {
  auto& commands = data.commands;
  const auto now = world::start();
  const auto owner = user_id::make(now, dice);
  first_shops::shop made{workspace_id::make(now, dice), make_secret("plat", dice), make_secret("plsk", dice)};
  commands.emplace_back(create_user{owner, name + "@shop.test", name, "none", "Free", language::vi});
  commands.emplace_back(
      create_workspace{{.id = made.workspace,
                        .owner = owner,
                        .name = name,
                        .description = "",
                        .entity = entity_type::individual,
                        .mode = banking_mode::open_banking,
                        .status = workspace_status::active,
                        .lang = language::vi,
                        .created_at = now},
                       membership_id::make(now, dice),
                       "key-1",
                       data.keys.seal(made.signing_key, signing_key_place(made.workspace.view(), "key-1"), dice)});
  commands.emplace_back(create_token{token_id::make(now, dice),
                                     owner,
                                     sha256_hex(made.token),
                                     made.token.substr(made.token.size() - 4),
                                     "simulation",
                                     now + std::chrono::hours{24 * 300},
                                     {{made.workspace, permissions_of(role::owner)}}});
  const auto account = [&](const std::string& number, bool has_two_feeds) {
    bank_account connected;
    connected.id = bank_account_id::make(now, dice);
    connected.workspace = made.workspace;
    connected.owner = owner;
    connected.feed = has_two_feeds ? "NAPAS" : bank;
    connected.bank = bank;
    connected.bin = "970422";
    connected.number = number;
    connected.holder_name = "NGUYEN VAN A";
    connected.state = account_state::connected;
    data.accounts.push_back({connected.id, number, data.shops.size(), has_two_feeds});
    commands.emplace_back(connect_account{connected});
  };
  if (data.shops.empty()) account("0100000001", true);
  account("010000001" + std::to_string(data.shops.size()), false);
  data.shops.push_back(std::move(made));
}

first_shops make() {
  // SQLite of the product locks a file beside its database: that one is real, and nothing of it is used afterwards.
  const auto folder = test::make_scratch_folder("simulation");
  chance dice{1};
  first_shops data{{}, {}, master_keys::load_or_create(folder / "master.key", dice), {}, {}};
  const auto file = (folder / "paylink.db").string();
  auto& disk = memory_files::disk();
  {
    const auto database = open_sqlite_database(file);
    const still_clock clock;
    sealed_event_signer signer{data.keys};
    const auto writer = database->open_writer(
        {.node = "setup", .brand = "Service", .retries = {}, .clock = clock, .signer = signer, .gate = nullptr});
    add_shop(data, dice, "first");
    add_shop(data, dice, "second");
    for (const auto& reply : writer->apply(data.commands))
      if (!reply) throw std::logic_error{"the base data of the simulation is refused"};
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
