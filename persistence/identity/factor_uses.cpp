#include "persistence/identity/factor_uses.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_number>(sql_text, sql_text)> find_any_factor_sql{
    "SELECT row FROM totp_secrets WHERE user_id = :user AND confirmed_at IS NOT NULL UNION ALL SELECT row FROM "
    "passkeys WHERE user_id = :same_user"};

const sql_statement<void(sql_number, sql_text, sql_number)> take_totp_step_sql{
    "UPDATE totp_secrets SET last_step = :step WHERE user_id = :user AND confirmed_at IS NOT NULL AND last_step < "
    ":same_step"};

const sql_statement<void(sql_text, sql_text)> take_recovery_code_sql{
    "DELETE FROM recovery_codes WHERE user_id = :user AND digest = :digest"};

const sql_statement<void(sql_number, sql_number, sql_number, sql_text, sql_text, sql_number)> note_passkey_use_sql{
    "UPDATE passkeys SET sign_count = :count, backed_up = :backed_up, used_at = :now WHERE id = :id AND user_id = "
    ":user AND sign_count = :count_before"};

} // namespace

bool has_factor(writing& at, user_id of) { return at.db[find_any_factor_sql].first(of.view(), of.view()); }

bool take_factor(writing& at, user_id of, const factor_use& given) {
  if (const auto* code = std::get_if<used_totp>(&given))
    return at.db[take_totp_step_sql].run(code->step, of.view(), code->step) > 0;
  if (const auto* code = std::get_if<used_recovery_code>(&given))
    return at.db[take_recovery_code_sql].run(of.view(), code->digest) > 0;
  if (const auto* key = std::get_if<used_passkey>(&given))
    return at.db[note_passkey_use_sql].run(key->count, std::int64_t{key->is_backed_up ? 1 : 0}, to_millis(at.when.now),
                                           key->id.view(), of.view(), key->count_before) > 0;
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
