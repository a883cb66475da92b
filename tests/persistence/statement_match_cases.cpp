// What an import has found completes nothing until a person, or the bank, confirms it.
#include "tests/persistence/importing_world.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(statement_matches)

namespace {

/// Who confirms.
enum class word { person, feed, proving_statement };
constexpr std::array words{word::person, word::feed, word::proving_statement};

recorded_entry confirmed_by(word whose, importing_world& world, const transaction_id& id, const reference& named) {
  if (whose == word::person) return std::get<recorded_entry>(world.confirm(id).value());
  if (whose == word::feed) return world.done<recorded_entry>(world.heard(named, 100'000));
  return world.done<recorded_entry>(world.stated(named, 100'000, true));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(what_an_import_has_found_is_recorded_and_told_and_completes_nothing, Backend, backends) {
  importing_world world{Backend::where};
  world.add_webhook(bit_of(webhook_event::transaction_credit));
  const auto link = world.make_link();
  const auto order = world.make_order();
  const auto of_link = world.import_match(link.reference), of_order = world.import_match(order.reference);
  for (const auto& one : {of_link, of_order}) {
    BOOST_TEST((one.result == entry_result::recorded && one.is_unconfirmed && !one.classified));
    BOOST_TEST((one.jobs.size() == 1u && one.public_id.empty()));
    const auto shown = world.shown(one.transaction);
    BOOST_TEST((attention_of(shown) == attention::statement_match && shown.source == transaction_source::statement));
    BOOST_TEST((shown.imported_by == "tok_01kkq9a8b7e6d9e4f3g2h1j0k9" && shown.assigned_by.empty()));
  }
  BOOST_TEST(
      (world.shown(of_link.transaction).link == link.id && world.shown(of_order.transaction).order == order.own_id));
  BOOST_TEST((world.read(link).status == link_status::pending && world.read(order).status == order_status::pending));
  BOOST_TEST((world.callbacks() == "0" && world.ask("SELECT COUNT(*) FROM usage") == "2"));
  BOOST_TEST(world.reader->ask(list_payments{world.workspace, link.row, 10, true, 0}).rows.empty());
  // Both are listed and counted, until somebody settles them.
  BOOST_TEST(world.open_ones() == 2u);
  BOOST_TEST(world.reader->ask(count_open{world.workspace, world.now()}).needs_attention == 2);
  const auto by_text = world.reader->ask(
      list_transactions{{.workspaces = {world.workspace}, .content = link.reference.text(), .needs_attention = true}});
  BOOST_TEST(by_text.rows.size() == 1u);
  world.apply(annotate_transaction{world.workspace, of_link.transaction, std::nullopt, true, world.by_owner()}).value();
  BOOST_TEST(world.open_ones() == 1u);
  // Told again, it waits as before.
  BOOST_TEST((world.import_match(order.reference).result == entry_result::duplicate));
  BOOST_TEST((world.read(order).status == order_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_an_import_names_waits_whatever_it_would_be, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  const auto small = world.import_match(link.reference, 99'999), plain = world.import_match(std::nullopt);
  BOOST_TEST((small.is_unconfirmed && !small.classified && !plain.is_unconfirmed && world.open_ones() == 1u));
  BOOST_TEST((error_of(world.confirm(small.transaction)) == errc::validation_error));
  BOOST_TEST((error_of(world.confirm(plain.transaction)) == errc::conflict));
  BOOST_TEST((error_of(world.confirm(world.new_id<transaction_id>())) == errc::not_found));
  const auto reported = world.done<recorded_entry>(world.heard(link.reference, 99'999));
  BOOST_TEST((reported.transaction == small.transaction && reported.classified == classification::underpaid));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_confirmed_match_completes_its_link_with_one_event, Backend, backends) {
  for (const auto whose : words) {
    importing_world world{Backend::where};
    const auto link = world.make_link();
    const auto found = world.import_match(link.reference);
    BOOST_TEST(world.counted() == "1:0");
    const auto settled = confirmed_by(whose, world, found.transaction, link.reference);
    BOOST_TEST((settled.result == entry_result::duplicate && settled.classified == classification::matched));
    BOOST_TEST((settled.transaction == found.transaction && settled.link == link.id));
    BOOST_TEST((settled.jobs.size() == 1u && settled.public_id == link.public_id));
    BOOST_TEST(settled.jobs.at(0).body.find(found.transaction.text()) != std::string::npos);
    const auto paid = world.read(link);
    BOOST_TEST((paid.status == link_status::succeeded && paid.transaction == found.transaction));
    BOOST_TEST((world.callbacks() == "1" && world.ask("SELECT COUNT(*) FROM transactions") == "1"));
    BOOST_TEST((world.ask("SELECT COUNT(*) FROM usage") == "1" && world.counted() == "1:1" && world.open_ones() == 0u));
    const std::string by = whose == word::person ? world.owner.text() : "";
    const auto shown = world.shown(found.transaction);
    BOOST_TEST((shown.assigned_by == by && !shown.imported_by.empty() && attention_of(shown) == attention::none));
    BOOST_TEST((shown.source == (whose == word::feed ? transaction_source::feed : transaction_source::statement)));
    const auto history = world.reader->ask(list_payments{world.workspace, link.row, 10, true, 0}).rows;
    BOOST_TEST((history.size() == 1u && history.at(0).assigned_by == by));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'transaction.match_confirmed'") ==
               (whose == word::person ? "1" : "0"));
    // Said again, it changes nothing.
    BOOST_TEST((error_of(world.confirm(found.transaction)) == errc::conflict));
    for (const auto& again : {world.heard(link.reference, 100'000), world.stated(link.reference, 100'000, true)})
      BOOST_TEST((world.done<recorded_entry>(again).result == entry_result::duplicate));
    BOOST_TEST((world.callbacks() == "1" && world.counted() == "1:1"));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_confirmed_match_completes_its_order_and_tells_of_it, Backend, backends) {
  for (const auto whose : words) {
    importing_world world{Backend::where};
    world.add_webhook();
    const auto order = world.make_order();
    const auto found = world.import_match(order.reference);
    const auto settled = confirmed_by(whose, world, found.transaction, order.reference);
    BOOST_TEST((settled.classified == classification::matched && settled.order == order.id));
    BOOST_TEST(settled.jobs.size() == 1u);
    BOOST_TEST(
        (world.read(order).status == order_status::success && world.read(order).transaction == found.transaction));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE event = 2") == "1");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE event = 0") == "1");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_bank_confirms_it_amid_other_credits, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link(), other = world.make_link(), expired = world.make_link({.lifetime = 1min});
  const auto found = world.import_match(link.reference), late = world.import_match(expired.reference);
  auto over_switch = world.heard(link.reference, 100'000, "NAPAS");
  over_switch.entry.occurred_at = vietnam_day(world.now()) + 1min;
  const auto of_expired = [&] {
    auto made = world.heard(expired.reference, 100'000);
    made.entry.bank_reference = "MB-2";
    return made;
  }();
  world.pass(2min);
  auto paid_now = world.credit(other.reference, 100'000);
  paid_now.entry.occurred_at = world.now() + 49h; // behind what statements have told of: on PostgreSQL in bulk
  const auto replies =
      world.done_together<recorded_entry>({paid_now, world.heard(link.reference, 100'000), of_expired, over_switch});
  BOOST_TEST((replies[0].result == entry_result::recorded && replies[0].classified == classification::matched));
  BOOST_TEST((replies[1].transaction == found.transaction && replies[1].classified == classification::matched));
  // The time of the confirmation decides.
  BOOST_TEST((replies[2].transaction == late.transaction && replies[2].classified == classification::late));
  BOOST_TEST((world.read(link).status == link_status::succeeded && world.read(other).status == link_status::succeeded));
  BOOST_TEST((world.read(expired).status != link_status::succeeded && world.callbacks() == "2"));
  BOOST_TEST((attention_of(world.shown(late.transaction)) == attention::late));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_match_is_confirmed_only_while_what_it_is_for_is_open, Backend, backends) {
  struct row {
    const char* what;
    std::function<void(importing_world&, const payment_link&)> before;
    errc refused;
  };
  const row rows[]{
      {"cancelled",
       [](importing_world& world, const payment_link& link) {
         world.apply(close_link{world.workspace, link.id, link_trigger::cancel, world.by_owner()}).value();
       },
       errc::payment_link_not_pending},
      {"expired", [](importing_world& world, const payment_link&) { world.pass(25h); }, errc::payment_link_not_pending},
      {"paid by another credit",
       [](importing_world& world, const payment_link& link) { world.pay(link.reference, 150'000); },
       errc::payment_link_not_pending},
      {"suspended",
       [](importing_world& world, const payment_link&) {
         world.apply(suspend_workspace{world.workspace, world.by_owner()}).value();
       },
       errc::workspace_suspended},
      {"removed",
       [](importing_world& world, const payment_link&) {
         world.apply(remove_account{world.workspace, world.account.id, world.by_owner()}).value();
       },
       errc::bank_account_not_connected},
  };
  for (const auto& [what, before, refused] : rows) BOOST_TEST_CONTEXT(what) {
      importing_world world{Backend::where};
      const auto link = world.make_link();
      const auto found = world.import_match(link.reference);
      before(world, link);
      const auto events = world.callbacks();
      BOOST_TEST((error_of(world.confirm(found.transaction)) == refused));
      BOOST_TEST(world.callbacks() == events);
      BOOST_TEST((attention_of(world.shown(found.transaction)) == attention::statement_match));
      BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'transaction.match_confirmed'") == "0");
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_clock_that_is_not_trusted_nothing_confirms, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  const auto found = world.import_match(link.reference);
  world.is_synchronized = false;
  world.clock.moved += 3h;
  for (const write_command& one : {write_command{confirm_match{world.workspace, found.transaction, world.by_owner()}},
                                   write_command{world.heard(link.reference, 100'000)}})
    BOOST_TEST((error_of(world.apply(one)) == errc::service_unavailable));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_held_meanwhile_still_waits_and_is_still_fetched, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  world.apply(suspend_workspace{world.workspace, world.by_owner()}).value();
  BOOST_TEST((world.import_match(link.reference).result == entry_result::held));
  auto fetched = world.credit({}, 5'000);
  fetched.entry.is_fetched = true;
  world.done<recorded_entry>(fetched);
  const auto portion =
      world.done<reactivated_portion>(reactivate_workspace{.workspace = world.workspace, .entries_max = 2});
  BOOST_TEST((portion.settled.size() == 2u && portion.settled.at(0).is_unconfirmed));
  BOOST_TEST((world.read(link).status == link_status::pending && world.open_ones() == 1u));
  BOOST_TEST(world.shown(portion.settled.at(0).transaction).imported_by.starts_with("tok_"));
  BOOST_TEST((world.shown(portion.settled.at(1).transaction).source == transaction_source::fetched));
  BOOST_TEST(world.confirm(portion.settled.at(0).transaction).has_value());
  BOOST_TEST((world.read(link).status == link_status::succeeded));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(money_on_a_virtual_account_waits_for_the_same, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link({.on_virtual_account = true});
  const auto on_virtual = [&](record_entry made) {
    made.virtual_account_row = world.receiver.row;
    made.entry.virtual_account_number = world.receiver.number;
    return made;
  };
  const auto found = world.done<recorded_entry>(on_virtual(world.stated({}, 100'000)));
  BOOST_TEST((found.is_unconfirmed && world.shown(found.transaction).link == link.id));
  const auto reported = world.done<recorded_entry>(on_virtual(world.heard({}, 100'000)));
  BOOST_TEST((reported.transaction == found.transaction && reported.classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded && world.callbacks() == "1"));
}

// Confirmations by two people, at two nodes, while the bank tells of each transfer and of others for the same links.
BOOST_AUTO_TEST_CASE(two_nodes_and_the_bank_complete_each_link_once) {
  importing_world world{kind::postgresql};
  constexpr int links_in_all = 30;
  std::vector<write_command> here, there;
  for (int i = 0; i < links_in_all; ++i) {
    const auto link = world.make_link();
    const auto found = world.import_match(link.reference);
    auto reported = world.heard(link.reference, 100'000);
    reported.entry.bank_reference += std::to_string(i);
    const confirm_match one{world.workspace, found.transaction, world.by_owner()},
        other{world.workspace, found.transaction, world.by_owner()};
    here.emplace_back(one);
    there.insert(there.begin(), write_command{other});
    if (i % 3 == 0) there.insert(there.begin(), write_command{reported});
    if (i % 3 == 1) there.insert(there.begin(), write_command{world.credit(link.reference, 100'000)});
  }
  const auto opened = open_database(world.url);
  const auto node = opened->open_writer(world.context_of("node-2"));
  std::thread elsewhere{[&] { record_in_the_end(*node, std::move(there)); }};
  record_in_the_end(*world.writer, std::move(here));
  elsewhere.join();
  const auto all = std::to_string(links_in_all);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links WHERE status = 1") == all);
  BOOST_TEST(world.callbacks() == all);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE classification IN (0, 1)") == all);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions t WHERE t.classification IS NULL AND NOT EXISTS (SELECT 1 "
                       "FROM payment_links l WHERE l.row = t.link_row AND l.transaction_row <> t.row)") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
