#include "persistence/keys/sealed_values.hpp"

namespace paylink {
namespace {

// A new sealed column needs a line here and a statement that replaces its values; a test compares this with the schema.
constexpr const char* sealed_sql =
    "SELECT place, row, id, workspace_id, sealed FROM (SELECT 0 AS place, row, id, workspace_id, sealed FROM "
    "signing_keys UNION ALL SELECT 1, row, 'canary', '', sealed FROM master_key_canary UNION ALL SELECT 2, row, "
    "digest, '', sealed FROM mails WHERE sealed <> '' UNION ALL SELECT 3, row, user_id, '', sealed FROM "
    "totp_secrets UNION ALL SELECT 4, row, id, workspace_id, sealed_api_key FROM webhook_keys WHERE sealed_api_key "
    "<> '' UNION ALL SELECT 5, row, id, workspace_id, sealed_secret FROM webhook_keys) AS everything WHERE "
    "substr(sealed, 1, :length) <> :prefix AND (place > :after_place OR (place = :same_place AND row > :after_row)) "
    "ORDER BY place, row LIMIT :limit";

} // namespace

sealed_value_reads::sealed_value_reads(soci::session& session)
    : list_{session, sealed_sql}, find_canary_{session, "SELECT row, sealed FROM master_key_canary"} {}

page<sealed_value> sealed_value_reads::list(std::string_view but_key, const sealed_value& after, int limit) {
  // No sealed value begins with a dot: an empty id excludes none.
  const auto prefix = std::string{but_key} + ".";
  const auto place = static_cast<std::int64_t>(after.column);
  page<sealed_value> found;
  list_.each(
      [&](const auto& columns) {
        const auto& [column, row, id, workspace, sealed] = columns.fields;
        found.rows.push_back(
            {static_cast<sealed_column>(column.value), row.value, id.value, workspace.value, sealed.value});
      },
      static_cast<std::int64_t>(prefix.size()), prefix, place, place, after.row, std::int64_t{limit} + 1);
  found.has_more = found.rows.size() > static_cast<std::size_t>(limit);
  if (found.has_more) found.rows.pop_back();
  return found;
}

result<sealed_value> sealed_value_reads::find_canary() {
  if (!find_canary_.first()) return errc::not_found;
  return sealed_value{sealed_column::canary, find_canary_.column<0>().value, "canary", "",
                      find_canary_.column<1>().value};
}

sealed_value_writes::sealed_value_writes(soci::session& session)
    : reseal_signing_key_{session, "UPDATE signing_keys SET sealed = :after WHERE row = :row AND sealed = :before"},
      reseal_canary_{session, "UPDATE master_key_canary SET sealed = :after WHERE row = :row AND sealed = :before"},
      reseal_mail_{session, "UPDATE mails SET sealed = :after WHERE row = :row AND sealed = :before"},
      reseal_totp_{session, "UPDATE totp_secrets SET sealed = :after WHERE row = :row AND sealed = :before"},
      reseal_webhook_key_{session, "UPDATE webhook_keys SET sealed_api_key = :after WHERE row = :row AND "
                                   "sealed_api_key = :before"},
      reseal_webhook_secret_{session, "UPDATE webhook_keys SET sealed_secret = :after WHERE row = :row AND "
                                      "sealed_secret = :before"},
      keep_canary_{session, "INSERT INTO master_key_canary (row, sealed, created_at) VALUES (1, :sealed, :now) "
                            "ON CONFLICT DO NOTHING"} {}

sealed_value_writes::reseal_statement& sealed_value_writes::statement_of(sealed_column column) {
  switch (column) {
  case sealed_column::canary:
    return reseal_canary_;
  case sealed_column::mail_token:
    return reseal_mail_;
  case sealed_column::totp_secret:
    return reseal_totp_;
  case sealed_column::webhook_api_key:
    return reseal_webhook_key_;
  case sealed_column::webhook_secret:
    return reseal_webhook_secret_;
  case sealed_column::signing_key:
    break;
  }
  return reseal_signing_key_;
}

result<resealed_values> sealed_value_writes::carry_out(const reseal_values& command, const moment&) {
  resealed_values done;
  for (const auto& value : command.values) {
    done.changed += statement_of(value.column).run(value.after, value.row, value.before);
  }
  return done;
}

result<no_reply> sealed_value_writes::carry_out(const keep_canary& command, const moment& when) {
  keep_canary_.run(command.sealed, to_millis(when.now));
  return no_reply{};
}

} // namespace paylink
