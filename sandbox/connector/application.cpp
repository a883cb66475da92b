#include "sandbox/connector/application.hpp"

#include "domain/banks/bank.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "http/wire/json_members.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

bool has_only_digits(std::string_view text) { return std::ranges::all_of(text, is_digit); }

bool has_letter(std::string_view text) {
  // Beyond ASCII there are letters alone, as far as names go.
  return std::ranges::any_of(text, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

} // namespace

std::variant<connection, application_refusal> read_application(const boost::json::object& body, std::string_view feed) {
  connection asked;
  asked.feed = feed;
  asked.account_number = text_at(body, "account_number");
  asked.holder_name = text_at(body, "holder_name");
  asked.bin = bin_heard_on(feed, text_at(body, "bin"));
  const auto type = text_at(body, "account_type"), phone = text_at(body, "phone");
  const std::string_view number = asked.account_number;

  if (type != "main" && type != "main_with_virtual")
    return application_refusal{400, "malformed", "account_type must be main or main_with_virtual", "account_type"};
  if (!find_bank_by_bin(asked.bin))
    return application_refusal{400, "malformed", "bin must be the BIN of a bank that the switch reaches", "bin"};
  if (number.size() < 6 || number.size() > 19 || !has_only_digits(number) || number.ends_with("0000"))
    return application_refusal{422, "account_unknown",
                               "The bank has no account with this number. / Ngân hàng không có tài khoản mang số này.",
                               "account_number"};
  if (!has_letter(asked.holder_name))
    return application_refusal{422, "holder_mismatch",
                               "The account belongs to another person. / Tài khoản này đứng tên người khác.",
                               "holder_name"};
  if (phone.empty() || phone.ends_with("0000"))
    return application_refusal{422, "phone_mismatch",
                               "The phone number does not match the one registered with the bank. / Số điện thoại "
                               "không khớp với số đã đăng ký tại ngân hàng.",
                               "phone"};
  if (number.ends_with("9999") && text_at(body, "identity_number").empty())
    return application_refusal{422, "identity_number_required",
                               "The bank requires the number of the holder's identity document. / Ngân hàng yêu cầu số "
                               "giấy tờ của chủ tài khoản.",
                               "identity_number"};
  return asked;
}

} // namespace paylink::sandbox
