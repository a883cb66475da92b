// Second factors in the stores: nothing counts twice, and what is turned on or off is told.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(second_factors)

namespace {

using texts = std::vector<std::string>;

act by_owner(store_world& world) {
  return {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::user, world.owner.text()}, .address = "192.0.2.7"};
}

factor_change change(store_world& world, session_id kept = {}) {
  return {.user = world.owner,
          .kept = kept,
          .mail = {.kind = "second_factor_changed", .recipient = {}},
          .by = by_owner(world)};
}

open_session session(store_world& world, const std::string& digest, const factor_use& second = {}) {
  return {.id = world.new_id<session_id>(),
          .digest = digest,
          .user = world.owner,
          .agent = "",
          .life = 24h,
          .tried = {},
          .second = second,
          .by = by_owner(world)};
}

errc open(store_world& world, const std::string& digest, const factor_use& second = {}) {
  return error_of(world.apply(session(world, digest, second)));
}

bool is_open(store_world& world, const std::string& digest) {
  return world.reader->ask(authorize_session{digest, "", {}, world.now()}).has_value();
}

second_factor owned(store_world& world) { return world.reader->ask(find_second_factor{world.owner}); }

confirm_totp confirmation(store_world& world, std::int64_t step, session_id kept = {}) {
  return {.change = change(world, kept),
          .begun_at = owned(world).totp.value_or(stored_totp{}).begun_at,
          .step = step,
          .recovery_codes = {"code one", "code two"},
          .tried = {}};
}

/// The owner has an authenticator app, whose last code was that of the step 100.
void turn_totp_on(store_world& world) {
  world.apply(begin_totp{world.owner, "a.secret"}).value();
  world.apply(confirmation(world, 100)).value();
}

add_passkey new_passkey(store_world& world, const std::string& credential, std::int64_t count = 0) {
  return {.change = change(world),
          .made = {.id = world.new_id<passkey_id>(),
                   .user = world.owner,
                   .credential_id = credential,
                   .public_key = "key of " + credential,
                   .algorithm = -7,
                   .sign_count = count,
                   .is_backup_eligible = true,
                   .name = "Phone"},
          .recovery_codes = {"code three"}};
}

texts actions(store_world& world) {
  texts all;
  for (const auto& row : run_sql(world.url, "SELECT action FROM audit_log WHERE scope = '" + world.owner.text() +
                                                "' AND action LIKE 'second%' ORDER BY number"))
    all.push_back(row[0]);
  return all;
}

std::string mails(store_world& world) {
  return world.ask("SELECT COUNT(*) FROM mails WHERE kind = 'second_factor_changed' AND recipient <> ''");
}

/// Moves the past, where the database's own clock decides.
void pass(store_world& world, std::chrono::milliseconds time) {
  world.pass(time);
  if (world.where == kind::sqlite) return;
  const auto by = " - " + std::to_string(time.count());
  run_sql(world.url, "UPDATE totp_secrets SET created_at = created_at" + by +
                         "; UPDATE ceremonies SET expires_at = expires_at" + by);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(an_app_counts_once_a_code_has_confirmed_it, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST((!owned(world).is_on() && !world.reader->ask(find_user{world.owner})->account.has_second_factor));
  world.apply(begin_totp{world.owner, "a.first"}).value();
  world.apply(begin_totp{world.owner, "a.second"}).value();
  BOOST_TEST((owned(world).totp->sealed == "a.second" && !owned(world).is_on()));
  BOOST_TEST((open(world, "without") == errc::ok));
  const auto kept = world.done<user_session>(session(world, "kept"));
  world.apply(confirmation(world, 100, kept.id)).value();
  const auto now = owned(world);
  BOOST_TEST((now.is_on() && now.has_totp() && now.totp->last_step == 100 && now.recovery_codes == 2));
  BOOST_TEST(world.reader->ask(find_user{world.owner})->account.has_second_factor);
  BOOST_TEST((is_open(world, "kept") && !is_open(world, "without")));
  BOOST_TEST((error_of(world.apply(begin_totp{world.owner, "a.third"})) == errc::conflict));
  BOOST_TEST((error_of(world.apply(confirmation(world, 101))) == errc::not_found));
  BOOST_TEST((actions(world) == texts{"second_factor.totp_on"} && mails(world) == "1"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_app_that_waits_too_long_must_begin_again, Backend, backends) {
  store_world world{Backend::where};
  world.apply(begin_totp{world.owner, "a.secret"}).value();
  auto other = confirmation(world, 100);
  other.begun_at -= 1ms; // of one that has been replaced
  BOOST_TEST((error_of(world.apply(other)) == errc::not_found));
  pass(world, new_totp_life + 1s);
  BOOST_TEST((error_of(world.apply(confirmation(world, 100))) == errc::not_found));
  BOOST_TEST((!owned(world).is_on() && owned(world).recovery_codes == 0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(signing_in_needs_a_code_of_a_later_step_than_the_last, Backend, backends) {
  store_world world{Backend::where};
  turn_totp_on(world);
  BOOST_TEST((open(world, "none") == errc::conflict));
  BOOST_TEST((open(world, "last", used_totp{100}) == errc::conflict));
  BOOST_TEST((open(world, "earlier", used_totp{99}) == errc::conflict));
  BOOST_TEST((open(world, "new", used_totp{101}) == errc::ok));
  BOOST_TEST((open(world, "again", used_totp{101}) == errc::conflict));
  BOOST_TEST((is_open(world, "new") && !is_open(world, "again") && !is_open(world, "none")));
  BOOST_TEST(world.ask("SELECT became FROM audit_log WHERE action = 'session.opened' ORDER BY row DESC LIMIT 1") ==
             R"({"second_factor":"totp"})");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_recovery_code_opens_one_session, Backend, backends) {
  store_world world{Backend::where};
  turn_totp_on(world);
  auto first = session(world, "first", used_recovery_code{"code one"});
  first.mail = {.kind = "second_factor_changed", .recipient = {}};
  world.apply(first).value();
  BOOST_TEST((open(world, "again", used_recovery_code{"code one"}) == errc::conflict));
  BOOST_TEST((open(world, "other", used_recovery_code{"code three"}) == errc::conflict));
  BOOST_TEST((open(world, "second", used_recovery_code{"code two"}) == errc::ok));
  BOOST_TEST((owned(world).recovery_codes == 0 && owned(world).is_on()));
  BOOST_TEST(mails(world) == "2"); // it was turned on, and a code was used
  auto renewed = renew_recovery_codes{change(world), {"code four"}};
  world.apply(renewed).value();
  BOOST_TEST((open(world, "old", used_recovery_code{"code two"}) == errc::conflict));
  BOOST_TEST((open(world, "new", used_recovery_code{"code four"}) == errc::ok));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_code_of_another_user_opens_nothing, Backend, backends) {
  store_world world{Backend::where};
  turn_totp_on(world);
  run_sql(world.url,
          "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) VALUES "
          "('usr_01kkq9x0c3e8f5g6h7j8k9m0n1', 'other@shop.example', '', '', 'Free', 'vi', 'active', 0); "
          "INSERT INTO recovery_codes (user_id, digest) VALUES ('usr_01kkq9x0c3e8f5g6h7j8k9m0n1', 'theirs')");
  BOOST_TEST((open(world, "one", used_recovery_code{"theirs"}) == errc::conflict));
  world.apply(new_passkey(world, "credential")).value();
  auto foreign = session(world, "two", used_passkey{owned(world).passkeys[0].id, 0, 0});
  foreign.user = user_id::from_store("usr_01kkq9x0c3e8f5g6h7j8k9m0n1");
  BOOST_TEST((error_of(world.apply(foreign)) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(turning_all_factors_off_ends_the_recovery_codes, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST((error_of(world.apply(end_totp{change(world)})) == errc::not_found));
  BOOST_TEST((error_of(world.apply(renew_recovery_codes{change(world), {"code"}})) == errc::conflict));
  turn_totp_on(world);
  BOOST_TEST(!world.done<added_passkey>(new_passkey(world, "credential")).has_new_codes);
  world.apply(end_totp{change(world)}).value();
  BOOST_TEST((owned(world).is_on() && !owned(world).totp && owned(world).recovery_codes == 2));
  BOOST_TEST((open(world, "app", used_totp{200}) == errc::conflict));
  const remove_passkey last{change(world), owned(world).passkeys.at(0).id};
  world.apply(last).value();
  BOOST_TEST((error_of(world.apply(last)) == errc::not_found));
  BOOST_TEST((!owned(world).is_on() && owned(world).recovery_codes == 0));
  BOOST_TEST((open(world, "password alone") == errc::ok));
  BOOST_TEST(actions(world) == (texts{"second_factor.totp_on", "second_factor.passkey_added", "second_factor.totp_off",
                                      "second_factor.passkey_removed"}),
             boost::test_tools::per_element());
  BOOST_TEST(mails(world) == "4");
}

// A call that was admitted before a recovery ended its session is too late.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_session_that_has_ended_changes_no_factor, Backend, backends) {
  store_world world{Backend::where};
  const auto thief = world.done<user_session>(session(world, "thief"));
  world.apply(begin_totp{world.owner, "a.secret"}).value();
  world.apply(end_sessions{.user = world.owner, .only = thief.id, .by = by_owner(world)}).value();
  BOOST_TEST((error_of(world.apply(confirmation(world, 100, thief.id))) == errc::authentication_error));
  auto added = new_passkey(world, "credential");
  added.change.kept = thief.id;
  BOOST_TEST((error_of(world.apply(added)) == errc::authentication_error));
  BOOST_TEST(!owned(world).is_on());
  turn_totp_on(world);
  BOOST_TEST((error_of(world.apply(end_totp{change(world, thief.id)})) == errc::authentication_error));
  BOOST_TEST(
      (error_of(world.apply(renew_recovery_codes{change(world, thief.id), {"code"}})) == errc::authentication_error));
  BOOST_TEST((owned(world).has_totp() && owned(world).recovery_codes == 2));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_passkey_is_kept_as_it_was_registered, Backend, backends) {
  store_world world{Backend::where};
  open(world, "before");
  BOOST_TEST(world.done<added_passkey>(new_passkey(world, "credential", 4'294'967'295)).has_new_codes);
  BOOST_TEST(!is_open(world, "before"));
  const auto kept = owned(world).passkeys.at(0);
  BOOST_TEST((kept.credential_id == "credential" && kept.public_key == "key of credential" && kept.algorithm == -7));
  BOOST_TEST((kept.sign_count == 4'294'967'295 && kept.is_backup_eligible && !kept.is_backed_up));
  BOOST_TEST((kept.name == "Phone" && !kept.used_at && kept.user == world.owner));
  BOOST_TEST(
      (owned(world).recovery_codes == 1 && world.reader->ask(find_user{world.owner})->account.has_second_factor));
  BOOST_TEST((error_of(world.apply(new_passkey(world, "credential"))) == errc::conflict));
  for (std::size_t n = 1; n < passkeys_max; ++n) world.apply(new_passkey(world, std::to_string(n))).value();
  BOOST_TEST((error_of(world.apply(new_passkey(world, "one more"))) == errc::conflict));
  BOOST_TEST(owned(world).passkeys.size() == passkeys_max);
}

// Two copies of one authenticator count apart: the second to sign in brings a count that was seen, or its answer was
// verified with a count that is no longer the last.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_count_that_was_replaced_meanwhile_opens_nothing, Backend, backends) {
  store_world world{Backend::where};
  world.apply(new_passkey(world, "credential", 5)).value();
  const auto id = owned(world).passkeys.at(0).id;
  BOOST_TEST((open(world, "first", used_passkey{id, 5, 6, true}) == errc::ok));
  BOOST_TEST((open(world, "clone", used_passkey{id, 5, 7, true}) == errc::conflict));
  const auto used = owned(world).passkeys.at(0);
  BOOST_TEST((used.sign_count == 6 && used.is_backed_up && used.used_at));
  BOOST_TEST((open(world, "other", used_passkey{world.new_id<passkey_id>(), 6, 7}) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_challenge_is_answered_once_within_five_minutes, Backend, backends) {
  store_world world{Backend::where};
  const auto of = world.new_id<session_id>();
  world.apply(begin_ceremony{"one", {ceremony_kind::registration, world.owner, of}}).value();
  world.apply(begin_ceremony{"two", {}}).value();
  world.apply(begin_ceremony{"late", {}}).value();
  const auto taken = world.done<ceremony>(take_ceremony{"one"});
  BOOST_TEST((taken.kind == ceremony_kind::registration && taken.user == world.owner && taken.session == of));
  BOOST_TEST((error_of(world.apply(take_ceremony{"one"})) == errc::not_found));
  BOOST_TEST(world.done<ceremony>(take_ceremony{"two"}).user.empty());
  BOOST_TEST((error_of(world.apply(take_ceremony{"none"})) == errc::not_found));
  pass(world, ceremony_life);
  BOOST_TEST((error_of(world.apply(take_ceremony{"late"})) == errc::not_found));
  world.apply(begin_ceremony{"three", {}}).value(); // which forgets what is over
  pass(world, 1s);
  world.apply(begin_ceremony{"four", {}}).value();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM ceremonies WHERE digest = 'late'") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_session_is_confirmed_by_a_factor_that_still_counts, Backend, backends) {
  store_world world{Backend::where};
  turn_totp_on(world);
  const auto mine = world.done<user_session>(session(world, "cookie", used_totp{101}));
  const auto confirm = [&](session_id id, const factor_use& second) {
    return error_of(world.apply(confirm_session{.id = id, .user = world.owner, .tried = {}, .second = second}));
  };
  BOOST_TEST((confirm(mine.id, used_totp{101}) == errc::conflict));
  BOOST_TEST((confirm(world.new_id<session_id>(), used_totp{102}) == errc::not_found));
  BOOST_TEST((confirm(mine.id, used_totp{102}) == errc::ok)); // the refused one was not used up
  BOOST_TEST((confirm(mine.id, {}) == errc::ok));             // the password
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_operator_takes_all_factors_and_sessions_away, Backend, backends) {
  store_world world{Backend::where};
  auto reset = reset_second_factor{change(world)};
  reset.change.by.by = {audit_actor::kind::operating, "root"};
  BOOST_TEST((error_of(world.apply(reset)) == errc::not_found));
  turn_totp_on(world);
  world.apply(new_passkey(world, "credential")).value();
  open(world, "cookie", used_totp{101});
  world.apply(begin_ceremony{"asked", {ceremony_kind::registration, world.owner, world.new_id<session_id>()}}).value();
  world.apply(reset).value();
  const auto left = owned(world);
  BOOST_TEST((!left.is_on() && !left.totp && left.recovery_codes == 0));
  BOOST_TEST(!is_open(world, "cookie"));
  BOOST_TEST((error_of(world.apply(take_ceremony{"asked"})) == errc::not_found));
  BOOST_TEST((open(world, "password alone") == errc::ok));
  BOOST_TEST((actions(world).back() == "second_factor.reset" && mails(world) == "3"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_that_requires_a_factor_permits_an_admin_without_one_nothing, Backend,
                              backends) {
  store_world world{Backend::where};
  open(world, "cookie");
  const auto who = [&] {
    return world.reader->ask(authorize_session{"cookie", world.workspace.view(), {}, world.now()}).value();
  };
  const auto readable = [&] {
    return world.reader->ask(list_permitted_workspaces{who(), permission::payment_links_read}).size();
  };
  run_sql(world.url, "UPDATE workspaces SET second_factor_required = 1");
  BOOST_TEST((who().lacks_second_factor && who().permissions == 0 && who().held == role::owner && readable() == 0));
  run_sql(world.url, "UPDATE memberships SET role = 'member'");
  BOOST_TEST((!who().lacks_second_factor && who().permissions == permissions_of(role::member) && readable() == 1));
  run_sql(world.url, "UPDATE memberships SET role = 'admin'");
  BOOST_TEST((who().lacks_second_factor && readable() == 0));
  // In another Workspace, or in none, nothing is required.
  BOOST_TEST(!world.reader->ask(authorize_session{"cookie", "", {}, world.now()})->lacks_second_factor);
  world.apply(begin_totp{world.owner, "a.secret"}).value();
  BOOST_TEST(who().lacks_second_factor);
  const auto kept = world.reader->ask(list_sessions{world.owner, {}, world.now()}).at(0).id;
  world.apply(confirmation(world, 100, kept)).value();
  BOOST_TEST((!who().lacks_second_factor && who().permissions == permissions_of(role::admin) && readable() == 1));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_is_held_to_what_its_creator_lacks, Backend, backends) {
  store_world world{Backend::where};
  const auto id = world.new_id<token_id>().text();
  run_sql(world.url, "INSERT INTO api_tokens (id, user_id, digest, last4, name, created_at, expires_at) VALUES ('" +
                         id + "', '" + world.owner.text() +
                         "', 'digest of it', '', '', 0, 99999999999999); INSERT INTO api_token_permissions (token_row, "
                         "workspace_id, permission_set) SELECT row, '" +
                         world.workspace.text() + "', " + std::to_string(permissions_of(role::owner)) +
                         " FROM api_tokens WHERE digest = 'digest of it'");
  const auto who = [&] {
    return world.reader->ask(authorize_token{"digest of it", world.workspace.view(), world.now()}).value();
  };
  const auto readable = [&] {
    return world.reader->ask(list_permitted_workspaces{who(), permission::payment_links_read}).size();
  };
  BOOST_TEST((who().permissions != 0 && readable() == 1));
  run_sql(world.url, "UPDATE workspaces SET second_factor_required = 1");
  BOOST_TEST((who().lacks_second_factor && who().permissions == 0 && readable() == 0));
  world.apply(new_passkey(world, "credential")).value();
  BOOST_TEST((!who().lacks_second_factor && who().permissions != 0 && readable() == 1));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_session_takes_the_place_of_the_one_whose_cookie_came_with_it, Backend, backends) {
  store_world world{Backend::where};
  turn_totp_on(world);
  BOOST_TEST((open(world, "first", used_totp{101}) == errc::ok && open(world, "other", used_totp{102}) == errc::ok));
  auto next = session(world, "next");
  next.replaced = "first";
  BOOST_TEST((error_of(world.apply(next)) == errc::conflict));
  BOOST_TEST(is_open(world, "first"));
  next.second = used_totp{103};
  BOOST_TEST((error_of(world.apply(next)) == errc::ok));
  BOOST_TEST((!is_open(world, "first") && is_open(world, "other") && is_open(world, "next")));
}

BOOST_AUTO_TEST_CASE(a_code_opens_one_session_though_two_nodes_get_it_at_once) {
  store_world world{kind::postgresql};
  turn_totp_on(world);
  constexpr int nodes = 4, rounds = 10;
  std::vector<std::unique_ptr<write_store>> writers;
  for (int node = 0; node < nodes; ++node)
    writers.push_back(world.opened->open_writer(world.context_of("other-" + std::to_string(node))));
  std::vector<std::vector<write_command>> commands(nodes);
  for (int node = 0; node < nodes; ++node)
    for (int round = 0; round < rounds; ++round)
      commands[node].emplace_back(
          session(world, std::to_string(node) + "/" + std::to_string(round), used_totp{200 + round}));
  std::atomic<int> opened{0};
  {
    std::vector<std::jthread> threads;
    for (int node = 0; node < nodes; ++node)
      threads.emplace_back([&, node] {
        for (const auto& command : commands[node])
          if (writers[node]->apply({&command, 1})[0]) ++opened;
      });
  }
  BOOST_TEST((opened >= 1 && opened <= rounds), "opened: " << opened);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM sessions") == std::to_string(opened));
}

BOOST_AUTO_TEST_SUITE_END()
