#include "persistence/stores/query_store.hpp"

#include "logging/log.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/stores/migrations.hpp"
#include "persistence/stores/outage.hpp"

namespace paylink {
namespace {

/// The server cannot be reached.
class database_away : public database_error {
  using database_error::database_error;
};

const sql_statement<sql_row<sql_number>()> find_schema_number_sql{"SELECT MAX(number) FROM schema_migrations"};

} // namespace

struct query_store::parts {
  parts(soci::session& session, dialect spoken, bool has_text_index)
      : db{session, spoken}, targets{db}, at{.db = db, .targets = targets, .has_text_index = has_text_index} {}

  connection db;
  webhook_targets targets;
  reading at;
};

query_store::query_store(dialect spoken, connect_reader connect, list_options lists)
    : spoken_{spoken}, connect_{std::move(connect)}, lists_{std::move(lists)} {
  try {
    read([](reading&) {});
  } catch (const database_away&) {
    // A server that is away for now: each query connects again.
    if (!is_server(spoken_)) throw;
  }
}

query_store::~query_store() = default;

query_store::parts& query_store::connected() {
  if (!parts_) {
    if (lists_.deadline) lists_.deadline->end(); // it is no query's
    session_ = connect_();
    parts_ = std::make_unique<parts>(*session_, spoken_, lists_.has_text_index);
    plans_ = {};
  }
  if (is_server(spoken_)) plans_.after_use(*session_);
  return *parts_;
}

// A connection that died while idle is noticed by the next query, which is then repeated.
void query_store::read(const read_function& find) {
  for (bool was_asked = false;; was_asked = true) {
    const bool was_connected = parts_ != nullptr;
    try {
      auto& all = connected();
      if (lists_.deadline) lists_.deadline->begin();
      find(all.at);
      note_answer();
      break;
    } catch (const soci::soci_error& error) {
      // A failure to connect has no error class.
      const auto fault = session_ ? fault_of(error) : store_fault::lost;
      parts_.reset();
      session_.reset();
      if (fault == store_fault::lost && was_connected && !was_asked) continue;
      std::string buffer;
      const std::string why{loggable_text(error, buffer)};
      if (lists_.deadline && has_taken_too_long(error)) throw query_took_too_long{"a list took too long"};
      const auto message = "the database does not respond: " + why;
      if (fault != store_fault::lost) {
        log::error("store.read_failed", {{"error", why}});
        throw database_error{message};
      }
      note_outage(why);
      throw database_away{message};
    }
  }
  if (!parts_->at.has_lost_text_index) return;
  parts_.reset();
  session_.reset();
}

bool query_store::is_ready() {
  try {
    std::int64_t number = 0;
    read([&](reading& at) {
      auto& found = at.db[find_schema_number_sql];
      found.first();
      number = found.column<0>().or_zero();
    });
    return number == newest_migration(spoken_);
  } catch (const std::exception&) {
    return false; // read() has logged why
  }
}

} // namespace paylink
