#include "persistence/stores/group_commit_store.hpp"

#include "logging/log.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/stores/outage.hpp"
#include "persistence/stores/writer_parts.hpp"

#include <array>
#include <utility>

namespace paylink {
namespace {

constexpr int tries_max = 9;
constexpr int reconnects_max = 25;
constexpr std::chrono::milliseconds reconnect_pause{200};
constexpr std::chrono::milliseconds first_retry_pause{5};

/// The batch's bank entries: those missing after a failover have to be requested again.
std::int64_t entries_in(std::span<const write_command> batch) {
  return std::ranges::count_if(batch, [](const write_command& command) {
    return std::holds_alternative<record_entry>(command) || std::holds_alternative<keep_entry>(command);
  });
}

} // namespace

struct group_commit_store::statements : writer_parts {
  using writer_parts::writer_parts;
};

group_commit_store::group_commit_store(dialect spoken, const store_context& context, connect_writer connect)
    : spoken_{spoken}, context_{context}, claims_{context.gate}, connect_{std::move(connect)}, clock_{context_} {
  try {
    ensure_connected();
  } catch (const soci::soci_error& error) {
    std::string buffer;
    const std::string why{loggable_text(error, buffer)};
    const bool is_lost = !connection_ || fault_of(error) == store_fault::lost;
    if (!is_server(spoken_) || !is_lost) throw database_error{"cannot open the database to write: " + why};
    // The server is away for now: each batch connects again.
    note_outage(why);
    give_up_connection();
  }
}

group_commit_store::~group_commit_store() = default;

void group_commit_store::ensure_connected() {
  if (statements_) return;
  if (!connection_) {
    PAYLINK_FAILPOINT(before_connect);
    connection_ = connect_();
    PAYLINK_FAILPOINT(after_connect);
    if (acknowledged_.compare(*connection_, context_.clock.uptime()).transactions > 0) has_lost_ = true;
  }
  if (!incarnation_) incarnation_.emplace(context_);
  statements_ = std::make_unique<statements>(connection_->session(), spoken_, context_, claims_, *incarnation_,
                                             connection_->is_shared());
}

std::vector<result<write_reply>> group_commit_store::apply(std::span<const write_command> batch) {
  if (context_.state) context_.state->batch_begins(context_.clock.uptime());
  auto given = carry_out(batch);
  if (context_.state) context_.state->batch_ends(could_store_);
  return given;
}

group_commit_store::replies group_commit_store::carry_out(std::span<const write_command> batch) {
  replies given;
  given.reserve(batch.size());
  could_store_ = true;
  bool was_overtaken = false;
  for (int tries = 0; tries < tries_max && !batch.empty(); ++tries) {
    given.clear();
    const auto ended = run(batch, given);
    ended == outcome::stored ? keep_changes() : undo_changes();
    switch (ended) {
    case outcome::stored:
      return given;
    case outcome::again:
      // Two writers that lock the same links in opposite orders would meet again and again: the one that lost steps
      // back.
      context_.pause(first_retry_pause * (1 << tries));
      continue;
    case outcome::overtaken:
      if (batch.size() > 1) return apply_alone(batch);
      // Tried again, it sees what the other transaction has stored. If that is still in its way, it would stay so.
      if (!std::exchange(was_overtaken, true)) continue;
      log::error("store.command_refused", {{"error", "it duplicates a row that must be unique"}});
      return {errc::internal_error};
    case outcome::blocked:
      if (batch.size() > 1) return apply_alone(batch);
      return {errc::service_unavailable};
    case outcome::refused:
      if (batch.size() > 1) return apply_alone(batch);
      return {errc::internal_error};
    case outcome::unavailable:
      tries = tries_max;
      break;
    }
  }
  could_store_ = false;
  return replies(batch.size(), errc::service_unavailable);
}

// What the transaction has changed in memory.
void group_commit_store::keep_changes() {
  claims_.keep();
  if (incarnation_) incarnation_->keep();
}

void group_commit_store::undo_changes() {
  claims_.give_back();
  if (incarnation_) incarnation_->undo();
}

void group_commit_store::rest(bool idle) {
  if (!connection_) return;
  try {
    connection_->rest(idle);
  } catch (const std::exception& error) {
    recover(error, false);
  }
}

// A transaction per command, so that the bad one fails alone.
group_commit_store::replies group_commit_store::apply_alone(std::span<const write_command> batch) {
  replies given;
  given.reserve(batch.size());
  for (std::size_t index = 0; index < batch.size(); ++index)
    given.push_back(carry_out(batch.subspan(index, 1)).front());
  return given;
}

group_commit_store::outcome group_commit_store::run(std::span<const write_command> batch, replies& given) {
  bool committing = false;
  try {
    ensure_connected();
    PAYLINK_FAILPOINT(before_begin);
    auto& when = statements_->when;
    when.now = connection_->begin(entries_in(batch));
    PAYLINK_FAILPOINT(after_begin);
    when.clock_is_sound = clock_.believe(when.now, batch, *connection_, statements_->marks);
    if (has_lost_) begin_epoch();
    statements_->run(batch, given);
    clock_.leave_mark(statements_->marks);
    committing = true;
    PAYLINK_FAILPOINT(before_commit);
    connection_->commit();
    PAYLINK_FAILPOINT(after_commit);
    acknowledged_.note(connection_->mark(), context_.clock.uptime());
    has_lost_ = false;
    clock_.on_committed();
    note_answer();
    return outcome::stored;
  } catch (const std::exception& error) {
    return recover(error, committing);
  }
}

// Events may get positions that others have seen with lost ones.
void group_commit_store::begin_epoch() {
  const std::array<write_command, 2> commands{mark_restored{}, check_events{}};
  replies done;
  statements_->run(commands, done);
}

group_commit_store::outcome group_commit_store::recover(const std::exception& error, bool committing) {
  std::string buffer;
  const auto fault = connection_ ? fault_of(error) : store_fault::lost;
  const auto why = loggable_text(error, buffer);
  switch (fault) {
  case store_fault::retry:
    roll_back();
    return outcome::again;
  case store_fault::blocked:
    // Only one command waits for another transaction's lock, not the whole batch.
    log::warning("store.blocked", {{"error", why}});
    roll_back();
    return outcome::blocked;
  case store_fault::overtaken:
    log::warning("store.overtaken", {{"error", why}});
    roll_back();
    return outcome::overtaken;
  case store_fault::full:
    log::error("store.full", {{"error", why}, {"advice", "free space on the database's disk"}});
    roll_back();
    return outcome::unavailable;
  case store_fault::locked:
    log::error("store.locked", {{"error", why}, {"advice", "stop the other process that writes to the file"}});
    roll_back();
    return outcome::unavailable;
  case store_fault::io:
    // It is unknown what reached the disk, and a later sync could not be trusted: only a new start can recover.
    log::error("store.io_error", {{"error", why}});
    log::flush();
    context_.die();
    return outcome::unavailable;
  case store_fault::alone:
    log::error("store.not_replicated", {{"error", why}, {"advice", "set synchronous_standby_names on the server"}});
    roll_back();
    return outcome::unavailable;
  case store_fault::failing:
    log::error("store.server_failing",
               {{"error", why},
                {"advice", "check the database server: its disk and memory, its log, and the privileges of its role"}});
    roll_back();
    return outcome::unavailable;
  case store_fault::lost: {
    note_outage(why);
    const bool was_connected = connection_ != nullptr;
    const auto mark = connection_ ? connection_->mark() : commit_mark{};
    give_up_connection();
    if (!was_connected) return outcome::unavailable;
    return committing ? resolve_commit(mark) : outcome::again;
  }
  case store_fault::closed:
    // Another node may have the master key, and this one after a restart: the bank is asked to send it again.
    if (context_.state && dynamic_cast<const closed_signing_key&>(error).is_of_other_master_key())
      context_.state->set(concern::keys_missing, true);
    log::error("store.signing_key_unreadable",
               {{"error", why}, {"advice", "restart this node with the newest master key file"}});
    roll_back();
    return outcome::blocked;
  case store_fault::other:
    break;
  }
  const bool is_broken_promise = dynamic_cast<const broken_invariant*>(&error) != nullptr;
  log::error(is_broken_promise ? "store.invariant_violated" : "store.command_refused", {{"error", why}});
  roll_back();
  return outcome::refused;
}

// The answer to a commit was lost: nothing is answered until the database has shown whether it took place.
group_commit_store::outcome group_commit_store::resolve_commit(const commit_mark& mark) {
  for (int tries = 0; tries < reconnects_max; ++tries) {
    try {
      ensure_connected();
      PAYLINK_FAILPOINT(before_reading_mark);
      const bool has_committed = connection_->has_committed(mark);
      PAYLINK_FAILPOINT(after_reading_mark);
      if (has_committed) acknowledged_.note(mark, context_.clock.uptime());
      return has_committed ? outcome::stored : outcome::again;
    } catch (const std::exception& error) {
      std::string buffer;
      log::warning("store.commit_unresolved", {{"error", loggable_text(error, buffer)}});
      give_up_connection();
      context_.pause(reconnect_pause);
    }
  }
  return outcome::unavailable;
}

void group_commit_store::roll_back() {
  try {
    PAYLINK_FAILPOINT(before_rollback);
    connection_->rollback();
    PAYLINK_FAILPOINT(after_rollback);
    if (statements_) statements_->endpoints.forget();
    // SOCI's PostgreSQL statements free the numbers of a failed execution only when they are destroyed.
    if (is_server(spoken_)) statements_.reset();
  } catch (const std::exception&) {
    give_up_connection(); // a connection that cannot even roll back
  }
}

void group_commit_store::give_up_connection() {
  statements_.reset();
  connection_.reset();
}

} // namespace paylink
