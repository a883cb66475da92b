#include "domain/identity/second_factor.hpp"

#include "domain/values/free_text.hpp"
#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr std::size_t passkey_name_points_max = 100;

constexpr word_list<ceremony_kind, 3> ceremony_words{{{ceremony_kind::sign_in, "sign_in"},
                                                      {ceremony_kind::confirmation, "confirmation"},
                                                      {ceremony_kind::registration, "registration"}}};
static_assert(ceremony_words.is_in_order());

} // namespace

std::string_view to_text(ceremony_kind value) { return ceremony_words.word(value); }

ceremony_kind parse_ceremony_kind(std::string_view text) {
  return ceremony_words.find(text).value_or(ceremony_kind::sign_in);
}

std::optional<field_fault> check_passkey_name(const std::optional<std::string>& name) {
  if (!name || name->empty()) return field_fault{"name", "required", "Give the passkey a name."};
  if (count_code_points(*name) > passkey_name_points_max)
    return field_fault{"name", "too_long", "A name must have at most 100 characters."};
  if (holds_control_character(*name) || name->find('\n') != name->npos)
    return field_fault{"name", "format", "A name must not contain control characters."};
  return std::nullopt;
}

} // namespace paylink
