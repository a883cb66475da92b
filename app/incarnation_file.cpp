#include "app/incarnation_file.hpp"

#include "secrets/hex.hpp"

#include <array>
#include <sstream>

namespace paylink {

namespace {

/// Starts that never got as far as releasing older claims; still older ones are left to their leases.
constexpr std::size_t incarnations_max = 100;

} // namespace

incarnation_file::incarnation_file(const data_folder& folder, const folder_lock& lock, random_source& random)
    : file_{folder / "incarnations"}, events_file_{folder / "events"}, print_{lock.print()}, random_{random} {
  if (!std::filesystem::exists(file_)) return;
  std::istringstream text{read_file(file_)};
  for (line next; text >> next.incarnation >> next.print;) lines_.push_back(next);
}

std::string incarnation_file::draw() {
  std::array<unsigned char, 16> bytes{};
  random_.fill(std::as_writable_bytes(std::span{bytes}));
  const auto incarnation = to_hex(bytes);
  if (lines_.size() == incarnations_max) lines_.erase(lines_.begin());
  lines_.push_back({incarnation, print_});
  save();
  return incarnation;
}

std::vector<std::string> incarnation_file::over() {
  std::vector<std::string> incarnations;
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i)
    if (lines_[i].print == print_) incarnations.push_back(lines_[i].incarnation);
  return incarnations;
}

void incarnation_file::forget_over() {
  if (lines_.size() < 2) return;
  lines_.erase(lines_.begin(), lines_.end() - 1);
  save();
}

event_mark incarnation_file::known_events() {
  const std::lock_guard lock{of_events_};
  if (events_) return *events_;
  event_mark mark;
  if (!std::filesystem::exists(events_file_)) return events_.emplace();
  std::istringstream text{read_file(events_file_)};
  return events_.emplace(text >> mark.epoch >> mark.last_row ? mark : event_mark{});
}

void incarnation_file::keep_events(const event_mark& mark) {
  const std::lock_guard lock{of_events_};
  events_ = mark;
  write_private_file(events_file_, std::to_string(mark.epoch) + " " + std::to_string(mark.last_row) + "\n");
}

void incarnation_file::save() const {
  std::string text;
  for (const auto& [incarnation, print] : lines_) text += incarnation + " " + print + "\n";
  write_private_file(file_, text);
}

} // namespace paylink
