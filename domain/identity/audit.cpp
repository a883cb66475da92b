#include "domain/identity/audit.hpp"

#include "domain/values/json_string.hpp"
#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

using enum audit_actor::kind;
constexpr word_list<audit_actor::kind, 4> kinds{
    {{user, "user"}, {api_token, "api_token"}, {operating, "operator"}, {service, "service"}}};
static_assert(kinds.is_in_order());

} // namespace

std::string_view to_text(audit_actor::kind value) { return kinds.word(value); }

audit_actor::kind parse_actor_kind(std::string_view text) { return kinds.find(text).value_or(service); }

std::string hashed_text(const audit_row& row, std::string_view hash_before) {
  std::string text = "[";
  const auto number = std::to_string(row.number), at = std::to_string(to_millis(row.at));
  for (const std::string_view part :
       {hash_before, row.id.view(), std::string_view{row.scope}, std::string_view{number}, std::string_view{at},
        to_text(row.by.type), std::string_view{row.by.id}, std::string_view{row.address}, std::string_view{row.action},
        std::string_view{row.target}, std::string_view{row.was}, std::string_view{row.became}}) {
    if (text.size() > 1) text += ',';
    append_json_string(text, part);
  }
  return text += ']';
}

} // namespace paylink
