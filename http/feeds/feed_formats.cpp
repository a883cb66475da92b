#include "http/feeds/feed_formats.hpp"

#include "domain/values/ascii.hpp"
#include "http/feeds/camt_document.hpp"
#include "http/feeds/casso_feed.hpp"
#include "http/feeds/sepay_feed.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

constexpr std::array formats{
    feed_format{"native", feed_proof::signed_by_connector, decode_bank_feed},
    feed_format{"camt054", feed_proof::signed_by_connector, decode_camt054, true},
    feed_format{"sepay", feed_proof::signed_by_sepay, decode_sepay},
    feed_format{"casso", feed_proof::signed_by_casso, decode_casso},
};
constexpr const auto& native = formats[0];
constexpr const auto& camt054 = formats[1];

} // namespace

std::span<const feed_format> feed_formats() { return formats; }

const feed_format* find_feed_format(std::string_view name) {
  const auto found = std::ranges::find(formats, name, &feed_format::name);
  return found == formats.end() ? nullptr : &*found;
}

const feed_format& format_of(const feed_format& feed, std::string_view content_type) {
  return &feed == &native && is_xml_type(content_type) ? camt054 : feed;
}

bool is_xml_type(std::string_view content_type) {
  const auto type = trimmed(content_type.substr(0, content_type.find(';')));
  return equals_ignoring_case(type, "application/xml") || equals_ignoring_case(type, "text/xml");
}

} // namespace paylink
