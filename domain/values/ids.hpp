#pragma once
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The prefix of an identifier's kind, as a template argument.
struct id_prefix {
  char text[4]{};
  std::size_t size = 0;
  template <std::size_t N>
  consteval id_prefix(const char (&literal)[N]) : size{N - 1} {
    std::copy_n(literal, N - 1, text);
  }
};

/// Writes a UUIDv7 of `now` and 10 random bytes as 26 lowercase Crockford base32 characters.
std::array<char, 26> make_sortable_text(timestamp now, random_source& random);

/// The same of `at`, with 74 bits that follow from `key` alone in place of the random ones.
std::array<char, 26> sortable_text_of(timestamp at, std::string_view key);

/// Maps 26 characters of an identifier to those of another with the same time; for each number the mapping is one to
/// one.
std::array<char, 26> derived_sortable_text(std::string_view text, std::uint64_t number = 0);

/// The time inside 26 characters of an identifier.
timestamp time_of_sortable_text(std::string_view text);

/// Whether `text` is 26 lowercase Crockford base32 characters that encode a UUIDv7.
bool is_sortable_text(std::string_view text);

/// An identifier: prefix, `_`, and 26 characters that sort by the time of creation. Held inline: copying allocates
/// nothing. A default-constructed one is empty and means "none".
template <id_prefix Prefix>
class id {
public:
  id() = default;

  static id make(timestamp now, random_source& random) {
    auto made = blank();
    std::ranges::copy(make_sortable_text(now, random), made.text_.begin() + Prefix.size + 1);
    return made;
  }

  /// The identifier that follows from this time and text, and only from them: it is the same whenever it is made.
  static id following(timestamp at, std::string_view key) {
    auto made = blank();
    std::ranges::copy(sortable_text_of(at, key), made.text_.begin() + Prefix.size + 1);
    return made;
  }

  /// None if `text` is not an identifier of this kind.
  static std::optional<id> parse(std::string_view text) {
    auto parsed = blank();
    if (text.size() != size_ || text.substr(0, Prefix.size + 1) != parsed.view().substr(0, Prefix.size + 1))
      return std::nullopt;
    if (!is_sortable_text(text.substr(Prefix.size + 1))) return std::nullopt;
    std::ranges::copy(text, parsed.text_.begin());
    return parsed;
  }

  /// An identifier that the store wrote itself; its form is not checked again.
  static id from_store(std::string_view text) {
    auto read = blank();
    if (text.size() != size_) return {};
    std::ranges::copy(text, read.text_.begin());
    return read;
  }

  /// The identifier derived from one of another kind, and only from it (and a number); empty for an empty one.
  template <id_prefix Other>
  static id derived_from(const id<Other>& source, std::uint64_t number = 0) {
    if (source.empty()) return {};
    auto made = blank();
    std::ranges::copy(derived_sortable_text(source.view().substr(Other.size + 1), number),
                      made.text_.begin() + Prefix.size + 1);
    return made;
  }

  /// When it was created; the epoch for an empty one.
  timestamp made_at() const { return empty() ? timestamp{} : time_of_sortable_text(view().substr(Prefix.size + 1)); }

  bool empty() const { return text_[0] == '\0'; }
  std::string_view view() const { return empty() ? std::string_view{} : std::string_view{text_.data(), size_}; }
  std::string text() const { return std::string{view()}; }
  auto operator<=>(const id&) const = default;

private:
  static constexpr std::size_t size_ = Prefix.size + 1 + 26;
  static id blank() {
    id made;
    std::copy_n(Prefix.text, Prefix.size, made.text_.begin());
    made.text_[Prefix.size] = '_';
    return made;
  }
  std::array<char, size_> text_{};
};

using user_id = id<"usr">;
using workspace_id = id<"ws">;
using membership_id = id<"mem">;
using token_id = id<"tok">;
using bank_account_id = id<"ba">;
using virtual_account_id = id<"va">;
using payment_link_id = id<"pl">;
using transaction_id = id<"txn">;
using event_id = id<"evt">;
using session_id = id<"ses">;
using passkey_id = id<"pky">;
using invitation_id = id<"inv">;
using audit_id = id<"aud">;
using webhook_id = id<"wh">;
using delivery_id = id<"dlv">;
using order_id = id<"ord">;

/// The identifier of a link's completion event. It is derived only from the link's, and no two links share one: after a
/// restore from a backup, a payment that is reported again is announced as the same event.
event_id event_of(const payment_link_id& link);

/// 22 characters of A–Z a–z 0–9 (131 bits), uniformly random: the unguessable part of a link's address.
std::string make_public_id(random_source& random);
bool is_public_id(std::string_view text);

} // namespace paylink

template <paylink::id_prefix Prefix>
struct std::hash<paylink::id<Prefix>> {
  std::size_t operator()(const paylink::id<Prefix>& value) const noexcept {
    return std::hash<std::string_view>{}(value.view());
  }
};
