#include "domain/links/reference.hpp"

#include <array>
#include <cstddef>
#include <set>

namespace paylink {

namespace {

constexpr std::size_t prefix_size = 4;
constexpr std::size_t tail_size = 8;
constexpr std::size_t reference_size = prefix_size + tail_size;

constexpr std::string_view prefix_of(reference_kind kind) { return kind == reference_kind::order ? "PFOD" : "PFSL"; }

/// −1 for what is neither A–Z nor 0–9.
constexpr int tail_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return -1;
}

std::optional<reference_kind> kind_at(std::string_view text) {
  if (text.starts_with("PFSL")) return reference_kind::payment_link;
  if (text.starts_with("PFOD")) return reference_kind::order;
  return std::nullopt;
}

std::optional<std::int64_t> read_tail(std::string_view tail) {
  std::int64_t number = 0;
  for (const char c : tail) {
    const int value = tail_value(c);
    if (value < 0) return std::nullopt;
    number = number * 36 + value;
  }
  return number;
}

/// Detects repeated candidates: by scanning the few that there are, or, for hostile texts, with a set.
class seen_references {
public:
  explicit seen_references(const std::vector<reference>& found) : found_{found} {}

  bool is_new(reference candidate) {
    if (found_.size() < few_) {
      for (const auto& other : found_)
        if (other == candidate) return false;
      return true;
    }
    if (set_.empty()) set_.insert(found_.begin(), found_.end());
    return set_.insert(candidate).second;
  }

private:
  static constexpr std::size_t few_ = 32;
  const std::vector<reference>& found_;
  std::set<reference> set_;
};

/// Texts with more candidates than this are hostile.
constexpr int near_places_max = 4;
/// People write references at the beginning, and each place costs a look.
constexpr std::size_t near_bytes_max = 65'536;

int count_differences(std::string_view one, std::string_view other) {
  int differences = 0;
  for (std::size_t place = 0; place < other.size(); ++place) differences += one[place] == other[place] ? 0 : 1;
  return differences;
}

/// Every reference whose tail differs from `number` in exactly one character.
void append_neighbours(std::vector<reference>& found, reference_kind kind, std::int64_t number) {
  std::int64_t weight = 1;
  for (std::size_t place = 0; place < tail_size; ++place, weight *= 36) {
    const auto digit = number / weight % 36;
    for (std::int64_t other = 0; other < 36; ++other)
      if (other != digit) found.push_back({kind, number + (other - digit) * weight});
  }
}

} // namespace

reference reference::make(reference_kind kind, random_source& random) {
  // People type references, so confusable characters are left out. 32 characters are 5 bits each, all equally likely.
  constexpr std::string_view unmistakable = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  static_assert(unmistakable.size() == 32);
  std::array<std::byte, tail_size> chance;
  random.fill(chance);
  std::int64_t number = 0;
  for (const auto byte : chance)
    number = number * 36 + tail_value(unmistakable[std::to_integer<std::size_t>(byte) % unmistakable.size()]);
  return {kind, number};
}

std::optional<reference> reference::parse(std::string_view text) {
  if (text.size() != reference_size) return std::nullopt;
  const auto kind = kind_at(text);
  const auto number = read_tail(text.substr(prefix_size));
  if (!kind || !number) return std::nullopt;
  return reference{*kind, *number};
}

std::string reference::text() const {
  constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string written(reference_size, '0');
  prefix_of(kind).copy(written.data(), prefix_size);
  auto rest = number;
  for (auto place = reference_size; place-- > prefix_size; rest /= 36)
    written[place] = digits[static_cast<std::size_t>(rest % 36)];
  return written;
}

std::vector<reference> find_references(std::string_view transfer_text) {
  const auto folded = fold_transfer_text(transfer_text);
  const std::string_view text{folded};
  std::vector<reference> found;
  seen_references seen{found};
  for (auto place = text.find("PF"); place != text.npos; place = text.find("PF", place + 1)) {
    const auto candidate = reference::parse(text.substr(place, reference_size));
    if (candidate && seen.is_new(*candidate)) found.push_back(*candidate);
  }
  return found;
}

std::vector<reference> find_near_references(std::string_view transfer_text) {
  const auto folded = fold_transfer_text(transfer_text.substr(0, near_bytes_max));
  std::vector<reference> found;
  int places = 0;
  for (std::size_t at = 0; at + reference_size <= folded.size() && places < near_places_max; ++at) {
    const auto word = std::string_view{folded}.substr(at, reference_size);
    for (const auto kind : {reference_kind::payment_link, reference_kind::order}) {
      const int differences = count_differences(word, prefix_of(kind));
      if (differences > 1) continue;
      const auto number = *read_tail(word.substr(prefix_size));
      if (differences == 1)
        found.push_back({kind, number});
      else
        append_neighbours(found, kind, number);
      ++places;
    }
  }
  return found;
}

} // namespace paylink
