#include "sandbox/books/connections.hpp"

#include "domain/banks/bank.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace paylink::sandbox {
namespace {

constexpr std::string_view demo_prefix = "demo-";
constexpr std::size_t answers_max = 10'000;

std::string bin_of(const description::account& account) {
  const auto* bank = find_bank(account.bank);
  return bank ? std::string{bank->bin} : std::string{};
}

connection demo_connection(const description::account& account) {
  connection made;
  made.id = std::string{demo_prefix} + account.number;
  made.feed = account.feed;
  made.bin = bin_of(account);
  made.account_number = account.number;
  made.holder_name = "NGUYEN VAN A";
  made.state = connection_state::connected;
  for (const auto& number : account.virtual_numbers)
    made.virtual_numbers.push_back({.number = number, .name = "Demo", .is_closed = false});
  return made;
}

std::string answer_name(std::string_view feed, std::string_view key, std::string_view target) {
  return std::string{feed}.append("\n").append(key).append("\n").append(target);
}

bool has_number(const connection& one, std::string_view number) {
  return std::ranges::find(one.virtual_numbers, number, &connection::virtual_number::number) !=
         one.virtual_numbers.end();
}

/// The form of a bank's virtual numbers: what each begins with, then so many letters, digits, or either.
struct number_form {
  std::string_view bank, prefix;
  std::size_t letters, digits, either;
};
constexpr std::array number_forms{number_form{"MB", "VQRQ", 5, 4, 0}, number_form{"ACB", "LOCSPAY", 0, 9, 0},
                                  number_form{"OCB", "SEP", 0, 0, 12}, number_form{"", "PL", 0, 0, 12}};

void append_random(std::string& out, std::size_t count, std::string_view alphabet, random_source& random) {
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::byte, 2> bytes;
    random.fill(bytes);
    out += alphabet[(std::to_integer<std::size_t>(bytes[0]) * 256 + std::to_integer<std::size_t>(bytes[1])) %
                    alphabet.size()];
  }
}

} // namespace

std::string_view to_text(connection_state state) {
  constexpr std::array words{"pending", "connected", "lapsed"};
  return words[static_cast<std::size_t>(state)];
}

std::string make_otp(random_source& random) {
  std::string otp;
  append_random(otp, 6, "0123456789", random);
  return otp;
}

connection_book::connection_book(const std::filesystem::path& file)
    : file_{file, [this](std::string_view line) { replay(line); }} {}

std::optional<connection> connection_book::find(std::string_view feed, std::string_view id,
                                                const description& service) const {
  std::lock_guard lock{mutex_};
  for (const auto& one : connections_)
    if (one.id == id && one.feed == feed) return one;
  if (!id.starts_with(demo_prefix)) return std::nullopt;
  for (const auto& account : service.accounts)
    if (account.feed == feed && account.number == id.substr(demo_prefix.size())) return demo_connection(account);
  return std::nullopt;
}

std::optional<kept_answer> connection_book::answer_to(std::string_view feed, std::string_view key,
                                                      std::string_view target) const {
  std::lock_guard lock{mutex_};
  const auto found = answers_.find(answer_name(feed, key, target));
  return found == answers_.end() ? std::nullopt : std::optional{found->second};
}

void connection_book::take(kept_answer answer) {
  auto name = answer_name(answer.feed, answer.key, answer.target);
  if (!answers_.emplace(name, std::move(answer)).second) return;
  answer_order_.push_back(std::move(name));
  if (answer_order_.size() <= answers_max) return;
  answers_.erase(answer_order_.front());
  answer_order_.pop_front();
}

void connection_book::take(connection one) {
  std::erase_if(connections_, [&](const connection& old) { return old.id == one.id && old.feed == one.feed; });
  connections_.push_back(std::move(one));
}

std::vector<connection> connection_book::waiting(timestamp now) const {
  std::lock_guard lock{mutex_};
  std::vector<connection> found;
  std::ranges::copy_if(connections_, std::back_inserter(found),
                       [now](const auto& one) { return !one.otp.empty() && now < one.otp_ends; });
  std::ranges::stable_sort(found, std::ranges::greater{}, &connection::otp_ends);
  return found;
}

description connection_book::with_accounts(description service) const {
  std::lock_guard lock{mutex_};
  std::vector<description::account> accounts;
  for (auto one = connections_.rbegin(); one != connections_.rend(); ++one) {
    const auto* bank = find_bank_by_bin(one->bin);
    if (one->state != connection_state::connected || !bank) continue;
    description::account account{
        .feed = one->feed, .bank = std::string{bank->code}, .number = one->account_number, .virtual_numbers = {}};
    for (const auto& number : one->virtual_numbers)
      if (!number.is_closed) account.virtual_numbers.push_back(number.number);
    accounts.push_back(std::move(account));
  }
  // A number that was closed here is closed, whatever the service's file still says.
  for (auto& account : service.accounts)
    std::erase_if(account.virtual_numbers, [&](const std::string& number) {
      return std::ranges::any_of(connections_, [&](const connection& one) { return has_number(one, number); });
    });
  std::ranges::move(service.accounts, std::back_inserter(accounts));
  service.accounts = std::move(accounts);
  return service;
}

bool connection_book::is_silent(std::string_view bin, std::string_view account_number,
                                const description& service) const {
  std::lock_guard lock{mutex_};
  bool has_ended = false;
  std::set<std::pair<std::string, std::string>> known; // feed and id
  for (const auto& one : connections_) {
    if (one.bin != bin || one.account_number != account_number) continue;
    if (one.state == connection_state::connected) return false;
    has_ended = has_ended || one.state == connection_state::lapsed;
    known.emplace(one.feed, one.id);
  }
  return has_ended && std::ranges::all_of(service.accounts, [&](const description::account& account) {
           return bin_of(account) != bin || account.number != account_number ||
                  known.contains({account.feed, demo_connection(account).id});
         });
}

bool connection_book::is_issued(std::string_view number, const description& service) const {
  return service.find_account({}, number) != nullptr ||
         std::ranges::any_of(connections_, [&](const connection& one) { return has_number(one, number); });
}

std::string connection_book::issue_number(std::string_view bank, const description& service,
                                          random_source& random) const {
  constexpr std::string_view characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const auto form = std::ranges::find_if(number_forms, [&](const auto& f) { return f.bank.empty() || f.bank == bank; });
  std::lock_guard lock{mutex_};
  while (true) {
    std::string number{form->prefix};
    append_random(number, form->letters, characters.substr(0, 26), random);
    append_random(number, form->digits, characters.substr(26), random);
    append_random(number, form->either, characters, random);
    if (!is_issued(number, service)) return number;
  }
}

} // namespace paylink::sandbox
