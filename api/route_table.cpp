#include "api/route_table.hpp"

#include "api/description/callbacks.hpp"
#include "api/description/feeds.hpp"
#include "api/description/health.hpp"
#include "api/description/links.hpp"
#include "api/description/paths.hpp"
#include "api/description/transactions.hpp"
#include "api/health/health.hpp"
#include "api/links/callbacks.hpp"
#include "api/links/payment_links.hpp"
#include "api/payers/payer_pages.hpp"
#include "api/reference/api_document.hpp"
#include "api/transactions/transactions.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr api_route with(permission needed, http_method method, std::string_view pattern, row_handler handler,
                         const route_description& description) {
  return {method, pattern, access::with_permission, needed, handler, nullptr, &description};
}
constexpr api_route with_token(permission needed, http_method method, std::string_view pattern, row_handler handler,
                               const route_description& description) {
  return {method, pattern, access::with_token, needed, handler, nullptr, &description};
}
constexpr api_route in_turn(api_route route) {
  route.read = pace::in_turn;
  return route;
}
constexpr api_route probing(api_route route, place_handler when_unavailable) {
  route.read = pace::probe;
  route.when_unavailable = when_unavailable;
  return route;
}
constexpr api_route open_to_public(http_method method, std::string_view pattern, row_handler handler,
                                   const route_description& description) {
  return {method, pattern, access::open_to_public, permission::none, handler, nullptr, &description};
}
constexpr api_route open_to_payers(http_method method, std::string_view pattern, row_handler handler) {
  return {method,  pattern, access::open_to_payers, permission::none,       handler,
          nullptr, nullptr, pace::at_once,          answer_unavailable_page};
}
constexpr api_route in_place(http_method method, std::string_view pattern, place_handler handler,
                             const route_description& description) {
  return {method, pattern, access::answered_in_place, permission::none, nullptr, handler, &description};
}
constexpr api_route for_browsers(http_method method, std::string_view pattern, place_handler handler) {
  return {method, pattern, access::answered_in_place, permission::none, nullptr, handler};
}
constexpr api_route signed_by_bank(http_method method, std::string_view pattern, const route_description& description) {
  return {method, pattern, access::signed_by_bank, permission::none, nullptr, nullptr, &description};
}

constexpr auto links_read = permission::payment_links_read;
constexpr auto accounts_read = permission::bank_accounts_read;
constexpr auto links_write = permission::payment_links_write;

// Each with its description, except those only for browsers.
constexpr std::array routes{
    in_turn(
        with(links_read, http_method::get, "/v1.1/payment-links/{workspace_id}", list_payment_links, listing_links)),
    with(links_write, http_method::post, "/v1.1/payment-links/{workspace_id}", create_payment_link, creating_a_link),
    with(links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}", get_payment_link,
         getting_a_link),
    with(links_write, http_method::post, "/v1.1/payment-links/{workspace_id}/{link_id}/cancel", cancel_payment_link,
         cancelling_a_link),
    with(links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}/payments", list_link_payments,
         listing_payments),
    with(links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}/callback", get_link_callback,
         showing_a_callback),
    with(links_write, http_method::post, "/v1.1/payment-links/{workspace_id}/{link_id}/callback/resend",
         resend_link_callback, resending_a_callback),
    in_turn(with(links_write, http_method::post, "/v1.1/payment-links/{workspace_id}/callbacks/resend",
                 resend_all_link_callbacks, resending_callbacks)),
    in_turn(with_token(accounts_read, http_method::get, "/v1.1/transactions", list_all_transactions,
                       listing_all_transactions)),
    in_turn(with(accounts_read, http_method::get, "/v1.1/transactions/{workspace_id}", list_transactions,
                 listing_transactions)),
    with(accounts_read, http_method::get, "/v1.1/transactions/{workspace_id}/{transaction_id}", get_transaction,
         getting_a_transaction),
    with(links_write, http_method::patch, "/v1.1/transactions/{workspace_id}/{transaction_id}",
         annotate_transaction_record, annotating_a_transaction),
    signed_by_bank(http_method::post, "/v1.1/bank-feed/{bank}", reporting_entries),
    open_to_payers(http_method::get, "/l/{public_id}", show_payment_page),
    open_to_payers(http_method::get, "/l/{public_id}/events", stream_link_status),
    open_to_payers(http_method::get, "/l/{public_id}/qr.svg", show_payment_qr),
    for_browsers(http_method::get, "/assets/{name}", send_asset),
    for_browsers(http_method::get, "/docs", send_docs_page),
    in_place(http_method::get, "/v1.1/openapi.json", send_api_document, getting_the_document),
    in_place(http_method::get, "/livez", answer_live, asking_whether_live),
    probing(open_to_public(http_method::get, "/readyz", answer_ready, asking_whether_ready), answer_unready),
};
static_assert(std::ranges::all_of(routes,
                                  [](const api_route& route) { return is_well_formed_pattern(route.pattern); }));
static_assert(std::ranges::all_of(routes, [](const api_route& route) {
  return !route.pattern.starts_with("/v1.1") || has_described_parameters(route.pattern);
}));

} // namespace

std::span<const api_route> api_routes() { return routes; }

} // namespace paylink
