#include "domain/banks/bank.hpp"

#include "domain/values/word_list.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr word_list<entry_result, 6> entry_results{{{entry_result::recorded, "recorded"},
                                                    {entry_result::duplicate, "duplicate"},
                                                    {entry_result::held, "held"},
                                                    {entry_result::unknown_account, "unknown_account"},
                                                    {entry_result::invalid, "invalid"},
                                                    {entry_result::ignored, "ignored"}}};
constexpr word_list<transfer_type, 2> transfer_types{
    {{transfer_type::credit, "credit"}, {transfer_type::debit, "debit"}}};
constexpr word_list<account_state, 3> account_states{{{account_state::pending, "pending"},
                                                      {account_state::connected, "connected"},
                                                      {account_state::disconnected, "disconnected"}}};
constexpr word_list<account_type, 2> account_types{
    {{account_type::main, "main"}, {account_type::main_with_virtual, "main_with_virtual"}}};
static_assert(account_types.is_in_order() && entry_results.is_in_order() && transfer_types.is_in_order() &&
              account_states.is_in_order());

} // namespace

bool has_open_banking(std::string_view code) {
  return std::ranges::find(open_banking_banks, code) != std::end(open_banking_banks);
}

std::string_view bin_heard_on(std::string_view feed, std::string_view entry_bin) {
  if (feed == switch_code) return entry_bin;
  const auto* bank = find_bank(feed);
  return bank ? bank->bin : std::string_view{};
}

std::array<std::string_view, 3> feeds_of(const bank_account& account) {
  const auto* bank = find_bank_by_bin(account.bin);
  const bool has_own_code = bank && !bank->code.empty();
  return {account.feed, has_own_code ? bank->code : std::string_view{account.feed}, switch_code};
}

std::string_view to_text(entry_result value) { return entry_results.word(value); }
std::string_view to_text(transfer_type value) { return transfer_types.word(value); }
std::optional<transfer_type> parse_transfer_type(std::string_view text) { return transfer_types.find(text); }
std::string_view to_text(account_state value) { return account_states.word(value); }
std::string_view to_text(account_type value) { return account_types.word(value); }
std::optional<account_type> parse_account_type(std::string_view text) { return account_types.find(text); }

} // namespace paylink
