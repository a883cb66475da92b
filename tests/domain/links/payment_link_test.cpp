#include "domain/links/payment_link.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

constexpr link_status statuses[] = {link_status::pending, link_status::succeeded, link_status::failed,
                                    link_status::expired, link_status::cancelled};
constexpr link_trigger triggers[] = {link_trigger::completing_credit, link_trigger::cancel, link_trigger::expiry,
                                     link_trigger::account_removed, link_trigger::workspace_deleted};

} // namespace

BOOST_AUTO_TEST_SUITE(payment_link_rules)

BOOST_AUTO_TEST_CASE(a_pending_link_goes_where_its_trigger_says) {
  const link_status expected[] = {link_status::succeeded, link_status::cancelled, link_status::expired,
                                  link_status::failed, link_status::failed};
  for (std::size_t place = 0; place < std::size(triggers); ++place) {
    const auto moved = transition(link_status::pending, triggers[place]);
    BOOST_REQUIRE(moved.has_value());
    BOOST_TEST(to_text(*moved) == to_text(expected[place]));
  }
}

BOOST_AUTO_TEST_CASE(a_closed_link_never_changes) {
  for (const auto from : statuses) {
    if (from == link_status::pending) continue;
    for (const auto trigger : triggers) {
      const auto moved = transition(from, trigger);
      BOOST_REQUIRE_MESSAGE(moved.has_error(), to_text(from));
      BOOST_TEST((to_errc(moved.error()) == errc::payment_link_not_pending));
    }
  }
}

BOOST_AUTO_TEST_CASE(people_see_a_link_expire_at_its_moment_and_no_closed_link_expire) {
  payment_link link;
  link.expires_at = from_millis(1'769'847'330'123);
  for (const auto status : statuses) {
    link.status = status;
    const auto after = status == link_status::pending ? link_status::expired : status;
    BOOST_TEST(to_text(visible_status(link, link.expires_at - std::chrono::milliseconds{1})) == to_text(status));
    BOOST_TEST(to_text(visible_status(link, link.expires_at)) == to_text(after));
    BOOST_TEST(to_text(visible_status(link, link.expires_at + std::chrono::hours{1})) == to_text(after));
  }
}

BOOST_AUTO_TEST_CASE(every_status_reads_back_from_its_text) {
  for (const auto status : statuses) BOOST_TEST((parse_link_status(to_text(status)) == status), to_text(status));
  using enum callback_status;
  for (const auto status :
       {none, callback_status::pending, callback_status::sending, delivered, callback_status::failed})
    BOOST_TEST((parse_callback_status(to_text(status)) == status), to_text(status));
  for (const auto* text : {"", "Pending", "success", "open"}) {
    BOOST_TEST(!parse_link_status(text), text);
    BOOST_TEST(!parse_callback_status(text), text);
  }
}

BOOST_AUTO_TEST_CASE(a_failure_has_a_reason_in_words) {
  BOOST_TEST(to_text(failure_reason::none) == "");
  BOOST_TEST(to_text(failure_reason::bank_account_removed) == "bank_account_removed");
  BOOST_TEST(to_text(failure_reason::workspace_deleted) == "workspace_deleted");
}

BOOST_AUTO_TEST_SUITE_END()
