#include "domain/identity/member.hpp"
#include "domain/identity/workspace_rules.hpp"
#include "domain/plans/plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

std::string workspace_faults(const field_faults& faults) {
  std::string all;
  for (const auto& fault : faults) all += (all.empty() ? "" : ", ") + fault.field + ' ' + fault.code;
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(workspace_rules)

BOOST_AUTO_TEST_CASE(only_an_enterprise_may_use_the_switch) {
  for (const auto entity : {entity_type::individual, entity_type::household_business, entity_type::enterprise}) {
    BOOST_TEST(fits(entity, banking_mode::open_banking));
    BOOST_TEST(fits(entity, banking_mode::national_switch) == (entity == entity_type::enterprise));
  }
}

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

BOOST_AUTO_TEST_CASE(a_new_workspace_needs_a_name_an_entity_and_a_mode_that_fits_it) {
  const std::string name = "Shop";
  const std::pair<workspace_request, std::string> rows[] = {
      {{}, "name required, entity_type required, banking_mode required"},
      {{.name = name, .entity = "individual", .mode = "open_banking"}, ""},
      {{.name = name, .entity = "enterprise", .mode = "national_switch", .lang = "en"}, ""},
      {{.name = name, .entity = "enterprise", .mode = "open_banking", .lang = "vi"}, ""},
      {{.name = name, .entity = "individual", .mode = "national_switch"}, "banking_mode format"},
      {{.name = name, .entity = "household_business", .mode = "national_switch"}, "banking_mode format"},
      {{.name = name, .entity = "person", .mode = "open_banking"}, "entity_type format"},
      {{.name = name, .entity = "person", .mode = "national_switch"}, "entity_type format"},
      {{.name = name, .entity = "individual", .mode = "swift"}, "banking_mode format"},
      {{.name = name, .mode = "national_switch"}, "entity_type required"},
      {{.name = name, .entity = "individual"}, "banking_mode required"},
      {{.name = name, .entity = "", .mode = ""}, "entity_type format, banking_mode format"},
      {{.name = "", .description = std::string(501, 'a'), .entity = "person", .mode = "swift", .lang = "fr"},
       "name too_small, description too_long, entity_type format, banking_mode format, language format"},
  };
  for (const auto& [request, expected] : rows) BOOST_TEST(workspace_faults(check_new_workspace(request)) == expected);
}

BOOST_AUTO_TEST_CASE(names_and_descriptions_are_counted_in_characters_and_have_no_control_characters) {
  const auto of = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "ở";
    return text;
  };
  const std::pair<workspace_request, std::string> rows[] = {
      {{}, ""},
      {{.name = "A"}, ""},
      {{.name = ""}, "name too_small"},
      {{.name = "   "}, "name too_small"},
      {{.name = " a "}, ""},
      {{.name = of(100)}, ""},
      {{.name = of(101)}, "name too_long"},
      {{.name = "a\nb"}, "name format"},
      {{.name = "a\x01"}, "name format"},
      {{.description = ""}, ""},
      {{.description = "a\nb"}, ""},
      {{.description = "a\x01"}, "description format"},
      {{.description = of(500)}, ""},
      {{.description = of(501)}, "description too_long"},
      {{.lang = "vi"}, ""},
      {{.lang = "VI"}, "language format"},
      {{.lang = ""}, "language format"},
      // A change leaves them alone; the call refuses the members.
      {{.entity = "person", .mode = "swift"}, ""},
  };
  for (const auto& [request, expected] : rows) {
    BOOST_TEST(workspace_faults(check_workspace_change(request)) == expected);
    auto made = request;
    made.name = made.name.value_or("Shop");
    made.entity = "enterprise";
    made.mode = "open_banking";
    BOOST_TEST(workspace_faults(check_new_workspace(made)) == expected);
  }
}

BOOST_AUTO_TEST_CASE(the_states_of_an_invitation_read_back_from_their_words) {
  const std::pair<invitation_status, std::string_view> rows[] = {{invitation_status::pending, "pending"},
                                                                 {invitation_status::accepted, "accepted"},
                                                                 {invitation_status::cancelled, "cancelled"},
                                                                 {invitation_status::expired, "expired"}};
  for (const auto& [status, word] : rows) {
    BOOST_TEST(to_text(status) == word);
    BOOST_TEST((parse_invitation_status(word) == status), word);
  }
  BOOST_TEST(!parse_invitation_status("Pending"));
}

BOOST_AUTO_TEST_CASE(a_new_workspace_is_active_and_sends_every_mail) {
  const workspace made;
  BOOST_TEST((made.status == workspace_status::active && made.notices_off == 0u && !made.needs_second_factor));
}

BOOST_AUTO_TEST_SUITE_END()
