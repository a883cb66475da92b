#include "persistence/postgresql_database.hpp"

#include "persistence/found_database.hpp"
#include "persistence/group_commit_store.hpp"
#include "persistence/migrations.hpp"
#include "persistence/postgresql_address.hpp"
#include "persistence/postgresql_session.hpp"
#include "persistence/query_store.hpp"
#include "persistence/statement.hpp"

#include <atomic>

namespace paylink {
namespace {

// What the server or the role sets, which our sessions' own setting hides.
void check_durability(soci::session& session) {
  for (const char* name : {"fsync", "full_page_writes", "synchronous_commit"}) {
    std::string value;
    session << "SELECT reset_val FROM pg_settings WHERE name = '" << name << "'", soci::into(value);
    if (value == "off")
      throw database_error{"PostgreSQL runs with " + std::string{name} +
                           " = off: acknowledged payments could be lost; switch it on and start again"};
  }
}

/// A connection of PostgreSQL that writes. Each batch raises its writer's number, which also reads the deciding clock.
class postgresql_writer_connection final : public writer_connection {
public:
  postgresql_writer_connection(std::unique_ptr<soci::session> session, const std::string& name)
      : session_{std::move(session)}, name_{name},
        make_mark_{*session_, "INSERT INTO store_writers (name, batch) VALUES (:name, 0) ON CONFLICT DO NOTHING"},
        next_mark_{*session_, "UPDATE store_writers SET batch = batch + 1 WHERE name = :name RETURNING batch, "
                              "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"},
        // The lock waits for an earlier connection whose end the server has not noticed yet.
        read_mark_{*session_, "SELECT batch FROM store_writers WHERE name = :name FOR UPDATE"} {
    make_mark_.run(name_);
  }

  soci::session& session() override { return *session_; }

  timestamp begin() override {
    session_->begin();
    next_mark_.first(name_);
    mark_ = next_mark_.column<0>().value;
    return from_millis(next_mark_.column<1>().value);
  }
  void commit() override { session_->commit(); }
  void rollback() override { session_->rollback(); }

  std::int64_t mark() const override { return mark_; }
  bool has_committed(std::int64_t mark) override {
    return read_mark_.first(name_) && read_mark_.column<0>().value >= mark;
  }

  void rest(bool) override {}

private:
  std::unique_ptr<soci::session> session_;
  std::string name_;
  statement<row<text>> make_mark_;
  statement<row<text>, row<number, number>> next_mark_;
  statement<row<text>, row<number>> read_mark_;
  std::int64_t mark_ = 0;
};

class postgresql_database final : public database {
public:
  explicit postgresql_database(const std::string& url) : address_{postgresql_address(url)} {
    try {
      refuse_transaction_pooling(address_);
      const auto session = connect_postgresql(address_);
      check_durability(*session);
      migrate(*session, dialect::postgresql);
    } catch (const soci::soci_error& error) {
      std::string buffer;
      throw database_error{"cannot open the PostgreSQL database: " + std::string{loggable_text(error, buffer)}};
    }
  }

  std::unique_ptr<write_store> open_writer(const store_context& context) override {
    const auto name = context.node + "/" + std::to_string(++writers_);
    return std::make_unique<group_commit_store>(
        dialect::postgresql, context, [address = address_, name] { return connect_postgresql_writer(address, name); });
  }

  std::unique_ptr<read_store> open_reader() override {
    return std::make_unique<query_store>(dialect::postgresql,
                                         [address = address_] { return connect_postgresql_reader(address); });
  }

  std::string check_integrity() override { return {}; }
  bool back_up(const std::filesystem::path&) override { return false; }

private:
  std::string address_;
  std::atomic<int> writers_ = 0;
};

} // namespace

std::unique_ptr<writer_connection> connect_postgresql_writer(const std::string& address, const std::string& name) {
  return std::make_unique<postgresql_writer_connection>(connect_postgresql_to_write(address), name);
}

std::unique_ptr<soci::session> connect_postgresql_reader(const std::string& address) {
  return connect_postgresql(address);
}

found_database look_at_postgresql_database(const std::string& url) {
  try {
    const auto address = postgresql_address(url);
    refuse_transaction_pooling(address);
    const auto session = connect_postgresql(address);
    check_durability(*session);
    return read_identity(*session, dialect::postgresql);
  } catch (const soci::soci_error& error) {
    std::string buffer;
    throw database_error{"cannot open the PostgreSQL database: " + std::string{loggable_text(error, buffer)}};
  }
}

std::unique_ptr<database> open_postgresql_database(const std::string& url) {
  return std::make_unique<postgresql_database>(url);
}

} // namespace paylink
