#pragma once
#include "persistence/incarnations/acknowledged_marks.hpp"
#include "persistence/incarnations/clock_keeper.hpp"
#include "persistence/incarnations/own_incarnation.hpp"
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The writer on either database: many commands, one transaction, one sync.
class group_commit_store final : public write_store {
public:
  group_commit_store(dialect spoken, const store_context& context, connect_writer connect);
  ~group_commit_store() override;

  std::vector<result<write_reply>> apply(std::span<const write_command> batch) override;
  void rest(bool idle) override;

private:
  struct statements;
  enum class outcome { stored, again, overtaken, blocked, refused, unavailable };
  using replies = std::vector<result<write_reply>>;

  void ensure_connected();
  replies carry_out(std::span<const write_command> batch);
  outcome run(std::span<const write_command> batch, replies& given);
  /// The database has less than was acknowledged: a new epoch of events.
  void begin_epoch();
  outcome recover(const std::exception& error, bool committing);
  outcome resolve_commit(const commit_mark& mark);
  void keep_changes();
  void undo_changes();
  void roll_back();
  void give_up_connection();
  replies apply_alone(std::span<const write_command> batch);

  dialect spoken_;
  store_context context_;
  batch_claims claims_; ///< Of the running transaction.
  connect_writer connect_;
  std::optional<own_incarnation> incarnation_; ///< Created once the database has been reached.
  acknowledged_marks acknowledged_;
  bool has_lost_ = false;   ///< Some of it, and no transaction has been committed since.
  bool could_store_ = true; ///< Whether the database has answered the last batch.
  clock_keeper clock_;
  std::unique_ptr<writer_connection> connection_;
  std::unique_ptr<statements> statements_; // after the connection: their end needs it
};

} // namespace paylink
