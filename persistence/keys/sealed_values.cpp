#include "persistence/keys/sealed_values.hpp"

#include "persistence/context/reading.hpp"
#include "persistence/context/writing.hpp"

namespace paylink {
namespace {

// A new sealed column needs a line here and a statement that replaces its values; a test compares this with the schema.
const sql_statement<sql_row<sql_number, sql_number, sql_text, sql_text, sql_text>(sql_number, sql_text, sql_number,
                                                                                  sql_number, sql_number, sql_number)>
    list_sealed_values_sql{
        "SELECT place, row, id, workspace_id, sealed FROM (SELECT 0 AS place, row, id, workspace_id, sealed FROM "
        "signing_keys UNION ALL SELECT 1, row, 'canary', '', sealed FROM master_key_canary UNION ALL SELECT 2, row, "
        "digest, '', sealed FROM mails WHERE sealed <> '' UNION ALL SELECT 3, row, user_id, '', sealed FROM "
        "totp_secrets "
        "UNION ALL SELECT 4, row, id, workspace_id, sealed_api_key FROM webhook_keys WHERE sealed_api_key <> '' UNION "
        "ALL "
        "SELECT 5, row, id, workspace_id, sealed_secret FROM webhook_keys) AS everything WHERE substr(sealed, 1, "
        ":length) "
        "<> :prefix AND (place > :after_place OR (place = :same_place AND row > :after_row)) ORDER BY place, row LIMIT "
        ":limit"};

const sql_statement<sql_row<sql_number, sql_text>()> find_canary_sql{"SELECT row, sealed FROM master_key_canary"};

using reseal_sql = sql_statement<void(sql_text, sql_number, sql_text)>;

const reseal_sql reseal_signing_key_sql{
    "UPDATE signing_keys SET sealed = :after WHERE row = :row AND sealed = :before"};

const reseal_sql reseal_canary_sql{
    "UPDATE master_key_canary SET sealed = :after WHERE row = :row AND sealed = :before"};

const reseal_sql reseal_mail_sql{"UPDATE mails SET sealed = :after WHERE row = :row AND sealed = :before"};

const reseal_sql reseal_totp_sql{"UPDATE totp_secrets SET sealed = :after WHERE row = :row AND sealed = :before"};

const reseal_sql reseal_webhook_key_sql{
    "UPDATE webhook_keys SET sealed_api_key = :after WHERE row = :row AND sealed_api_key = :before"};

const reseal_sql reseal_webhook_secret_sql{
    "UPDATE webhook_keys SET sealed_secret = :after WHERE row = :row AND sealed_secret = :before"};

const sql_statement<void(sql_text, sql_number)> keep_canary_sql{
    "INSERT INTO master_key_canary (row, sealed, created_at) VALUES (1, :sealed, :now) ON CONFLICT DO NOTHING"};

const reseal_sql& reseal_sql_of(sealed_column column) {
  switch (column) {
  case sealed_column::canary:
    return reseal_canary_sql;
  case sealed_column::mail_token:
    return reseal_mail_sql;
  case sealed_column::totp_secret:
    return reseal_totp_sql;
  case sealed_column::webhook_api_key:
    return reseal_webhook_key_sql;
  case sealed_column::webhook_secret:
    return reseal_webhook_secret_sql;
  case sealed_column::signing_key:
    break;
  }
  return reseal_signing_key_sql;
}

} // namespace

result<resealed_values> carry_out(writing& at, const reseal_values& command) {
  resealed_values done;
  for (const auto& value : command.values)
    done.changed += at.db[reseal_sql_of(value.column)].run(value.after, value.row, value.before);
  return done;
}

result<no_reply> carry_out(writing& at, const keep_canary& command) {
  at.db[keep_canary_sql].run(command.sealed, to_millis(at.when.now));
  return no_reply{};
}

page<sealed_value> list_sealed_rows(connection& db, const list_sealed_values& wanted) {
  // No sealed value begins with a dot: an empty id excludes none.
  const auto prefix = std::string{wanted.but_key} + ".";
  const auto place = static_cast<std::int64_t>(wanted.after.column);
  page<sealed_value> found;
  db[list_sealed_values_sql].each(
      [&](const auto& columns) {
        const auto& [column, row, id, workspace, sealed] = columns.fields;
        found.rows.push_back(
            {static_cast<sealed_column>(column.value), row.value, id.value, workspace.value, sealed.value});
      },
      static_cast<std::int64_t>(prefix.size()), prefix, place, place, wanted.after.row, std::int64_t{wanted.limit} + 1);
  found.has_more = found.rows.size() > static_cast<std::size_t>(wanted.limit);
  if (found.has_more) found.rows.pop_back();
  return found;
}

page<sealed_value> answer(reading& at, const list_sealed_values& wanted) { return list_sealed_rows(at.db, wanted); }

result<sealed_value> answer(reading& at, const find_canary&) {
  auto& found = at.db[find_canary_sql];
  if (!found.first()) return errc::not_found;
  return sealed_value{sealed_column::canary, found.column<0>().value, "canary", "", found.column<1>().value};
}

} // namespace paylink
