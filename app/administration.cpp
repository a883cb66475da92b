#include "app/administration.hpp"

#include "actors/caretaker.hpp"
#include "app/control_socket.hpp"
#include "app/data_folder.hpp"
#include "domain/access.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"

#include <boost/json.hpp>

#include <iostream>

namespace paylink {

namespace json = boost::json;

namespace {

std::string refusal(std::string_view message) {
  return json::serialize(json::object{{"ok", false}, {"message", message}});
}

/// The named permissions; all that an Owner holds when none is named. None for an unknown name, which `wrong` then
/// holds.
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

std::string create_api_token(const json::object& request, const admin_access& access, random_source& random) {
  const auto workspace_text = json::value_to<std::string>(request.at("workspace"));
  const auto id = workspace_id::parse(workspace_text);
  if (!id) return refusal(workspace_text + " is no Workspace id (ws_…)");
  std::string wrong;
  const auto set = read_permissions(request.at("permissions").as_array(), wrong);
  if (!set) return refusal(wrong + " is no permission");
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
                                                .permissions = {{*id, *set}}});
  if (!stored) return refusal("the token could not be stored: " + stored.error().message());
  return json::serialize(json::object{{"ok", true}, {"token", secret}});
}

std::string back_up(const admin_access& access) {
  const auto copy = access.back_up();
  if (copy.empty()) return refusal("the database is PostgreSQL: back it up with pg_dump or pg_basebackup");
  return json::serialize(json::object{{"ok", true}, {"file", copy.string()}});
}

std::string request_of(const arguments& asked) {
  if (asked.what == task::back_up) return json::serialize(json::object{{"verb", "backup"}});
  json::array permissions(asked.token.permissions.begin(), asked.token.permissions.end());
  return json::serialize(json::object{{"verb", "create-token"},
                                      {"workspace", asked.token.workspace},
                                      {"name", asked.token.name},
                                      {"hours", asked.token.lifetime.count()},
                                      {"permissions", std::move(permissions)}});
}

/// Opens the database for as long as `use` runs.
template <class Use>
auto with_database(const arguments& asked, const settings& values, Use use) {
  const auto folder = data_folder::open(asked);
  system_random random;
  const system_wall_clock clock;
  const auto keys = master_keys::load_or_create(folder.master_key_file(values), random);
  sealed_event_signer signer{keys};
  const auto opened = open_database(folder.database_url(values));
  const auto writer = opened->open_writer(
      {.node = folder.node_name(values), .brand = values.brand.name, .retries = {}, .clock = clock, .signer = signer});
  return use(*opened, *writer, clock, random);
}

std::string carry_out_alone(const arguments& asked, const settings& values) {
  return with_database(
      asked, values, [&](database& opened, write_store& writer, const wall_clock& clock, random_source& random) {
        const auto rows = opened.open_reader();
        const admin_access access{
            .find_workspace = [&](workspace_id id) { return rows->find_workspace(id); },
            .apply = [&](write_command command) { return std::move(writer.apply({&command, 1}).front()); },
            .back_up =
                [&] {
                  return make_backup(
                      {clock, opened, data_folder::open(asked).backup_folder(values), values.database.backups_kept});
                },
            .now = [&] { return clock.now(); }};
        return carry_out(request_of(asked), access, random);
      });
}

} // namespace

std::string carry_out(const std::string& request, const admin_access& access, random_source& random) {
  boost::system::error_code failed;
  const auto parsed = json::parse(request, failed);
  if (failed || !parsed.is_object()) return refusal("the request is no JSON object");
  try {
    const auto verb = json::value_to<std::string>(parsed.at("verb"));
    if (verb == "create-token") return create_api_token(parsed.as_object(), access, random);
    if (verb == "backup") return back_up(access);
    return refusal("there is no verb " + verb);
  } catch (const std::exception& fault) {
    return refusal(fault.what());
  }
}

int administer(const arguments& asked, const settings& values) {
  const auto folder = data_folder::open(asked);
  auto answer = ask_daemon(folder / "control.sock", request_of(asked));
  if (!answer) answer = carry_out_alone(asked, values);
  const auto told = json::parse(*answer).as_object();
  if (!told.at("ok").as_bool()) {
    std::cerr << "paylinkd: " << json::value_to<std::string>(told.at("message")) << '\n';
    return 1;
  }
  std::cout << json::value_to<std::string>(told.at(asked.what == task::back_up ? "file" : "token")) << '\n';
  return 0;
}

int migrate(const arguments& asked, const settings& values) {
  with_database(asked, values, [](database&, write_store&, const wall_clock&, random_source&) { return 0; });
  std::cout << "The schema is up to date.\n";
  return 0;
}

} // namespace paylink
