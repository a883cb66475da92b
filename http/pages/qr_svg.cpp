#include "http/pages/qr_svg.hpp"

#include "http/pages/recent_drawings.hpp"

#include <qrcodegen/qrcodegen.hpp>

#include <charconv>
#include <stdexcept>

namespace paylink {
namespace {

constexpr int quiet_zone = 4;
/// Trying all eight masks to find the best costs twelve times the rest of the work. A payload ends in a checksum, so no
/// mask is better in general, and every reader accepts any.
constexpr int mask = 4;

void append_number(std::string& out, int number) {
  char digits[12];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// One row's dark modules as strokes of width 1 along its middle.
void append_row(std::string& out, const qrcodegen::QrCode& symbol, int y) {
  int end_of_last = -1;
  for (int x = 0; x < symbol.getSize();) {
    if (!symbol.getModule(x, y)) {
      ++x;
      continue;
    }
    const int start = x;
    while (symbol.getModule(x, y)) ++x; // beyond the edge everything is light
    if (end_of_last < 0) {
      out += 'M';
      append_number(out, start + quiet_zone);
      out += ' ';
      append_number(out, y + quiet_zone);
      out += ".5";
    } else {
      out += 'm';
      append_number(out, start - end_of_last);
      out += " 0";
    }
    out += 'h';
    append_number(out, x - start);
    end_of_last = x;
  }
}

qr_drawing draw(const std::string& text) {
  qr_drawing drawn;
  try {
    const auto segments = qrcodegen::QrSegment::makeSegments(text.c_str());
    const auto symbol = qrcodegen::QrCode::encodeSegments(
        segments, qrcodegen::QrCode::Ecc::MEDIUM, qrcodegen::QrCode::MIN_VERSION, qrcodegen::QrCode::MAX_VERSION, mask);
    drawn.path.reserve(4 * 1024);
    for (int y = 0; y < symbol.getSize(); ++y) append_row(drawn.path, symbol, y);
    drawn.path.shrink_to_fit();
    drawn.side = symbol.getSize() + 2 * quiet_zone;
  } catch (const std::length_error&) { // qrcodegen::data_too_long
    drawn.side = 0;
  }
  return drawn;
}

std::shared_ptr<const qr_drawing> drawing_of(std::string text) {
  static recent_drawings recent;
  auto drawn = recent.find(text);
  if (drawn) return drawn;
  drawn = std::make_shared<const qr_drawing>(draw(text)); // two threads may draw the same; either will do
  recent.keep(std::move(text), drawn);
  return drawn;
}

std::string svg_of(const qr_drawing& drawn, std::string_view attributes) {
  std::string out;
  if (drawn.side == 0) return out;
  out.reserve(drawn.path.size() + attributes.size() + 256);
  out += R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 )";
  append_number(out, drawn.side);
  out += ' ';
  append_number(out, drawn.side);
  out += "\" ";
  out += attributes;
  out += R"( shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path stroke="#000" d=")";
  out += drawn.path;
  out += "\"/></svg>";
  return out;
}

} // namespace

std::string qr_svg(std::string_view text, std::string_view attributes) {
  return svg_of(*drawing_of(std::string{text}), attributes);
}

std::string secret_qr_svg(std::string_view text, std::string_view attributes) {
  return svg_of(draw(std::string{text}), attributes);
}

} // namespace paylink
