// The document that is made from the route table: everything is in it, and its examples are what they show.
#include "api/description/described.hpp"
#include "api/description/forms.hpp"
#include "api/reference/openapi.hpp"
#include "api/reference/route_errors.hpp"
#include "api/route_table.hpp"
#include "domain/errors/error_reference.hpp"
#include "tests/support/schema_check.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <set>

using namespace paylink;
namespace json = boost::json;

namespace {

const json::object& document() {
  static const auto made = json::parse(openapi_document(api_routes(), {"https://pay.test", "Shop"}).text).as_object();
  return made;
}

/// Calls `see(place, object)` for every object in the document.
template <class See>
void walk(const json::value& value, const std::string& place, const See& see) {
  if (const auto* array = value.if_array()) {
    for (const auto& element : *array) walk(element, place + "/-", see);
  } else if (const auto* object = value.if_object()) {
    see(place, *object);
    for (const auto& member : *object)
      if (member.key() != "example" && member.key() != "value" && member.key() != "examples")
        walk(member.value(), place + "/" + std::string{member.key()}, see);
  }
}

std::string fault_of(const json::object& schema, const json::value& value) {
  return test::schema_check{schema, document().at("components").as_object()}.fault_of(value);
}

} // namespace

BOOST_AUTO_TEST_SUITE(openapi)

BOOST_AUTO_TEST_CASE(the_ids_of_the_examples_are_ids) {
  BOOST_TEST((payment_link_id::parse(forms::link_id.example) && workspace_id::parse(forms::workspace_id.example) &&
              bank_account_id::parse(forms::bank_account_id.example) &&
              virtual_account_id::parse(forms::virtual_account_id.example) &&
              transaction_id::parse(forms::transaction_id.example) && event_id::parse(forms::event_id.example)));
  // Wherever a name suggests an id, it is that of the form: no second example that may go wrong by itself.
  const auto text = json::serialize(document());
  for (const std::string_view prefix : {"pl_01", "ws_01", "ba_01", "va_01", "txn_01", "evt_01"})
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
      if (at > 0 && text[at - 1] == '[') continue;
      const auto id = text.substr(at, prefix.size() + 24);
      const auto known = {forms::link_id.example,         forms::workspace_id.example,
                          forms::bank_account_id.example, forms::virtual_account_id.example,
                          forms::transaction_id.example,  forms::event_id.example};
      BOOST_TEST((std::ranges::find(known, id) != known.end()), id);
    }
}

BOOST_AUTO_TEST_CASE(only_what_a_call_needs_is_filled_in) {
  walk(document(), {}, [](const std::string& place, const json::object& object) {
    if (!object.contains("in") || !object.contains("required")) return;
    BOOST_TEST(object.contains("example") == object.at("required").as_bool(), place << object.at("name"));
  });
}

BOOST_AUTO_TEST_CASE(every_route_of_the_api_is_an_operation_of_its_own_name) {
  std::set<std::string> names;
  std::size_t described = 0;
  for (const auto& route : api_routes()) {
    if (route.pattern.starts_with("/v1.1")) BOOST_TEST(route.description, route.pattern);
    if (!route.description) continue;
    ++described;
    const auto& path = document().at("paths").at(route.pattern).as_object();
    bool is_found = false;
    for (const auto& method : path) {
      const auto id = json::value_to<std::string>(method.value().at("operationId"));
      is_found = is_found || id == route.description->id;
    }
    BOOST_TEST(is_found, route.pattern);
    BOOST_TEST(names.insert(std::string{route.description->id}).second, route.description->id);
  }
  BOOST_TEST(described > 13u);
}

BOOST_AUTO_TEST_CASE(every_member_and_parameter_has_a_sentence) {
  std::size_t sentences = 0;
  walk(document().at("components").at("schemas"), "", [&](const std::string& place, const json::object& object) {
    const auto* properties = object.if_contains("properties");
    if (!properties || place == "/Failure") return;
    for (const auto& member : properties->as_object()) {
      const auto* sentence = member.value().as_object().if_contains("description");
      BOOST_CHECK_MESSAGE(sentence && sentence->as_string().ends_with('.'), place << "/" << member.key());
      ++sentences;
    }
  });
  walk(document().at("paths"), "", [&](const std::string& place, const json::object& object) {
    if (!object.contains("in")) return;
    BOOST_CHECK_MESSAGE(object.at("description").as_string().size() > 5, place << " " << object.at("name"));
    BOOST_CHECK_MESSAGE(!object.at("description").as_string().ends_with(".."), place << " " << object.at("name"));
    ++sentences;
  });
  BOOST_TEST(sentences > 100u);
}

BOOST_AUTO_TEST_CASE(no_description_holds_what_a_page_takes_for_a_tag) {
  std::size_t descriptions = 0;
  const auto check = [&](const std::string& place, const json::object& object) {
    const auto* sentence = object.if_contains("description");
    if (!sentence || !sentence->is_string()) return;
    bool is_code = false;
    for (const char c : sentence->as_string()) {
      if (c == '`') is_code = !is_code;
      BOOST_CHECK_MESSAGE(is_code || c != '<', place << ": " << sentence->as_string());
    }
    BOOST_CHECK_MESSAGE(!is_code, place << ": " << sentence->as_string());
    ++descriptions;
  };
  walk(document(), "", check);
  walk(document().at("components").at("examples"), "/examples", check);
  BOOST_TEST(descriptions > 200u);
}

BOOST_AUTO_TEST_CASE(every_error_that_is_answered_belongs_to_a_route_or_to_none) {
  std::set<errc> described;
  for (const auto error : errors_of_no_route()) described.insert(error);
  for (const auto& route : api_routes())
    if (route.description)
      for (const auto error : errors_of(route)) described.insert(error);
  for (const auto& row : error_table) BOOST_TEST(described.contains(row.error), row.code);
}

BOOST_AUTO_TEST_CASE(every_example_fits_its_schema) {
  std::size_t examples = 0;
  const auto check = [&](const std::string& place, const json::object& schema, const json::value& example) {
    const auto fault = fault_of(schema, example);
    BOOST_CHECK_MESSAGE(fault.empty(), place << " " << example << ": " << fault);
    ++examples;
  };
  for (const auto& record : document().at("components").at("schemas").as_object())
    if (const auto* given = record.value().as_object().if_contains("examples"))
      check(record.key(), record.value().as_object(), given->at(0));
  for (const auto* part : {"paths", "webhooks"})
    walk(document().at(part), "", [&](const std::string& place, const json::object& object) {
      const auto* schema = object.if_contains("schema");
      if (!schema) return;
      if (const auto* example = object.if_contains("example")) check(place, schema->as_object(), *example);
      if (const auto* several = object.if_contains("examples"))
        for (const auto& one : several->as_object()) check(place, schema->as_object(), one.value().at("value"));
    });
  // An error's example is one of its answer's.
  for (const auto& response : document().at("components").at("responses").as_object()) {
    const auto& media = response.value().at("content").at("application/json");
    for (const auto& example : media.at("examples").as_object())
      check(response.key(), media.at("schema").as_object(),
            document().at("components").at("examples").at(example.key()).at("value"));
  }
  BOOST_TEST(examples > 60u);
}

BOOST_AUTO_TEST_CASE(closed_lists_of_words_are_the_domains) {
  const auto& status = document().at("components").at("schemas").at("PaymentLink").at("properties").at("status");
  BOOST_TEST(json::serialize(status.at("enum")) == R"(["pending","succeeded","failed","expired","cancelled"])");
  const auto& attention = document().at("components").at("schemas").at("Transaction").at("properties").at("attention");
  BOOST_TEST(json::serialize(attention.at("enum")) ==
             R"(["underpaid","duplicate","late","ambiguous","near_miss","below_minimum","statement_match",null])");
}

BOOST_AUTO_TEST_CASE(the_callback_is_a_webhook_with_the_operators_word_in_its_headers) {
  const auto& callback = document().at("webhooks").at("paymentLinkPaid").at("post");
  std::set<std::string> names;
  for (const auto& parameter : callback.at("parameters").as_array())
    names.insert(json::value_to<std::string>(parameter.at("name")));
  const std::set<std::string> expected{"X-Shop-Signature", "X-Shop-Timestamp", "X-Shop-Event-ID", "X-Shop-Attempt"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_webhooks_are_sent_is_described_beside_the_callback) {
  const auto& webhooks = document().at("webhooks").as_object();
  BOOST_TEST(webhooks.size() == 3u);
  for (const auto* name : {"transactionRecorded", "orderEnded"}) {
    std::set<std::string> headers;
    for (const auto& parameter : webhooks.at(name).at("post").at("parameters").as_array())
      headers.insert(json::value_to<std::string>(parameter.at("name")));
    const std::set<std::string> expected{"X-Client-API-Key", "X-Shop-Signature", "X-Shop-Timestamp",
                                         "X-Shop-Webhook-ID", "X-Shop-Attempt"};
    BOOST_TEST(headers == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(the_documents_name_says_which_text_it_is) {
  const auto one = openapi_document(api_routes(), {"https://pay.test", "Shop"});
  const auto again = openapi_document(api_routes(), {"https://pay.test", "Shop"});
  const auto other = openapi_document(api_routes(), {"https://pay.example", "Shop"});
  BOOST_TEST(one.etag == again.etag);
  BOOST_TEST(one.etag != other.etag);
}

// For the validators that are no part of this program.
BOOST_AUTO_TEST_CASE(the_document_is_written_for_the_validators) {
  std::ofstream{PAYLINK_BIN_DIR "/openapi.json"}
      << openapi_document(api_routes(), {"https://pay.test", "Service"}).text;
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(expectations)

BOOST_AUTO_TEST_CASE(a_refusal_says_what_a_parameter_must_be) {
  const auto& links =
      *std::ranges::find(api_routes(), std::string_view{"/v1.1/payment-links/{workspace_id}"}, &api_route::pattern)
           ->description;
  const std::pair<std::string_view, std::string_view> expected[]{
      {"status", "status must be one of pending, succeeded, failed, expired, cancelled."},
      {"attention", "attention must be open."},
      {"order", "order must be asc or desc."},
      {"limit", "limit must be a whole number from 1 to 100."},
      {"bank_account_id", "bank_account_id must be an id, ba_…."},
  };
  for (const auto& [name, sentence] : expected) {
    const auto* parameter = find_parameter(links, name);
    BOOST_REQUIRE_MESSAGE(parameter, name);
    BOOST_TEST(expectation_of(*parameter) == sentence);
  }
  BOOST_TEST(find_parameter(links, "q") == nullptr);
  BOOST_TEST(help_of(*find_parameter(links, "status")) ==
             "Links with this status: pending, succeeded, failed, expired or cancelled");
  BOOST_TEST(help_of(*find_parameter(links, "attention")) == "open: paid, but the callback failed");
}

BOOST_AUTO_TEST_SUITE_END()
