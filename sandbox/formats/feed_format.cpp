#include "sandbox/formats/feed_format.hpp"

#include "domain/values/word_list.hpp"
#include "http/wire/feed_codec.hpp"
#include "secrets/hmac.hpp"

#include <stdexcept>

namespace paylink::sandbox {
namespace {

constexpr word_list<feed_format, 4> format_words{{{feed_format::native, "native"},
                                                  {feed_format::camt054, "camt054"},
                                                  {feed_format::sepay, "sepay"},
                                                  {feed_format::casso, "casso"}}};
static_assert(format_words.is_in_order());

} // namespace

std::string_view to_text(feed_format format) { return format_words.word(format); }
std::optional<feed_format> parse_feed_format(std::string_view text) { return format_words.find(text); }

encoded_entry encode_native(std::string_view native, const feed_occasion& when) {
  return sign_for_the_service("application/json", std::string{native}, when);
}

encoded_entry sign_for_the_service(std::string content_type, std::string body, const feed_occasion& when) {
  const auto seconds = std::to_string(unix_seconds(when.now));
  auto signature = hmac_sha256{when.secret}.hex({seconds, ".", body});
  return {.content_type = std::move(content_type),
          .body = std::move(body),
          .headers = {{"X-Service-Timestamp", seconds}, {"X-Service-Signature", std::move(signature)}}};
}

encoded_entry encode_entry(feed_format format, std::string_view native, const feed_occasion& when) {
  if (format == feed_format::native) return encode_native(native, when);
  auto decoded = decode_bank_feed(native, when.feed);
  const auto* rows = std::get_if<std::vector<decoded_entry>>(&decoded);
  if (!rows || rows->size() != 1 || !rows->front().invalid.empty())
    throw std::runtime_error{"the entry has no form in " + std::string{to_text(format)}};
  const auto& entry = rows->front().entry;
  if (format == feed_format::camt054) return encode_camt054(entry, when);
  return format == feed_format::sepay ? encode_sepay(entry, when) : encode_casso(entry, when);
}

std::int64_t aggregator_id(const bank_entry& entry) {
  // 48 bits: whole in every program that reads numbers as doubles.
  const auto digest = sha256_hex(entry.bin + "\n" + entry.account_number + "\n" + entry.bank_reference);
  return static_cast<std::int64_t>(std::stoull(digest.substr(0, 12), nullptr, 16));
}

} // namespace paylink::sandbox
