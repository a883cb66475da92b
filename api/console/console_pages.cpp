#include "api/calls/subject_routes.hpp"
#include "api/console/console_config.hpp"
#include "http/pages/console_files.hpp"

namespace paylink {

namespace {

http_response send_to_console(const http_call&, const api_services&) {
  http_response response;
  response.status = 303;
  response.headers = {{"Cache-Control", "no-store"}, {"Location", "/console/"}};
  return response;
}

http_response send_console_config(const http_call&, const api_services& services) {
  http_response response;
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.body = console_config(services);
  return response;
}

http_response send_console_asset(const http_call& call, const api_services&) {
  return serve_console_asset(console_files(), call.request);
}

http_response send_console_page(const http_call& call, const api_services& services) {
  return serve_console_page(console_files(), call.request, services.bank_origin);
}

} // namespace

std::span<const api_route> console_routes() {
  static constexpr std::array all{
      routes::for_browsers(http_method::get, "/", send_to_console),
      routes::for_browsers(http_method::get, "/console", send_to_console),
      routes::for_browsers(http_method::get, "/console/config.json", send_console_config),
      routes::for_browsers(http_method::get, "/console/assets/{file*}", send_console_asset),
      routes::for_browsers(http_method::get, "/console/{page*}", send_console_page),
  };
  return all;
}

} // namespace paylink
