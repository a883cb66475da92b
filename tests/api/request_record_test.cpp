// A body is read by the record that describes it, and every fault of it is known at once.
#include "api/description/request_record.hpp"
#include "http/wire/json_request.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>

using namespace paylink;

namespace {

std::vector<std::string_view> colours() { return {"red", "blue"}; }

struct given_order {
  std::optional<std::string> name, amount, colour, place;
  std::optional<bool> is_gift;
  std::map<std::string, std::string> notes;
  std::optional<std::vector<std::string>> tags;
  const boost::json::object* sender = nullptr;
  int parts = 0, lines = 0; ///< Read by functions.
};

void read_parts(given_order& into, const boost::json::value& value, field_faults& faults) {
  into.parts = value.is_int64() ? static_cast<int>(value.get_int64()) : 0;
  if (into.parts > 100) faults.push_back({"parts", "too_large", "At most 100."});
}
constexpr auto count_lines = [](given_order& into, const boost::json::value& value) {
  if (const auto* lines = value.if_array()) into.lines = static_cast<int>(lines->size());
};

constexpr auto order_members = members_into<given_order>({
    {"name", {.example = "Lan"}, into<&given_order::name>, "A text."},
    {"amount",
     {.pattern = "^[0-9]+$", .example = "1"},
     into<&given_order::amount>,
     "A text with an example of its own.",
     presence::optional,
     "150000"},
    {"colour", {.words = colours}, into<&given_order::colour>, "A word.", presence::optional},
    {"is_gift", {.type = json_type::truth}, into<&given_order::is_gift>, "A truth.", presence::optional},
    {"parts", {.type = json_type::whole_number}, read_by<read_parts>, "A number.", presence::optional},
    {"notes", {.type = json_type::text_map}, into<&given_order::notes>, "Pairs.", presence::optional},
    {"tags", {.type = json_type::texts}, into<&given_order::tags>, "Texts.", presence::optional},
    {"sender", {.type = json_type::record}, into<&given_order::sender>, "A record.", presence::optional},
    {"lines", {.type = json_type::records}, count_lines, "Records.", presence::optional},
    {"place", {}, into<&given_order::place>, "May be null.", presence::withheld},
});
constexpr request_record order{"Order", "", order_members};
constexpr record_description open_order{.name = "Open", .sentence = "", .members = order_members.described};
constexpr request_record never_empty{{.name = "Some", .sentence = "", .needs_a_member = true}, order_members};

constexpr auto changeable_members = members_into<given_order>({
    {"colour", {.words = colours}, into<&given_order::colour>, "A word.", presence::optional},
    {"is_gift", {.type = json_type::truth}, into<&given_order::is_gift>, "A truth.", presence::optional},
});
constexpr request_record change_of_order{{.name = "Change", .sentence = "", .changes = &order}, changeable_members};

boost::json::object members_of(std::string_view body) {
  return std::get<boost::json::object>(parse_request_object(body));
}

using brief_faults = std::vector<std::pair<std::string, std::string>>;

brief_faults faults_of(std::string_view body, const record_description& by = order) {
  field_faults faults;
  check_types(by, members_of(body), {}, faults);
  brief_faults found;
  for (const auto& fault : faults) {
    BOOST_TEST(!fault.message.empty());
    found.emplace_back(fault.field, fault.code);
  }
  return found;
}

std::string message_of(std::string_view body, const record_description& by = order) {
  field_faults faults;
  check_types(by, members_of(body), {}, faults);
  BOOST_TEST_REQUIRE(faults.size() == 1u);
  return faults.front().message;
}

} // namespace

BOOST_AUTO_TEST_CASE(gives_the_values_of_the_members_that_are_there) {
  const auto members = members_of(
      R"({"name":"Đơn hàng\n42","amount":"","is_gift":false,"notes":{"order":"42","colour":""},"tags":["a","b"],)"
      R"("sender":{"name":"Lan"},"parts":3,"lines":[{},{}],"place":null})");
  const auto [given, faults] = order.read(members);
  BOOST_TEST(faults.empty());
  BOOST_TEST(given.name.value() == "Đơn hàng\n42");
  BOOST_TEST(given.amount.value() == "");
  BOOST_TEST(given.is_gift.value() == false);
  BOOST_TEST((given.notes == std::map<std::string, std::string>{{"order", "42"}, {"colour", ""}}));
  BOOST_TEST(given.tags.value() == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(given.sender->contains("name"));
  BOOST_TEST((given.parts == 3 && given.lines == 2));
  BOOST_TEST(!given.colour.has_value());
  BOOST_TEST(!given.place.has_value());
}

BOOST_AUTO_TEST_CASE(gives_nothing_for_what_is_absent_or_has_another_type) {
  const auto members = members_of(R"({"name":7,"notes":{"size":1,"ok":"yes"},"tags":["a",1],"sender":[]})");
  const auto given = order.read(members).asked;
  BOOST_TEST(!given.name.has_value());
  BOOST_TEST(!given.amount.has_value());
  BOOST_TEST(!given.is_gift.has_value());
  BOOST_TEST(!given.tags.has_value());
  BOOST_TEST(given.sender == nullptr);
  BOOST_TEST((given.notes == std::map<std::string, std::string>{{"ok", "yes"}}));
}

BOOST_AUTO_TEST_CASE(a_function_of_a_row_adds_its_faults_behind_those_of_types) {
  const auto read = order.read(members_of(R"({"parts":101,"name":null})"));
  BOOST_TEST_REQUIRE(read.faults.size() == 2u);
  BOOST_TEST((read.faults[0].field == "name" && read.faults[1].field == "parts"));
}

BOOST_AUTO_TEST_CASE(a_record_inside_has_its_place_before_its_fields) {
  const auto typo = order.read(members_of(R"({"typo":1})"), "order.").faults;
  BOOST_TEST((typo.size() == 1u && typo.front().field == "order.typo"));
  const auto empty = never_empty.read({}, "order.").faults;
  BOOST_TEST((empty.size() == 1u && empty.front().field == "order"));
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
