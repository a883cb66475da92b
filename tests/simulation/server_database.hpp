#pragma once
#include "persistence/sql/postgresql_address.hpp"
#include "tests/simulation/shared_database.hpp"
#include "tests/support/postgresql_server.hpp"

#include <string>

namespace paylink::simulation {

/// A PostgreSQL of our own, with the data that every run begins with.
class base_server {
public:
  base_server();

  /// Recreates the database of this name, with nothing in it but that data. Returns its URL. Also from a process that
  /// was forked.
  std::string begin_anew(const std::string& name) const;

private:
  test::postgresql_server server_;
};

/// A real database on PostgreSQL, that decides by the run's time instead of its own.
class server_database final : public shared_database {
public:
  server_database(world& in, const std::string& url) : shared_database{in}, address_{postgresql_address(url)} {}

  std::unique_ptr<write_store> open_writer(const store_context& context) override;
  std::unique_ptr<read_store> open_reader() override;

private:
  class connection;
  std::unique_ptr<soci::session> connect_rows() override;
  dialect spoken() const override { return dialect::postgresql; }

  std::string address_;
  int connections_ = 0;
};

} // namespace paylink::simulation
