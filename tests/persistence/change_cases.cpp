#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(changes)

namespace {

/// A node of a database that others share.
struct sharing_node {
  sharing_node(store_world& in, const std::string& name) : incarnations{name}, opened{open_database(in.url)} {
    store_context context{name, "Service", in.retries, in.clock, in.signer, sha256_hex, &in.gate};
    context.incarnations = &incarnations;
    writer = opened->open_writer(context);
  }
  std::vector<change> trade(std::vector<workspace_id> listened, std::vector<change> reported = {}) {
    const write_command command = trade_hints{std::move(listened), std::move(reported)};
    auto traded = std::get<traded_hints>(writer->apply({&command, 1}).at(0).value());
    std::vector<change> heard;
    for (auto& one : traded.heard) heard.push_back(std::move(one.about));
    return heard;
  }
  incarnation_report beat() {
    const write_command shown = keep_alive{};
    return std::get<incarnation_report>(writer->apply({&shown, 1}).at(0).value());
  }
  remembered_incarnations incarnations;
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
};

using changes_heard = std::vector<change>;

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_node_does_not_hear_itself, Backend, backends) {
  store_world world{Backend::where};
  world.begin_incarnation();
  const change paid{world.workspace, change_kind::order, "ord_1"};
  const auto traded = world.done<traded_hints>(trade_hints{{world.workspace}, {paid}});
  BOOST_TEST(traded.heard.empty());
  BOOST_TEST(world.done<traded_hints>(trade_hints{{world.workspace}, {}}).heard.empty());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM change_hints") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(hints_and_listeners_go_soon_after_they_were_written, Backend, backends) {
  store_world world{Backend::where};
  world.begin_incarnation();
  const change paid{world.workspace, change_kind::order, "ord_1"};
  world.done<traded_hints>(trade_hints{{world.workspace}, {paid}});
  world.done<traded_hints>(trade_hints{{world.workspace}, {paid}});
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM change_listeners") == "1");
  run_sql(world.url, "UPDATE change_hints SET expires_at = 0");
  run_sql(world.url, "UPDATE change_listeners SET expires_at = 0");
  const auto other = world.open_workspace();
  world.done<traded_hints>(trade_hints{{other}, {paid}});
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM change_listeners") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM change_hints") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_that_look_on_are_asked_about_at_once, Backend, backends) {
  store_world world{Backend::where};
  world.sign_in("cookie");
  const auto seen = world.open_workspace();
  run_sql(world.url, "UPDATE memberships SET role = 'viewer' WHERE workspace_id = '" + seen.text() + "'");
  const session_use used[] = {{"unknown", world.workspace},
                              {"cookie", world.workspace},
                              {"cookie", world.new_id<workspace_id>()},
                              {"cookie", seen},
                              {"cookie", world.workspace}};
  const auto found = world.reader->ask(authorize_sessions{used, {}, world.now()}).value();
  BOOST_REQUIRE(found.size() == std::size(used));
  BOOST_TEST((found[0].error() == errc::authentication_error));
  BOOST_TEST((found[1]->held == role::owner && found[1]->permissions == permissions_of(role::owner)));
  BOOST_TEST((found[2]->user == world.owner && !found[2]->held && found[2]->permissions == 0));
  BOOST_TEST((found[3]->held == role::viewer && found[3]->permissions == permissions_of(role::viewer)));
  BOOST_TEST((found[4]->held == role::owner && found[4]->session == found[1]->session));
  BOOST_TEST(world.reader->ask(authorize_sessions{{}, {}, world.now()}).value().empty());
}

BOOST_AUTO_TEST_CASE(nodes_learn_what_is_looked_at_through_others_and_hear_of_that_alone) {
  store_world world{kind::postgresql};
  const auto other = world.open_workspace();
  sharing_node one{world, "one"}, two{world, "two"};
  BOOST_TEST(one.beat().listened.empty());
  BOOST_TEST(two.beat().listened.empty());
  BOOST_TEST(one.trade({world.workspace}).empty());
  BOOST_TEST(one.beat().listened.empty());
  BOOST_TEST((two.beat().listened == std::vector{world.workspace}));
  const change ours{world.workspace, change_kind::order, "ord_1"}, several{world.workspace, change_kind::member, ""},
      theirs{other, change_kind::order, "ord_2"};
  BOOST_TEST(two.trade({}, {ours, several, theirs}).empty());
  BOOST_TEST((one.trade({world.workspace}) == changes_heard{ours, several}));
  // As long as it can be heard it is: a row that is committed late may have an early number.
  BOOST_TEST((one.trade({world.workspace}) == changes_heard{ours, several}));
  BOOST_TEST((one.trade({other}) == changes_heard{theirs}));
  run_sql(world.url, "UPDATE change_hints SET expires_at = 0");
  BOOST_TEST(one.trade({world.workspace}).empty());
  run_sql(world.url, "UPDATE change_listeners SET expires_at = 0");
  BOOST_TEST(two.beat().listened.empty());
}

BOOST_AUTO_TEST_SUITE_END()
