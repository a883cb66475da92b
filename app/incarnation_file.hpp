#pragma once
#include "app/data_folder.hpp"
#include "app/folder_lock.hpp"
#include "domain/values/random_source.hpp"
#include "persistence/incarnation_book.hpp"

#include <mutex>

namespace paylink {

/// The incarnations of this data folder's node that may still have claims, in `<data>/incarnations`. A line is an
/// incarnation and the fingerprint of its process's lock. A copied folder contains incarnations of another process that
/// may still run: their heartbeats show whether it does. `<data>/events` has the epoch of events, and the last row of
/// their positions.
class incarnation_file final : public incarnation_book {
public:
  incarnation_file(const data_folder& folder, const folder_lock& lock, random_source& random);

  std::string draw() override;
  std::vector<std::string> over() override;
  void forget_over() override;
  event_mark known_events() override;
  void keep_events(const event_mark& mark) override;

private:
  struct line {
    std::string incarnation, print;
  };
  void save() const;

  std::filesystem::path file_, events_file_;
  std::string print_;
  random_source& random_;
  std::vector<line> lines_; ///< The newest is the last.
  std::mutex of_events_;
  std::optional<event_mark> events_; ///< As in the file, once it was read or written.
};

} // namespace paylink
