#include "api/calls/route_rows.hpp"
#include "api/console/console_routes.hpp"
#include "http/pages/console_page.hpp"

namespace paylink {

namespace {

http_response send_console_page(const http_call&, const api_services& services) {
  return render_console_page(services.is_sandbox);
}

http_response send_to_sign_in(const http_call&, const api_services&) {
  http_response response;
  response.status = 303;
  response.headers = {{"Cache-Control", "no-store"}, {"Location", "/console/signin"}};
  return response;
}

} // namespace

std::span<const api_route> console_routes() {
  static constexpr std::array all{
      routes::for_browsers(http_method::get, "/", send_to_sign_in),
      routes::for_browsers(http_method::get, "/console", send_to_sign_in),
      routes::for_browsers(http_method::get, "/console/confirm", send_console_page),
      routes::for_browsers(http_method::get, "/console/recover", send_console_page),
      routes::for_browsers(http_method::get, "/console/invitation", send_console_page),
      routes::for_browsers(http_method::get, "/console/signin", send_console_page),
  };
  return all;
}

} // namespace paylink
