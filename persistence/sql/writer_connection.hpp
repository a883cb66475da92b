#pragma once
#include "domain/values/time.hpp"
#include "persistence/sql/dialect.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <soci/soci.h>
#include <string>

namespace paylink {

/// Identifies a transaction after its connection is gone.
struct commit_mark {
  std::string writer{};     ///< The connection; empty if connections are never lost.
  std::int64_t batch = 0;   ///< Number of the transaction, from 1.
  std::int64_t entries = 0; ///< Bank entries in its transactions so far.
};

/// The part of the writer's connection in which the two databases differ.
class writer_connection {
public:
  virtual ~writer_connection() = default;
  virtual soci::session& session() = 0;

  /// Begins a transaction with this many bank entries, and returns the time that applies in it.
  virtual timestamp begin(std::int64_t entries) = 0;
  virtual void commit() = 0;
  virtual void rollback() = 0;

  /// The mark of the transaction begun last; whether an earlier connection committed the one with a mark; and the
  /// stored mark of an earlier connection.
  virtual commit_mark mark() const = 0;
  virtual bool has_committed(const commit_mark& mark) = 0;
  virtual commit_mark find_mark(const std::string& writer) = 0;

  /// Whether other processes may use the database.
  virtual bool is_shared() const = 0;

  virtual void rest(bool idle) = 0;

  /// Whether the database has the clock of another machine, which can confirm this one's.
  virtual bool is_on_other_machine() const = 0;
};

/// Opens a connection for the writer; throws SOCI's errors.
using connect_writer = std::function<std::unique_ptr<writer_connection>()>;

/// Opens a connection that only reads; throws SOCI's errors.
using connect_reader = std::function<std::unique_ptr<soci::session>()>;

} // namespace paylink
