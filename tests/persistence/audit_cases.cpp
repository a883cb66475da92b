// The audit log: who writes what into it, and how it is read.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(audit_logs)

namespace {

std::vector<std::string> actions(store_world& world, const audit_filter& filter = {}) {
  std::vector<std::string> all;
  for (const auto& row : world.reader->ask(list_audit_rows{world.workspace, filter}).rows) all.push_back(row.action);
  return all;
}

using words = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_person_does_stands_in_the_log_and_what_money_does_not, Backend, backends) {
  store_world world{Backend::where};
  const auto cancelled = world.make_link();
  const auto failed = world.make_job();
  world.done<recorded_attempt>(outcome_of(failed, world.made(1, 404)));
  const auto transaction = transaction_id::from_store(world.ask("SELECT id FROM transactions"));
  BOOST_TEST(actions(world).empty());
  const auto by = world.by_owner();
  world.apply(close_link{world.workspace, cancelled.id, link_trigger::cancel, by}).value();
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, cancelled.id, link_trigger::cancel,
                                              world.by_owner()})) == errc::payment_link_not_pending));
  const auto note = [&] {
    return annotate_transaction{world.workspace, transaction, "paid back", true, world.by_owner()};
  };
  world.apply(note()).value();
  world.apply(note()).value(); // changes nothing
  const auto link_row = std::stoll(world.ask("SELECT link_row FROM deliveries"));
  world
      .apply(resend_callback{world.workspace,
                             link_row,
                             {creator::kind::user, world.owner.text()},
                             {},
                             world.by_owner(),
                             world.new_id<payment_link_id>()})
      .value();
  world.apply(rotate_signing_key{world.workspace, "key-2", "sealed-2", world.by_owner()}).value();
  BOOST_TEST((actions(world, {.ascending = true}) ==
              words{"payment_link.cancelled", "transaction.annotated", "callback.resent", "signing_key.rotated"}));
  const auto first = world.reader->ask(list_audit_rows{world.workspace, {.ascending = true}}).rows.at(0);
  BOOST_TEST((first.id == by.id && first.scope == world.workspace.view() && first.number == 1));
  BOOST_TEST((first.by.type == audit_actor::kind::user && first.by.id == world.owner.view()));
  BOOST_TEST((first.address == "203.0.113.7" && first.target == cancelled.id.view()));
  BOOST_TEST(first.hash == sha256_hex(hashed_text(first, "")));
  const auto second =
      world.reader->ask(list_audit_rows{world.workspace, {.action = "transaction.annotated"}}).rows.at(0);
  BOOST_TEST(second.was == R"({"note":"","settled":false})");
  BOOST_TEST(second.became == R"({"note":"paid back","settled":true})");
  BOOST_TEST(second.hash == sha256_hex(hashed_text(second, first.hash)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_connected_account_is_recognized_in_the_log_and_its_holder_is_not, Backend, backends) {
  store_world world{Backend::where};
  auto account = world.account;
  account.id = world.new_id<bank_account_id>();
  account.number = "0987654321";
  world.apply(connect_account{account, world.by_owner()}).value();
  const auto row = world.reader->ask(list_audit_rows{world.workspace, {.action = "bank_account.connected"}}).rows.at(0);
  BOOST_TEST((row.target == account.id.view() && row.was.empty()));
  BOOST_TEST(row.became == R"({"bank":"MB","account_last4":"4321"})");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(filters_and_pages_of_the_log, Backend, backends) {
  store_world world{Backend::where};
  const auto other = world.open_workspace();
  std::vector<payment_link_id> cancelled;
  for (int number = 0; number < 5; ++number) {
    cancelled.push_back(world.make_link().id);
    world.apply(close_link{world.workspace, cancelled.back(), link_trigger::cancel, world.by_owner()}).value();
    world.apply(rotate_signing_key{other, "key-" + std::to_string(number + 2), "sealed", world.by_owner()}).value();
    run_sql(world.url, "UPDATE audit_log SET at = " + std::to_string(1'000 * number) + " WHERE scope = '" +
                           world.workspace.text() + "' AND number = " + std::to_string(number + 1));
  }
  const auto numbers = [&](audit_filter filter) {
    words seen;
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_audit_rows{world.workspace, filter});
      for (const auto& row : page.rows) seen.push_back(std::to_string(row.number));
      more = page.has_more;
      if (more) filter.after = std::pair{page.rows.back().at, page.rows.back().number};
    }
    return seen;
  };
  BOOST_TEST((numbers({.limit = 2}) == words{"5", "4", "3", "2", "1"}));
  BOOST_TEST((numbers({.ascending = true, .limit = 2}) == words{"1", "2", "3", "4", "5"}));
  BOOST_TEST((numbers({.from = from_millis(1'000), .to = from_millis(3'000)}) == words{"3", "2"}));
  BOOST_TEST((numbers({.actor = world.owner.text(), .limit = 2}) == words{"5", "4", "3", "2", "1"}));
  BOOST_TEST(numbers({.actor = "usr_other"}).empty());
  BOOST_TEST((numbers({.target = cancelled[2].text()}) == words{"3"}));
  BOOST_TEST((numbers({.action = "payment_link.cancelled", .target = cancelled[0].text()}) == words{"1"}));
  BOOST_TEST(numbers({.action = "signing_key.rotated"}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_rolled_back_leaves_no_row, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const write_command batch[] = {
      close_link{world.workspace, link.id, link_trigger::cancel, world.by_owner()},
      rotate_signing_key{world.workspace, "key-2", std::string{unusable_key}, world.by_owner()}};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((replies[0].has_value() && replies[1].has_error()));
  BOOST_TEST((actions(world) == words{"payment_link.cancelled"}));
}

BOOST_AUTO_TEST_SUITE_END()
