#include "persistence/identity/factor_uses.hpp"

namespace paylink {

factor_uses::factor_uses(soci::session& session)
    : find_any_{session, "SELECT row FROM totp_secrets WHERE user_id = :user AND confirmed_at IS NOT NULL UNION ALL "
                         "SELECT row FROM passkeys WHERE user_id = :same_user"},
      take_step_{session, "UPDATE totp_secrets SET last_step = :step WHERE user_id = :user AND confirmed_at IS NOT "
                          "NULL AND last_step < :same_step"},
      take_code_{session, "DELETE FROM recovery_codes WHERE user_id = :user AND digest = :digest"},
      note_passkey_{session, "UPDATE passkeys SET sign_count = :count, backed_up = :backed_up, used_at = :now WHERE "
                             "id = :id AND user_id = :user AND sign_count = :count_before"} {}

bool factor_uses::is_on(user_id of) { return find_any_.first(of.view(), of.view()); }

bool factor_uses::take(user_id of, const factor_use& given, timestamp now) {
  if (const auto* code = std::get_if<used_totp>(&given)) return take_step_.run(code->step, of.view(), code->step) > 0;
  if (const auto* code = std::get_if<used_recovery_code>(&given)) return take_code_.run(of.view(), code->digest) > 0;
  if (const auto* key = std::get_if<used_passkey>(&given))
    return note_passkey_.run(key->count, std::int64_t{key->is_backed_up ? 1 : 0}, to_millis(now), key->id.view(),
                             of.view(), key->count_before) > 0;
  return false;
}

std::string factors_of_sql(std::string_view user_column) {
  const std::string user{user_column};
  return "(SELECT COUNT(*) FROM totp_secrets o WHERE o.user_id = " + user +
         " AND o.confirmed_at IS NOT NULL) + (SELECT COUNT(*) FROM passkeys k WHERE k.user_id = " + user + ")";
}

std::string lacks_factor_sql() {
  return "CASE WHEN w.second_factor_required = 1 AND m.role IN ('owner', 'admin') AND " + factors_of_sql("m.user_id") +
         " = 0 THEN 1 ELSE 0 END";
}

std::string_view name_of(const factor_use& given) {
  constexpr std::string_view names[]{"", "totp", "recovery_code", "passkey"};
  static_assert(std::size(names) == std::variant_size_v<factor_use>);
  return names[given.index()];
}

} // namespace paylink
