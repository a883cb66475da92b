#include "actors/upkeep/maintenance.hpp"

#include "actors/crash_report.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

constexpr std::chrono::hours three_in_vietnam{20}; // on the previous day, in UTC
constexpr std::string_view copy_prefix = "paylink-";
constexpr std::string_view copy_suffix = ".db";

timestamp next_night(timestamp now) {
  const timestamp night = std::chrono::floor<std::chrono::days>(now) + three_in_vietnam;
  return night > now ? night : night + std::chrono::days{1};
}

/// `paylink-2026-01-31T200000.123Z.db`: names sort by time.
std::string copy_name(timestamp now) {
  auto moment = format_rfc3339(now);
  std::erase(moment, ':');
  return std::string{copy_prefix} + moment + std::string{copy_suffix};
}

/// The first unused name from `now` on.
std::filesystem::path free_name(const std::filesystem::path& folder, timestamp now) {
  while (std::filesystem::exists(folder / copy_name(now))) now += std::chrono::milliseconds{1};
  return folder / copy_name(now);
}

void remove_old_copies(const std::filesystem::path& folder, std::size_t kept) {
  std::vector<std::filesystem::path> copies;
  for (const auto& found : std::filesystem::directory_iterator{folder}) {
    const auto file = found.path().filename().string();
    if (file.starts_with(copy_prefix) && file.ends_with(copy_suffix)) copies.push_back(found.path());
  }
  std::ranges::sort(copies);
  for (std::size_t oldest = 0; oldest + kept < copies.size(); ++oldest) std::filesystem::remove(copies[oldest]);
}

} // namespace

std::filesystem::path make_backup(const care& of) {
  const bool is_new = std::filesystem::create_directories(of.backups);
  if (is_new) std::filesystem::permissions(of.backups, std::filesystem::perms::owner_all);
  auto copy = free_name(of.backups, of.clock.now());
  if (!of.rows.back_up(copy)) {
    if (is_new) std::filesystem::remove(of.backups);
    return {};
  }
  remove_old_copies(of.backups, static_cast<std::size_t>(std::max(1, of.copies_kept)));
  return copy;
}

void maintenance_state::wait_for_night() {
  const auto now = of->clock.now();
  self->delayed_send(maintenance_actor{self}, next_night(now) - now, nightly_due{});
}

void maintenance_state::work() {
  try {
    if (const auto broken = of->rows.check_integrity(); !broken.empty())
      log::error("database.broken",
                 {{"finding", broken}, {"advice", "stop the service, keep the files, and restore a backup"}});
    else if (of->copies_kept > 0)
      if (const auto copy = make_backup(*of); !copy.empty()) log::info("database.backed_up", {{"file", copy.string()}});
  } catch (const std::exception& fault) {
    log::error("database.backup_failed", {{"error", fault.what()}});
  }
  wait_for_night();
}

maintenance_actor::behavior_type maintenance_behavior(maintenance_actor::stateful_pointer<maintenance_state> self,
                                                      care of) {
  self->state.of.emplace(std::move(of));
  report_crashes(self);
  self->state.wait_for_night();
  return {
      [self](nightly_due) { self->state.work(); },
  };
}

} // namespace paylink
