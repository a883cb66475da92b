#include "app/admin/quarantine.hpp"

#include "http/feeds/feed_formats.hpp"
#include "persistence/raw/raw_entry.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::int64_t quarantine_portion = 500;

json::object to_json(const quarantined_entry& kept) {
  return {{"id", kept.row},
          {"feed", kept.feed},
          {"account_number", kept.account_number},
          {"bank_reference", kept.bank_reference},
          {"reason", to_text(kept.reason)},
          {"detail", kept.detail},
          {"received_at", format_rfc3339(kept.received_at)}};
}

/// Calls `use` with those that the order is about, oldest first, until it returns false; with an id, with that one
/// alone. A page at a time: their texts may be long.
template <class Use>
void each_quarantined(const operator_call& call, std::int64_t rows_at_once, Use use) {
  const auto reader = call.access.open_reader();
  const auto only = call.request.at("entry").as_int64();
  std::int64_t after = only > 0 ? only - 1 : 0;
  for (bool has_more = true; has_more;) {
    const auto read = reader->ask(list_quarantined_entries{after, only > 0 ? 1 : static_cast<int>(rows_at_once)});
    after = read.last_row;
    has_more = read.has_more && only == 0;
    for (const auto& one : read.rows)
      if ((only == 0 || one.row == only) && !use(one)) return;
  }
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
  const auto limit = call.request.at("limit").as_int64();
  json::array rows;
  bool has_more = false;
  each_quarantined(call, std::clamp<std::int64_t>(limit, 0, quarantine_portion - 1) + 1,
                   [&](const quarantined_entry& one) {
                     has_more = std::ssize(rows) >= limit;
                     if (!has_more) rows.push_back(to_json(one));
                     return !has_more;
                   });
  return {{"ok", true}, {"rows", std::move(rows)}, {"has_more", has_more}};
}

json::object retry_quarantine(const operator_call& call) {
  std::int64_t found = 0, recorded = 0, waiting = 0, unreadable = 0;
  std::optional<boost::system::error_code> failed;
  each_quarantined(call, quarantine_portion, [&](const quarantined_entry& one) {
    ++found;
    retry_kept_entry again{.row = one.row};
    if (one.reason == entry_result::invalid) {
      auto read = read_again(one);
      if (!std::holds_alternative<bank_entry>(read)) {
        ++unreadable;
        return true;
      }
      again.entry = std::get<bank_entry>(std::move(read));
    }
    const auto done = call.done(std::move(again));
    if (done)
      ++(done->is_recorded_soon ? recorded : waiting);
    else if (to_errc(done.error()) != errc::not_found) // or it was taken up meanwhile
      failed = done.error();
    return !failed;
  });
  if (failed) return refuse_storing(*failed);
  if (const auto only = call.request.at("entry").as_int64(); found == 0 && only != 0)
    return refuse_order("there is no entry " + std::to_string(only) + " in quarantine");
  return {{"ok", true},
          {"summary", std::to_string(recorded) + " will be recorded within a minute, " + std::to_string(waiting) +
                          " waiting for their accounts to be connected, " + std::to_string(unreadable) + " unreadable"},
          {"recorded", recorded},
          {"waiting", waiting},
          {"unreadable", unreadable}};
}

} // namespace paylink
