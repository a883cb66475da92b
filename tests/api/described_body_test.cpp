// A body is read by the record that describes it, and every fault of it is known at once.
#include "api/calls/described_body.hpp"
#include "http/wire/json_request.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>

using namespace paylink;

namespace {

std::vector<std::string_view> colours() { return {"red", "blue"}; }

constexpr member_description order_members[]{
    {"name", {.example = "Lan"}, "A text."},
    {"amount",
     {.pattern = "^[0-9]+$", .example = "1"},
     "A text with an example of its own.",
     presence::optional,
     "150000"},
    {"colour", {.words = colours}, "A word.", presence::optional},
    {"is_gift", {.type = json_type::truth}, "A truth.", presence::optional},
    {"parts", {.type = json_type::whole_number}, "A number.", presence::optional},
    {"notes", {.type = json_type::text_map}, "Pairs.", presence::optional},
    {"tags", {.type = json_type::texts}, "Texts.", presence::optional},
    {"sender", {.type = json_type::record}, "A record.", presence::optional},
    {"lines", {.type = json_type::records}, "Records.", presence::optional},
    {"place", {}, "May be null.", presence::withheld},
};
constexpr record_description order{.name = "Order", .sentence = "", .members = order_members, .is_closed = true};
constexpr record_description open_order{.name = "Open", .sentence = "", .members = order_members};
constexpr record_description never_empty{
    .name = "Some", .sentence = "", .members = order_members, .is_closed = true, .needs_a_member = true};

constexpr member_description changeable_members[]{
    {"colour", {.words = colours}, "A word.", presence::optional},
    {"is_gift", {.type = json_type::truth}, "A truth.", presence::optional},
};
constexpr record_description change_of_order{
    .name = "Change", .sentence = "", .members = changeable_members, .is_closed = true, .changes = &order};

boost::json::object members_of(std::string_view body) {
  return std::get<boost::json::object>(parse_request_object(body));
}

using brief_faults = std::vector<std::pair<std::string, std::string>>;

brief_faults faults_of(std::string_view body, const record_description& by = order) {
  field_faults faults;
  const auto members = members_of(body);
  const described_body given{by, members, faults};
  brief_faults found;
  for (const auto& fault : faults) {
    BOOST_TEST(!fault.message.empty());
    found.emplace_back(fault.field, fault.code);
  }
  return found;
}

std::string message_of(std::string_view body, const record_description& by = order) {
  field_faults faults;
  const auto members = members_of(body);
  const described_body given{by, members, faults};
  BOOST_TEST_REQUIRE(faults.size() == 1u);
  return faults.front().message;
}

} // namespace

BOOST_AUTO_TEST_CASE(gives_the_values_of_the_members_that_are_there) {
  field_faults faults;
  const auto members = members_of(
      R"({"name":"Đơn hàng\n42","amount":"","is_gift":false,"notes":{"order":"42","colour":""},"place":null})");
  const described_body given{order, members, faults};
  BOOST_TEST(faults.empty());
  BOOST_TEST(given.text("name").value() == "Đơn hàng\n42");
  BOOST_TEST(given.text("amount").value() == "");
  BOOST_TEST(given.truth("is_gift").value() == false);
  BOOST_TEST((given.text_map("notes") == std::map<std::string, std::string>{{"order", "42"}, {"colour", ""}}));
  BOOST_TEST(!given.text("colour").has_value());
  BOOST_TEST(!given.text("place").has_value());
}

BOOST_AUTO_TEST_CASE(gives_nothing_for_what_is_absent_or_has_another_type) {
  field_faults faults;
  const auto members = members_of(R"({"name":7,"notes":{"size":1,"ok":"yes"}})");
  const described_body given{order, members, faults};
  BOOST_TEST(!given.text("name").has_value());
  BOOST_TEST(!given.text("amount").has_value());
  BOOST_TEST(!given.truth("is_gift").has_value());
  BOOST_TEST((given.text_map("notes") == std::map<std::string, std::string>{{"ok", "yes"}}));
}

BOOST_AUTO_TEST_CASE(tells_every_fault_of_type_at_once_by_field) {
  const struct {
    std::string_view body;
    brief_faults faults;
  } cases[]{
      {"{}", {}},
      {R"({"amount":150000})", {{"amount", "type"}}},
      {R"({"amount":null})", {{"amount", "null"}}},
      {R"({"name":["Lan"]})", {{"name", "type"}}},
      {R"({"name":true,"amount":{},"colour":1.5})", {{"name", "type"}, {"amount", "type"}, {"colour", "type"}}},
      {R"({"is_gift":"true"})", {{"is_gift", "type"}}},
      {R"({"is_gift":0})", {{"is_gift", "type"}}},
      {R"({"parts":"3"})", {{"parts", "type"}}},
      {R"({"parts":1.5})", {{"parts", "type"}}},
      {R"({"parts":-3})", {}},
      {R"({"tags":{}})", {{"tags", "type"}}},
      {R"({"sender":[]})", {{"sender", "type"}}},
      {R"({"lines":{}})", {{"lines", "type"}}},
      {R"({"tags":[],"sender":{},"lines":[]})", {}},
      {R"({"amuont":"1"})", {{"amuont", "unknown_member"}}},
      {R"({"Amount":"2000","currency":"VND"})", {{"Amount", "unknown_member"}, {"currency", "unknown_member"}}},
      {R"({"notes":null})", {{"notes", "null"}}},
      {R"({"notes":"x"})", {{"notes", "type"}}},
      {R"({"notes":["x"]})", {{"notes", "type"}}},
      {R"({"notes":{"colour":1,"size":null,"ok":"yes","deep":{}}})",
       {{"notes.colour", "type"}, {"notes.size", "null"}, {"notes.deep", "type"}}},
      {R"({"place":null})", {}},
      {R"({"place":1})", {{"place", "type"}}},
      {R"({"amount":null,"colour":7,"typo":1,"is_gift":null})",
       {{"amount", "null"}, {"colour", "type"}, {"typo", "unknown_member"}, {"is_gift", "null"}}},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.body) {
      BOOST_TEST((faults_of(one.body) == one.faults));
    }
}

BOOST_AUTO_TEST_CASE(an_open_record_ignores_what_it_does_not_know) {
  BOOST_TEST((faults_of(R"({"typo":1,"name":2})", open_order) == brief_faults{{"name", "type"}}));
}

BOOST_AUTO_TEST_CASE(a_record_that_needs_a_member_says_which_there_are) {
  BOOST_TEST((faults_of("{}", never_empty) == brief_faults{{"body", "required"}}));
  BOOST_TEST(message_of("{}", never_empty).starts_with("Send at least one member: `name`, `amount`"));
  BOOST_TEST(message_of("{}", never_empty).ends_with("`lines` or `place`."));
  BOOST_TEST(faults_of(R"({"amount":"1"})", never_empty).empty());
}

BOOST_AUTO_TEST_CASE(a_change_says_which_members_of_the_record_it_cannot_change) {
  const std::pair<const char*, brief_faults> cases[] = {
      {R"({"colour":"red"})", {}},
      {R"({"amount":"1"})", {{"amount", "unchangeable"}}},
      {R"({"amount":null,"typo":1})", {{"amount", "unchangeable"}, {"typo", "unknown_member"}}},
  };
  for (const auto& [body, faults] : cases) BOOST_TEST((faults_of(body, change_of_order) == faults), body);
  BOOST_TEST(message_of(R"({"amount":"1"})", change_of_order) == "This call changes only `colour` and `is_gift`.");
}

BOOST_AUTO_TEST_CASE(a_refusal_says_what_the_member_must_be) {
  BOOST_TEST(message_of(R"({"amount":150000})") == R"(This must be a string, such as "150000".)");
  BOOST_TEST(message_of(R"({"name":1})") == R"(This must be a string, such as "Lan".)");
  BOOST_TEST(message_of(R"({"colour":1})") == "This must be a string.");
  BOOST_TEST(message_of(R"({"name":null})") == "This must not be null.");
  BOOST_TEST(message_of(R"({"amount":null})") == "This must not be null; leave the member out instead.");
  BOOST_TEST(message_of(R"({"is_gift":1})") == "This must be true or false.");
}

BOOST_AUTO_TEST_CASE(a_body_of_nothing_but_typos_gets_a_bounded_answer) {
  std::string body = "{";
  for (int i = 0; i < 5000; ++i) body += (i ? ",\"" : "\"") + std::to_string(i) + "\":1";
  BOOST_TEST(faults_of(body + '}').size() == faults_max);
}
