#pragma once
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/lives/own_life.hpp"
#include "persistence/lives/settings_watch.hpp"

namespace paylink {

/// The verb that writes a life's heartbeat, on the writer's connection: begins the life, continues it, declares others
/// dead, and ends it.
class life_writes {
public:
  /// `is_shared`: other processes may use the database.
  life_writes(soci::session& session, dialect spoken, const store_context& context, own_life& life, lost_claims& claims,
              bool is_shared);

  result<life_report> carry_out(const keep_alive& command, const moment& when);
  result<no_reply> carry_out(const check_events& command, const moment& when);
  result<no_reply> carry_out(const mark_restored& command, const moment& when);

private:
  void begin(const keep_alive& command, timestamp now);
  void end(timestamp now);
  void judge(timestamp now);
  /// How many nodes live, including this one.
  std::int64_t look_around(timestamp now);
  bool write_row(const keep_alive& command, timestamp now);
  /// How far the order of events has come; begins a new epoch on a database that was restored.
  event_mark check_epoch(const event_mark& known, timestamp now);

  const store_context& context_;
  own_life& life_;
  lost_claims& claims_;
  bool is_shared_;
  settings_watch settings_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text>> begin_;
  statement<sql_row<sql_number, sql_number, sql_text>> beat_;
  statement<sql_row<sql_text>> end_;
  statement<sql_row<sql_text>> end_others_;
  statement<sql_row<sql_number>, sql_row<sql_text>> end_silent_;
  statement<sql_row<sql_number>> forget_;
  statement<sql_row<sql_number>, sql_row<sql_number, sql_number>> count_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text>> others_;
  statement<sql_row<sql_number, sql_text>, sql_row<sql_text>> listened_;
  statement<sql_row<>, sql_row<sql_number, sql_number, sql_number>> find_epoch_;
  statement<sql_row<sql_number, sql_number>> begin_epoch_;
  statement<> mark_copy_;
};

} // namespace paylink
