#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/webhooks/webhook_reads.hpp"

namespace paylink {

/// The verbs that make, change and end webhooks, on the writer's connection.
class webhook_writes {
public:
  webhook_writes(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log);

  result<made_webhook> carry_out(const create_webhook& command, const moment& when);
  result<webhook> carry_out(const change_webhook& command, const moment& when);
  result<no_reply> carry_out(const delete_webhook& command, const moment& when);
  result<webhook> carry_out(const rotate_webhook& command, const moment& when);
  result<webhook> carry_out(const activate_webhook_keys& command, const moment& when);
  result<started_delivery> carry_out(const test_webhook& command, const moment& when);

private:
  void insert_keys(std::int64_t webhook_row, const workspace_id& of, const sealed_webhook_keys& keys, timestamp from,
                   timestamp now);
  void note(const act& by, std::string_view action, const webhook* before, const webhook* after, timestamp now);

  webhook_events& events_;
  audit_writes& log_;
  webhook_reads webhooks_;
  used_keys keys_;
  statement<sql_row<sql_text>, sql_row<sql_number>> keep_workspace_;
  statement<sql_row<sql_text>, sql_row<sql_number>> count_;
  row_insert<
      sql_row<sql_text, sql_text, sql_number, sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_number>>
      insert_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>> insert_keys_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_number, sql_text, sql_number>>
      change_;
  statement<sql_row<sql_number>> forget_health_;
  statement<sql_row<sql_number, sql_number>> delete_;
  statement<sql_row<sql_number, sql_number, sql_number>> drop_waiting_keys_;
  statement<sql_row<sql_number, sql_number>> activate_;
  statement<sql_row<sql_number, sql_number>> drop_old_keys_;
};

} // namespace paylink
