#include "app/admin/quarantine.hpp"

#include "http/feeds/feed_formats.hpp"
#include "persistence/credits/raw_entry.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr int quarantine_portion = 500;

json::object to_json(const quarantined_entry& kept) {
  return {{"id", kept.row},
          {"feed", kept.feed},
          {"account_number", kept.account_number},
          {"bank_reference", kept.bank_reference},
          {"reason", to_text(kept.reason)},
          {"detail", kept.detail},
          {"received_at", format_rfc3339(kept.received_at)}};
}

/// Those that the order is about, oldest first; with an id, that one alone. Stops at `limit`.
page<quarantined_entry> find_quarantined(const operator_call& call, std::int64_t limit) {
  page<quarantined_entry> found;
  const auto reader = call.access.open_reader();
  const auto only = call.request.at("entry").as_int64();
  std::int64_t after = only > 0 ? only - 1 : 0;
  for (bool has_more = true; has_more;) {
    auto read = reader->list_quarantine(after, quarantine_portion);
    after = read.last_row;
    has_more = read.has_more && only == 0;
    for (auto& one : read.rows) {
      if (only != 0 && one.row != only) continue;
      found.has_more = std::ssize(found.rows) == limit;
      if (found.has_more) return found;
      found.rows.push_back(std::move(one));
    }
  }
  return found;
}

/// What could not be read when it came, as it is read now; or why it still cannot.
std::variant<bank_entry, std::string> read_again(const quarantined_entry& kept) {
  std::string why = kept.detail;
  for (const auto& format : feed_formats()) {
    auto decoded = format.decode(kept.raw, kept.feed);
    auto* const entries = std::get_if<std::vector<decoded_entry>>(&decoded);
    if (entries == nullptr || entries->size() != 1) continue;
    auto& one = entries->front();
    if (one.invalid.empty() && one.ignored.empty()) return std::move(one.entry);
    if (!one.invalid.empty()) why = one.invalid;
  }
  return why;
}

} // namespace

json::object list_quarantine(const operator_call& call) {
  json::array rows;
  const auto found = find_quarantined(call, call.request.at("limit").as_int64());
  for (const auto& one : found.rows) rows.push_back(to_json(one));
  return {{"ok", true}, {"rows", std::move(rows)}, {"has_more", found.has_more}};
}

json::object retry_quarantine(const operator_call& call) {
  const auto found = find_quarantined(call, std::numeric_limits<std::int64_t>::max());
  if (found.rows.empty() && call.request.at("entry").as_int64() != 0)
    return refuse_order("there is no entry " + std::to_string(call.request.at("entry").as_int64()) + " in quarantine");
  std::int64_t recorded = 0, waiting = 0, unreadable = 0;
  for (const auto& one : found.rows) {
    retry_kept_entry again{.row = one.row};
    if (one.reason == entry_result::invalid) {
      auto read = read_again(one);
      if (!std::holds_alternative<bank_entry>(read)) {
        ++unreadable;
        continue;
      }
      again.entry = std::get<bank_entry>(std::move(read));
    }
    const auto done = call.done(std::move(again));
    if (!done && to_errc(done.error()) == errc::not_found) continue; // taken up meanwhile
    if (!done) return refuse_storing(done.error());
    ++(done->is_recorded_soon ? recorded : waiting);
  }
  return {{"ok", true},
          {"told", std::to_string(recorded) + " to be recorded within a minute, " + std::to_string(waiting) +
                       " waiting for their accounts to be connected, " + std::to_string(unreadable) + " unreadable"},
          {"recorded", recorded},
          {"waiting", waiting},
          {"unreadable", unreadable}};
}

} // namespace paylink
