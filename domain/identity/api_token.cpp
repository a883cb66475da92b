#include "domain/identity/api_token.hpp"

#include "domain/addresses/address_policy.hpp"
#include "domain/identity/account.hpp"
#include "domain/values/word_list.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr word_list<token_status, 3> statuses{
    {{token_status::active, "active"}, {token_status::expired, "expired"}, {token_status::revoked, "revoked"}}};
static_assert(statuses.is_in_order());

/// The parts of a text between spaces.
template <class Use>
void for_each_word(std::string_view text, Use use) {
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string place(std::size_t grant, std::string_view member) {
  return "workspaces." + std::to_string(grant) + "." + std::string{member};
}

std::optional<field_fault> check_end(const token_request& request, timestamp now, timestamp& end) {
  constexpr const char* field = "expires_at";
  if (!request.expires_at) return field_fault{field, "required", "Give the time when the token expires."};
  const auto read = parse_rfc3339(*request.expires_at);
  if (!read) return field_fault{field, "format", "This must be an RFC 3339 time, such as 2026-01-31T08:15:30Z."};
  if (*read <= now) return field_fault{field, "in_the_past", "This time is in the past."};
  if (*read < now + token_life_min)
    return field_fault{field, "too_small", "A token must be valid for at least one hour."};
  if (*read > latest_token_end(now)) return field_fault{field, "too_far", "A token can be valid for at most one year."};
  end = *read;
  return std::nullopt;
}

void check_networks(const std::vector<std::string>& given, checked_token& checked) {
  if (given.size() > token_networks_max)
    checked.faults.push_back({"networks", "too_large", "A token can have at most 20 networks."});
  for (std::size_t i = 0; i < given.size() && i < token_networks_max; ++i) {
    const auto read = network::parse(given[i]);
    if (!read || read->port) {
      checked.faults.push_back({"networks." + std::to_string(i), "format",
                                "This must be an address or a network, such as 203.0.113.0/24 or 2001:db8::/32."});
      continue;
    }
    checked.networks.append(checked.networks.empty() ? "" : " ")
        .append(read->address.text() + "/" + std::to_string(read->prefix_bits));
  }
}

std::string no_such_permission() {
  return "Unknown permission. The permissions are " + joined(words_of_set(permissions_of(role::owner))) + ".";
}

permission_set check_permissions(const token_request::grant& asked, std::size_t number, std::optional<role> held,
                                 checked_token& checked) {
  if (!asked.permissions || asked.permissions->empty()) {
    checked.faults.push_back({place(number, "permissions"), "required", "Give at least one permission."});
    return 0;
  }
  permission_set set = 0;
  for (std::size_t i = 0; i < asked.permissions->size() && checked.faults.size() < faults_max; ++i) {
    const auto& word = asked.permissions->at(i);
    const auto field = place(number, "permissions." + std::to_string(i));
    const auto known = parse_permission(word);
    if (!known)
      checked.faults.push_back({field, "format", no_such_permission()});
    else if (held && !holds(permissions_of(*held), *known))
      checked.faults.push_back({field, "not_allowed", "Your role in this Workspace does not include " + word + "."});
    else
      set |= static_cast<permission_set>(*known);
  }
  return set;
}

void check_grants(const std::vector<token_request::grant>& asked, const held_roles& held, checked_token& checked) {
  if (asked.empty()) checked.faults.push_back({"workspaces", "required", "Give at least one Workspace."});
  if (asked.size() > token_grants_max)
    checked.faults.push_back({"workspaces", "too_large", "A token can have at most 50 Workspaces."});
  for (std::size_t i = 0; i < asked.size() && i < token_grants_max && checked.faults.size() < faults_max; ++i) {
    const auto field = place(i, "workspace_id");
    const auto id = workspace_id::parse(asked[i].workspace.value_or(""));
    const auto found = id ? held.find(*id) : held.end();
    const bool is_named_twice =
        id && std::ranges::find(checked.grants, *id, &token_grant::workspace) != checked.grants.end();
    if (!asked[i].workspace)
      checked.faults.push_back({field, "required", "Give the Workspace."});
    else if (found == held.end())
      checked.faults.push_back({field, "not_found", "You are not a member of a Workspace with this id."});
    else if (is_named_twice)
      checked.faults.push_back({field, "format", "The Workspace is given twice."});
    const auto set =
        check_permissions(asked[i], i, found == held.end() ? std::nullopt : std::optional{found->second}, checked);
    if (id) checked.grants.push_back({*id, set});
  }
}

void check_name(const token_request& request, checked_token& checked) {
  if (const auto fault = check_person_name(request.name)) checked.faults.push_back(*fault);
  checked.name = request.name.value_or("");
}

} // namespace

std::string_view to_text(token_status value) { return statuses.word(value); }

token_status status_of(const api_token& token, timestamp now) {
  if (token.is_revoked) return token_status::revoked;
  return now < token.expires_at ? token_status::active : token_status::expired;
}

timestamp latest_token_end(timestamp now) {
  using namespace std::chrono;
  const auto day = floor<days>(now);
  auto next_year = year_month_day{day} + years{1};
  // From 29 February to 1 March.
  const auto end = next_year.ok() ? sys_days{next_year} : sys_days{next_year.year() / March / 1};
  return end + (now - day);
}

checked_token check_new_token(const token_request& request, const held_roles& held, timestamp now) {
  checked_token checked;
  check_name(request, checked);
  if (const auto fault = check_end(request, now, checked.expires_at)) checked.faults.push_back(*fault);
  if (request.workspaces)
    check_grants(*request.workspaces, held, checked);
  else
    checked.faults.push_back({"workspaces", "required", "Give at least one Workspace."});
  if (request.networks) check_networks(*request.networks, checked);
  return checked;
}

checked_token check_token_change(const token_request& request, const held_roles& held) {
  checked_token checked;
  if (request.name) check_name(request, checked);
  if (request.workspaces) check_grants(*request.workspaces, held, checked);
  if (request.networks) check_networks(*request.networks, checked);
  return checked;
}

bool is_taken_from(std::string_view networks, std::string_view address) {
  if (networks.empty()) return true;
  const auto from = ip_address::parse(address);
  bool is_inside = false;
  for_each_word(networks, [&](std::string_view word) {
    const auto allowed = network::parse(word);
    is_inside = is_inside || (from && allowed && allowed->contains(*from, 0));
  });
  return is_inside;
}

std::vector<permission_set> single_permissions(permission_set set) {
  std::vector<permission_set> singles;
  for (permission_set bit = 1; bit != 0 && bit <= set; bit <<= 1)
    if ((set & bit) != 0) singles.push_back(bit);
  return singles;
}

std::vector<std::string_view> words_of_set(permission_set set) {
  std::vector<std::string_view> words;
  for (const auto bit : single_permissions(set)) words.push_back(to_text(static_cast<permission>(bit)));
  return words;
}

std::int64_t day_of(timestamp time) { return std::chrono::floor<std::chrono::days>(time).time_since_epoch().count(); }

} // namespace paylink
