#include "cli/sandbox_file.hpp"
#include "http/wire/json_members.hpp"

#include "cli/files.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace paylink::cli {
namespace {

namespace json = boost::json;

} // namespace

std::variant<sandbox_file, std::string> read_sandbox_file(const std::filesystem::path& directory) {
  auto path = directory / "sandbox.json";
  auto text = read_file(path);
  if (!text) return path.string() + " cannot be read: is the sandbox running?";
  boost::system::error_code failed;
  auto document = json::parse(*text, failed);
  if (failed || !document.is_object()) return path.string() + " is not a JSON object";

  const auto& root = document.get_object();
  sandbox_file file;
  file.path = path.string();
  file.base_url = text_at(root, "base_url");
  file.access_token = text_at(root, "access_token");
  file.bank_simulator = text_at(root, "bank_simulator");
  file.ca_file = text_at(root, "ca_file");
  file.ca_key = text_at(root, "ca_key");
  for (const auto* row : objects_at(root, "workspaces")) {
    auto& workspace = file.workspaces.emplace_back();
    workspace.id = text_at(*row, "id");
    workspace.signing_key = text_at(*row, "signing_key");
    for (const auto* account : objects_at(*row, "bank_accounts"))
      workspace.bank_accounts.push_back({.id = text_at(*account, "id"),
                                         .number = text_at(*account, "account_number"),
                                         .feed = text_at(*account, "feed"),
                                         .bank = text_at(*account, "bank")});
  }
  const auto* feeds = root.if_contains("feeds");
  if (feeds && feeds->is_object())
    for (const auto& [code, feed] : feeds->get_object())
      if (const auto* row = feed.if_object()) file.feeds[code] = {text_at(*row, "url"), text_at(*row, "secret")};
  return file;
}

} // namespace paylink::cli
