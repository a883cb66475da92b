#include "domain/identity/account.hpp"

#include "domain/identity/mail_address.hpp"
#include "domain/values/free_text.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::size_t password_points_min = 8, password_points_max = 128;
constexpr std::size_t name_points_max = 100;

bool has_character(std::string_view text, char first, char last) {
  return std::ranges::any_of(text, [=](char c) { return c >= first && c <= last; });
}

field_fault fault(std::string_view field, std::string_view code, std::string_view message) {
  return {std::string{field}, std::string{code}, std::string{message}};
}

} // namespace

std::optional<field_fault> check_password(const std::optional<std::string>& password, std::string_view field) {
  if (!password) return fault(field, "required", "Give a password.");
  const auto points = count_code_points(*password);
  if (points > password_points_max) return fault(field, "too_long", "A password must have at most 128 characters.");
  if (points < password_points_min) return fault(field, "too_small", "A password must have at least 8 characters.");
  if (!has_character(*password, 'a', 'z') || !has_character(*password, 'A', 'Z') || !has_character(*password, '0', '9'))
    return fault(field, "format", "A password needs a lowercase letter, an uppercase letter and a digit.");
  return std::nullopt;
}

std::optional<field_fault> check_person_name(const std::optional<std::string>& name) {
  if (!name || name->empty()) return fault("name", "required", "Give a name.");
  if (count_code_points(*name) > name_points_max)
    return fault("name", "too_long", "A name must have at most 100 characters.");
  if (holds_control_character(*name) || name->find('\n') != name->npos)
    return fault("name", "format", "A name must not contain control characters.");
  return std::nullopt;
}

std::optional<field_fault> check_email(const std::optional<std::string>& email) {
  if (!email) return fault("email", "required", "Give an email address.");
  if (!is_mail_address(*email)) return fault("email", "format", "This is not an email address.");
  return std::nullopt;
}

std::optional<field_fault> check_locale(const std::optional<std::string>& locale) {
  if (locale && !parse_language(*locale)) return fault("locale", "format", "locale must be vi or en.");
  return std::nullopt;
}

field_faults check_new_account(const account_request& request) {
  field_faults faults;
  for (auto& found : {check_email(request.email), check_password(request.password, "password"),
                      check_person_name(request.name), check_locale(request.locale)})
    if (found) faults.push_back(*found);
  return faults;
}

} // namespace paylink
