#include "domain/identity/access.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(accounts)

namespace {

constexpr auto read_and_write = static_cast<permission_set>(permission::payment_links_read) |
                                static_cast<permission_set>(permission::payment_links_write) |
                                static_cast<permission_set>(permission::workspaces_delete);

create_token token_command(store_world& world, std::string digest, permission_set permissions = read_and_write) {
  return {world.new_id<token_id>(),        world.owner, std::move(digest), "abcd", "test", world.now() + 1h,
          {{world.workspace, permissions}}};
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_may_do_what_it_was_given_and_its_owners_role_holds, Backend, backends) {
  store_world world{Backend::where};
  const auto token = token_command(world, "digest-1");
  world.apply(token).value();
  for (const auto* role_name : {"owner", "admin", "member", "viewer"}) {
    run_sql(world.url, "UPDATE memberships SET role = '" + std::string{role_name} + "'");
    const auto known = world.reader->ask(authorize_token{"digest-1", world.workspace.view(), world.now()}).value();
    BOOST_TEST((known.user == world.owner && known.token == token.id));
    BOOST_TEST(known.permissions == (read_and_write & permissions_of(*parse_role(role_name))), role_name);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_may_do_nothing_where_nothing_holds, Backend, backends) {
  store_world world{Backend::where};
  world.apply(token_command(world, "digest-1")).value();
  const auto permissions = [&](std::string_view workspace) {
    return world.reader->ask(authorize_token{"digest-1", workspace, world.now()}).value().permissions;
  };
  BOOST_TEST(permissions(world.workspace.view()) != 0u);
  BOOST_TEST(permissions("ws_malformed'; DROP TABLE users") == 0u);
  BOOST_TEST(permissions("") == 0u);
  BOOST_TEST(permissions(world.new_id<workspace_id>().view()) == 0u);
  run_sql(world.url, "UPDATE memberships SET status = 'left'");
  BOOST_TEST(permissions(world.workspace.view()) == 0u);
  run_sql(world.url, "DELETE FROM memberships");
  BOOST_TEST(permissions(world.workspace.view()) == 0u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(unknown_expired_and_revoked_tokens_and_those_of_locked_users_are_not_authenticated,
                              Backend, backends) {
  store_world world{Backend::where};
  const auto token = token_command(world, "digest-1");
  world.apply(token).value();
  const auto is_refused = [&](std::string_view digest, timestamp at) {
    const auto known = world.reader->ask(authorize_token{digest, world.workspace.view(), at});
    return known.has_error() && known.error() == errc::authentication_error;
  };
  BOOST_TEST(!is_refused("digest-1", token.expires_at - 1ms));
  BOOST_TEST(is_refused("digest-1", token.expires_at));
  BOOST_TEST(is_refused("digest-2", world.now()));
  run_sql(world.url, "UPDATE users SET status = 'disabled'");
  BOOST_TEST(is_refused("digest-1", world.now()));
  run_sql(world.url, "UPDATE users SET status = 'active'");
  BOOST_TEST(!is_refused("digest-1", world.now()));
  run_sql(world.url, "UPDATE api_tokens SET revoked_at = 1");
  BOOST_TEST(is_refused("digest-1", world.now()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(makers_that_come_twice_are_done_already, Backend, backends) {
  store_world world{Backend::where};
  const auto token = token_command(world, "digest-1");
  const write_command commands[] = {
      token, create_user{world.owner, "owner@shop.example", "", "", "Free", language::en},
      connect_account{world.account}, create_virtual_account{world.receiver, world.workspace},
      create_workspace{
          {.id = world.workspace, .owner = world.owner, .name = "", .description = "", .created_at = world.now()},
          world.new_id<membership_id>(),
          "key-9",
          "sealed-9"}};
  for (int time = 0; time < 2; ++time)
    for (const auto& reply : world.writer->apply(commands)) BOOST_TEST((error_of(reply) == errc::ok));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM signing_keys") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM api_token_permissions") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(makers_refuse_what_is_taken_or_unknown, Backend, backends) {
  store_world world{Backend::where};
  world.apply(token_command(world, "digest-1")).value();
  const auto check = [&](const write_command& command, errc expected) {
    BOOST_TEST((error_of(world.apply(command)) == expected), describe(expected).code);
  };
  check(create_user{world.new_id<user_id>(), "OWNER@shop.example", "", "", "Free", language::vi}, errc::conflict);
  check(token_command(world, "digest-1"), errc::conflict);
  auto token = token_command(world, "digest-2");
  token.permissions.front().first = world.new_id<workspace_id>();
  check(token, errc::not_found);
  token.permissions.clear();
  token.user = world.new_id<user_id>();
  check(token, errc::not_found);
  check(create_workspace{{.id = world.new_id<workspace_id>(),
                          .owner = world.new_id<user_id>(),
                          .name = "",
                          .description = "",
                          .created_at = world.now()},
                         world.new_id<membership_id>(),
                         "k",
                         "s"},
        errc::not_found);
  auto account = world.account;
  account.id = world.new_id<bank_account_id>();
  check(connect_account{account}, errc::bank_account_taken);
  account.workspace = world.new_id<workspace_id>();
  check(connect_account{account}, errc::not_found);
  auto receiver = world.receiver;
  receiver.id = world.new_id<virtual_account_id>();
  check(create_virtual_account{receiver, world.workspace}, errc::conflict);
  check(create_virtual_account{receiver, world.new_id<workspace_id>()}, errc::not_found);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(workspaces_and_accounts_are_read_back_whole, Backend, backends) {
  store_world world{Backend::where};
  const auto workspace = world.reader->ask(find_workspace{world.workspace}).value();
  BOOST_TEST((workspace.id == world.workspace && workspace.owner == world.owner && workspace.name == "Shop"));
  BOOST_TEST((workspace.entity == entity_type::individual && workspace.mode == banking_mode::open_banking));
  BOOST_TEST((workspace.status == workspace_status::active && workspace.lang == language::vi));
  const auto account = world.reader->ask(find_account{world.workspace, world.account.id}).value();
  BOOST_TEST((account.row == world.account.row && account.owner == world.owner && account.bin == "970422"));
  BOOST_TEST((account.number == "0123456789" && account.state == account_state::connected));
  const auto receiver = world.reader->ask(find_virtual_account{world.workspace, world.receiver.id}).value();
  BOOST_TEST(
      (receiver.main_account == world.account.id && receiver.number == "VA0001" && receiver.row == world.receiver.row));
  const auto stranger = world.new_id<workspace_id>();
  BOOST_TEST((world.reader->ask(find_workspace{stranger}).error() == errc::not_found));
  BOOST_TEST((world.reader->ask(find_account{stranger, world.account.id}).error() == errc::not_found));
  BOOST_TEST((world.reader->ask(find_virtual_account{stranger, world.receiver.id}).error() == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_feed_names_the_connected_account_and_no_other, Backend, backends) {
  store_world world{Backend::where};
  const auto find = [&](std::string_view feed, std::string_view bin, std::string_view number) {
    const auto found = world.reader->ask(find_account_of_feed{feed, bin, number});
    return found ? found->id : bank_account_id{};
  };
  BOOST_TEST((find("MB", "", "0123456789") == world.account.id));
  BOOST_TEST((find("MB", "970422", "0123456789") == world.account.id));
  BOOST_TEST(find("MB", "970400", "0123456789").empty());
  BOOST_TEST(find("ACB", "", "0123456789").empty());
  BOOST_TEST(find("MB", "", "0123456780").empty());
  run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 5");
  BOOST_TEST(find("MB", "", "0123456789").empty());
  auto second = world.account;
  second.id = world.new_id<bank_account_id>();
  second.feed = "NAPAS";
  world.apply(connect_account{second}).value();
  BOOST_TEST((find("MB", "", "0123456789") == second.id));
  run_sql(world.url, "UPDATE bank_accounts SET state = 'pending'");
  BOOST_TEST(find("MB", "", "0123456789").empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_is_found_over_its_banks_feed_and_the_switchs, Backend, backends) {
  store_world world{Backend::where};
  const auto connect = [&](const char* feed, const char* bin, const char* number) {
    auto account = world.account;
    account.id = world.new_id<bank_account_id>();
    account.feed = feed;
    account.bin = bin;
    account.number = number;
    world.apply(connect_account{account}).value();
    return account.id;
  };
  const auto find = [&](std::string_view feed, std::string_view bin, std::string_view number) {
    const auto found = world.reader->ask(find_account_of_feed{feed, bin, number});
    return found ? found->id : bank_account_id{};
  };
  BOOST_TEST((find("NAPAS", "970422", "0123456789") == world.account.id));
  BOOST_TEST(find("NAPAS", "970436", "0123456789").empty());
  BOOST_TEST(find("NAPAS", "", "0123456789").empty());

  const auto of_switch = connect("NAPAS", "970422", "777");
  BOOST_TEST((find("NAPAS", "970422", "777") == of_switch));
  BOOST_TEST((find("MB", "", "777") == of_switch));
  BOOST_TEST(find("ACB", "", "777").empty());
  BOOST_TEST(find("ACB", "970422", "777").empty()); // a bank speaks for no other

  const auto elsewhere = connect("NAPAS", "970436", "0123456789");
  BOOST_TEST((find("NAPAS", "970436", "0123456789") == elsewhere));
  BOOST_TEST((find("MB", "", "0123456789") == world.account.id));

  // Nor is one that the switch itself tells of, by its number alone.
  BOOST_TEST(find("NAPAS", "", "777").empty());
  run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 5 WHERE feed = 'NAPAS'");
  BOOST_TEST(find("NAPAS", "", "777").empty());

  // Without a BIN nobody is of one bank.
  connect("ABC", "", "555");
  BOOST_TEST(find("XYZ", "", "555").empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_five_plans_are_there, Backend, backends) {
  store_world world{Backend::where};
  const auto plans =
      run_sql(world.url, "SELECT name, price, transactions, workspaces, overage FROM plans ORDER BY price");
  const raw_rows expected{{"Free", "0", "30", "1", "650"},
                          {"P1", "199000", "500", "2", "400"},
                          {"P2", "699000", "2000", "5", "350"},
                          {"P3", "2999000", "10000", "10", "300"},
                          {"VIP1", "5000000", "20000", "100", "250"}};
  BOOST_TEST((plans == expected));
}

BOOST_AUTO_TEST_SUITE_END()
