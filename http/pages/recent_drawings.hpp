#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace paylink {

/// The strokes of a QR symbol and its modules per side, including the quiet zone; 0 if its text does not fit into a
/// symbol.
struct qr_drawing {
  std::string path;
  int side = 0;
};

/// Caches recent symbols by their text: a link's page is shown repeatedly, and drawing its symbol costs ten times as
/// much as the rest. Holds at most `drawings_max`, about 4 KiB each. Thread-safe.
class recent_drawings {
public:
  static constexpr std::size_t drawings_max = 2'048;

  /// Null if it was not used recently.
  std::shared_ptr<const qr_drawing> find(const std::string& text);
  void keep(std::string text, std::shared_ptr<const qr_drawing> drawing);

private:
  using generation = std::unordered_map<std::string, std::shared_ptr<const qr_drawing>>;
  void make_room();

  std::mutex mutex_;
  // When the young generation is full, it replaces the old one, which was not used since the last time.
  generation young_, old_;
};

} // namespace paylink
