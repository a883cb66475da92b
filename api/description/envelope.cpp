#include "api/description/envelope.hpp"

#include "api/description/forms.hpp"
#include "domain/errors/error_reference.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/links/payment_link.hpp"
#include "domain/orders/payment_order.hpp"

namespace paylink {

namespace {

using enum presence;

std::vector<std::string_view> error_codes() {
  std::vector<std::string_view> words;
  for (const auto& row : error_table) words.push_back(row.code);
  return words;
}
std::vector<std::string_view> message_keys() {
  std::vector<std::string_view> words;
  for (const auto& row : error_table) words.push_back(row.message_key);
  return words;
}
/// A conflict names the current status.
std::vector<std::string_view> detail_codes() {
  auto words = words_of<link_status>();
  words.push_back(to_text(order_status::success)); // its others are those of links
  words.push_back(to_text(callback_status::sending));
  words.push_back(to_text(workspace_status::suspended));
  for (const auto& row : fault_codes()) words.push_back(row.code);
  return words;
}

constexpr form error_code{.words = error_codes, .example = "VALIDATION_ERROR"};
constexpr form error_number{.type = json_type::whole_number, .least = 10'000, .most = 99'999, .example = "10022"};
constexpr form message_key{.words = message_keys, .example = "request/validation-error"};
constexpr form trace_id{.pattern = "^[0-9a-f]{32}$", .example = "4bf92f3577b34da6a3ce929d0e0e4736"};
constexpr form detail_code{.words = detail_codes, .example = "too_small"};

constexpr member_description detail_members[]{
    {"field", forms::text, "The member's path, such as `metadata.colour`, or the name of a parameter or header.",
     always, "amount"},
    {"code", detail_code, "The kind of error; if the current state forbids the call, that state."},
    {"message", forms::text, "For people to read. The wording may change.", always, "The smallest amount is 2000 VND."},
    {"value", forms::text, "The only value that the call would accept, if there is exactly one.", optional, "-150000",
     false},
};
constexpr record_description detail_record{
    .name = "ErrorDetail",
    .sentence = "One error in a request.",
    .members = detail_members,
};

constexpr form details{.type = json_type::records, .least = 1, .of = &detail_record};
constexpr member_description error_members[]{
    {"code", error_code, "The error's code; codes never change."},
    {"errorCode", error_number, "The error's number."},
    {"message", forms::text, "For people to read. The wording may change.", always,
     "Some values are not valid; details lists each of them."},
    {"traceId", trace_id, "The request's id, to find it in the operator's log; also in `X-Request-Id`."},
    {"messageKey", message_key, "The error's key for translations."},
    {"details", details, "Every error in the request, all at once.", optional},
};

constexpr form has_more{.type = json_type::truth, .example = "true"};
constexpr form next_cursor{.example = "QbJ2o8mH3vK1"};
constexpr member_description meta_members[]{
    {"timestamp", forms::time, "When the response was created."},
};
constexpr member_description page_meta_members[]{
    {"timestamp", forms::time, "When the response was created."},
    {"has_more", has_more, "Whether more rows follow."},
    {"next_cursor", next_cursor, "Pass this as `cursor` to get the next page.", nullable, "QbJ2o8mH3vK1"},
};

constexpr form feed_cursor{.example = "1:1842"};
constexpr form feed_epoch{.pattern = "^[0-9]{1,18}$", .example = "1"};
constexpr member_description feed_meta_members[]{
    {"timestamp", forms::time, "When the response was created."},
    {"has_more", has_more, "Whether more events follow."},
    {"next_cursor", feed_cursor, "Pass this as `after` to get the events that follow."},
    {"epoch", feed_epoch, "The epoch, in which positions never change."},
};

constexpr form limit_left{.example = R"("token";r=93;t=1)"};
constexpr form limit_policy{.example = R"("token";q=100;w=2)"};
constexpr form seconds{.type = json_type::whole_number, .least = 0, .example = "1"};
constexpr form location{.example = "/v1.1/payment-links/ws_01kkq9z8y7f6w9v4t3s2r1q0p9/pl_01kkqc0a1bec394e5f6g7h8j9k"};
constexpr form attachment{.example = R"(attachment; filename="ws_01kkq9z8y7f6w9v4t3s2r1q0p9.jsonl")"};
constexpr form cookie{.example = "__Host-paylink_session=…; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400"};
constexpr form replayed{.pattern = "^true$", .example = "true"};
constexpr form challenge{.example = R"(Bearer realm="api")"};
constexpr form entity_tag{.example = R"("0123456789abcdef")"};

constexpr header_description headers[]{
    {"X-Request-Id", trace_id, "The request's id, taken from a valid `traceparent` if the request has one."},
    {"RateLimit", limit_left, "The remaining quota: `r` calls now, and more after `t` seconds."},
    {"RateLimit-Policy", limit_policy, "The limit: `q` calls in `w` seconds."},
    {"Retry-After", seconds, "Wait this many seconds, and longer each time."},
    {"Location", location, "The path of the new resource."},
    {"Content-Disposition", attachment, "The file name for a browser's download."},
    {"Set-Cookie", cookie, "Cookies: the session, or the mark of a browser that has signed in to the account before."},
    {"Idempotency-Replayed", replayed, "Set if this is the response to an earlier request with the same key."},
    {"WWW-Authenticate", challenge, "What is wrong with the token."},
    {"ETag", entity_tag, "Identifies this version of the document."},
};

} // namespace

constexpr record_description meta_record{
    .name = "Meta",
    .sentence = "About the response.",
    .members = meta_members,
};
constexpr record_description page_meta_record{
    .name = "PageMeta",
    .sentence = "About the response and the next page.",
    .members = page_meta_members,
};
constexpr record_description feed_meta_record{
    .name = "FeedMeta",
    .sentence = "About the response and the events that follow.",
    .members = feed_meta_members,
};
constexpr record_description error_record{
    .name = "Error",
    .sentence = "Why a call was refused.",
    .members = error_members,
};

std::span<const header_description> answer_headers() { return headers; }

} // namespace paylink
