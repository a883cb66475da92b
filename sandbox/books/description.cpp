#include "sandbox/books/description.hpp"
#include "http/wire/json_members.hpp"

#include "domain/banks/bank.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

description::account read_account(const json::object& row, std::string_view mode) {
  description::account account;
  account.bank = text_at(row, "bank");
  account.feed = mode == "national_switch" ? std::string{switch_code} : account.bank;
  account.number = text_at(row, "account_number");
  for (const auto* one : objects_at(row, "virtual_accounts"))
    account.virtual_numbers.push_back(text_at(*one, "number"));
  return account;
}

} // namespace

const description::account* description::find_account(std::string_view bank, std::string_view number) const {
  auto found = std::ranges::find_if(accounts, [&](const account& one) {
    bool is_its_number =
        one.number == number || std::ranges::find(one.virtual_numbers, number) != one.virtual_numbers.end();
    return is_its_number && (bank.empty() || one.bank == bank);
  });
  return found == accounts.end() ? nullptr : &*found;
}

std::optional<description> parse_description(std::string_view text) {
  boost::system::error_code failed;
  auto document = json::parse(json::string_view{text.data(), text.size()}, failed);
  if (failed || !document.is_object()) return std::nullopt;
  const auto& root = document.get_object();
  description found;
  found.base_url = text_at(root, "base_url");
  const auto* feeds = root.if_contains("feeds");
  if (found.base_url.empty() || !feeds || !feeds->is_object()) return std::nullopt;
  for (const auto& feed : feeds->get_object())
    if (const auto* row = feed.value().if_object())
      found.feeds.emplace(feed.key(), description::feed{text_at(*row, "url"), text_at(*row, "secret")});
  found.access_token = text_at(root, "access_token");
  found.ca_file = text_at(root, "ca_file");
  found.ca_key = text_at(root, "ca_key");
  for (const auto* workspace : objects_at(root, "workspaces")) {
    if (auto id = text_at(*workspace, "id"); !id.empty()) found.workspaces.push_back(std::move(id));
    if (auto key = text_at(*workspace, "signing_key"); !key.empty()) found.signing_keys.push_back(std::move(key));
    for (const auto* account : objects_at(*workspace, "bank_accounts"))
      found.accounts.push_back(read_account(*account, text_at(*workspace, "mode")));
  }
  return found;
}

const description* description_file::read() {
  std::error_code failed;
  auto changed_at = std::filesystem::last_write_time(path_, failed);
  if (failed) return known_ ? &*known_ : nullptr;
  if (known_ && changed_at == read_at_) return &*known_;
  std::ifstream in{path_, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  // While it is being rewritten, what was known still holds.
  if (auto found = parse_description(text)) {
    known_ = std::move(found);
    read_at_ = changed_at;
  }
  return known_ ? &*known_ : nullptr;
}

} // namespace paylink::sandbox
