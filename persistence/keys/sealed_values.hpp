#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Everything sealed with a master key, in every column, on one reading connection.
class sealed_value_reads {
public:
  explicit sealed_value_reads(soci::session& session);

  page<sealed_value> list(std::string_view but_key, const sealed_value& after, int limit);
  result<sealed_value> find_canary();

private:
  statement<row<number, text, number, number, number, number>, row<number, number, text, text, text>> list_;
  statement<row<>, row<number, text>> find_canary_;
};

/// The same on the writer's connection.
class sealed_value_writes {
public:
  explicit sealed_value_writes(soci::session& session);

  result<resealed_values> carry_out(const reseal_values& command, const moment& when);
  result<no_reply> carry_out(const keep_canary& command, const moment& when);

private:
  statement<row<text, number, text>> reseal_signing_key_, reseal_canary_;
  statement<row<text, number>> keep_canary_;
};

} // namespace paylink
