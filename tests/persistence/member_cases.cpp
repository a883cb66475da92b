#include "domain/plans/plan.hpp"
#include "tests/persistence/store_world.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

// Who belongs to a Workspace, and how people come to it.
BOOST_AUTO_TEST_SUITE(members)

namespace {

user_id make_person(store_world& world, const std::string& email) {
  const auto made = world.new_id<user_id>();
  world.apply(create_user{made, email, "Person", "hash", "Free", language::en}).value();
  return made;
}

act by(store_world& world, user_id who) {
  return {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::user, who.text()}, .address = "198.51.100.7"};
}

invite_member invitation_to(store_world& world, const std::string& email, role offered = role::member,
                            const std::string& digest = "digest-1") {
  invite_member wanted{.record = {.id = world.new_id<invitation_id>(),
                                  .workspace = world.workspace,
                                  .email = email,
                                  .offered = offered,
                                  .invited_by = world.owner},
                       .mail = {},
                       .by = by(world, world.owner)};
  wanted.mail.kind = "invitation";
  wanted.mail.recipient = email;
  wanted.mail.digest = digest;
  return wanted;
}

accept_invitation acceptance(store_world& world, user_id who, const std::string& digest = "digest-1") {
  return {.digest = digest, .user = who, .membership = world.new_id<membership_id>(), .by = by(world, who)};
}

user_id join(store_world& world, const std::string& email, role as) {
  const auto who = make_person(world, email);
  world.apply(invitation_to(world, email, as, "digest of " + email)).value();
  world.apply(acceptance(world, who, "digest of " + email)).value();
  return who;
}

bool is_shown(store_world& world, const std::string& digest) {
  return world.reader->ask(find_invitation_offer{digest, world.now()}).has_value();
}

/// The roles of the active members, the Owner's first.
std::string roles(store_world& world) {
  std::vector<role> found;
  for (const auto& one : world.reader->ask(list_members{world.workspace, {}}).rows) found.push_back(one.held);
  std::ranges::sort(found);
  std::string all;
  for (const auto one : found) all.append(all.empty() ? "" : " ").append(to_text(one));
  return all;
}

/// The actions of the Workspace's log.
std::string audit_of(const store_world& world) {
  return world.ask("SELECT " + std::string{world.where == kind::sqlite ? "group_concat" : "string_agg"} +
                   "(action, ' ') FROM (SELECT action FROM audit_log WHERE scope = '" + world.workspace.text() +
                   "' ORDER BY number) AS log");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invited_person_joins_once_with_the_offered_role, Backend, backends) {
  store_world world{Backend::where};
  const auto guest = make_person(world, "guest@shop.example"), other = make_person(world, "other@shop.example");
  const auto made = world.done<made_invitation>(invitation_to(world, "Guest@Shop.Example", role::admin));
  BOOST_TEST((!made.is_replay && made.record.status == invitation_status::pending));
  BOOST_TEST((made.record.expires_at - made.record.created_at == 24h * 7));
  BOOST_TEST(world.ask("SELECT recipient FROM mails") == "Guest@Shop.Example");
  const auto shown = world.reader->ask(find_invitation_offer{"digest-1", world.now()}).value();
  BOOST_TEST((shown.record.id == made.record.id && shown.record.offered == role::admin));
  BOOST_TEST((shown.workspace_name == world.ask("SELECT name FROM workspaces") && !shown.workspace_name.empty()));
  BOOST_TEST(shown.inviter_name == world.ask("SELECT name FROM users WHERE id = '" + world.owner.text() + "'"));
  // Another's, unknown.
  BOOST_TEST(!is_shown(world, "digest-2"));
  BOOST_TEST((error_of(world.apply(acceptance(world, other))) == errc::not_found));
  BOOST_TEST((error_of(world.apply(acceptance(world, guest, "digest-2"))) == errc::not_found));
  const auto joined = world.done<member>(acceptance(world, guest));
  BOOST_TEST((joined.held == role::admin && joined.user == guest && joined.email == "guest@shop.example"));
  BOOST_TEST((error_of(world.apply(acceptance(world, guest))) == errc::not_found));
  BOOST_TEST(!is_shown(world, "digest-1"));
  BOOST_TEST(roles(world) == "owner admin");
  BOOST_TEST((error_of(world.apply(invitation_to(world, "GUEST@shop.example"))) == errc::conflict));
  const auto listed = world.reader->ask(list_invitations{world.workspace, {}});
  BOOST_TEST_REQUIRE(listed.rows.size() == 1u);
  BOOST_TEST((listed.rows[0].status == invitation_status::accepted));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invitation_dies_by_its_time_a_newer_one_and_its_cancellation, Backend, backends) {
  store_world world{Backend::where};
  const auto guest = make_person(world, "guest@shop.example");
  world.apply(invitation_to(world, "guest@shop.example", role::viewer, "first")).value();
  const auto second = invitation_to(world, "guest@shop.example", role::viewer, "second");
  world.apply(second).value();
  BOOST_TEST((error_of(world.apply(acceptance(world, guest, "first"))) == errc::not_found));
  BOOST_TEST((!is_shown(world, "first") && is_shown(world, "second")));
  const cancel_invitation cancelling{world.workspace, second.record.id, by(world, world.owner)};
  world.apply(cancelling).value();
  BOOST_TEST((error_of(world.apply(acceptance(world, guest, "second"))) == errc::not_found));
  BOOST_TEST(!is_shown(world, "second"));
  BOOST_TEST((error_of(world.apply(cancelling)) == errc::conflict));
  BOOST_TEST(
      (error_of(world.apply(cancel_invitation{world.open_workspace(), second.record.id, {}})) == errc::not_found));
  world.apply(invitation_to(world, "guest@shop.example", role::viewer, "third")).value();
  BOOST_TEST(is_shown(world, "third"));
  run_sql(world.url, "UPDATE invitations SET expires_at = created_at WHERE digest = 'third'");
  BOOST_TEST(!is_shown(world, "third"));
  BOOST_TEST((error_of(world.apply(acceptance(world, guest, "third"))) == errc::not_found));
  BOOST_TEST(roles(world) == "owner");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invitation_counts_while_its_sender_may_invite, Backend, backends) {
  store_world world{Backend::where};
  const auto admin = join(world, "admin@shop.example", role::admin);
  const auto second = make_person(world, "second@shop.example");
  auto own_way_back = invitation_to(world, "second@shop.example", role::admin);
  own_way_back.record.invited_by = admin;
  world.apply(own_way_back).value();
  auto for_new = invitation_to(world, "new@shop.example", role::admin, "digest-2");
  for_new.record.invited_by = admin;
  world.apply(for_new).value();
  const auto accept_both = [&] {
    const auto by_sign_up = error_of(world.apply(accept_sign_up{.digest = "digest-2",
                                                                .id = world.new_id<user_id>(),
                                                                .email = "new@shop.example",
                                                                .name = "New",
                                                                .password_hash = "hash",
                                                                .membership = world.new_id<membership_id>(),
                                                                .by = by(world, world.owner),
                                                                .joins = by(world, world.owner)}));
    return std::pair{error_of(world.apply(acceptance(world, second))), by_sign_up};
  };
  const std::pair refused{errc::not_found, errc::not_found}, done{errc::ok, errc::ok};
  const auto are_shown = [&] { return std::pair{is_shown(world, "digest-1"), is_shown(world, "digest-2")}; };
  const std::pair none{false, false}, both{true, true};
  BOOST_TEST((are_shown() == both));
  world.apply(change_role{world.workspace, admin, role::member, by(world, world.owner)}).value();
  BOOST_TEST((accept_both() == refused && are_shown() == none));
  world.apply(remove_member{world.workspace, admin, by(world, world.owner)}).value();
  BOOST_TEST((accept_both() == refused && are_shown() == none));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM users WHERE email = 'new@shop.example'") == "0");
  run_sql(world.url, "UPDATE memberships SET status = 'active', role = 'admin' WHERE user_id = '" + admin.text() + "'");
  run_sql(world.url, "UPDATE users SET status = 'disabled' WHERE id = '" + admin.text() + "'");
  BOOST_TEST((accept_both() == refused && are_shown() == none));
  run_sql(world.url, "UPDATE users SET status = 'active' WHERE id = '" + admin.text() + "'");
  run_sql(world.url, "UPDATE workspaces SET deleted_at = 1");
  BOOST_TEST((are_shown() == none));
  run_sql(world.url, "UPDATE workspaces SET deleted_at = NULL");
  BOOST_TEST((are_shown() == both));
  BOOST_TEST((accept_both() == done));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_idempotency_key_invites_once, Backend, backends) {
  store_world world{Backend::where};
  auto first = invitation_to(world, "guest@shop.example");
  first.key = {world.owner.text(), "key", "print"};
  world.apply(first).value();
  auto again = invitation_to(world, "guest@shop.example", role::member, "digest-2");
  again.key = first.key;
  const auto replay = world.done<made_invitation>(again);
  BOOST_TEST((replay.is_replay && replay.record.id == first.record.id));
  again.key.print = "other";
  BOOST_TEST((error_of(world.apply(again)) == errc::idempotency_key_reused));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_role_holds_at_once_and_the_owners_stays, Backend, backends) {
  store_world world{Backend::where};
  const auto guest = join(world, "guest@shop.example", role::member);
  const auto change = [&](user_id who, role given) {
    return world.apply(change_role{world.workspace, who, given, by(world, world.owner)});
  };
  run_sql(world.url, "INSERT INTO sessions (id, digest, user_id, address, agent, created_at, seen_at, expires_at, "
                     "confirmed_at) VALUES ('ses', 'session', '" +
                         guest.text() + "', '', '', 0, 9999999999999, 9999999999999, 0)");
  const auto held = [&] {
    return world.reader
        ->ask(authorize_session{
            "session", world.workspace.view(), {.idle = 24h * 365'000, .life = 24h * 365'000}, world.now()})
        .value()
        .held;
  };
  BOOST_TEST((held() == role::member));
  for (const auto given : {role::admin, role::viewer, role::viewer, role::member}) {
    change(guest, given).value();
    BOOST_TEST((held() == given));
  }
  BOOST_TEST((error_of(change(guest, role::owner)) == errc::conflict));
  BOOST_TEST((error_of(change(world.owner, role::viewer)) == errc::conflict));
  BOOST_TEST((error_of(change(world.new_id<user_id>(), role::viewer)) == errc::not_found));
  world.apply(remove_member{world.workspace, guest, by(world, world.owner)}).value();
  BOOST_TEST(!held());
  BOOST_TEST((error_of(change(guest, role::viewer)) == errc::not_found));
  BOOST_TEST((error_of(world.apply(remove_member{world.workspace, guest, {}})) == errc::not_found));
  BOOST_TEST((error_of(world.apply(remove_member{world.workspace, world.owner, {}})) == errc::conflict));
  BOOST_TEST(roles(world) == "owner");
  BOOST_TEST(audit_of(world) == "invitation.created member.joined member.role_changed member.role_changed "
                                "member.role_changed member.removed");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_comes_back_has_the_membership_of_before, Backend, backends) {
  store_world world{Backend::where};
  const auto guest = join(world, "guest@shop.example", role::admin);
  world.apply(remove_member{world.workspace, guest, by(world, guest)}).value();
  world.apply(invitation_to(world, "guest@shop.example", role::viewer, "again")).value();
  BOOST_TEST((world.done<member>(acceptance(world, guest, "again")).held == role::viewer));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM memberships") == "2");
  BOOST_TEST(audit_of(world) == "invitation.created member.joined member.left invitation.created member.joined");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_invited_person_without_an_account_makes_one_and_joins, Backend, backends) {
  store_world world{Backend::where};
  world.apply(invitation_to(world, "guest@shop.example", role::member)).value();
  const auto sign_up = [&](const std::string& email, const std::string& digest = "digest-1") {
    return world.apply(accept_sign_up{.digest = digest,
                                      .id = world.new_id<user_id>(),
                                      .email = email,
                                      .name = "Guest",
                                      .password_hash = "hash",
                                      .lang = language::vi,
                                      .membership = world.new_id<membership_id>(),
                                      .by = by(world, world.owner),
                                      .joins = by(world, world.owner)});
  };
  BOOST_TEST((error_of(sign_up("other@shop.example")) == errc::not_found));
  BOOST_TEST((error_of(sign_up("owner@shop.example")) == errc::not_found));
  sign_up("guest@shop.example").value();
  BOOST_TEST(roles(world) == "owner member");
  BOOST_TEST((error_of(sign_up("guest@shop.example")) == errc::not_found));
  // An operator's invitation joins nothing; an address that has an account leaves it as it is.
  world.apply(invite_user{world.new_id<invitation_id>(), "operator", "", by(world, world.owner)}).value();
  BOOST_TEST((error_of(sign_up("guest@shop.example", "operator")) == errc::conflict));
  BOOST_TEST(world.ask("SELECT status FROM invitations WHERE digest = 'operator'") == "pending");
  sign_up("new@shop.example", "operator").value();
  BOOST_TEST(roles(world) == "owner member");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM users") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_list_of_members_goes_page_by_page_both_ways, Backend, backends) {
  store_world world{Backend::where};
  for (int count = 0; count < 4; ++count) join(world, std::to_string(count) + "@shop.example", role::viewer);
  for (const bool ascending : {true, false}) {
    std::set<std::string> seen;
    people_filter filter{.ascending = ascending, .limit = 2};
    for (bool more = true; more;) {
      const auto found = world.reader->ask(list_members{world.workspace, filter});
      for (const auto& one : found.rows) seen.insert(one.user.text());
      more = found.has_more;
      filter.after = found.rows.back().id.text();
    }
    BOOST_TEST(seen.size() == 5u);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_plan_says_how_many_workspaces_its_owner_may_have, Backend, backends) {
  store_world world{Backend::where};
  const auto make = [&](user_id owner) {
    make_workspace wanted{.record = {},
                          .owner_membership = world.new_id<membership_id>(),
                          .signing_key_id = "key-1",
                          .sealed_signing_key = "sealed",
                          .by = by(world, owner)};
    wanted.record.id = world.new_id<workspace_id>();
    wanted.record.owner = owner;
    wanted.record.name = "Shop";
    wanted.record.created_at = world.now();
    return wanted;
  };
  // Every plan of the database is one of the list.
  for (const auto& one : plans())
    BOOST_TEST(world.ask("SELECT price || ' ' || transactions || ' ' || workspaces || ' ' || overage FROM plans WHERE "
                         "name = '" +
                         std::string{one.name} + "'") ==
               std::to_string(one.price.dong) + " " + std::to_string(one.transactions) + " " +
                   std::to_string(one.workspaces) + " " + std::to_string(one.overage.dong));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM plans") == std::to_string(plans().size()));

  const auto person = make_person(world, "free@shop.example");
  const auto first = make(person);
  world.apply(first).value();
  BOOST_TEST((error_of(world.apply(make(person))) == errc::plan_workspace_limit));
  BOOST_TEST((error_of(world.apply(make(world.new_id<user_id>()))) == errc::not_found));
  caller who;
  who.user = person;
  who.session = world.new_id<session_id>();
  const auto listed = world.reader->ask(list_workspaces{who, {}});
  BOOST_TEST_REQUIRE(listed.rows.size() == 1u);
  BOOST_TEST((listed.rows[0].record.id == first.record.id && listed.rows[0].held == role::owner));
  BOOST_TEST(world.reader->ask(find_signing_keys{first.record.id, world.now()}).value().current.sealed == "sealed");
  // A deleted one makes room.
  world.apply(delete_workspace{first.record.id, false, by(world, person)}).value();
  BOOST_TEST(world.reader->ask(list_workspaces{who, {}}).rows.empty());
  world.apply(make(person)).value();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_change_of_a_workspace_keeps_what_it_does_not_name, Backend, backends) {
  store_world world{Backend::where};
  const auto change = [&](change_workspace wanted) {
    wanted.id = world.workspace;
    wanted.by = by(world, world.owner);
    return world.done<workspace>(wanted);
  };
  BOOST_TEST((change({.id = {}, .name = "New", .by = {}}).name == "New"));
  auto changed = change({.id = {}, .notices_off = 2, .needs_second_factor = true, .by = {}});
  BOOST_TEST((changed.name == "New" && changed.notices_off == 2u && changed.needs_second_factor));
  changed = change({.id = {}, .lang = language::en, .notices_on = 2, .notices_off = 1, .by = {}});
  BOOST_TEST((changed.lang == language::en && changed.notices_off == 1u && changed.needs_second_factor));
  const auto read = world.reader->ask(find_workspace{world.workspace}).value();
  BOOST_TEST((read.name == "New" && read.notices_off == 1u && read.needs_second_factor));
  change({.id = {}, .name = "New", .by = {}});
  BOOST_TEST(audit_of(world) == "workspace.changed workspace.changed workspace.changed");
  BOOST_TEST(
      (error_of(world.apply(change_workspace{.id = world.new_id<workspace_id>(), .by = {}})) == errc::not_found));
}

// The deletion of another node, which cannot see yet what is being added, would leave it behind.
BOOST_AUTO_TEST_CASE(nothing_comes_to_a_workspace_that_another_node_is_deleting) {
  store_world world{kind::postgresql};
  const auto guest = make_person(world, "guest@shop.example");
  world.apply(invitation_to(world, "guest@shop.example", role::admin)).value();
  auto account = world.account;
  account.id = world.new_id<bank_account_id>();
  account.number = "555000111";
  const std::string deletion =
      "UPDATE workspaces SET deleted_at = 1, status = 'suspended' WHERE id = '" + world.workspace.text() + "'";
  {
    const foreign_transaction other_node{world.url, deletion};
    BOOST_TEST((error_of(world.apply(acceptance(world, guest))) == errc::service_unavailable));
    BOOST_TEST((error_of(world.apply(invitation_to(world, "other@shop.example"))) == errc::service_unavailable));
    BOOST_TEST((error_of(world.apply(connect_account{account})) == errc::service_unavailable));
    BOOST_TEST(roles(world) == "owner");
  }
  run_sql(world.url, deletion);
  BOOST_TEST((error_of(world.apply(acceptance(world, guest))) == errc::not_found));
  BOOST_TEST((error_of(world.apply(connect_account{account})) == errc::not_found));
  BOOST_TEST(roles(world) == "owner");
}

BOOST_AUTO_TEST_SUITE_END()
