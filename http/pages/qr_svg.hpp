#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// A QR symbol of `text` as SVG: error correction M, quiet zone of 4 modules, one path. `attributes` go into the
/// opening tag. Empty if `text` does not fit into a symbol.
std::string qr_svg(std::string_view text, std::string_view attributes);

/// The same for a text that is a secret: nothing of it is remembered.
std::string secret_qr_svg(std::string_view text, std::string_view attributes);

} // namespace paylink
