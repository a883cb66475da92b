#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "domain/banks/bank.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr form bin{.pattern = "^[0-9]{6}$", .example = "970422"};
std::vector<std::string_view> bank_statuses() { return {"Active", "Maintenance", "Discontinued"}; }
constexpr form status_word{.words = bank_statuses, .example = "Active"};

/// A bank with the status that counts.
struct bank_at_work {
  const bank_info* bank = nullptr;
  bank_status status = bank_status::active;
  std::vector<std::string_view> modes{};
  bool has_feed = false;
};

constexpr auto bank_members = members_of<bank_at_work>({
    {"code", forms::bank_code, [](auto& of) { return of.bank->code; }, "Its code, as in `bank` of an account."},
    {"name", forms::text, [](auto& of) { return of.bank->short_name; }, "Its name.", presence::always, "MB Bank"},
    {"bin", bin, [](auto& of) { return of.bank->bin; }, "Its number in QR codes."},
    {"status", status_word, get<&bank_at_work::status>,
     "New accounts can be connected while it is `Active`; connected ones keep working."},
    {"modes", forms::texts, get<&bank_at_work::modes>,
     "The banking modes in which a Workspace can connect its accounts: `open_banking`, `national_switch`.",
     presence::always, R"(["open_banking","national_switch"])"},
    {"has_feed", forms::truth, get<&bank_at_work::has_feed>,
     "Whether this installation receives the bank's entries through a feed. Without one, connecting an account gets "
     "409: the operator must configure a feed, or connect the account for statements only."},
});
constexpr written_record<bank_at_work> bank_record{"Bank", "A bank whose accounts can be connected.", bank_members};

constexpr route_description listing_banks{
    .id = "listBanks",
    .tag = bank_tag,
    .summary = "List the banks",
    .query = {list_parameters_described},
    .answers = {answers::page("The banks, by their codes.", bank_record)},
};

std::vector<std::string_view> modes_of(const api_services& services, std::string_view code) {
  std::vector<std::string_view> modes;
  for (const auto mode : {banking_mode::open_banking, banking_mode::national_switch})
    if (serves(services, code, mode)) modes.push_back(to_text(mode));
  return modes;
}

handled list_banks(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const auto set = context.rows.ask(list_bank_statuses{});
  std::vector<bank_at_work> rows;
  for (const auto& bank : all_banks())
    if (!bank.code.empty())
      rows.push_back({&bank, status_of_bank(context.services, bank.code, set), modes_of(context.services, bank.code),
                      has_feed(context.services, bank.code)});
  std::ranges::sort(rows, {}, [](const bank_at_work& row) { return row.bank->code; });
  const bool has_more = take_page(rows, asked, [](const bank_at_work& row) { return row.bank->code; });
  return answer_page(context, rows, has_more, bank_record,
                     [](const bank_at_work& last) { return std::string{last.bank->code}; });
}

} // namespace

bank_status status_of_bank(const api_services& services, std::string_view code, std::span<const set_status> set) {
  if (const auto found = std::ranges::find(set, code, &set_status::code); found != set.end()) return found->status;
  const auto configured = services.banks.find(std::string{code});
  return configured == services.banks.end() ? bank_status::active : configured->second.status;
}

bool has_feed(const api_services& services, std::string_view code) {
  const auto is_open = [&](std::string_view feed) {
    const auto found = services.feed_secrets.find(std::string{feed});
    return found != services.feed_secrets.end() && !found->second.empty();
  };
  return is_open(code) || is_open(switch_code);
}

bool serves(const api_services& services, std::string_view code, banking_mode mode) {
  const auto configured = services.banks.find(std::string{code});
  return is_served(code, mode, configured == services.banks.end() ? nullptr : &configured->second);
}

constexpr api_route bank_rows[]{
    routes::with_token(permission::none, http_method::get, "/v1.1/banks", list_banks, listing_banks),
};
constexpr std::span<const api_route> bank_routes{bank_rows};

} // namespace paylink
