#include "sandbox/bank_api.hpp"

#include "http/wire/envelope.hpp"
#include "sandbox/app_page.hpp"
#include "sandbox/bank_page.hpp"
#include "sandbox/connector/connector_answer.hpp"
#include "sandbox/mails/mailbox_page.hpp"
#include "sandbox/pages/page_parts.hpp"
#include "sandbox/pages/web_page.hpp"
#include "sandbox/statement_desk.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace paylink::sandbox {
namespace {

constexpr std::size_t journal_page = 20;
constexpr std::size_t journal_all = 10'000;
constexpr std::size_t mails_shown = 50;
constexpr std::array<std::string_view, 10> own_paths{
    "/",        "/app",     "/pay",         "/receiver",  "/receiver/address",
    "/mailbox", "/entries", "/connections", "/statement", "/style.css"};

constexpr const char* misdirected = "The sandbox bank only accepts requests for 127.0.0.1, [::1], localhost and its "
                                    "listening address. The Host of this request is different.\n";

http_response plain_text(unsigned status, std::string text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .headers = {}, .body = std::move(text)};
}

std::string list_of_paths() {
  std::string list;
  for (const auto path : own_paths)
    if (path != "/style.css") list.append(list.empty() ? "" : ", ").append(path);
  return list + " and /connector/";
}

http_response refuse(const order_refusal& why, const std::string& trace_id) {
  return failure(why.error, trace_id, system_wall_clock{}.now(), why.message, why.faults);
}

/// What the app shows for a code: what it asks to pay, or why it cannot be paid.
http_response look_at_code(std::string payload) {
  auto read = read_vietqr(payload);
  if (const auto* fault = std::get_if<std::string>(&read)) return web_page(render_app_start(payload, *fault), 422);
  return web_page(render_app_confirmation({std::move(payload), std::get<vietqr_request>(std::move(read))}), 200);
}

} // namespace

void bank_api::handle(const http_request& request, responder to) {
  if (!is_for_bank(request, listen_)) return to.answer(plain_text(421, misdirected));
  if (request.path.starts_with("/connector/")) return to.answer(ask_connector(request));
  if (receiver_api::is_own_path(request.path)) return to.answer(receiver_.handle(request, now_()));
  if (request.path == "/pay" && request.method == http_method::post) return pay(request, std::move(to));
  if (request.path == "/app" && request.method == http_method::post) return use_app(request, std::move(to));
  const bool is_look = request.method == http_method::get || request.method == http_method::head;
  if (const auto link = request.parameter("link"); is_look && request.path == "/app" && link)
    return open_app(std::string{*link}, std::move(to));
  if (is_look)
    if (auto page = show(request)) return to.answer(std::move(*page));
  // Different from the service's 404, so that confusing the bank's address with the service's is noticed.
  if (std::ranges::find(own_paths, request.path) == own_paths.end())
    return to.answer(plain_text(404, "This is the sandbox bank; its paths are " + list_of_paths() + ".\n"));
  auto answer = failure(errc::method_not_allowed, request.trace_id, now_());
  answer.headers.emplace_back("Allow", request.path == "/pay"   ? "POST"
                                       : request.path == "/app" ? "GET, HEAD, POST"
                                                                : "GET, HEAD");
  to.answer(std::move(answer));
}

std::optional<http_response> bank_api::show(const http_request& request) {
  if (request.path == "/") return show_page(nullptr, 200, service_url());
  if (request.path == "/app") {
    const auto payload = request.parameter("payload");
    return payload ? look_at_code(std::string{*payload}) : web_page(render_app_start(), 200);
  }
  if (request.path == "/mailbox")
    return web_page(render_mailbox(newest_mails(mails_, mails_shown), service_url()), 200);
  if (request.path == "/statement") return show_statement(request);
  if (request.path == "/entries") return success_list(sender_.list(journal_all), false, std::nullopt, now_());
  if (request.path == "/connections")
    return success_list(to_json(connections_.waiting(now_())), false, std::nullopt, now_());
  if (request.path == "/style.css")
    return http_response{
        .status = 200, .content_type = "text/css", .headers = {}, .body = {}, .lasting_body = page_style()};
  return std::nullopt;
}

http_response bank_api::ask_connector(const http_request& request) try {
  return connector_.handle(request);
} catch (const std::exception& not_written) {
  return connector_refusal(503, "unavailable", not_written.what());
}

http_response bank_api::show_page(const order_outcome* last, unsigned status, std::string_view base_url) {
  return web_page(render_bank_page({.last = last,
                                    .entries_json = sender_.list(journal_page),
                                    .waiting = connections_.waiting(now_()),
                                    .base_url = base_url}),
                  status);
}

std::string bank_api::service_url() {
  const auto* service = description_.read();
  return service != nullptr ? service->base_url : std::string{};
}

http_response bank_api::show_statement(const http_request& request) {
  const auto* service = description_.read();
  const auto accounts = connections_.with_accounts(service ? *service : description{});
  http_response file;
  sender_.look([&](const journal& books) { file = answer_statement(request, accounts, books, now_()); });
  return file;
}

// As if the code of the link's page had been read.
void bank_api::open_app(std::string link, responder to) {
  const auto shared = std::make_shared<responder>(std::move(to));
  desk_.look_up(std::move(link), [shared](const std::variant<payment_order, order_refusal>& found) {
    if (const auto* refused = std::get_if<order_refusal>(&found))
      return shared->answer(web_page(render_app_start({}, text_of(*refused)), describe(refused->error).http_status));
    const auto code = code_of(std::get<payment_order>(found));
    shared->answer(code ? look_at_code(*code)
                        : web_page(render_app_start({}, "The payment page has no account for a code."), 422));
  });
}

void bank_api::use_app(const http_request& request, responder to) {
  if (is_foreign(request)) return to.answer(refuse({errc::csrf_error, {}, {}}, request.trace_id));
  const auto fields = decode_form(request.body);
  auto payload = value_of(fields, "payload");
  auto read = read_vietqr(payload);
  const auto* asks = std::get_if<vietqr_request>(&read);
  if (!asks || value_of(fields, "pay").empty()) return to.answer(look_at_code(std::move(payload)));
  auto [order, faults] = order_of({std::move(payload), *asks}, value_of(fields, "amount"), value_of(fields, "text"));
  const auto shared = std::make_shared<responder>(std::move(to));
  const auto finish = [shared](const order_outcome& outcome) {
    const auto* refused = std::get_if<order_refusal>(&outcome);
    shared->answer(web_page(render_app_result(outcome), refused ? describe(refused->error).http_status : 200));
  };
  if (!faults.empty()) return finish(order_refusal{errc::validation_error, {}, std::move(faults)});
  desk_.accept(std::move(order), finish);
}

void bank_api::pay(const http_request& request, responder to) {
  if (is_foreign(request)) return to.answer(refuse({errc::csrf_error, {}, {}}, request.trace_id));
  bool is_form = request.header("content-type").starts_with("application/x-www-form-urlencoded");
  auto decoded = is_form ? decode_order_form(request.body) : decode_order_json(request.body);
  auto shared = std::make_shared<responder>(std::move(to));
  auto finish = [this, shared, is_form, service = service_url(),
                 trace = request.trace_id](const order_outcome& outcome) {
    const auto* refused = std::get_if<order_refusal>(&outcome);
    if (is_form)
      return shared->answer(show_page(&outcome, refused ? describe(refused->error).http_status : 200, service));
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
