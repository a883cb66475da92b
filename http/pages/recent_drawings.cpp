#include "http/pages/recent_drawings.hpp"

#include <utility>

namespace paylink {

std::shared_ptr<const qr_drawing> recent_drawings::find(const std::string& text) {
  const std::lock_guard held{mutex_};
  if (const auto found = young_.find(text); found != young_.end()) return found->second;
  auto found = old_.extract(text);
  if (found.empty()) return nullptr;
  make_room();
  return young_.insert(std::move(found)).position->second;
}

void recent_drawings::keep(std::string text, std::shared_ptr<const qr_drawing> drawing) {
  const std::lock_guard held{mutex_};
  make_room();
  young_.insert_or_assign(std::move(text), std::move(drawing));
}

void recent_drawings::make_room() {
  if (young_.size() < drawings_max / 2) return;
  old_ = std::exchange(young_, {});
}

} // namespace paylink
