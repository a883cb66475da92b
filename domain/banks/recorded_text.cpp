#include "domain/banks/recorded_text.hpp"

#include "domain/banks/connection.hpp"
#include "domain/values/fingerprint.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// The bytes of the first `points` characters; all, if there are no more.
std::size_t bytes_of_points(std::string_view text, std::size_t points) {
  std::size_t bytes = 0;
  for (; points > 0 && bytes < text.size(); --points) bytes += utf8_front(text.substr(bytes)).length;
  return bytes;
}

/// Most texts have fewer bytes than that.
bool is_longer(std::string_view text, std::size_t points) {
  return text.size() > points && bytes_of_points(text, points) < text.size();
}

std::string cut(std::string_view text) {
  std::string shorter{text.substr(0, bytes_of_points(text, recorded_points_max - 1))};
  return shorter.append(cut_mark);
}

} // namespace

void cut_content(bank_entry& entry) {
  if (!is_longer(entry.content, recorded_points_max)) return;
  entry.whole_content = std::move(entry.content);
  entry.content = cut(entry.whole_content);
  entry.whole_print = fingerprint(fold_transfer_text(entry.whole_content));
}

std::string_view whole_text(const bank_entry& entry) {
  return entry.whole_content.empty() ? entry.content : entry.whole_content;
}

std::vector<reference> references_in(const bank_entry& entry) {
  if (entry.type != transfer_type::credit || entry.is_reversal) return {};
  return find_references(entry.searched_text());
}

bool hides_verification_text(std::string_view known, const bank_entry& entry) {
  if (entry.type != transfer_type::credit) return false;
  const auto texts = find_verification_texts(entry.searched_text());
  const auto is_hidden = [&](const std::string& text) { return !holds_verification_text(known, text); };
  return texts.size() == verification_texts_max || std::ranges::any_of(texts, is_hidden);
}

std::string text_beside(const bank_entry& entry) {
  if (entry.searched.empty() || !hides_verification_text(whole_text(entry), entry)) return entry.whole_content;
  return entry.whole_content.empty() ? entry.searched : entry.whole_content + '\n' + entry.searched;
}

bool looks_cut(std::string_view recorded) {
  return recorded.ends_with(cut_mark) && is_longer(recorded, recorded_points_max - 1) &&
         !is_longer(recorded, recorded_points_max);
}

bool is_recorded_as(std::string_view recorded, const bank_entry& entry) {
  // Texts that were recorded before there was a limit are whole.
  return recorded == entry.content || (!entry.whole_content.empty() && recorded == entry.whole_content);
}

bool says_the_same(std::string_view recorded, const bank_entry& entry) {
  const auto said = fold_transfer_text(whole_text(entry));
  if (!looks_cut(recorded)) return fold_transfer_text(recorded) == said;
  recorded.remove_suffix(cut_mark.size());
  return said.starts_with(fold_transfer_text(recorded));
}

bool is_part_of_the_other(std::string_view recorded, const bank_entry& entry) {
  if (looks_cut(recorded)) recorded.remove_suffix(cut_mark.size());
  const auto known = fold_transfer_text(recorded), said = fold_transfer_text(whole_text(entry));
  return said.find(known) != said.npos || known.find(said) != known.npos;
}

} // namespace paylink
