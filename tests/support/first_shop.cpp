#include "tests/support/first_shop.hpp"

#include "domain/identity/access.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

namespace paylink::test {

namespace {

constexpr const char* key_name = "key-1";
constexpr std::chrono::hours token_lifetime{24 * 300};

} // namespace

first_shop::first_shop(const std::string& name, const std::string& email, const std::string& plan, timestamp now,
                       random_source& random, const master_keys& keys)
    : owner{user_id::make(now, random)}, workspace{workspace_id::make(now, random)}, token{make_secret("plat", random)},
      signing_key{make_secret("plsk", random)} {
  commands.emplace_back(create_user{owner, email, name, "none", plan, language::vi});
  commands.emplace_back(
      create_workspace{{.id = workspace,
                        .owner = owner,
                        .name = name,
                        .description = "",
                        .entity = entity_type::individual,
                        .mode = banking_mode::open_banking,
                        .status = workspace_status::active,
                        .lang = language::vi,
                        .created_at = now},
                       membership_id::make(now, random),
                       key_name,
                       keys.seal(signing_key, signing_key_place(workspace.view(), key_name), random)});
  commands.emplace_back(create_token{token_id::make(now, random),
                                     owner,
                                     sha256_hex(token),
                                     token.substr(token.size() - 4),
                                     "test",
                                     now + token_lifetime,
                                     {{workspace, permissions_of(role::owner)}}});
}

bank_account first_shop::account(const std::string& number, timestamp now, random_source& random,
                                 const std::string& feed) const {
  bank_account connected;
  connected.id = bank_account_id::make(now, random);
  connected.workspace = workspace;
  connected.owner = owner;
  connected.feed = feed;
  connected.bank = "MB";
  connected.bin = "970422";
  connected.number = number;
  connected.holder_name = "NGUYEN VAN A";
  connected.state = account_state::connected;
  return connected;
}

} // namespace paylink::test
