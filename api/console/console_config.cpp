#include "api/console/console_config.hpp"

#include "domain/values/product_name.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

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

} // namespace paylink
