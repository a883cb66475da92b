#pragma once
#include "http/wire/feed_codec.hpp"

#include <span>
#include <string_view>

namespace paylink {

/// How the requests of a format show that they come from the bank's connector.
enum class feed_proof {
  signed_by_connector, ///< Our own headers: HMAC-SHA256 of the time, a dot and the body.
  signed_by_sepay,     ///< SePay's: the secret itself, or an HMAC-SHA256.
  signed_by_casso,     ///< Casso's: an HMAC-SHA512 of the sorted body; in v1, the secret itself.
};

/// One format in which a feed may send its entries.
struct feed_format {
  std::string_view name; ///< In the setting `banks.<CODE>.format`.
  feed_proof proof;
  /// Pure: reads the body of a request, and the `raw` of an entry that was kept.
  decoded_feed (*decode)(std::string_view body, std::string_view feed);
  bool needs_xml = false; ///< Its requests must say that they are XML.
};

/// Every format; the first one is that of a bank without the setting.
std::span<const feed_format> feed_formats();
/// Null: no format has this name.
const feed_format* find_feed_format(std::string_view name);

/// The format of one request to a feed of this one: a native feed may send XML, too, as camt.054.
const feed_format& format_of(const feed_format& feed, std::string_view content_type);

/// Whether a Content-Type is XML.
bool is_xml_type(std::string_view content_type);

} // namespace paylink
