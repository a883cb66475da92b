#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(links)

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_link_is_read_back_whole, Backend, backends) {
  store_world world{Backend::where};
  const auto made = world.make_link({.on_virtual_account = true});
  BOOST_TEST(made.row != 0);
  const auto read = world.read(made);
  BOOST_TEST(read.row == made.row);
  BOOST_TEST(read.public_id == made.public_id);
  BOOST_TEST((read.workspace == world.workspace && read.account == world.account.id));
  BOOST_TEST((read.virtual_account == world.receiver.id));
  BOOST_TEST(read.reference.text() == made.reference.text());
  BOOST_TEST((read.status == link_status::pending && read.callback == callback_status::none));
  BOOST_TEST((read.amount == money{100'000} && !read.received_amount && !read.paid_at && !read.closed_at));
  BOOST_TEST(read.description == "Đơn hàng 7");
  BOOST_TEST(read.callback_url == "https://shop.example/callback");
  BOOST_TEST(read.redirect_url == "https://shop.example/thanks?order=7");
  BOOST_TEST((read.metadata == made.metadata));
  BOOST_TEST((read.created_at == made.created_at && read.expires_at == made.expires_at));
  BOOST_TEST((read.created_by.type == creator::kind::api_token));
  BOOST_TEST(read.created_by.id == made.created_by.id);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_without_amount_keeps_none, Backend, backends) {
  store_world world{Backend::where};
  const auto read = world.read(world.make_link({.amount = std::nullopt}));
  BOOST_TEST(!read.amount.has_value());
  BOOST_TEST(read.virtual_account.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(creating_the_same_link_twice_answers_the_stored_one, Backend, backends) {
  store_world world{Backend::where};
  const auto command = world.link_command();
  const auto first = world.done<created_link>(command).link;
  const auto second = world.done<created_link>(command).link;
  BOOST_TEST(second.row == first.row);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_with_a_taken_reference_or_public_id_is_a_conflict, Backend, backends) {
  store_world world{Backend::where};
  const auto taken = world.make_link();
  auto same_reference = world.link_command(), same_public_id = world.link_command();
  same_reference.link.reference = taken.reference;
  same_public_id.link.public_id = taken.public_id;
  BOOST_TEST((error_of(world.apply(same_reference)) == errc::conflict));
  BOOST_TEST((error_of(world.apply(same_public_id)) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_needs_an_active_workspace_and_connected_receivers, Backend, backends) {
  store_world world{Backend::where};
  const auto refused = [&](const char* change, const char* back, errc expected, auto alter) {
    if (*change) run_sql(world.url, change);
    auto command = world.link_command({.on_virtual_account = true});
    alter(command.link);
    BOOST_TEST((error_of(world.apply(command)) == expected), change);
    if (*back) run_sql(world.url, back);
  };
  const auto as_it_is = [](payment_link&) {};
  refused("UPDATE workspaces SET status = 'suspended'", "UPDATE workspaces SET status = 'active'",
          errc::workspace_suspended, as_it_is);
  refused("UPDATE bank_accounts SET state = 'disconnected'", "UPDATE bank_accounts SET state = 'connected'",
          errc::bank_account_not_connected, as_it_is);
  refused("UPDATE virtual_accounts SET status = 'closed'", "UPDATE virtual_accounts SET status = 'active'",
          errc::not_found, as_it_is);
  refused("", "", errc::not_found, [&](payment_link& link) { link.account = world.new_id<bank_account_id>(); });
  refused("", "", errc::not_found,
          [&](payment_link& link) { link.virtual_account = world.new_id<virtual_account_id>(); });
  refused("", "", errc::not_found, [&](payment_link& link) { link.workspace = world.new_id<workspace_id>(); });
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_of_another_workspace_receives_nothing, Backend, backends) {
  store_world world{Backend::where};
  const auto other = world.open_workspace("key-2");
  auto command = world.link_command();
  command.link.workspace = other;
  BOOST_TEST((error_of(world.apply(command)) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_a_pending_link_can_be_cancelled, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto cancelled = world.done<payment_link>(close_link{world.workspace, link.id});
  BOOST_TEST((cancelled.status == link_status::cancelled && cancelled.closed_at));
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, link.id})) == errc::payment_link_not_pending));
  const auto paid = world.make_link();
  world.pay(paid.reference, 100'000);
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, paid.id})) == errc::payment_link_not_pending));
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, world.new_id<payment_link_id>()})) == errc::not_found));
  BOOST_TEST((error_of(world.apply(close_link{world.new_id<workspace_id>(), link.id})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_fails_with_its_account_or_workspace_and_stays_so, Backend, backends) {
  store_world world{Backend::where};
  for (const auto& [trigger, reason] :
       {std::pair{link_trigger::account_removed, failure_reason::bank_account_removed},
        std::pair{link_trigger::workspace_deleted, failure_reason::workspace_deleted}}) {
    const auto link = world.make_link();
    const auto failed = world.done<payment_link>(close_link{world.workspace, link.id, trigger});
    BOOST_TEST((failed.status == link_status::failed && failed.failure == reason && failed.closed_at));
    BOOST_TEST((error_of(world.apply(close_link{world.workspace, link.id})) == errc::payment_link_not_pending));
    const auto late = world.pay(link.reference, 100'000);
    BOOST_TEST((late.classified == classification::late && !late.has_deliveries()));
    BOOST_TEST((world.read(link).status == link_status::failed));
  }
  const auto paid = world.make_link();
  world.pay(paid.reference, 100'000);
  const close_link too_late{world.workspace, paid.id, link_trigger::account_removed};
  BOOST_TEST((error_of(world.apply(too_late)) == errc::payment_link_not_pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_past_its_time_cannot_be_cancelled_though_nobody_swept, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link({.lifetime = 1h});
  world.pass(1h);
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, link.id})) == errc::payment_link_not_pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(expiry_takes_due_pending_links_in_portions, Backend, backends) {
  store_world world{Backend::where};
  for (int made = 0; made < 3; ++made) world.make_link({.lifetime = 1h});
  const auto paid = world.make_link({.lifetime = 1h});
  const auto longer = world.make_link({.lifetime = 5h});
  world.pay(paid.reference, 100'000);
  world.pass(1h);
  auto expired = world.done<expired_links>(expire_links{2});
  BOOST_TEST(expired.public_ids.size() == 2u);
  BOOST_TEST(expired.more);
  expired = world.done<expired_links>(expire_links{2});
  BOOST_TEST(expired.public_ids.size() == 1u); // the paid one was due with it
  BOOST_TEST(expired.more);
  expired = world.done<expired_links>(expire_links{2});
  BOOST_TEST((expired.public_ids.empty() && !expired.more));
  BOOST_TEST((world.read(paid).status == link_status::succeeded));
  BOOST_TEST((world.read(longer).status == link_status::pending));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links WHERE status = 3 AND closed_at = expires_at") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_payers_page_sees_link_account_and_virtual_account, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link({.on_virtual_account = true});
  const auto plain = world.make_link();
  const auto view = world.reader->ask(find_payer_view{link.public_id}).value();
  BOOST_TEST((view.link.id == link.id && view.account.id == world.account.id && view.account.owner == world.owner));
  BOOST_TEST(view.account.number == "0123456789");
  BOOST_REQUIRE(view.receiver.has_value());
  BOOST_TEST(view.receiver->number == "VA0001");
  BOOST_TEST(!world.reader->ask(find_payer_view{plain.public_id}).value().receiver.has_value());
  BOOST_TEST((world.reader->ask(find_payer_view{"nobody"}).error() == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_finds_its_link_by_the_one_known_reference, Backend, backends) {
  store_world world{Backend::where};
  const auto one = world.make_link(), two = world.make_link();
  const auto unknown = reference::make(reference_kind::payment_link, world.random);
  const auto order = reference{reference_kind::order, one.reference.number};
  const auto match = [&](std::vector<reference> candidates, std::int64_t account) {
    const credit_clue clue{.account_row = account, .candidates = candidates};
    return world.reader->ask(match_links{{&clue, 1}}).at(0);
  };
  const auto found = match({unknown, one.reference}, world.account.row);
  BOOST_TEST((found.link == one.reference));
  BOOST_TEST(!match({unknown}, world.account.row).link);
  BOOST_TEST(!match({order}, world.account.row).link);
  BOOST_TEST(!match({one.reference}, world.account.row + 1).link);
  const auto both = match({one.reference, two.reference}, world.account.row);
  BOOST_TEST(!both.link);
  BOOST_TEST(both.ambiguous);
  BOOST_TEST(!match({one.reference, one.reference}, world.account.row).ambiguous);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(many_credits_find_their_links_at_once, Backend, backends) {
  store_world world{Backend::where};
  const auto named = world.make_link(), by_account = world.make_link({.on_virtual_account = true});
  const auto unknown = reference::make(reference_kind::payment_link, world.random);
  const credit_clue credits[] = {
      {.account_row = world.account.row, .candidates = {unknown}},
      {.account_row = world.account.row, .candidates = {named.reference}},
      {.account_row = world.account.row + 1, .candidates = {named.reference}},
      {.account_row = world.account.row, .virtual_account_number = "VA0001"},
      {.account_row = world.account.row, .virtual_account_number = "VA9999"},
      // The text decides before the virtual account does.
      {.account_row = world.account.row, .candidates = {named.reference}, .virtual_account_number = "VA0001"},
      {.account_row = world.account.row,
       .candidates = {named.reference, by_account.reference},
       .virtual_account_number = "VA0001"},
  };
  const auto matches = world.reader->ask(match_links{credits});
  const std::optional<reference> expected[] = {{}, named.reference, {}, {}, {}, named.reference, {}};
  BOOST_REQUIRE(matches.size() == std::size(expected));
  for (std::size_t i = 0; i < matches.size(); ++i) {
    BOOST_TEST((matches[i].link == expected[i]), "credit " << i);
    BOOST_TEST(matches[i].ambiguous == (i == 6), "credit " << i);
    BOOST_TEST(matches[i].virtual_account_row == (i == 3 || i > 4 ? world.receiver.row : 0), "credit " << i);
  }
  BOOST_TEST(world.reader->ask(match_links{{}}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
