#include "api/reference/openapi.hpp"

#include "api/description/feed_headers.hpp"
#include "api/description/forms.hpp"
#include "api/description/paths.hpp"
#include "api/description/sent_events.hpp"
#include "api/reference/answers.hpp"
#include "api/reference/route_errors.hpp"
#include "domain/values/ascii.hpp"
#include "secrets/tokens.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::string_view introduction =
    "Payment links and bank transactions. Programs send an API token, people sign in, and most calls name a Workspace. "
    "In a sandbox, `sandbox.json` contains a token as `access_token`, a Workspace's id as `workspaces[0].id` and its "
    "bank account's id as `workspaces[0].bank_accounts[0].id`. Elsewhere, a signed-in person creates the Workspace, "
    "connects the bank account and creates the token. Amounts are strings of digits in VND; times are RFC 3339 in UTC "
    "with milliseconds. In a query, write the `+` of a time zone as `%2B`.\n\nErrors have the body `Failure`. `404 "
    "NOT_FOUND`, `404 UNSUPPORTED_VERSION` and `405 METHOD_NOT_ALLOWED` are also returned for requests that match no "
    "operation; "
    "`400 MALFORMED_REQUEST` also comes with other statuses if a request violates HTTP or exceeds a limit. Later "
    "versions may add members to responses: ignore unknown ones.";

constexpr std::string_view token_scheme = "token", feed_scheme = "feedSignature", session_scheme = "session",
                           csrf_scheme = "csrf";

/// A tag, and what is said of it.
struct described_tag {
  std::string_view name, sentence;
};
constexpr described_tag tags[]{
    {"Payment links", "Each link collects one payment."},
    {"Callbacks", "The request sent when a link is paid, and resending it."},
    {"Webhooks", "Endpoints and chats that receive a Workspace's transactions and orders."},
    {"Deliveries", "Events sent to webhooks and chats, resending them, and fetching events."},
    {"Orders", "Payments that your own program collects."},
    {"Transactions", "Transactions that banks reported, and those that need review."},
    {"Bank accounts", "Connecting bank accounts, their virtual accounts, and the health of their connections."},
    {"Bank feed", "For a bank's connector."},
    {"Workspaces", "Creating, changing, suspending and deleting Workspaces."},
    {"Members", "Members and invitations of a Workspace."},
    {"Accounts", "Sign-up, sign-in, sessions, passwords and second factors."},
    {"Plans", "Plans, usage and monthly statements."},
    {"API tokens", "Tokens with which programs call the API on behalf of a person."},
    {"Signing key", "Keys with which receivers verify callbacks."},
    {"Audit log", "Actions in a Workspace, with who did them."},
    {"The service", "Health checks and this document."},
};

class document_writer {
public:
  explicit document_writer(const served_as& service) : service_{service} {}

  json::object write(std::span<const api_route> routes) {
    json::object paths;
    for (const auto& route : routes) {
      if (route.description == nullptr) continue;
      const auto method = ascii_lowered(to_text(route.method));
      if (!paths.contains(route.pattern)) paths[route.pattern] = json::object{};
      paths[route.pattern].as_object()[method] = operation_of(route);
    }
    json::object of_no_route;
    answers_.add_errors(of_no_route, errors_of_no_route());
    json::object webhooks;
    for (const auto& sent : sent_events()) webhooks[sent.id] = json::object{{"post", request_of(sent)}};
    json::array named;
    for (const auto& tag : tags) named.push_back(json::object{{"name", tag.name}, {"description", tag.sentence}});
    return {{"openapi", "3.1.0"},
            {"info", json::object{{"title", "paylink"}, {"version", "1.1"}, {"description", introduction}}},
            {"servers", json::array{json::object{{"url", service_.public_url}}}},
            {"tags", std::move(named)},
            {"paths", std::move(paths)},
            {"webhooks", std::move(webhooks)},
            {"components", components()}};
  }

private:
  std::string header_name(std::string_view rest) const { return "X-" + service_.brand + "-" + std::string{rest}; }

  json::object parameter(const parameter_description& row, std::string_view place, std::string name) {
    auto schema = schemas_.schema_of(row.has);
    if (!row.preset.empty()) schema["default"] = value_of(row.has.type, row.preset);
    json::object described{{"name", std::move(name)},
                           {"in", place},
                           {"required", row.is_required},
                           {"description", std::string{row.sentence} + "."},
                           {"schema", std::move(schema)}};
    // A page that makes calls fills in every example: one of a filter would narrow the list.
    if (row.is_required)
      described["example"] = example_of(row.has);
    else if (!row.has.words && row.preset.empty())
      described["description"] = std::string{row.sentence} + ". Example: `" + std::string{row.has.example} + "`.";
    return described;
  }

  json::array parameters_of(const api_route& route) {
    json::array all;
    for (const auto& row : path_parameters_described)
      if (route.pattern.find("{" + std::string{row.name} + "}") != route.pattern.npos)
        all.push_back(parameter(row, "path", std::string{row.name}));
    for (const auto& group : route.description->query)
      for (const auto& row : group) all.push_back(parameter(row, "query", std::string{row.name}));
    for (const auto& row : route.description->headers) all.push_back(parameter(row, "header", std::string{row.name}));
    if (route.open_to == access::signed_by_bank)
      for (const auto& row : feed_headers) all.push_back(parameter(row, "header", header_name(row.name)));
    return all;
  }

  json::object body_of(std::span<const record_description* const> bodies, bool is_required = true) {
    json::array choice;
    json::object examples;
    for (const auto* record : bodies) {
      if (record == nullptr) continue;
      choice.push_back(schemas_.reference_to(*record));
      examples[record->name] = json::object{{"value", example_of(*record)}};
    }
    json::value schema = choice.size() == 1 ? choice[0] : json::object{{"anyOf", choice}};
    json::object media{{"schema", std::move(schema)}, {"examples", std::move(examples)}};
    return {{"required", is_required}, {"content", json::object{{"application/json", std::move(media)}}}};
  }

  static json::array security_of(const api_route& route) {
    if (route.open_to == access::signed_by_bank) return {json::object{{feed_scheme, json::array{}}}};
    if (!is_for_sessions(route)) return {};
    json::array either;
    if (!route.callers.session_only) either.push_back(json::object{{token_scheme, json::array{}}});
    json::object session{{session_scheme, json::array{}}};
    if (route.method != http_method::get) session[csrf_scheme] = json::array{};
    either.push_back(std::move(session));
    return either;
  }

  static void append_sentence(std::string& details, std::string_view sentence) {
    details.append(details.empty() ? "" : " ").append(sentence);
  }

  json::object operation_of(const api_route& route) {
    const auto& described = *route.description;
    std::string details{described.details};
    if (route.needed != permission::none)
      details.append(details.empty() ? "" : "\n\n")
          .append("Requires the permission `")
          .append(to_text(route.needed))
          .append("`.");
    if (route.callers.admins_only) append_sentence(details, "For an Owner or Admin.");
    if (route.callers.session_only) append_sentence(details, "For signed-in people, not for API tokens.");
    if (route.callers.guarded == guard::every_call)
      append_sentence(details, "The password or a second factor must have been entered within the last five minutes.");
    json::object operation{
        {"operationId", described.id}, {"tags", json::array{described.tag}}, {"summary", described.summary}};
    if (!details.empty()) operation["description"] = details;
    if (auto parameters = parameters_of(route); !parameters.empty()) operation["parameters"] = std::move(parameters);
    if (described.bodies.front() != nullptr)
      operation["requestBody"] = body_of(described.bodies, !described.body_is_optional);
    json::object responses;
    for (const auto& answer : described.answers)
      if (!answer.status.empty()) responses[answer.status] = answers_.response_of(answer);
    answers_.add_errors(responses, errors_of(route));
    operation["responses"] = std::move(responses);
    operation["security"] = security_of(route);
    return operation;
  }

  json::object request_of(const sent_event& sent) {
    json::array parameters;
    for (const auto& row : sent.headers)
      parameters.push_back(
          parameter(row, "header", row.name.starts_with("X-") ? std::string{row.name} : header_name(row.name)));
    json::object responses;
    for (const auto& answer : sent.answers) responses[answer.status] = answers_.response_of(answer);
    const record_description* const bodies[]{sent.body};
    return {{"operationId", sent.id},
            {"tags", json::array{sent.tag}},
            {"summary", sent.summary},
            {"description", sent.details},
            {"parameters", std::move(parameters)},
            {"requestBody", body_of(bodies)},
            {"responses", std::move(responses)},
            {"security", json::array{}}};
  }

  json::object components() {
    json::object schemes{
        {token_scheme, json::object{{"type", "http"},
                                    {"scheme", "bearer"},
                                    {"description", "An API token, `plat_…`, of one or more Workspaces."}}},
        {session_scheme, json::object{{"type", "apiKey"},
                                      {"in", "cookie"},
                                      {"name", service_.public_url.starts_with("https://") ? "__Host-paylink_session"
                                                                                           : "paylink_session"},
                                      {"description", "A session: the cookie set by `POST /v1.1/sessions`."}}},
        {csrf_scheme, json::object{{"type", "apiKey"},
                                   {"in", "header"},
                                   {"name", "X-CSRF-Token"},
                                   {"description", "The session's `csrf_token`, for calls that change something."}}},
        {feed_scheme, json::object{{"type", "apiKey"},
                                   {"in", "header"},
                                   {"name", header_name(feed_signature_header)},
                                   {"description", feed_signature_sentence}}}};
    return {{"schemas", schemas_.take()},
            {"responses", answers_.take_responses()},
            {"examples", answers_.take_examples()},
            {"headers", answer_book::headers()},
            {"securitySchemes", std::move(schemes)}};
  }

  const served_as& service_;
  schema_book schemas_;
  answer_book answers_{schemas_};
};

} // namespace

api_document openapi_document(std::span<const api_route> routes, const served_as& service) {
  auto text = json::serialize(document_writer{service}.write(routes));
  auto etag = '"' + sha256_hex(text) + '"';
  return {std::move(text), std::move(etag)};
}

} // namespace paylink
