#include "persistence/banks/account_audit.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"

namespace paylink {

std::string described_account(const bank_account& account) {
  std::string text = R"({"bank":)";
  append_json_string(text, account.bank);
  append_json_string(text.append(R"(,"account_last4":)"), last4_of(account.number));
  return text.append("}");
}

} // namespace paylink
