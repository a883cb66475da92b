#include "tests/persistence/people_steps.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(people)

using namespace people_steps;
using texts = std::vector<std::string>;

BOOST_AUTO_TEST_CASE_TEMPLATE(a_session_lasts_while_it_is_used_and_no_longer_than_its_life, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  const auto made = open(world, user.id, "cookie");
  const auto use = [&] { world.apply(note_use{.session = made.id, .address = "192.0.2.8"}).value(); };
  const auto who = world.reader->ask(authorize_session{"cookie", world.workspace.view(), {}, world.now()}).value();
  BOOST_TEST((who.user == user.id && who.session == made.id && who.is_session() && who.permissions == 0 && !who.held));
  BOOST_TEST(
      (world.reader->ask(authorize_session{"other", "", {}, world.now()}).error() == errc::authentication_error));
  for (int twice = 0; twice < 2; ++twice) {
    pass(world, 2h);
    BOOST_TEST(is_open(world, "cookie"));
    use();
  }
  pass(world, 2h + 2min);
  BOOST_TEST(!is_open(world, "cookie"));
  open(world, user.id, "day");
  run_sql(world.url, "UPDATE sessions SET seen_at = seen_at + 86400000 WHERE digest = 'day'"); // used until its end
  pass(world, 24h - 1min);
  BOOST_TEST(is_open(world, "day"));
  pass(world, 1min);
  BOOST_TEST(!is_open(world, "day"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_session_has_what_its_users_role_holds_now, Backend, backends) {
  store_world world{Backend::where};
  open(world, world.owner, "cookie");
  const auto who = [&] {
    return world.reader->ask(authorize_session{"cookie", world.workspace.view(), {}, world.now()});
  };
  BOOST_TEST((who()->held == role::owner && who()->permissions == permissions_of(role::owner)));
  run_sql(world.url, "UPDATE memberships SET role = 'viewer'");
  BOOST_TEST((who()->held == role::viewer && who()->permissions == permissions_of(role::viewer)));
  const auto readable = [&](permission wanted) {
    return world.reader->ask(list_permitted_workspaces{who().value(), wanted}).size();
  };
  BOOST_TEST((readable(permission::payment_links_read) == 1u && readable(permission::payment_links_write) == 0u));
  run_sql(world.url, "UPDATE memberships SET status = 'left'");
  BOOST_TEST((!who()->held && who()->permissions == 0));
  BOOST_TEST(readable(permission::payment_links_read) == 0u);
  run_sql(world.url, "UPDATE users SET status = 'disabled'");
  BOOST_TEST((who().error() == errc::authentication_error));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sessions_are_listed_and_ended_by_their_user_alone, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  const auto first = open(world, user.id, "first"), second = open(world, user.id, "second");
  open(world, world.owner, "owner");
  auto listed = world.reader->ask(list_sessions{user.id, {}, world.now()});
  BOOST_REQUIRE(listed.size() == 2u);
  BOOST_TEST((listed[0].id == second.id && listed[1].id == first.id));
  BOOST_TEST((listed[0].agent == "Browser" && listed[0].address == "192.0.2.7"));
  const auto end = [&](user_id of, session_id one) {
    return error_of(world.apply(end_sessions{.user = of, .only = one, .by = by_nobody(world)}));
  };
  BOOST_TEST((end(world.owner, first.id) == errc::not_found));
  BOOST_TEST(is_open(world, "first"));
  BOOST_TEST((end(user.id, first.id) == errc::ok));
  BOOST_TEST((end(user.id, first.id) == errc::not_found));
  BOOST_TEST((!is_open(world, "first") && is_open(world, "second")));
  open(world, user.id, "third");
  world.apply(end_sessions{.user = user.id, .except = second.id, .by = by_nobody(world)}).value();
  BOOST_TEST((is_open(world, "second") && !is_open(world, "third") && is_open(world, "owner")));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_is_locked_opens_no_session, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  run_sql(world.url, "UPDATE users SET status = 'disabled' WHERE id = '" + user.id.text() + "'");
  BOOST_TEST((error_of(world.apply(open_session{.id = world.new_id<session_id>(),
                                                .digest = "d",
                                                .user = user.id,
                                                .agent = "",
                                                .life = 24h,
                                                .tried = {},
                                                .by = by_nobody(world)})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_password_ends_the_other_sessions_and_is_told, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  const auto kept = open(world, user.id, "kept", {}, "new cost");
  BOOST_TEST(world.reader->ask(find_user{user.id})->password_hash == "new cost");
  open(world, user.id, "other");
  world.apply(begin_recovery{address, letter("recovery", address, "open recovery")}).value();
  world
      .apply(change_password{.id = user.id,
                             .password_hash = "changed",
                             .checked_hash = "new cost",
                             .kept = kept.id,
                             .mail = letter("password_changed", ""),
                             .by = by_nobody(world)})
      .value();
  BOOST_TEST((is_open(world, "kept") && !is_open(world, "other")));
  BOOST_TEST(world.reader->ask(find_user{user.id})->password_hash == "changed");
  BOOST_TEST(kinds_of_mails(world).back() == "password_changed to " + address);
  BOOST_TEST((error_of(world.apply(recover_account{.digest = "open recovery",
                                                   .password_hash = "stolen",
                                                   .mail = letter("password_changed", ""),
                                                   .by = by_nobody(world)})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_recovery_works_once_within_an_hour_and_ends_all_sessions, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  open(world, user.id, "cookie");
  const auto ask_for = [&](const std::string& email, const std::string& digest) {
    world.apply(begin_recovery{email, letter("recovery", email, digest)}).value();
  };
  const auto recover = [&](const std::string& digest) {
    return error_of(world.apply(recover_account{.digest = digest,
                                                .password_hash = "by " + digest,
                                                .mail = letter("password_changed", ""),
                                                .by = by_nobody(world)}));
  };
  ask_for("nobody@shop.example", "unknown");
  BOOST_TEST((recover("unknown") == errc::not_found));
  ask_for(address, "older");
  pass(world, 5min + 1s);
  ask_for("an@SHOP.example", "newer");
  // So soon after it, nothing is mailed, and the link stays that was.
  ask_for(address, "too soon");
  BOOST_TEST((recover("too soon") == errc::not_found));
  BOOST_TEST((recover("older") == errc::not_found));
  BOOST_TEST(is_open(world, "cookie"));
  BOOST_TEST(std::ranges::count(kinds_of_mails(world), "recovery to " + address) == 2);
  BOOST_TEST((recover("newer") == errc::ok));
  BOOST_TEST((!is_open(world, "cookie") && world.reader->ask(find_user{user.id})->password_hash == "by newer"));
  BOOST_TEST((recover("newer") == errc::not_found));
  ask_for(address, "late");
  pass(world, 1h + 1s);
  BOOST_TEST((recover("late") == errc::not_found));
  // The unknown address is written, and nothing is sent to it.
  const auto mails = kinds_of_mails(world);
  BOOST_TEST(std::ranges::count(mails, " to nobody@shop.example") == 1);
}

// Checking a password takes a tenth of a second, in which a recovery may set another.
BOOST_AUTO_TEST_CASE_TEMPLATE(who_knew_the_password_before_a_recovery_gets_in_no_more, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  const auto checked = world.reader->ask(find_user{user.id})->password_hash;
  const auto stolen = open(world, user.id, "stolen");
  world.apply(begin_recovery{address, letter("recovery", address, "recovery")}).value();
  world
      .apply(recover_account{.digest = "recovery",
                             .password_hash = "recovered",
                             .mail = letter("password_changed", ""),
                             .by = by_nobody(world)})
      .value();
  auto late = open_session{.id = world.new_id<session_id>(),
                           .digest = "late",
                           .user = user.id,
                           .agent = "",
                           .life = 24h,
                           .tried = {},
                           .checked_hash = checked,
                           .new_hash = "the old one at a new cost",
                           .by = by_nobody(world)};
  BOOST_TEST((error_of(world.apply(late)) == errc::not_found));
  auto change = change_password{.id = user.id,
                                .password_hash = "the thief's",
                                .checked_hash = checked,
                                .kept = stolen.id,
                                .mail = letter("password_changed", ""),
                                .by = by_nobody(world)};
  BOOST_TEST((error_of(world.apply(change)) == errc::conflict));
  change.checked_hash = "recovered";
  BOOST_TEST((error_of(world.apply(change)) == errc::authentication_error)); // the session has ended
  BOOST_TEST(!is_open(world, "late"));
  BOOST_TEST(world.reader->ask(find_user{user.id})->password_hash == "recovered");
  late.checked_hash = "recovered";
  late.new_hash.clear();
  BOOST_TEST((error_of(world.apply(late)) == errc::ok));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_is_changed_and_the_log_says_what, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  auto by = by_nobody(world);
  by.by = {audit_actor::kind::user, user.id.text()};
  const auto changed = world.done<user_account>(change_account{.id = user.id, .name = "Bình", .by = by});
  BOOST_TEST((changed.name == "Bình" && changed.lang == language::en));
  const auto rows = run_sql(world.url, "SELECT number, action, actor_type, address, was, became, target FROM audit_log "
                                       "WHERE scope = '" +
                                           user.id.text() + "' ORDER BY number");
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[1] == (texts{"2", "account.changed", "user", "192.0.2.7", R"({"name":"Nguyễn An","locale":"en"})",
                               R"({"name":"Bình","locale":"en"})", user.id.text()}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_row_of_the_log_carries_a_hash_over_the_one_before, Backend, backends) {
  store_world world{Backend::where};
  const auto user = join(world, address);
  open(world, user.id, "one"), open(world, user.id, "two");
  const auto rows =
      run_sql(world.url, "SELECT id, at, actor_type, actor_id, address, action, target, was, became, hash "
                         "FROM audit_log WHERE scope = '" +
                             user.id.text() + "' ORDER BY number");
  BOOST_REQUIRE(rows.size() == 3u);
  std::string hash;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    hash = sha256_hex(hashed_text({.id = audit_id::from_store(row[0]),
                                   .scope = user.id.text(),
                                   .number = static_cast<std::int64_t>(i + 1),
                                   .at = from_millis(std::stoll(row[1])),
                                   .by = {parse_actor_kind(row[2]), row[3]},
                                   .address = row[4],
                                   .action = row[5],
                                   .target = row[6],
                                   .was = row[7],
                                   .became = row[8],
                                   .hash = {}},
                                  hash));
    BOOST_TEST(row[9] == hash);
  }
  BOOST_TEST(world.ask("SELECT hash FROM audit_chains WHERE scope = '" + user.id.text() + "'") == hash);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_refused_leaves_no_row_in_the_log, Backend, backends) {
  store_world world{Backend::where};
  const auto before = world.ask("SELECT COUNT(*) FROM audit_log");
  confirm(world, "none");
  world.apply(end_sessions{.user = world.owner, .only = world.new_id<session_id>(), .by = by_nobody(world)});
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log") == before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_confirmation_is_dated, Backend, backends) {
  store_world world{Backend::where};
  const auto session = open(world, world.owner, "cookie");
  run_sql(world.url, "UPDATE sessions SET confirmed_at = 1");
  const auto confirmed_at = [&] {
    return world.reader->ask(authorize_session{"cookie", "", {}, world.now()})->confirmed_at;
  };
  BOOST_TEST((confirmed_at() == from_millis(1)));
  world.apply(confirm_session{.id = session.id, .user = world.owner, .tried = {}}).value();
  BOOST_TEST((confirmed_at() + 1min > world.now()));
  BOOST_TEST((error_of(world.apply(confirm_session{
                  .id = world.new_id<session_id>(), .user = world.owner, .tried = {}})) == errc::not_found));
}

BOOST_AUTO_TEST_SUITE_END()
