#include "domain/identity/member.hpp"
#include "domain/identity/plan.hpp"
#include "domain/identity/workspace_rules.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(workspace_rules)

BOOST_AUTO_TEST_CASE(only_an_enterprise_may_use_the_switch) {
  for (const auto entity : {entity_type::individual, entity_type::household_business, entity_type::enterprise}) {
    BOOST_TEST(fits(entity, banking_mode::open_banking));
    BOOST_TEST(fits(entity, banking_mode::national_switch) == (entity == entity_type::enterprise));
  }
}

BOOST_AUTO_TEST_CASE(a_name_is_counted_in_characters) {
  std::string name;
  for (int count = 0; count < 100; ++count) name += "ở";
  BOOST_TEST(check_workspace_change({.name = name}).empty());
  const auto faults = check_workspace_change({.name = name + "x"});
  BOOST_TEST_REQUIRE(faults.size() == 1u);
  BOOST_TEST((faults[0].field == "name" && faults[0].code == "too_long"));
}

// The plans of the specification.
BOOST_AUTO_TEST_CASE(plans_are_as_specified) {
  struct row {
    const char* name;
    std::int64_t price;
    int transactions, workspaces;
    std::int64_t overage;
  };
  const row rows[] = {{"Free", 0, 30, 1, 650},
                      {"P1", 199'000, 500, 2, 400},
                      {"P2", 699'000, 2'000, 5, 350},
                      {"P3", 2'999'000, 10'000, 10, 300},
                      {"VIP1", 5'000'000, 20'000, 100, 250}};
  BOOST_TEST(plans().size() == std::size(rows));
  for (const auto& one : rows) {
    const auto* found = find_plan(one.name);
    BOOST_TEST_REQUIRE((found != nullptr));
    BOOST_TEST((found->price.dong == one.price && found->transactions == one.transactions &&
                found->workspaces == one.workspaces && found->overage.dong == one.overage),
               one.name);
  }
  BOOST_TEST((find_plan("free") == nullptr));
}

BOOST_AUTO_TEST_CASE(a_pending_invitation_expires_at_its_time) {
  invitation one;
  one.expires_at = timestamp{std::chrono::hours{1}};
  BOOST_TEST((status_at(one, one.expires_at - std::chrono::milliseconds{1}) == invitation_status::pending));
  BOOST_TEST((status_at(one, one.expires_at) == invitation_status::expired));
  one.status = invitation_status::accepted;
  BOOST_TEST((status_at(one, one.expires_at) == invitation_status::accepted));
}

BOOST_AUTO_TEST_CASE(the_owners_role_is_never_given) {
  for (const auto* given : {"admin", "member", "viewer"}) BOOST_TEST(!check_given_role(given).has_value());
  for (const auto* given : {"owner", "", "Admin"}) BOOST_TEST(check_given_role(given).value().code == "format");
  BOOST_TEST(check_given_role(std::nullopt).value().code == "required");
}

BOOST_AUTO_TEST_SUITE_END()
