// The steps of the schema: what a database keeps of them, and which databases are refused.
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/sql/sqlite_library.hpp"
#include "persistence/stores/migrations.hpp"
#include "tests/persistence/store_world.hpp"

#include <barrier>
#include <boost/test/unit_test.hpp>
#include <soci/postgresql/soci-postgresql.h>
#include <thread>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(migrations)

namespace {

/// What `work` is refused with; empty if it is not.
template <class Work>
std::string refusal_of(const Work& work) {
  try {
    work();
    return {};
  } catch (const database_error& error) {
    return error.what();
  }
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A database with the product's schema, which no service has opened, and the steps that a later version adds to it.
class extended_schema {
public:
  explicit extended_schema(kind where)
      : world{where}, spoken_{where == kind::sqlite ? dialect::sqlite : dialect::postgresql} {
    world.reader.reset(), world.writer.reset(), world.opened.reset();
    for (const auto& step : all_migrations)
      if (step.spoken == spoken_) steps_.push_back(step);
  }

  /// The number of the next step is one more than the last.
  void add(std::string_view name, std::string_view sql) {
    steps_.push_back({.number = steps_.back().number + 1, .name = name, .spoken = spoken_, .sql = sql});
  }
  /// As if a step had been edited after it was applied.
  void edit_last(std::string_view sql) { steps_.back().sql = sql; }

  void migrate() const { paylink::migrate(*connect(), spoken_, steps_); }
  std::string refusal() const {
    return refusal_of([this] { migrate(); });
  }
  std::string ledger() const {
    std::string names;
    for (const auto& row : run_sql(world.url, "SELECT name FROM schema_migrations ORDER BY number"))
      names += row.at(0) + ' ';
    return names;
  }
  bool has_table(const std::string& name) const {
    return world.ask(spoken_ == dialect::sqlite
                         ? "SELECT COUNT(*) FROM sqlite_master WHERE name = '" + name + "'"
                         : "SELECT COUNT(*) FROM pg_tables WHERE tablename = '" + name + "'") == "1";
  }

  store_world world;

private:
  std::unique_ptr<soci::session> connect() const {
    if (spoken_ == dialect::sqlite)
      return std::make_unique<soci::session>(sqlite_sessions(),
                                             "dbname=\"" + (world.folder / "paylink.db").string() + "\" timeout=5");
    return std::make_unique<soci::session>(*soci::factory_postgresql(), postgresql_address(world.url));
  }

  dialect spoken_;
  std::vector<migration> steps_;
};

constexpr std::string_view lamps = "-- Lamps; each has a place.\n"
                                   "CREATE TABLE lamps (\n"
                                   "  place TEXT PRIMARY KEY\n"
                                   ");\n"
                                   "\n"
                                   "INSERT INTO lamps (place) VALUES ('desk');\n";

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_database_has_the_baseline_alone, Backend, backends) {
  const extended_schema schema{Backend::where};
  BOOST_TEST(schema.ledger() == "0001_baseline ");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_step_is_applied_once, Backend, backends) {
  extended_schema schema{Backend::where};
  schema.add("0002_lamps", lamps);
  for (int start = 0; start < 2; ++start) {
    schema.migrate();
    BOOST_TEST(schema.ledger() == "0001_baseline 0002_lamps ");
    BOOST_TEST(schema.world.ask("SELECT COUNT(*) FROM lamps") == "1");
  }
  schema.add("0003_rooms", "CREATE TABLE rooms (name TEXT PRIMARY KEY);\n");
  schema.migrate();
  BOOST_TEST(schema.ledger() == "0001_baseline 0002_lamps 0003_rooms ");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_step_that_fails_changes_nothing, Backend, backends) {
  extended_schema schema{Backend::where};
  schema.add("0002_lamps", "CREATE TABLE lamps (place TEXT PRIMARY KEY);\nINSERT INTO nowhere (place) VALUES ('x');\n");
  schema.add("0003_rooms", "CREATE TABLE rooms (name TEXT PRIMARY KEY);\n");
  const auto why = schema.refusal();
  BOOST_TEST(says(why, "migration 0002_lamps failed and changed nothing: "), why);
  BOOST_TEST(says(why, "nowhere"), why);
  BOOST_TEST(schema.ledger() == "0001_baseline ");
  BOOST_TEST((!schema.has_table("lamps") && !schema.has_table("rooms")));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_step_of_other_content_is_refused_before_anything_is_applied, Backend, backends) {
  extended_schema schema{Backend::where};
  schema.add("0002_lamps", lamps);
  schema.migrate();
  schema.edit_last("CREATE TABLE lamps (place TEXT PRIMARY KEY, watts BIGINT);\n");
  schema.add("0003_rooms", "CREATE TABLE rooms (name TEXT PRIMARY KEY);\n");
  BOOST_TEST(schema.refusal() == "migration 0002_lamps was applied to this database with different content; use the "
                                 "version of paylinkd that created the database, or restore a backup");
  BOOST_TEST(!schema.has_table("rooms"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nodes_that_start_together_apply_a_step_once, Backend, backends) {
  extended_schema schema{Backend::where};
  schema.add("0002_lamps", lamps);
  constexpr int nodes = 4;
  std::barrier together{nodes};
  std::vector<std::string> refusals(nodes);
  {
    std::vector<std::jthread> starts;
    for (auto& refusal : refusals)
      starts.emplace_back([&] {
        together.arrive_and_wait();
        refusal = schema.refusal();
      });
  }
  BOOST_TEST(refusals == std::vector<std::string>(nodes), boost::test_tools::per_element());
  BOOST_TEST(schema.ledger() == "0001_baseline 0002_lamps ");
  BOOST_TEST(schema.world.ask("SELECT COUNT(*) FROM lamps") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_newer_schema_is_refused, Backend, backends) {
  store_world world{Backend::where};
  run_sql(world.url,
          "INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (9999, '9999_later', 'x', 0)");
  BOOST_TEST(!world.reader->is_ready());
  world.reader.reset(), world.writer.reset(), world.opened.reset();
  const auto why = refusal_of([&] { open_database(world.url); });
  BOOST_TEST(look_at_database(world.url).schema_fault == why);
  BOOST_TEST(says(why, "created by a newer version of paylinkd (its schema has number 9999"), why);
}

// Such as the databases of developers from before the baseline, which had 48 steps.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_schema_that_began_otherwise_is_not_taken_for_a_newer_one, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(look_at_database(world.url).schema_fault == "");
  world.reader.reset(), world.writer.reset(), world.opened.reset();
  run_sql(world.url,
          "UPDATE schema_migrations SET name = '0001_foundations', checksum = '0000000000000000'; INSERT INTO "
          "schema_migrations (number, name, checksum, applied_at) VALUES (48, '0048_when_a_proof_occurred', 'x', 0)");
  const auto found = look_at_database(world.url);
  const auto why = refusal_of([&] { open_database(world.url); });
  BOOST_TEST(why == "migration 0001_baseline was applied to this database with different content; use the version of "
                    "paylinkd that created the database, or restore a backup");
  BOOST_TEST((found.is_made && found.schema_fault == why));
}

BOOST_AUTO_TEST_SUITE_END()
