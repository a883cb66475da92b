#include "app/life_file.hpp"

#include "secrets/hex.hpp"

#include <array>
#include <sstream>

namespace paylink {

namespace {

/// Starts that never got as far as releasing older claims; still older ones are left to their leases.
constexpr std::size_t lives_max = 100;

} // namespace

life_file::life_file(const data_folder& folder, const folder_lock& lock, random_source& random)
    : file_{folder / "lives"}, events_file_{folder / "events"}, print_{lock.print()}, random_{random} {
  if (!std::filesystem::exists(file_)) return;
  std::istringstream text{read_file(file_)};
  for (line next; text >> next.life >> next.print;) lines_.push_back(next);
}

std::string life_file::draw() {
  std::array<unsigned char, 16> bytes{};
  random_.fill(std::as_writable_bytes(std::span{bytes}));
  const auto life = to_hex(bytes);
  if (lines_.size() == lives_max) lines_.erase(lines_.begin());
  lines_.push_back({life, print_});
  save();
  return life;
}

std::vector<std::string> life_file::over() {
  std::vector<std::string> lives;
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i)
    if (lines_[i].print == print_) lives.push_back(lines_[i].life);
  return lives;
}

void life_file::forget_over() {
  if (lines_.size() < 2) return;
  lines_.erase(lines_.begin(), lines_.end() - 1);
  save();
}

event_mark life_file::known_events() {
  const std::lock_guard lock{of_events_};
  if (events_) return *events_;
  event_mark mark;
  if (!std::filesystem::exists(events_file_)) return events_.emplace();
  std::istringstream text{read_file(events_file_)};
  return events_.emplace(text >> mark.epoch >> mark.last_row ? mark : event_mark{});
}

void life_file::keep_events(const event_mark& mark) {
  const std::lock_guard lock{of_events_};
  events_ = mark;
  write_private_file(events_file_, std::to_string(mark.epoch) + " " + std::to_string(mark.last_row) + "\n");
}

void life_file::save() const {
  std::string text;
  for (const auto& [life, print] : lines_) text += life + " " + print + "\n";
  write_private_file(file_, text);
}

} // namespace paylink
