#include "domain/deliveries/callback.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(signing_key_verbs)

namespace {

rotate_signing_key rotation(const store_world& world, const std::string& number) {
  return {world.workspace, "key-" + number, "sealed-" + number};
}

/// Whether the signature of a link's stored event is that of the key with this number.
bool is_signed_with(store_world& world, const payment_link& link, const std::string& number) {
  const auto record = world.reader->ask(find_callback{world.workspace, link.row}).value();
  const auto stored =
      world.ask("SELECT signature FROM deliveries WHERE event_id = '" + std::string{record.id.view()} + "'");
  return stored == world.signer.sign(world.workspace, "key-" + number, "sealed-" + number,
                                     signed_data(record.signed_at, record.body));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_workspace_has_one_key_and_none_before_it, Backend, backends) {
  store_world world{Backend::where};
  const auto keys = world.reader->ask(find_signing_keys{world.workspace, world.now()}).value();
  BOOST_TEST((keys.current.id == "key-1" && keys.current.sealed == "sealed-1" && !keys.current.valid_until));
  BOOST_TEST(!keys.previous);
  const auto elsewhere = world.reader->ask(find_signing_keys{world.new_id<workspace_id>(), world.now()});
  BOOST_TEST((elsewhere.has_error() && to_errc(elsewhere.error()) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_key_before_stays_for_a_day_to_the_millisecond, Backend, backends) {
  store_world world{Backend::where};
  const auto reported = world.done<stored_signing_keys>(rotation(world, "2"));
  BOOST_TEST(
      (reported.current.id == "key-2" && reported.current.sealed == "sealed-2" && !reported.current.valid_until));
  BOOST_REQUIRE(reported.previous.has_value());
  BOOST_TEST((reported.previous->id == "key-1" && reported.previous->sealed == "sealed-1"));
  BOOST_TEST((reported.previous->valid_until == reported.current.created_at + 24h));

  const auto end = *reported.previous->valid_until;
  const auto before_end = world.reader->ask(find_signing_keys{world.workspace, end - 1ms}).value();
  BOOST_TEST((before_end.current.id == "key-2" && before_end.previous && before_end.previous->id == "key-1"));
  BOOST_TEST((before_end.previous->valid_until == end));
  const auto at_end = world.reader->ask(find_signing_keys{world.workspace, end}).value();
  BOOST_TEST((at_end.current.id == "key-2" && !at_end.previous));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_next_rotation_replaces_the_key_before_and_a_third_never_lives, Backend, backends) {
  store_world world{Backend::where};
  for (const auto* number : {"2", "3", "4"}) {
    world.apply(rotation(world, number)).value();
    BOOST_TEST(world.ask("SELECT count(*) FROM signing_keys") == "2");
  }
  const auto keys = world.reader->ask(find_signing_keys{world.workspace, world.now()}).value();
  BOOST_TEST((keys.current.id == "key-4" && keys.previous && keys.previous->id == "key-3"));
  BOOST_TEST(world.ask("SELECT count(*) FROM signing_keys WHERE sealed IN ('sealed-1', 'sealed-2')") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_event_keeps_the_signature_of_the_key_that_was_in_force, Backend, backends) {
  store_world world{Backend::where};
  const auto before = world.make_link(), after = world.make_link(), last = world.make_link();
  world.pay(before.reference, 100'000);
  world.apply(rotation(world, "2")).value();
  world.pay(after.reference, 100'000);
  world.apply(rotation(world, "3")).value();
  world.pay(last.reference, 100'000);
  BOOST_TEST(is_signed_with(world, before, "1"));
  BOOST_TEST(is_signed_with(world, after, "2"));
  BOOST_TEST(is_signed_with(world, last, "3"));
  // What is sent again carries the stored bytes, whatever has become of the key.
  world.restart();
  world.begin_incarnation();
  BOOST_TEST(is_signed_with(world, before, "1"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rotation_and_a_credit_of_one_batch_take_effect_in_their_order, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.make_link(), second = world.make_link(), third = world.make_link();
  const write_command batch[] = {world.credit(first.reference, 100'000), rotation(world, "2"),
                                 world.credit(second.reference, 100'000), rotation(world, "3"),
                                 world.credit(third.reference, 100'000)};
  for (const auto& reply : world.writer->apply(batch)) reply.value();
  BOOST_TEST(is_signed_with(world, first, "1"));
  BOOST_TEST(is_signed_with(world, second, "2"));
  BOOST_TEST(is_signed_with(world, third, "3"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rotation_that_comes_again_is_done_already, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.done<stored_signing_keys>(rotation(world, "2"));
  const auto again = world.done<stored_signing_keys>(rotation(world, "2"));
  BOOST_TEST((again.current.id == "key-2" && again.previous && again.previous->id == "key-1"));
  BOOST_TEST((again.previous->valid_until == first.previous->valid_until));
  world.apply(rotation(world, "3")).value();
  BOOST_TEST((error_of(world.apply(rotation(world, "2"))) == errc::conflict));
  BOOST_TEST((error_of(world.apply(rotate_signing_key{world.new_id<workspace_id>(), "key-9", "sealed-9"})) ==
              errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_that_cannot_sign_is_never_stored, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const rotate_signing_key bad{world.workspace, "key-2", std::string{unusable_key}};
  const write_command batch[] = {bad, world.credit(link.reference, 100'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((error_of(replies[0]) == errc::service_unavailable));
  BOOST_TEST((error_of(replies[1]) == errc::ok)); // it fails alone
  BOOST_TEST(is_signed_with(world, link, "1"));
  BOOST_TEST(world.ask("SELECT count(*) FROM signing_keys") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_node_without_the_master_key_asks_for_the_credit_again_and_says_so, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  BOOST_TEST(world.state.wants_work(world.clock.uptime()));
  run_sql(world.url, "UPDATE signing_keys SET sealed = '" + std::string{unusable_key} + "'"); // sealed again elsewhere
  const write_command batch[] = {world.credit(link.reference, 100'000), world.credit(std::nullopt, 5'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((error_of(replies[0]) == errc::service_unavailable));
  BOOST_TEST((error_of(replies[1]) == errc::ok));
  BOOST_TEST((world.read(link).status == link_status::pending));
  BOOST_TEST(world.state.is(concern::keys_missing, world.clock.uptime()));
  BOOST_TEST(world.state.wants_work(world.clock.uptime())); // for the other Workspaces
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_keys_of_another_workspace_stay_as_they_are, Backend, backends) {
  store_world world{Backend::where};
  const auto other = world.open_workspace();
  world.apply(rotation(world, "2")).value();
  const auto keys = world.reader->ask(find_signing_keys{other, world.now()}).value();
  BOOST_TEST((keys.current.id == "key-1" && keys.current.sealed == "sealed-other" && !keys.previous));
}

// A file of SQLite has one writer; servers of PostgreSQL have many.
BOOST_AUTO_TEST_CASE(two_nodes_that_rotate_at_once_leave_one_current_key_and_one_before) {
  store_world world{kind::postgresql};
  constexpr int rounds = 25;
  const auto rotate_often = [&world](const std::string& node) {
    readable_signer signer;
    plain_gate gate;
    const auto writer =
        world.opened->open_writer({node, "Service", world.retries, world.clock, signer, sha256_hex, &gate});
    int refused = 0;
    for (int round = 0; round < rounds; ++round) {
      const write_command command = rotation(world, node + std::to_string(round));
      refused += writer->apply({&command, 1}).at(0).has_value() ? 0 : 1;
    }
    return refused;
  };
  int refused_elsewhere = -1;
  std::thread other{[&] { refused_elsewhere = rotate_often("b"); }};
  const int refused = rotate_often("a");
  other.join();
  BOOST_TEST(refused == 0);
  BOOST_TEST(refused_elsewhere == 0);
  BOOST_TEST(world.ask("SELECT count(*) FROM signing_keys") == "2");
  BOOST_TEST(world.ask("SELECT count(*) FROM signing_keys WHERE valid_until IS NULL") == "1");
}

BOOST_AUTO_TEST_SUITE_END()
