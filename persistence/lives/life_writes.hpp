#pragma once
#include "persistence/deliveries/delivery_writes.hpp"
#include "persistence/lives/own_life.hpp"

namespace paylink {

/// The verb that writes a life's heartbeat, on the writer's connection: begins the life, continues it, declares others
/// dead, and ends it.
class life_writes {
public:
  /// `is_shared`: other processes may use the database.
  life_writes(soci::session& session, dialect spoken, const store_context& context, own_life& life,
              delivery_writes& deliveries, bool is_shared);

  result<life_report> carry_out(const keep_alive& command, const moment& when);

private:
  void begin(const keep_alive& command, timestamp now);
  void end(timestamp now);
  void judge(timestamp now);
  bool write_row(const keep_alive& command, timestamp now);

  const store_context& context_;
  own_life& life_;
  delivery_writes& deliveries_;
  bool is_shared_;
  statement<row<text, text, text, text, number, number, number>> begin_;
  statement<row<number, number, text>> beat_;
  statement<row<text>> end_;
  statement<row<text>> end_others_;
  statement<row<number>, row<text>> end_silent_;
  statement<row<number>> forget_;
  statement<row<number>, row<number>> count_;
};

} // namespace paylink
