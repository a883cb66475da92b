#include "app/sandbox.hpp"

#include "domain/addresses/url_reference.hpp"
#include "domain/identity/access.hpp"
#include "domain/values/ascii.hpp"
#include "http/server/request_guard.hpp"
#include "http/tools/local_certificate.hpp"
#include "secrets/hmac.hpp"
#include "secrets/passwords.hpp"
#include "secrets/tokens.hpp"

#include <boost/json.hpp>

#include <stdexcept>

namespace paylink {

namespace json = boost::json;

namespace {

/// A demo account: its feed, its bank, its number and, for some, a virtual number.
struct demo_account {
  const char* feed;
  const char* bank;
  const char* number;
  const char* virtual_number;
};
struct demo_workspace {
  const char* name;
  entity_type entity;
  banking_mode mode;
  std::vector<demo_account> accounts;
};

const std::vector<demo_workspace>& demo_workspaces() {
  static const std::vector<demo_workspace> all{
      {"Demo shop (open banking)",
       entity_type::household_business,
       banking_mode::open_banking,
       {{"MB", "MB", "0123456789", "VQRQDEMO0001"},
        {"ACB", "ACB", "12345678", nullptr},
        {"OCB", "OCB", "0004100012345678", nullptr}}},
      {"Demo company (national switch)",
       entity_type::enterprise,
       banking_mode::national_switch,
       {{"NAPAS", "VCB", "0071000123456", "PLDEMO0002"}}},
  };
  return all;
}

constexpr const char* holder = "NGUYEN VAN A";
constexpr const char* feeds[] = {"MB", "ACB", "OCB", "NAPAS"};

json::object make_account(const demo_account& account, random_source& random, timestamp now) {
  json::array virtual_accounts;
  if (account.virtual_number)
    virtual_accounts.push_back(
        {{"id", virtual_account_id::make(now, random).text()}, {"number", account.virtual_number}});
  return {{"id", bank_account_id::make(now, random).text()},
          {"feed", account.feed},
          {"bank", account.bank},
          {"account_number", account.number},
          {"virtual_accounts", std::move(virtual_accounts)}};
}

json::object make_content(const data_folder& folder, random_source& random, timestamp now) {
  json::array workspaces;
  for (const auto& demo : demo_workspaces()) {
    json::array accounts;
    for (const auto& account : demo.accounts) accounts.push_back(make_account(account, random, now));
    workspaces.push_back({{"id", workspace_id::make(now, random).text()},
                          {"name", demo.name},
                          {"mode", demo.mode == banking_mode::open_banking ? "open_banking" : "national_switch"},
                          {"bank_accounts", std::move(accounts)},
                          {"signing_key", make_secret("plsk", random)}});
  }
  json::object secrets;
  for (const auto* feed : feeds) secrets[feed] = {{"url", ""}, {"secret", make_secret("bank", random)}};
  return {{"base_url", ""},
          {"bank_simulator", ""},
          {"user",
           {{"id", user_id::make(now, random).text()},
            {"email", "demo@sandbox.local"},
            {"password", make_secret("Demo", random)}}},
          {"token_id", token_id::make(now, random).text()},
          {"access_token", make_secret("plat", random)},
          {"workspaces", std::move(workspaces)},
          {"feeds", std::move(secrets)},
          {"ca_file", (folder / "ca.pem").string()},
          {"ca_key", (folder / "ca.key").string()}};
}

std::string text_of(const json::value& value, const char* name) { return json::value_to<std::string>(value.at(name)); }

/// Where the sandbox bank answers as a feed's connector.
std::string connector_of(std::string bank_simulator, std::string_view feed) {
  while (bank_simulator.ends_with('/')) bank_simulator.pop_back();
  return bank_simulator.append("/connector/").append(feed);
}

/// The commands that create one Workspace of the file with its accounts.
void add_workspace(std::vector<write_command>& commands, const json::value& kept, const demo_workspace& demo,
                   user_id owner, const master_keys& keys, random_source& random, timestamp now) {
  const auto id = *workspace_id::parse(text_of(kept, "id"));
  const auto key_id = "key-1";
  commands.push_back(create_workspace{
      .record = {.id = id,
                 .owner = owner,
                 .name = demo.name,
                 .description = "Created by the sandbox.",
                 .entity = demo.entity,
                 .mode = demo.mode,
                 .status = workspace_status::active,
                 .lang = language::vi,
                 .created_at = now},
      .owner_membership = membership_id::make(now, random),
      .signing_key_id = key_id,
      .sealed_signing_key = keys.seal(text_of(kept, "signing_key"), signing_key_place(id.view(), key_id), random)});
  const auto& accounts = kept.at("bank_accounts").as_array();
  for (const auto& account : accounts) {
    bank_account record;
    record.id = *bank_account_id::parse(text_of(account, "id"));
    record.workspace = id;
    record.owner = owner;
    record.feed = text_of(account, "feed");
    record.bank = text_of(account, "bank");
    if (const auto* bank = find_bank(record.bank)) record.bin = bank->bin;
    record.number = text_of(account, "account_number");
    record.holder_name = holder;
    record.state = account_state::connected;
    // The sandbox bank knows the demo accounts by their numbers.
    commands.push_back(connect_account{.account = record, .connection_id = "demo-" + record.number});
    for (const auto& receiver : account.at("virtual_accounts").as_array())
      commands.push_back(create_virtual_account{.record = {.row = 0,
                                                           .id = *virtual_account_id::parse(text_of(receiver, "id")),
                                                           .main_account = record.id,
                                                           .number = text_of(receiver, "number"),
                                                           .name = "Demo",
                                                           .status = virtual_account_status::active},
                                                .workspace = id});
  }
}

} // namespace

sandbox sandbox::look_at(const data_folder& folder, random_source& random, timestamp now) {
  const auto file = folder / "sandbox.json";
  if (std::filesystem::exists(file)) return {file, json::parse(read_file(file)).as_object()};
  return {file, make_content(folder, random, now)};
}

sandbox sandbox::prepare(const data_folder& folder, random_source& random, timestamp now) {
  auto made = look_at(folder, random, now);
  if (std::filesystem::exists(made.file_)) return made;
  if (std::filesystem::exists(folder / "paylink.db"))
    throw std::runtime_error{folder.path().string() +
                             " has a database but no sandbox.json, which holds its secrets; remove the folder"};
  const auto authority = make_local_authority(now);
  write_private_file(folder / "ca.pem", authority.certificate);
  write_private_file(folder / "ca.key", authority.key);
  write_private_file(made.file_, json::serialize(made.content_) + "\n");
  return made;
}

std::vector<std::string> sandbox::configure(settings& values, const std::string& bank_simulator) {
  std::vector<std::string> replaced;
  bank_simulator_ = bank_simulator;
  values.outbound.allow_networks.insert(values.outbound.allow_networks.end(), {"127.0.0.0/8", "::1/128"});
  if (values.outbound.ca_file.empty()) values.outbound.ca_file = text_of(content_, "ca_file");
  for (const auto* feed : feeds) {
    auto& bank = values.banks[feed];
    auto secret = text_of(content_.at("feeds").at(feed), "secret");
    if (!bank.connector_secret.empty() && bank.connector_secret != secret)
      replaced.push_back("banks." + std::string{feed} + ".connector_secret");
    bank.connector_secret = std::move(secret);
    if (!bank_simulator.empty() && bank.connector_url.empty()) bank.connector_url = connector_of(bank_simulator, feed);
  }
  return replaced;
}

std::string sandbox::bank_origin() const {
  const auto parts = split_url(bank_simulator_);
  const auto is_web = equals_ignoring_case(parts.scheme, "http") || equals_ignoring_case(parts.scheme, "https");
  if (!is_web || !parts.authority || !is_valid_host(*parts.authority)) return {};
  return std::string{parts.scheme}.append("://").append(*parts.authority);
}

void sandbox::seed(write_store& writer, read_store& reader, const master_keys& keys, random_source& random,
                   timestamp now) const {
  const auto& kept = content_.at("workspaces").as_array();
  const auto& user = content_.at("user");
  const auto owner = *user_id::parse(text_of(user, "id"));
  // Its Workspaces may have been deleted since.
  if (reader.ask(find_user{owner})) return;
  std::vector<write_command> commands;
  commands.push_back(create_user{.id = owner,
                                 .email = text_of(user, "email"),
                                 .name = "Demo",
                                 .password_hash = hash_password(text_of(user, "password")),
                                 .plan = "P1",
                                 .lang = language::vi});
  const auto access_token = text_of(content_, "access_token");
  create_token token{.id = *token_id::parse(text_of(content_, "token_id")),
                     .user = owner,
                     .digest = sha256_hex(access_token),
                     .last4 = access_token.substr(access_token.size() - 4),
                     .name = "sandbox",
                     .expires_at = now + std::chrono::hours{24 * 365},
                     .permissions = {}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    add_workspace(commands, kept[i], demo_workspaces().at(i), owner, keys, random, now);
    token.permissions.emplace_back(*workspace_id::parse(text_of(kept[i], "id")), permissions_of(role::owner));
  }
  commands.push_back(std::move(token));
  for (const auto& reply : writer.apply(commands))
    if (!reply) throw std::runtime_error{"the sandbox's demo data could not be stored: " + reply.error().message()};
}

void sandbox::announce(const std::string& base_url) {
  content_["base_url"] = base_url;
  content_.erase("console"); // an earlier version named one that there is not
  if (!bank_simulator_.empty()) content_["bank_simulator"] = bank_simulator_;
  for (const auto* feed : feeds) content_["feeds"].at(feed).as_object()["url"] = base_url + "/v1.1/bank-feed/" + feed;
  write_private_file(file_, json::serialize(content_) + "\n");
}

} // namespace paylink
