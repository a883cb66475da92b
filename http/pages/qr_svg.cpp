#include "http/pages/qr_svg.hpp"

#include <qrcodegen/qrcodegen.hpp>

#include <charconv>
#include <stdexcept>

namespace paylink {
namespace {

constexpr int quiet_zone = 4;

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

} // namespace

std::string qr_svg(std::string_view text, std::string_view attributes) {
  std::string out;
  try {
    const auto symbol =
        qrcodegen::QrCode::encodeText(std::string{text}.c_str(), qrcodegen::QrCode::Ecc::MEDIUM);
    const int side = symbol.getSize() + 2 * quiet_zone;
    out.reserve(8 * 1024);
    out += R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 )";
    append_number(out, side);
    out += ' ';
    append_number(out, side);
    out += "\" ";
    out += attributes;
    out += R"( shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path stroke="#000" d=")";
    for (int y = 0; y < symbol.getSize(); ++y) append_row(out, symbol, y);
    out += "\"/></svg>";
  } catch (const std::length_error&) { // qrcodegen::data_too_long
    out.clear();
  }
  return out;
}

} // namespace paylink
