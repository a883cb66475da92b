#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace paylink {

/// The strokes of a QR symbol and how many modules it has on a side, the quiet zone included; no side when its text
/// does not fit a symbol.
struct qr_drawing {
  std::string path;
  int side = 0;
};

/// The symbols that were asked for last, by their text: a link's page is shown again and again, and drawing its symbol
/// costs ten times the rest of it. Holds `drawings_max` at most, some 4 KiB each. Safe from any thread.
class recent_drawings {
public:
  static constexpr std::size_t drawings_max = 2'048;

  /// Null for one that was not asked for lately.
  std::shared_ptr<const qr_drawing> find(const std::string& text);
  void keep(std::string text, std::shared_ptr<const qr_drawing> drawing);

private:
  using generation = std::unordered_map<std::string, std::shared_ptr<const qr_drawing>>;
  void make_room();

  std::mutex mutex_;
  // What the full young generation pushes out is the old one, and nobody has asked for that since the last time.
  generation young_, old_;
};

} // namespace paylink
