#pragma once
#include "domain/time.hpp"
#include "persistence/dialect.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <soci/soci.h>

namespace paylink {

/// The writer's connection and its transactions, where the two databases differ.
class writer_connection {
public:
  virtual ~writer_connection() = default;
  virtual soci::session& session() = 0;

  /// Begins a transaction and returns the time that decides everything in it.
  virtual timestamp begin() = 0;
  virtual void commit() = 0;
  virtual void rollback() = 0;

  /// The mark of the transaction begun last, and whether an earlier connection committed the one with that mark.
  virtual std::int64_t mark() const = 0;
  virtual bool has_committed(std::int64_t mark) = 0;

  virtual void rest(bool idle) = 0;
};

/// Opens a connection for the writer; throws SOCI's errors.
using connect_writer = std::function<std::unique_ptr<writer_connection>()>;

/// Opens a connection that only reads; throws SOCI's errors.
using connect_reader = std::function<std::unique_ptr<soci::session>()>;

} // namespace paylink
