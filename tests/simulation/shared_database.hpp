#pragma once
#include "persistence/doctor.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"
#include "persistence/stores/sqlite_database.hpp"
#include "tests/simulation/memory_files.hpp"
#include "tests/simulation/row_reader.hpp"
#include "tests/simulation/world.hpp"

#include <functional>
#include <memory>

namespace paylink::simulation {

/// Thrown where a node's process is killed. No std::exception, so that nothing on the way takes it for an error.
struct node_killed {};

/// The one database of a run, with the real stores over it.
class shared_database {
public:
  explicit shared_database(world& in) : world_{in} {}
  shared_database(const shared_database&) = delete;
  shared_database& operator=(const shared_database&) = delete;
  virtual ~shared_database() = default;

  /// A writer for one incarnation of a node; `die` throws `node_killed`.
  virtual std::unique_ptr<write_store> open_writer(const store_context& context) = 0;
  virtual std::unique_ptr<read_store> open_reader() = 0;
  /// For lists and searches; where nothing keeps an index of texts beside the database, one as any other.
  virtual std::unique_ptr<read_store> open_list_reader() { return open_reader(); }
  virtual std::unique_ptr<text_indexer> open_text_indexer() { return nullptr; }

  /// What is committed, read apart from all nodes. Close it before the files are replaced.
  row_reader& rows();
  void close_rows() { rows_.reset(); }

  /// The doctor of the product, apart from all nodes as well.
  std::unique_ptr<doctor> open_doctor(const doctor_context& context);

  /// How many transactions have changed something.
  std::uint64_t commits = 0;
  /// Whether the last one did.
  bool has_changed = false;
  /// Called after each, in the middle of the store: what it checks must not throw.
  std::function<void()> on_commit;
  /// Whether faults may strike at all now: not while a node begins or the run looks at what is there.
  bool is_armed = false;
  /// Whether it is away from the node whose step it is.
  std::function<bool()> is_away = [] { return false; };

protected:
  virtual std::unique_ptr<soci::session> connect_rows() = 0;
  virtual dialect spoken() const { return dialect::sqlite; }
  void count_commit();

  world& world_;

private:
  std::unique_ptr<row_reader> rows_;
};

/// Whether a file of the disk belongs to the index of texts.
bool is_search_file(std::string_view name);

/// SQLite in memory. Either the file of one node, whose clock decides, or it stands for a server that several nodes
/// use: then its own clock decides, and links to it may break.
class memory_database final : public shared_database {
public:
  static constexpr const char* file = "/simulation/paylink.db";

  explicit memory_database(world& in, const sqlite_options& options = {}) : shared_database{in}, options_{options} {}

  std::unique_ptr<write_store> open_writer(const store_context& context) override;
  std::unique_ptr<read_store> open_reader() override;
  std::unique_ptr<read_store> open_list_reader() override;
  std::unique_ptr<text_indexer> open_text_indexer() override;

  /// The table in which connections to a server count, made for what stands for one.
  static void make_marks(soci::session& session);
  /// Takes back the credits since then, as if they had never been committed: their rows' numbers are given again.
  void lose_credits_since(timestamp moment);

private:
  class connection;
  std::unique_ptr<writer_connection> connect(const store_context& context);
  std::unique_ptr<soci::session> connect_reader_that_fails();
  std::unique_ptr<soci::session> connect_rows() override;

  sqlite_options options_;
  int connections_ = 0; ///< Of writers, each with a mark of its own.
};

} // namespace paylink::simulation
