#include "api/accounts/mailed_tokens.hpp"

#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

personal_mail mail_without_token(std::string_view kind, std::string_view recipient, language lang) {
  personal_mail mail;
  mail.kind = kind;
  mail.recipient = recipient;
  mail.lang = lang;
  return mail;
}

personal_mail mail_with_token(const call_context& context, std::string_view kind, std::string_view recipient,
                              language lang) {
  auto mail = mail_without_token(kind, recipient, lang);
  const auto token = make_one_time_token(context.services.random);
  mail.digest = sha256_hex(token);
  mail.sealed = context.services.keys.seal(token, mail_token_place(mail.digest), context.services.random);
  return mail;
}

} // namespace paylink
