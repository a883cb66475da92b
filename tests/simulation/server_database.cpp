#include "tests/simulation/server_database.hpp"

#include "persistence/incarnations/commit_marks.hpp"
#include "persistence/stores/group_commit_store.hpp"
#include "persistence/stores/postgresql_database.hpp"
#include "persistence/stores/query_store.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/simulation/first_shops.hpp"

#include <soci/postgresql/soci-postgresql.h>

namespace paylink::simulation {
namespace {

constexpr const char* template_name = "base";

} // namespace

/// The real connection, with its real mark; only the time is the run's.
class server_database::connection final : public writer_connection {
public:
  connection(server_database& of, std::unique_ptr<writer_connection> real) : of_{of}, real_{std::move(real)} {}

  soci::session& session() override { return real_->session(); }
  timestamp begin(std::int64_t entries) override {
    real_->begin(entries);
    return of_.world_.now();
  }
  // Every transaction moves its writer's mark: whether it has changed more than that is not asked.
  void commit() override {
    real_->commit();
    of_.count_commit();
  }
  void rollback() override { real_->rollback(); }
  commit_mark mark() const override { return real_->mark(); }
  bool has_committed(const commit_mark& mark) override { return real_->has_committed(mark); }
  commit_mark find_mark(const std::string& writer) override { return real_->find_mark(writer); }
  bool is_shared() const override { return true; }
  void rest(bool idle) override { real_->rest(idle); }
  bool is_on_other_machine() const override { return true; }

private:
  server_database& of_;
  std::unique_ptr<writer_connection> real_;
};

std::unique_ptr<write_store> server_database::open_writer(const store_context& context) {
  return std::make_unique<group_commit_store>(
      dialect::postgresql, context, [this, name = context.node]() -> std::unique_ptr<writer_connection> {
        return std::make_unique<connection>(
            *this, connect_postgresql_writer(address_, writer_name(name, std::to_string(++connections_))));
      });
}

std::unique_ptr<read_store> server_database::open_reader() {
  return std::make_unique<query_store>(dialect::postgresql, [this] { return connect_postgresql_reader(address_); });
}

std::unique_ptr<soci::session> server_database::connect_rows() { return connect_postgresql_reader(address_); }

base_server::base_server() : server_{{"autovacuum=off"}} {
  const auto url = server_.create_database(template_name);
  open_postgresql_database(url);
  const auto& data = first_shops::get();
  world before{1, false};
  const skewed_clock clock{before};
  sealed_event_signer signer{data.keys};
  server_database database{before, url};
  const auto writer = database.open_writer({.node = "setup",
                                            .brand = "Service",
                                            .retries = {},
                                            .clock = clock,
                                            .signer = signer,
                                            .digest = sha256_hex,
                                            .gate = nullptr});
  for (const auto& reply : writer->apply(data.commands))
    if (!reply) throw std::logic_error{"the base data of the simulation is refused"};
  // Nobody cuts this server's power: what it would lose is not waited for.
  server_.crash_and_restart({"autovacuum=off", "fsync=off"});
}

std::string base_server::begin_anew(const std::string& name) const {
  soci::session session{soci::postgresql, server_.url()};
  session << "SET client_min_messages = error";
  session << "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)";
  session << "CREATE DATABASE " + name + " TEMPLATE " + template_name;
  return server_.url(name);
}

} // namespace paylink::simulation
