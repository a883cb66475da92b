// API tokens: making, changing, rotating and revoking them, what is noted of their use, and what their creators are
// told.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tokens)

namespace {

constexpr permission_set bits(std::initializer_list<permission> all) {
  permission_set set = 0;
  for (const auto one : all) set |= static_cast<permission_set>(one);
  return set;
}

constexpr auto reads = bits({permission::payment_links_read, permission::bank_accounts_read});

create_token wanted(store_world& world, const std::string& digest, std::chrono::milliseconds life = 24h * 30) {
  return {.id = world.new_id<token_id>(),
          .user = world.owner,
          .digest = digest,
          .last4 = "last",
          .name = "Server",
          .expires_at = world.now() + life,
          .permissions = {{world.workspace, reads}},
          .by = world.by_owner()};
}

token_id make_token(store_world& world, const std::string& digest, std::chrono::milliseconds life = 24h * 30) {
  return world.done<created_token>(wanted(world, digest, life)).id;
}

result<caller> authorize(store_world& world, std::string_view digest) {
  return world.reader->ask(authorize_token{digest, world.workspace.view(), world.now()});
}

bool is_refused(store_world& world, std::string_view digest) {
  const auto known = authorize(world, digest);
  return known.has_error() && known.error() == errc::authentication_error;
}

api_token read(store_world& world, token_id id) {
  return world.reader->ask(find_token{world.owner, id, world.now()}).value();
}

/// The actions in a log, in its order.
std::string actions(store_world& world, const std::string& scope) {
  std::string all;
  for (const auto& row :
       run_sql(world.url, "SELECT action FROM audit_log WHERE scope = '" + scope + "' ORDER BY number"))
    all += row.at(0) + " ";
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_is_listed_with_what_it_may_do_and_without_its_secret, Backend, backends) {
  store_world world{Backend::where};
  auto command = wanted(world, "digest-1");
  command.networks = "203.0.113.0/24 2001:db8::/32";
  const auto other = world.open_workspace();
  command.permissions.emplace_back(other, bits({permission::webhooks_read}));
  world.apply(command).value();
  const auto found = world.reader->ask(list_tokens{{.user = world.owner}, world.now()});
  BOOST_TEST_REQUIRE(found.rows.size() == 1u);
  const auto& token = found.rows[0];
  BOOST_TEST((token.id == command.id && token.user == world.owner && token.name == "Server" && token.last4 == "last"));
  BOOST_TEST((token.networks == command.networks && !token.is_revoked && !token.last_used_at));
  BOOST_TEST((token.expires_at == command.expires_at));
  BOOST_TEST_REQUIRE(token.grants.size() == 2u);
  for (const auto& one : token.grants)
    BOOST_TEST((one == (one.workspace == other ? token_grant{other, bits({permission::webhooks_read})}
                                               : token_grant{world.workspace, reads})));
  BOOST_TEST(authorize(world, "digest-1").value().networks == command.networks);
  const auto foreign = world.reader->ask(find_token{world.new_id<user_id>(), command.id, world.now()});
  BOOST_TEST((foreign.has_error() && foreign.error() == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tokens_come_in_pages_in_both_orders, Backend, backends) {
  store_world world{Backend::where};
  std::vector<token_id> made;
  for (int number = 0; number < 5; ++number) made.push_back(make_token(world, "digest-" + std::to_string(number)));
  for (const bool is_rising : {true, false}) {
    std::vector<token_id> seen;
    token_filter filter{.user = world.owner, .ascending = is_rising, .limit = 2};
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_tokens{filter, world.now()});
      for (const auto& one : page.rows) seen.push_back(one.id);
      more = page.has_more;
      filter.after = page.rows.back().row;
    }
    if (!is_rising) std::ranges::reverse(seen);
    BOOST_TEST((seen == made));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_makes_one_token, Backend, backends) {
  store_world world{Backend::where};
  auto first = wanted(world, "digest-1"), second = wanted(world, "digest-2");
  first.key = second.key = {"usr", "key-1", "print"};
  BOOST_TEST(!world.done<created_token>(first).is_replay);
  const auto again = world.done<created_token>(second);
  BOOST_TEST((again.is_replay && again.id == first.id));
  BOOST_TEST(is_refused(world, "digest-2"));
  second.key.print = "other";
  BOOST_TEST((error_of(world.apply(second)) == errc::idempotency_key_reused));
  // The same command, whose answer was lost.
  BOOST_TEST(!world.done<created_token>(first).is_replay);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM api_tokens") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_change_takes_effect_with_the_next_request, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  const auto other = world.open_workspace();
  auto changed =
      world.done<api_token>(change_token{.id = id, .user = world.owner, .name = "Till", .by = world.by_owner()});
  BOOST_TEST((changed.name == "Till" && changed.grants.size() == 1u));
  changed = world.done<api_token>(change_token{.id = id,
                                               .user = world.owner,
                                               .networks = "203.0.113.0/24",
                                               .grants = std::vector<token_grant>{{other, reads}},
                                               .by = world.by_owner()});
  BOOST_TEST((changed.networks == "203.0.113.0/24" && changed.grants == std::vector<token_grant>{{other, reads}}));
  BOOST_TEST(authorize(world, "digest-1").value().permissions == 0u);
  BOOST_TEST(world.reader->ask(authorize_token{"digest-1", other.view(), world.now()}).value().permissions == reads);
  BOOST_TEST((error_of(world.apply(change_token{.id = id, .user = world.new_id<user_id>(), .name = "x", .by = {}})) ==
              errc::not_found));
  const std::vector<token_grant> unknown{{world.new_id<workspace_id>(), reads}};
  BOOST_TEST((error_of(world.apply(change_token{
                  .id = id, .user = world.owner, .name = "x", .grants = unknown, .by = {}})) == errc::not_found));
  BOOST_TEST(world.reader->ask(find_token{world.owner, id, world.now()}).value().name == "Till", "nothing is changed");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(after_a_rotation_the_new_secret_alone_is_taken, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  const auto rotated = world.done<api_token>(rotate_token{id, world.owner, "digest-2", "new4", world.by_owner()});
  BOOST_TEST((rotated.id == id && rotated.last4 == "new4" && rotated.grants.size() == 1u));
  BOOST_TEST(is_refused(world, "digest-1"));
  BOOST_TEST(authorize(world, "digest-2").value().permissions == reads);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_revoked_token_stays_revoked, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  BOOST_TEST((error_of(world.apply(revoke_token{id, world.new_id<user_id>(), {}})) == errc::not_found));
  BOOST_TEST(!is_refused(world, "digest-1"));
  for (int again = 0; again < 2; ++again) {
    world.apply(revoke_token{id, world.owner, world.by_owner()}).value();
    BOOST_TEST(is_refused(world, "digest-1"));
  }
  BOOST_TEST(read(world, id).is_revoked);
  BOOST_TEST((error_of(world.apply(rotate_token{id, world.owner, "digest-2", "new4", {}})) == errc::conflict));
  BOOST_TEST(
      (error_of(world.apply(change_token{.id = id, .user = world.owner, .name = "x", .by = {}})) == errc::conflict));
  BOOST_TEST(is_refused(world, "digest-2"));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'api_token.revoked'") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_expired_token_gets_no_new_secret, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  run_sql(world.url, "UPDATE api_tokens SET expires_at = 1");
  BOOST_TEST((error_of(world.apply(rotate_token{id, world.owner, "digest-2", "new4", {}})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_logs_of_the_creator_and_of_each_workspace_tell_of_a_token, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  const auto other = world.open_workspace();
  const auto change = change_token{
      .id = id, .user = world.owner, .grants = std::vector<token_grant>{{other, reads}}, .by = world.by_owner()};
  for (int again = 0; again < 2; ++again) world.apply(change).value(); // the second changes nothing
  world.apply(rotate_token{id, world.owner, "digest-2", "new4", world.by_owner()}).value();
  world.apply(revoke_token{id, world.owner, world.by_owner()}).value();
  BOOST_TEST(actions(world, world.owner.text()) ==
             "api_token.created api_token.changed api_token.rotated api_token.revoked ");
  BOOST_TEST(actions(world, world.workspace.text()) == "api_token.created api_token.changed ");
  BOOST_TEST(actions(world, other.text()) == "api_token.changed api_token.rotated api_token.revoked ");
  // No Workspace's log tells of another one, and none has a secret.
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE scope = '" + other.text() + "' AND (was LIKE '%" +
                       world.workspace.text() + "%' OR became LIKE '%" + world.workspace.text() + "%')") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE was LIKE '%digest%' OR became LIKE '%digest%'") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_use_is_noted_with_its_permission_and_address, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  const auto use = [&](permission used) {
    world.apply(note_use{.token = id, .address = "203.0.113.7", .used = used}).value();
    return authorize(world, "digest-1").value();
  };
  BOOST_TEST(authorize(world, "digest-1").value().used_today == 0u);
  BOOST_TEST(use(permission::payment_links_read).used_today == bits({permission::payment_links_read}));
  BOOST_TEST(use(permission::none).used_today == bits({permission::payment_links_read}));
  BOOST_TEST(use(permission::bank_accounts_read).used_today == reads);
  const auto token = read(world, id);
  BOOST_TEST((token.last_used_at && token.last_used_address == "203.0.113.7"));
  run_sql(world.url, "UPDATE api_tokens SET used_day = used_day - 1");
  BOOST_TEST(authorize(world, "digest-1").value().used_today == 0u);
  BOOST_TEST(use(permission::payment_links_read).used_today == bits({permission::payment_links_read}));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM permission_uses") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_not_used_for_90_days_is_pointed_out, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1", 24h * 300);
  const auto later = [&](std::chrono::days days) {
    return world.reader->ask(find_token{world.owner, id, world.now() + days}).value().unused;
  };
  BOOST_TEST(later(89 * std::chrono::days{1}) == 0u);
  BOOST_TEST(later(90 * std::chrono::days{1}) == reads);
  world.apply(note_use{.token = id, .address = "", .used = permission::payment_links_read}).value();
  run_sql(world.url, "UPDATE api_tokens SET created_at = 0");
  BOOST_TEST(later(89 * std::chrono::days{1}) == bits({permission::bank_accounts_read}));
  BOOST_TEST(later(90 * std::chrono::days{1}) == reads);
  // What it was given today is not unused yet.
  const auto more = bits({permission::webhooks_read});
  world
      .apply(change_token{
          .id = id, .user = world.owner, .grants = std::vector<token_grant>{{world.workspace, reads | more}}, .by = {}})
      .value();
  BOOST_TEST(later(89 * std::chrono::days{1}) == bits({permission::bank_accounts_read}));
  BOOST_TEST(later(90 * std::chrono::days{1}) == (reads | more));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_refusal_by_address_is_told_in_the_log, Backend, backends) {
  store_world world{Backend::where};
  const auto id = make_token(world, "digest-1");
  world.apply(note_refused_token{id, world.owner, world.by_owner("198.51.100.1")}).value();
  BOOST_TEST(world.ask("SELECT address FROM audit_log WHERE action = 'api_token.refused'") == "198.51.100.1");
  BOOST_TEST(authorize(world, "digest-1").value().refused_at.has_value());
}

namespace {

/// Days until its end, and which warnings are due then: each row is a moment in the life of a token.
struct warning {
  std::chrono::milliseconds life;
  std::vector<std::chrono::milliseconds> left;
  std::string mails;
};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(its_creator_is_told_14_7_and_1_day_before_its_end_once_each, Backend, backends) {
  const warning all[] = {
      {24h * 60, {24h * 14 + 1h, 24h * 14, 24h * 10, 24h * 7, 24h * 2, 24h, 1h}, "14 days 7 days 1 day "},
      {24h * 10, {24h * 9, 24h * 7 - 1h, 23h}, "7 days 1 day "},
      {24h * 60, {24h * 5, 24h * 4}, "5 days "}, // nobody looked for long
      {24h * 60, {1h, 30min}, "1 day "},
      {24h * 7, {24h * 6}, ""}, // made for so short a time
      {12h, {1h}, ""},
      {24h * 60, {-1h}, ""},
  };
  for (const auto& one : all) {
    store_world world{Backend::where};
    run_sql(world.url, "UPDATE users SET language = 'en'");
    const auto id = make_token(world, "digest-1", one.life);
    for (const auto left : one.left) {
      const auto end = world.now() + left;
      run_sql(world.url, "UPDATE api_tokens SET expires_at = " + std::to_string(to_millis(end)) +
                             ", created_at = " + std::to_string(to_millis(end - one.life)));
      for (int again = 0; again < 2; ++again) world.apply(warn_of_tokens{}).value();
    }
    std::string mails;
    for (const auto& row : run_sql(world.url, "SELECT kind, recipient, content FROM mails ORDER BY row")) {
      BOOST_TEST((row.at(0) == "token_ends" && row.at(1) == "owner@shop.example"));
      const auto begin = row.at(2).find("\"left\":\"") + 8;
      mails += row.at(2).substr(begin, row.at(2).find('"', begin) - begin) + " ";
    }
    BOOST_TEST(mails == one.mails);
    world.apply(revoke_token{id, world.owner, {}}).value();
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nobody_is_told_of_revoked_tokens_and_many_are_told_in_portions, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 0; number < 5; ++number) make_token(world, "digest-" + std::to_string(number), 24h * 60);
  run_sql(world.url,
          "UPDATE api_tokens SET created_at = 0, expires_at = " + std::to_string(to_millis(world.now() + 24h * 3)) +
              "; UPDATE api_tokens SET revoked_at = 1 WHERE digest = 'digest-4'");
  const auto first = world.done<warned_of_tokens>(warn_of_tokens{3}),
             second = world.done<warned_of_tokens>(warn_of_tokens{3});
  BOOST_TEST((first.count == 3 && first.has_more && second.count == 1 && !second.has_more));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "4");
}

BOOST_AUTO_TEST_SUITE_END()
