// Bank accounts and virtual accounts after they were made: seen, disconnected, closed.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(bank_accounts)

namespace {

disconnect_account disconnection_of(store_world& world, bank_account_id which) {
  return {.workspace = world.workspace,
          .id = which,
          .by = {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::user, world.owner.text()}}};
}

close_virtual_account closing_of(store_world& world, virtual_account_id which) {
  return {.workspace = world.workspace,
          .account = world.account.id,
          .id = which,
          .by = {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::user, world.owner.text()}}};
}

std::string audited(const store_world& world, const std::string& action) {
  return world.ask("SELECT COUNT(*) FROM audit_log WHERE action = '" + action + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_shows_when_it_was_connected_and_last_heard, Backend, backends) {
  store_world world{Backend::where};
  auto seen = world.reader->ask(find_account_overview{world.workspace, world.account.id}).value();
  BOOST_TEST((seen.account.number == world.account.number && seen.account.type == account_type::main_with_virtual));
  BOOST_TEST((seen.connected_at.has_value() && !seen.last_heard_at));
  const auto paid = world.pay(world.make_link().reference, 100'000);
  seen = world.reader->ask(find_account_overview{world.workspace, world.account.id}).value();
  BOOST_REQUIRE(seen.last_heard_at.has_value());
  BOOST_TEST((*seen.last_heard_at >= *seen.connected_at && *seen.last_heard_at <= world.now()));
  const auto elsewhere = world.open_workspace();
  BOOST_TEST((world.reader->ask(find_account_overview{elsewhere, world.account.id}).error() == errc::not_found));
  BOOST_TEST(world.reader->ask(list_account_overviews{elsewhere}).empty());
  BOOST_TEST(world.reader->ask(list_account_overviews{world.workspace}).size() == 1u);
  BOOST_TEST(world.reader->ask(list_virtual_accounts{world.workspace, world.account.id}).size() == 1u);
  BOOST_TEST(world.reader->ask(list_virtual_accounts{elsewhere, world.account.id}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_disconnected_account_gets_what_is_fetched_for_its_links_and_nothing_from_feeds, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  for (int turn = 0; turn < 2; ++turn) world.apply(disconnection_of(world, world.account.id)).value();
  BOOST_TEST(audited(world, "bank_account.disconnected") == "1");
  BOOST_TEST(
      (world.reader->ask(find_account{world.workspace, world.account.id})->state == account_state::disconnected));
  const auto refused = world.apply(world.link_command({}));
  BOOST_TEST((refused.has_error() && refused.error() == errc::bank_account_not_connected));
  // A feed's entry waits for the Workspace that connects the number next.
  BOOST_TEST((world.pay(link.reference, 100'000).result == entry_result::unknown_account));
  BOOST_TEST((world.read(link).status == link_status::pending));
  auto fetched = world.credit(link.reference, 100'000);
  fetched.is_asked_for = true;
  BOOST_TEST((world.done<recorded_entry>(fetched).classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  // Connected again, it gets what has waited.
  auto again = world.account;
  again.state = account_state::connected;
  world.apply(connect_account{.account = again}).value();
  world.apply(keep_accounts{2}).value();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries WHERE processed_at IS NULL") == "0");
  world.apply(disconnection_of(world, world.account.id)).value();
  BOOST_TEST((world.apply(disconnection_of(world, world.new_id<bank_account_id>())).error() == errc::not_found));
  auto foreign = disconnection_of(world, world.account.id);
  foreign.workspace = world.open_workspace();
  BOOST_TEST((world.apply(foreign).error() == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_virtual_account_is_closed_when_no_pending_link_names_it, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link({.on_virtual_account = true});
  const auto close = closing_of(world, world.receiver.id);
  BOOST_TEST((world.apply(close).error() == errc::conflict));
  world.apply(close_link{world.workspace, link.id}).value();
  auto elsewhere = closing_of(world, world.receiver.id);
  elsewhere.account = world.new_id<bank_account_id>();
  BOOST_TEST((world.apply(elsewhere).error() == errc::not_found));
  for (int turn = 0; turn < 2; ++turn) world.apply(closing_of(world, world.receiver.id)).value();
  BOOST_TEST(audited(world, "virtual_account.closed") == "1");
  BOOST_TEST(world.ask("SELECT was FROM audit_log WHERE action = 'virtual_account.closed'") ==
             R"({"number_last4":"0001"})");
  const auto found = world.reader->ask(find_virtual_account{world.workspace, world.receiver.id}).value();
  BOOST_TEST((found.status == virtual_account_status::closed));
  const auto refused = world.apply(world.link_command({.on_virtual_account = true}));
  BOOST_TEST((refused.has_error() && refused.error() == errc::not_found));
}

BOOST_AUTO_TEST_SUITE_END()
