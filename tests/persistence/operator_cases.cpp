// What an operator does to accounts, tokens and banks.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(operators)

namespace {

act by_operator(store_world& world) {
  return {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::operating, "anna"}};
}

invite_user invitation_for(store_world& world, const std::string& email, const std::string& digest) {
  return {.id = world.new_id<invitation_id>(), .digest = digest, .email = email, .by = by_operator(world)};
}

accept_sign_up account_by(store_world& world, const std::string& digest, const std::string& email) {
  accept_sign_up wanted;
  wanted.digest = digest;
  wanted.id = world.new_id<user_id>();
  wanted.email = email;
  wanted.name = "Binh";
  wanted.password_hash = "hash";
  wanted.by.id = world.new_id<audit_id>();
  return wanted;
}

/// Without the user that every world begins with.
void forget_users(store_world& world) {
  for (const auto* table : {"virtual_accounts", "bank_accounts", "signing_keys", "memberships", "workspaces", "users"})
    run_sql(world.url, "DELETE FROM " + std::string{table});
}

create_token token_of(store_world& world, user_id user, const std::string& digest) {
  return {world.new_id<token_id>(), user, digest, "abcd", "test", world.now() + 1h, {{world.workspace, 1}}};
}

std::string audit_of(store_world& world, const std::string& action) {
  return world.ask("SELECT actor_type || ' ' || actor_id || ' ' || scope || ' ' || was || ' ' || became FROM audit_log "
                   "WHERE action = '" +
                   action + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_first_person_is_invited_while_there_is_nobody_and_only_the_last_link_holds, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto invite = [&](const std::string& digest) {
    return error_of(world.apply(invite_first_user{world.new_id<invitation_id>(), digest, by_operator(world)}));
  };
  BOOST_TEST((invite("digest-0") == errc::conflict));
  forget_users(world);
  BOOST_TEST((invite("digest-1") == errc::ok));
  BOOST_TEST((invite("digest-2") == errc::ok));
  BOOST_TEST((error_of(world.apply(account_by(world, "digest-1", "a@shop.example"))) == errc::not_found));
  const auto made = world.done<joined_account>(account_by(world, "digest-2", "a@shop.example"));
  BOOST_TEST((made.account.is_active && made.account.email == "a@shop.example" && made.joined.empty()));
  BOOST_TEST((error_of(world.apply(account_by(world, "digest-2", "b@shop.example"))) == errc::not_found));
  BOOST_TEST((invite("digest-3") == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invitation_is_for_its_address_alone_and_ends_the_one_before, Backend, backends) {
  store_world world{Backend::where};
  world.apply(invitation_for(world, "binh@shop.example", "digest-1")).value();
  world.apply(invitation_for(world, "Binh@shop.example", "digest-2")).value();
  world.apply(invitation_for(world, "other@shop.example", "digest-3")).value();
  const auto accept = [&](const std::string& digest, const std::string& email) {
    return error_of(world.apply(account_by(world, digest, email)));
  };
  BOOST_TEST((accept("digest-1", "binh@shop.example") == errc::not_found));
  BOOST_TEST((accept("digest-2", "other@shop.example") == errc::not_found));
  BOOST_TEST((accept("digest-2", "binh@shop.example") == errc::ok));
  BOOST_TEST((accept("digest-3", "other@shop.example") == errc::ok));
  BOOST_TEST((error_of(world.apply(invitation_for(world, "OWNER@shop.example", "digest-4"))) == errc::conflict));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invitation_ends_after_seven_days, Backend, backends) {
  store_world world{Backend::where};
  world.apply(invitation_for(world, "binh@shop.example", "digest-1")).value();
  run_sql(world.url, "UPDATE invitations SET expires_at = expires_at - 604800000");
  BOOST_TEST((error_of(world.apply(account_by(world, "digest-1", "binh@shop.example"))) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invitations_mail_is_stored_with_it, Backend, backends) {
  store_world world{Backend::where};
  auto wanted = invitation_for(world, "binh@shop.example", "digest-1");
  auto& mail = wanted.mail.emplace();
  mail.kind = "operator_invitation";
  mail.recipient = wanted.email;
  mail.digest = wanted.digest;
  mail.sealed = "sealed";
  world.apply(wanted).value();
  const auto claimed = world.done<claimed_mails>(claim_mails{});
  BOOST_REQUIRE(claimed.mails.size() == 1u);
  BOOST_TEST((claimed.mails[0].kind == mail.kind && claimed.mails[0].recipient == wanted.email));
  BOOST_TEST(audit_of(world, "account.invited") == R"(operator anna   {"email":"binh@shop.example"})");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(locking_ends_sessions_and_refuses_tokens_until_the_user_is_unlocked, Backend, backends) {
  store_world world{Backend::where};
  world.apply(token_of(world, world.owner, "digest-1")).value();
  open_session opened{.id = world.new_id<session_id>(),
                      .digest = "session-1",
                      .user = world.owner,
                      .agent = "test",
                      .life = 24h,
                      .tried = {{"key"}},
                      .by = {}};
  world.apply(opened).value();
  const auto token = [&] {
    return world.reader->ask(authorize_token{"digest-1", world.workspace.view(), world.now()});
  };
  const auto session = [&] {
    return world.reader->ask(
        authorize_session{"session-1", world.workspace.view(), {.idle = 2h, .life = 24h}, world.now()});
  };
  BOOST_TEST((token().has_value() && session().has_value()));
  for (int time = 0; time < 2; ++time) {
    const auto locked = world.done<user_account>(set_user_lock{world.owner, true, by_operator(world)});
    BOOST_TEST(!locked.is_active);
    BOOST_TEST((!token() && token().error() == errc::authentication_error));
    BOOST_TEST((!session() && session().error() == errc::authentication_error));
  }
  opened.id = world.new_id<session_id>();
  opened.digest = "session-2";
  BOOST_TEST((error_of(world.apply(opened)) == errc::not_found));
  BOOST_TEST(world.done<user_account>(set_user_lock{world.owner, false, by_operator(world)}).is_active);
  BOOST_TEST(token().has_value());
  BOOST_TEST(!session().has_value()); // it has ended
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'account.locked'") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'account.unlocked'") == "1");
  BOOST_TEST(
      (error_of(world.apply(set_user_lock{world.new_id<user_id>(), true, by_operator(world)})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_plan_is_changed_at_once_if_there_is_such_a_plan, Backend, backends) {
  store_world world{Backend::where};
  const auto before = world.reader->ask(find_user{world.owner}).value().account.plan;
  const auto change = [&](user_id user, const std::string& plan) {
    return error_of(world.apply(change_plan{user, plan, by_operator(world)}));
  };
  BOOST_TEST((change(world.owner, "P3") == errc::ok));
  BOOST_TEST((change(world.owner, "P3") == errc::ok));
  BOOST_TEST((change(world.owner, "P99") == errc::validation_error));
  BOOST_TEST((change(world.new_id<user_id>(), "P3") == errc::not_found));
  BOOST_TEST(world.reader->ask(find_user{world.owner}).value().account.plan == "P3");
  BOOST_TEST(audit_of(world, "account.plan_changed") ==
             "operator anna " + world.owner.text() + R"( {"plan":")" + before + R"("} {"plan":"P3"})");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_revoked_token_is_refused_and_is_revoked_once, Backend, backends) {
  store_world world{Backend::where};
  const auto token = token_of(world, world.owner, "digest-1");
  world.apply(token).value();
  for (int time = 0; time < 2; ++time) world.apply(revoke_any_token{token.id, by_operator(world)}).value();
  BOOST_TEST((world.reader->ask(authorize_token{"digest-1", "", world.now()}).error() == errc::authentication_error));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'api_token.revoked'") == "1");
  BOOST_TEST(
      (error_of(world.apply(revoke_any_token{world.new_id<token_id>(), by_operator(world)})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(accounts_and_tokens_are_listed_from_the_newest_on, Backend, backends) {
  store_world world{Backend::where};
  std::vector<user_id> users{world.owner};
  for (const auto* email : {"a@shop.example", "b@shop.example"}) {
    users.push_back(world.new_id<user_id>());
    world.apply(create_user{users.back(), email, "", "", "Free", language::en}).value();
  }
  const auto first = world.reader->ask(list_users{0, 2});
  BOOST_REQUIRE((first.rows.size() == 2u && first.has_more));
  BOOST_TEST((first.rows[0].id == users[2] && first.rows[1].id == users[1]));
  const auto rest = world.reader->ask(list_users{first.last_row, 2});
  BOOST_REQUIRE((rest.rows.size() == 1u && !rest.has_more));
  BOOST_TEST((rest.rows[0].id == world.owner && rest.rows[0].email == "owner@shop.example"));

  for (int at = 0; at < 3; ++at) world.apply(token_of(world, users[0], "owner-" + std::to_string(at))).value();
  world.apply(token_of(world, users[1], "other")).value();
  const auto all = world.reader->ask(list_all_tokens{{}, 0, 10});
  BOOST_REQUIRE((all.rows.size() == 4u && !all.has_more));
  BOOST_TEST((all.rows[0].user == users[1] && all.rows[0].email == "a@shop.example"));
  const auto of_owner = world.reader->ask(list_all_tokens{users[0], 0, 2});
  BOOST_REQUIRE((of_owner.rows.size() == 2u && of_owner.has_more));
  BOOST_TEST(world.reader->ask(list_all_tokens{users[0], of_owner.last_row, 2}).rows.size() == 1u);
  BOOST_TEST(!of_owner.rows[0].revoked_at.has_value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_banks_status_is_what_an_operator_has_set_last, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(world.reader->ask(list_bank_statuses{}).empty());
  for (const auto status : {bank_status::maintenance, bank_status::discontinued, bank_status::discontinued})
    world.apply(set_bank_status{"MB", status, by_operator(world)}).value();
  world.apply(set_bank_status{"ACB", bank_status::active, by_operator(world)}).value();
  const auto set = world.reader->ask(list_bank_statuses{});
  BOOST_REQUIRE(set.size() == 2u);
  BOOST_TEST((set[0].code == "ACB" && set[0].status == bank_status::active));
  BOOST_TEST((set[1].code == "MB" && set[1].status == bank_status::discontinued));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank.status_changed'") == "3");
}

BOOST_AUTO_TEST_SUITE_END()
