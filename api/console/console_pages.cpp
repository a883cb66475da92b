#include "api/calls/subject_routes.hpp"
#include "domain/values/product_name.hpp"
#include "http/pages/console_files.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

/// What the console knows of this installation before anybody signs in, as JSON: its name, and what it offers.
std::string console_config(const api_services& services) {
  std::string text;
  record_writer record{text};
  record.text("brand", product_name(services.brand))
      .flag("sandbox", services.is_sandbox)
      .flag("sign_up", services.sign_up_is_open)
      .flag("mail", services.sends_mail)
      .text_or_null("bank_simulator", services.bank_origin)
      .text("version", services.version)
      .close();
  return text;
}

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

constexpr api_route console_rows[]{
    routes::for_browsers(http_method::get, "/", send_to_console),
    routes::for_browsers(http_method::get, "/console", send_to_console),
    routes::for_browsers(http_method::get, "/console/config.json", send_console_config),
    routes::for_browsers(http_method::get, "/console/assets/{file*}", send_console_asset),
    routes::for_browsers(http_method::get, "/console/{page*}", send_console_page),
};
constexpr std::span<const api_route> console_routes{console_rows};

} // namespace paylink
