#include "persistence/context/reading.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_number, sql_number, sql_number>(sql_text)> find_totp_sql{
    "SELECT sealed, created_at, confirmed_at, last_step FROM totp_secrets WHERE user_id = :user"};

const sql_statement<sql_row<sql_number>(sql_text)> count_recovery_codes_sql{
    "SELECT COUNT(*) FROM recovery_codes WHERE user_id = :user"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text,
                            sql_number, sql_number>(sql_text)>
    list_passkeys_sql{"SELECT id, credential_id, public_key, algorithm, sign_count, backup_eligible, backed_up, name, "
                      "created_at, used_at FROM passkeys WHERE user_id = :user ORDER BY row"};

} // namespace

second_factor answer(reading& at, const find_second_factor& wanted) {
  second_factor found;
  if (auto& totp = at.db[find_totp_sql]; totp.first(wanted.of.view())) {
    const auto& [sealed, created_at, confirmed_at, last_step] = totp.out().fields;
    found.totp = stored_totp{sealed.value, from_millis(created_at.value), !confirmed_at.is_null(), last_step.maybe()};
  }
  auto& codes = at.db[count_recovery_codes_sql];
  codes.first(wanted.of.view());
  found.recovery_codes = codes.column<0>().value;
  at.db[list_passkeys_sql].each(
      [&](const auto& columns) {
        const auto& [id, credential, key, algorithm, count, eligible, backed_up, name, created_at, used_at] =
            columns.fields;
        stored_passkey read{.id = passkey_id::from_store(id.view()),
                            .user = wanted.of,
                            .credential_id = credential.value,
                            .public_key = key.value,
                            .algorithm = static_cast<std::int32_t>(algorithm.value),
                            .sign_count = count.value,
                            .is_backup_eligible = eligible.value != 0,
                            .is_backed_up = backed_up.value != 0,
                            .name = name.value,
                            .created_at = from_millis(created_at.value)};
        if (!used_at.is_null()) read.used_at = from_millis(used_at.value);
        found.passkeys.push_back(std::move(read));
      },
      wanted.of.view());
  return found;
}

} // namespace paylink
