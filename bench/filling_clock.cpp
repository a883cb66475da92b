#include "bench/filling_clock.hpp"

#include "tests/support/raw_sql.hpp"

#include <fstream>

namespace paylink::load {

namespace {

constexpr const char* name_of_server_file = "paylink_filling_clock";

std::string set_path_sql(const std::string& to) {
  return "DO $$BEGIN EXECUTE format('ALTER DATABASE %I " + to + "', current_database()); END$$";
}

} // namespace

void filling_clock::put(timestamp at) {
  const bool is_first = !stands_at_;
  stands_at_ = at;
  if (is_first && database_.starts_with("postgresql://")) replace_server_clock();
  if (!server_file_.empty()) std::ofstream{server_file_, std::ios::trunc} << to_millis(at);
}

// The server looks for functions in its own catalogue first, unless the search path names that later.
void filling_clock::replace_server_clock() {
  server_file_ = std::filesystem::path{test::ask_sql(database_, "SHOW data_directory")} / name_of_server_file;
  std::ofstream{server_file_} << to_millis(*stands_at_);
  using std::filesystem::perms;
  // The server is another user if this program is root.
  std::filesystem::permissions(server_file_,
                               perms::owner_read | perms::owner_write | perms::group_read | perms::others_read);
  test::run_sql(database_, std::string{"CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql "
                                       "VOLATILE AS 'SELECT to_timestamp(CAST(pg_read_file(''"} +
                               name_of_server_file + "'') AS double precision) / 1000)'");
  test::run_sql(database_, set_path_sql("SET search_path = public, pg_catalog"));
}

void filling_clock::let_go() {
  stands_at_.reset();
  if (server_file_.empty()) return;
  test::run_sql(database_, set_path_sql("RESET search_path"));
  test::run_sql(database_, "DROP FUNCTION public.clock_timestamp()");
  std::filesystem::remove(server_file_);
  server_file_.clear();
}

} // namespace paylink::load
