#include "sandbox/bank_api.hpp"

#include "http/wire/envelope.hpp"
#include "sandbox/bank_page.hpp"

#include <memory>

namespace paylink::sandbox {
namespace {

constexpr std::size_t journal_page = 20;
constexpr std::size_t journal_all = 10'000;

http_response web_page(std::string html, unsigned status) {
  http_response page{
      .status = status, .content_type = "text/html; charset=utf-8", .headers = {}, .body = std::move(html)};
  page.headers.emplace_back("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; "
                                                       "base-uri 'none'; frame-ancestors 'none'");
  page.headers.emplace_back("Cache-Control", "no-store");
  return page;
}

http_response show_page(feed_sender& sender, const order_outcome* last, unsigned status, std::string_view service_url) {
  return web_page(render_bank_page(last, sender.list(journal_page), service_url), status);
}

http_response refuse(const order_refusal& why, const std::string& trace_id) {
  return failure(why.error, trace_id, system_wall_clock{}.now(), why.message, why.faults);
}

// A page of another site must not order payments on behalf of its reader.
bool is_foreign(const http_request& request) {
  auto origin = request.header("origin");
  return !origin.empty() && origin != "http://" + std::string{request.header("host")};
}

} // namespace

void bank_api::handle(const http_request& request, responder to) {
  bool is_get = request.method == http_method::get || request.method == http_method::head;
  if (request.path == "/pay" && request.method == http_method::post) return pay(request, std::move(to));
  auto now = system_wall_clock{}.now();
  if (is_get && request.path == "/") return to.answer(show_page(sender_, nullptr, 200, service_url()));
  if (is_get && request.path == "/entries")
    return to.answer(success_list(sender_.list(journal_all), false, std::nullopt, now));
  if (is_get && request.path == "/style.css")
    return to.answer(
        {.status = 200, .content_type = "text/css", .headers = {}, .body = {}, .lasting_body = bank_page_style()});
  bool is_known =
      request.path == "/" || request.path == "/pay" || request.path == "/entries" || request.path == "/style.css";
  // Different from the service's 404, so that confusing the bank's address with the service's is noticed.
  if (!is_known)
    return to.answer({.status = 404,
                      .content_type = "text/plain; charset=utf-8",
                      .headers = {},
                      .body = "This is the sandbox bank; its paths are /, /pay and /entries.\n"});
  auto answer = failure(errc::method_not_allowed, request.trace_id, now);
  answer.headers.emplace_back("Allow", request.path == "/pay" ? "POST" : "GET, HEAD");
  to.answer(std::move(answer));
}

std::string bank_api::service_url() {
  const auto* service = description_.read();
  return service != nullptr ? service->base_url : std::string{};
}

void bank_api::pay(const http_request& request, responder to) {
  if (is_foreign(request)) return to.answer(refuse({errc::csrf_error, {}, {}}, request.trace_id));
  bool is_form = request.header("content-type").starts_with("application/x-www-form-urlencoded");
  auto decoded = is_form ? decode_order_form(request.body) : decode_order_json(request.body);
  auto shared = std::make_shared<responder>(std::move(to));
  auto finish = [&sender = sender_, shared, is_form, service = service_url(),
                 trace = request.trace_id](const order_outcome& outcome) {
    const auto* refused = std::get_if<order_refusal>(&outcome);
    if (is_form)
      return shared->answer(show_page(sender, &outcome, refused ? describe(refused->error).http_status : 200, service));
    if (refused) return shared->answer(refuse(*refused, trace));
    const auto& entry = std::get<journal_entry>(outcome);
    // 202: booked here, but the service has not acknowledged it yet.
    shared->answer(success(entry.answers.empty() ? 202 : 200, to_json(entry), system_wall_clock{}.now()));
  };
  if (is_form && decoded.order.link.empty() && decoded.order.account_number.empty())
    return finish(order_refusal{errc::validation_error,
                                "Paste a payment page's address, or give an account number under “Without a page”.",
                                {}});
  if (!decoded.faults.empty()) return finish(order_refusal{errc::validation_error, {}, std::move(decoded.faults)});
  desk_.accept(std::move(decoded.order), finish);
}

} // namespace paylink::sandbox
