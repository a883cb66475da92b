#include "app/administration.hpp"

#include "actors/upkeep/maintenance.hpp"
#include "app/admin/control_socket.hpp"
#include "app/admin/master_key_rotation.hpp"
#include "app/data_folder.hpp"
#include "app/folder_lock.hpp"
#include "app/machine_clock.hpp"
#include "app/node_settings.hpp"
#include "app/own_database.hpp"
#include "app/preflight.hpp"
#include "domain/identity/api_token.hpp"
#include "domain/values/word_list.hpp"
#include "persistence/incarnations/living_nodes.hpp"
#include "persistence/stores/sqlite_files.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"

#include <boost/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <stdexcept>

namespace paylink {

namespace json = boost::json;

namespace {

std::string refusal(std::string_view message) {
  return json::serialize(json::object{{"ok", false}, {"message", message}});
}

/// `1 value`, `2 values`.
std::string counted(std::int64_t number, std::string_view thing) {
  return std::to_string(number) + " " + std::string{thing} + (number == 1 ? "" : "s");
}

/// The named permissions; all of an Owner's if none is named. None for an unknown name, which is then in `wrong`.
std::optional<permission_set> read_permissions(const json::array& names, std::string& wrong) {
  permission_set set = 0;
  for (const auto& item : names) {
    const auto text = json::value_to<std::string>(item);
    const auto known = parse_permission(text);
    if (!known) {
      wrong = text;
      return std::nullopt;
    }
    set |= static_cast<permission_set>(*known);
  }
  return names.empty() ? permissions_of(role::owner) : set;
}

/// The operator acts, for the audit log.
act by_operator(timestamp now, random_source& random) {
  return {.id = audit_id::make(now, random), .by = {audit_actor::kind::operating, "paylinkd admin"}};
}

std::string create_api_token(const json::object& request, const admin_access& access, random_source& random) {
  const auto workspace_text = json::value_to<std::string>(request.at("workspace"));
  const auto id = workspace_id::parse(workspace_text);
  if (!id) return refusal(workspace_text + " is not a Workspace id (ws_…)");
  std::string wrong;
  const auto set = read_permissions(request.at("permissions").as_array(), wrong);
  if (!set && wrong.find(',') != wrong.npos) return refusal(wrong + ": repeat --permission for each permission");
  if (!set)
    return refusal(wrong + " is not a permission; the permissions are " +
                   joined(words_of_set(permissions_of(role::owner))));
  const auto workspace = access.find_workspace(*id);
  if (!workspace) return refusal("there is no Workspace " + workspace_text);
  const auto now = access.now();
  const auto secret = make_secret("plat", random);
  const auto stored = access.apply(create_token{.id = token_id::make(now, random),
                                                .user = workspace->owner,
                                                .digest = sha256_hex(secret),
                                                .last4 = secret.substr(secret.size() - 4),
                                                .name = json::value_to<std::string>(request.at("name")),
                                                .expires_at = now + std::chrono::hours{request.at("hours").as_int64()},
                                                .permissions = {{*id, *set}},
                                                .by = by_operator(now, random)});
  if (!stored) return refusal("the token could not be stored: " + stored.error().message());
  return json::serialize(json::object{{"ok", true}, {"token", secret}});
}

std::string back_up(const std::filesystem::path& copy) {
  if (copy.empty()) return refusal("the database is PostgreSQL: back it up with pg_dump or pg_basebackup");
  return json::serialize(json::object{{"ok", true}, {"file", copy.string()}});
}

/// What `rotate-master-key --remove-old` has done, and what remains to do.
std::string removal_reported(std::size_t removed, const std::string& current_id) {
  auto reported =
      counted(static_cast<std::int64_t>(removed), "old key") + " removed; everything is encrypted with " + current_id;
  if (removed > 0)
    reported += ". Backups made before now cannot be restored without the removed keys: make a new backup now.";
  return reported;
}

std::string rotate_keys(const json::object& request, const admin_access& access, random_source& random) {
  if (!request.at("remove_old").as_bool() && access.count_other_nodes() > 0)
    return refusal("another node uses this database, or crashed in the last 15 seconds: it would lack the new key and "
                   "could not complete links; see \"Master keys\" in docs/operations.md for several nodes");
  const auto reader = access.open_reader();
  const sealed_rows rows{*reader, access.apply};
  const auto& keys = access.keys;
  if (request.at("remove_old").as_bool()) {
    const auto removed = remove_old_master_keys(rows, access.keys, random);
    return json::serialize(json::object{{"ok", true}, {"summary", removal_reported(removed, keys.current_id())}});
  }
  const auto done = rotate_master_key(rows, access.keys, random);
  if (done.unreadable > 0)
    return refusal("the new master key " + keys.current_id() + " is in use, with " + counted(done.changed, "value") +
                   " encrypted with it, but " + counted(done.unreadable, "value") +
                   " could not be decrypted; the log names them");
  return json::serialize(json::object{
      {"ok", true},
      {"summary", counted(done.changed, "value") + " encrypted with the new master key " + keys.current_id()}});
}

std::string request_of(const arguments& asked) {
  if (asked.what == task::carry_out_order) return json::serialize(request_of(asked.order));
  if (asked.what == task::back_up) return json::serialize(json::object{{"verb", "backup"}});
  if (asked.what == task::rotate_master_key)
    return json::serialize(json::object{{"verb", "rotate-master-key"}, {"remove_old", asked.remove_old_keys}});
  json::array permissions(asked.token.permissions.begin(), asked.token.permissions.end());
  return json::serialize(json::object{{"verb", "create-token"},
                                      {"workspace", asked.token.workspace},
                                      {"name", asked.token.name},
                                      {"hours", asked.token.lifetime.count()},
                                      {"permissions", std::move(permissions)}});
}

/// The member of an answer that is printed.
const char* printed(task what) {
  if (what == task::back_up) return "file";
  return what == task::create_token ? "token" : "summary";
}

/// What `use` works with while it has exclusive use of the database.
struct opened_database {
  const std::string& url;
  database& all;
  read_store& reader;
  std::function<result<write_reply>(write_command)> apply;
  const wall_clock& clock;
  random_source& random;
  master_keys& keys;
};

/// Opens the database, which exists and belongs to the folder, while `use` runs.
template <class Use>
auto with_database(const data_folder& folder, const settings& values, Use use) {
  const auto chosen = require_database(folder, values);
  // A running service would have answered on its socket: this one is starting or stopping.
  const folder_lock lock{folder.path(), "stop the service first, then run this again"};
  system_random random;
  const system_wall_clock clock;
  auto keys = keys_to_administer_with(folder.master_key_file(values), chosen);
  sealed_event_signer signer{keys};
  const auto opened = open_database(chosen.url);
  const auto writer = opened->open_writer({.node = folder.node_name(values),
                                           .brand = values.brand.name,
                                           .retries = {},
                                           .clock = clock,
                                           .signer = signer,
                                           .digest = sha256_hex,
                                           .synchronized_time = synchronized_time});
  const auto reader = opened->open_reader();
  const auto apply = [&writer](write_command command) { return std::move(writer->apply({&command, 1}).front()); };
  require_master_keys({*reader, apply}, keys, random);
  return use(opened_database{chosen.url, *opened, *reader, apply, clock, random, keys});
}

/// A copy needs no key, and is needed most when something is wrong, or before the first start of a new version.
std::string back_up_alone(const data_folder& folder, const settings& values) {
  const auto opened = open_database(require_database(folder, values).url, schema_use::left_alone);
  const system_wall_clock clock;
  return back_up(make_backup({clock, *opened, folder.backup_folder(values), values.database.backups_kept}));
}

std::string carry_out_alone(const data_folder& folder, const arguments& asked, const settings& values) {
  if (asked.what == task::back_up) return back_up_alone(folder, values);
  require_memory(folder);
  return with_database(folder, values, [&](const opened_database& with) {
    const admin_access access{.find_workspace = [&](workspace_id id) { return with.reader.ask(find_workspace{id}); },
                              .apply = with.apply,
                              .back_up = [] { return std::filesystem::path{}; },
                              .now = [&] { return with.clock.now(); },
                              .open_reader = [&] { return with.all.open_reader(); },
                              .count_other_nodes = [&] { return count_living_nodes(with.url); },
                              .keys = with.keys,
                              .around = surroundings_of(in_force(asked, values))};
    return carry_out(request_of(asked), access, with.random);
  });
}

namespace files = std::filesystem;

constexpr const char* sqlite_scheme = "sqlite://";
constexpr const char* parts_of_database[]{"", "-wal", "-shm", "-journal"};

files::path with_ending(const files::path& file, std::string_view ending) { return files::path{file}.concat(ending); }

/// Checks the whole database and its keys, migrates it, and marks it as restored.
void take_up(const data_folder& folder, const settings& values, const chosen_database& chosen) {
  const auto opened = open_database(chosen.url);
  if (const auto broken = opened->check_integrity(); !broken.empty())
    throw std::runtime_error{"the copy is damaged: " + broken + "; use an older one"};
  system_random random;
  const system_wall_clock clock;
  auto keys = keys_to_administer_with(folder.master_key_file(values), chosen);
  sealed_event_signer signer{keys};
  const auto writer = opened->open_writer({.node = folder.node_name(values),
                                           .brand = values.brand.name,
                                           .retries = {},
                                           .clock = clock,
                                           .signer = signer,
                                           .digest = sha256_hex,
                                           .synchronized_time = synchronized_time});
  const auto reader = opened->open_reader();
  const auto apply = [&writer](write_command command) { return std::move(writer->apply({&command, 1}).front()); };
  require_master_keys({*reader, apply}, keys, random);
  if (const auto marked = apply(mark_restored{}); !marked)
    throw std::runtime_error{"the database could not be marked as restored: " + marked.error().message()};
}

void sync_file(const files::path& file) {
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_synced = handle >= 0 && ::fsync(handle) == 0;
  if (handle >= 0) ::close(handle);
  if (!is_synced) throw std::runtime_error{"cannot sync " + file.string()};
}

/// Moves a database at rest into a new folder beside it, as one file if it is readable; empty: there was none.
files::path put_aside(const files::path& database, timestamp now) {
  try {
    if (files::exists(database)) complete_sqlite_file(database);
  } catch (const database_error&) {
    // It may be restored because it is damaged. Then its files are kept as they are.
  }
  files::path aside;
  for (const auto* part : parts_of_database) {
    const auto file = with_ending(database, part);
    if (!files::exists(file)) continue;
    if (aside.empty()) {
      auto moment = format_rfc3339(now);
      std::erase(moment, ':');
      aside = database.parent_path() / ("before-restore-" + moment);
      files::create_directory(aside);
      files::permissions(aside, files::perms::owner_all);
    }
    files::rename(file, aside / file.filename());
  }
  if (!aside.empty()) sync_file(aside);
  return aside;
}

/// A folder of its own, until the end.
class workshop_folder {
public:
  explicit workshop_folder(files::path at) : at_{std::move(at)} {
    files::remove_all(at_);
    files::create_directory(at_);
    files::permissions(at_, files::perms::owner_all);
  }
  ~workshop_folder() {
    std::error_code ignored;
    files::remove_all(at_, ignored);
  }
  workshop_folder(const workshop_folder&) = delete;
  workshop_folder& operator=(const workshop_folder&) = delete;

  files::path operator/(const char* file) const { return at_ / file; }

private:
  const files::path at_;
};

int restore_file(const arguments& asked, const data_folder& folder, const settings& values) {
  const auto url = folder.database_url(values);
  if (!url.starts_with(sqlite_scheme))
    throw std::runtime_error{"the database is PostgreSQL: restore it with its own tools, then run paylinkd restore "
                             "--mark before a service starts"};
  // SQLite keeps a log beside the file itself, not beside a link to it.
  const files::path named = url.substr(std::string_view{sqlite_scheme}.size());
  if (files::is_symlink(named) && !files::exists(named))
    throw std::runtime_error{named.string() +
                             " is a link to a missing file: restore that folder, or remove the link to restore here"};
  const auto database = files::weakly_canonical(named);
  if (!files::is_regular_file(asked.restored_file))
    throw std::runtime_error{asked.restored_file.string() + " is not a file"};
  const auto copy = files::canonical(asked.restored_file);
  const auto workshop_place = with_ending(database, ".restoring");
  if (copy.parent_path() == workshop_place)
    throw std::runtime_error{copy.string() + " is in restore's working folder, which is emptied; move the file"};
  if (files::exists(database) && files::equivalent(copy, database))
    throw std::runtime_error{copy.string() + " is the database itself; give a backup file"};
  if (!asked.replace && files::exists(database))
    throw std::runtime_error{
        "there is a database at " + database.string() +
        "; nothing was changed. To replace it with the copy, add --replace; the old database is kept in "
        "before-restore-… beside the new one"};

  const sqlite_file_lock lock{named};
  // On the same file system, so that the finished database can be renamed into its place.
  const workshop_folder workshop{workshop_place};
  const auto part = workshop / "paylink.db";
  copy_sqlite_file(copy, part);
  const auto found = look_at_database(sqlite_scheme + part.string());
  if (!found.is_made) throw std::runtime_error{copy.string() + " is not a paylink database"};
  if (!found.schema_fault.empty()) throw std::runtime_error{copy.string() + ": " + found.schema_fault};
  require_own(folder, found, copy.string());
  take_up(folder, values, {sqlite_scheme + part.string(), found});
  complete_sqlite_file(part);
  sync_file(part);
  const auto aside = put_aside(database, system_wall_clock{}.now());
  std::error_code failed;
  files::rename(part, database, failed);
  if (failed)
    throw std::runtime_error{"the copy cannot be put in place: " + failed.message() +
                             (aside.empty() ? "" : "; the previous database is in " + aside.string())};
  sync_file(database.parent_path());
  remember_database(folder, url);
  std::cout << "Restored " << copy.string() << " to " << database.string() << ".\n";
  if (!aside.empty()) std::cout << "The previous database is in " << aside.string() << ".\n";
  return 0;
}

} // namespace

std::string carry_out(const std::string& request, const admin_access& access, random_source& random) {
  boost::system::error_code failed;
  const auto parsed = json::parse(request, failed);
  if (failed || !parsed.is_object()) return refusal("the request is not a JSON object");
  try {
    const auto verb = json::value_to<std::string>(parsed.at("verb"));
    if (verb == "create-token") return create_api_token(parsed.as_object(), access, random);
    if (verb == "backup") return back_up(access.back_up());
    if (verb == "rotate-master-key") return rotate_keys(parsed.as_object(), access, random);
    if (is_operator_request(parsed.as_object()))
      return json::serialize(carry_out_order(parsed.as_object(), access.for_operator(), random));
    return refusal("unknown command " + verb);
  } catch (const std::exception& fault) {
    return refusal(explain(fault));
  }
}

int administer(const arguments& asked, const settings& values) {
  const auto folder = data_folder::find(asked);
  auto answer = ask_daemon(folder / "control.sock", request_of(asked));
  if (!answer) answer = carry_out_alone(folder, asked, values);
  const auto reported = json::parse(*answer).as_object();
  if (!reported.at("ok").as_bool()) {
    std::cerr << "paylinkd: " << json::value_to<std::string>(reported.at("message")) << '\n';
    return 1;
  }
  if (asked.what == task::carry_out_order)
    print_answer(std::cout, reported, asked.order.as_json);
  else
    std::cout << json::value_to<std::string>(reported.at(printed(asked.what))) << '\n';
  return 0;
}

int migrate(const arguments& asked, const settings& values) {
  const auto folder = data_folder::find(asked);
  with_database(folder, values, [](const opened_database&) { return 0; });
  remember_database(folder, folder.database_url(values));
  std::cout << "The schema is up to date.\n";
  return 0;
}

int restore(const arguments& asked, const settings& values) {
  if (asked.restored_file.empty() != asked.mark)
    throw std::runtime_error{"give a backup file, or --mark if the database was already restored"};
  const auto folder = asked.mark ? data_folder::find(asked) : data_folder::open(asked);
  const folder_lock lock{folder.path(), "stop the service first, then run this again"};
  if (!asked.mark) {
    const int code = restore_file(asked, folder, values);
    std::cout << "Events start a new epoch at the next start.\n";
    return code;
  }
  take_up(folder, values, require_database(folder, values));
  std::cout << "The database is marked as restored. Events start a new epoch at the next start.\n";
  return 0;
}

} // namespace paylink
