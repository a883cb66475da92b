#include "persistence/identity/second_factor_reads.hpp"

namespace paylink {

second_factor_reads::second_factor_reads(soci::session& session)
    : totp_{session, "SELECT sealed, created_at, confirmed_at, last_step FROM totp_secrets WHERE user_id = :user"},
      codes_{session, "SELECT COUNT(*) FROM recovery_codes WHERE user_id = :user"},
      passkeys_{session, "SELECT id, credential_id, public_key, algorithm, sign_count, backup_eligible, backed_up, "
                         "name, created_at, used_at FROM passkeys WHERE user_id = :user ORDER BY row"} {}

second_factor second_factor_reads::find(user_id of) {
  second_factor found;
  if (totp_.first(of.view())) {
    const auto& [sealed, created_at, confirmed_at, last_step] = totp_.out().fields;
    found.totp = stored_totp{sealed.value, from_millis(created_at.value), !confirmed_at.is_null(), last_step.maybe()};
  }
  codes_.first(of.view());
  found.recovery_codes = codes_.column<0>().value;
  passkeys_.each(
      [&](const auto& columns) {
        const auto& [id, credential, key, algorithm, count, eligible, backed_up, name, created_at, used_at] =
            columns.fields;
        stored_passkey read{.id = passkey_id::from_store(id.view()),
                            .user = of,
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
      of.view());
  return found;
}

} // namespace paylink
