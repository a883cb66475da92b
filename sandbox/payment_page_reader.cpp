#include "sandbox/books/payment.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/money.hpp"

#include <algorithm>
#include <array>

namespace paylink::sandbox {
namespace {

std::string decode_entities(std::string_view text) {
  struct entity {
    std::string_view name, meaning;
  };
  constexpr std::array entities{entity{"&amp;", "&"},   entity{"&lt;", "<"},  entity{"&gt;", ">"},
                                entity{"&quot;", "\""}, entity{"&#39;", "'"}, entity{"&nbsp;", " "}};
  std::string out;
  while (!text.empty()) {
    auto known = std::ranges::find_if(entities, [&](const entity& one) { return text.starts_with(one.name); });
    if (known == entities.end())
      out += text.front();
    else
      out += known->meaning;
    text.remove_prefix(known == entities.end() ? 1 : known->name.size());
  }
  return out;
}

// The value of an attribute inside one tag; empty when the tag has none.
std::string_view attribute(std::string_view tag, std::string_view name) {
  auto opening = std::string{name} + "=\"";
  auto begin = tag.find(opening);
  if (begin == tag.npos) return {};
  begin += opening.size();
  auto end = tag.find('"', begin);
  return end == tag.npos ? std::string_view{} : tag.substr(begin, end - begin);
}

// Numbers are shown in groups, for people.
std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return text;
}

std::string field(std::string_view html, std::string_view name) {
  auto mark = html.find("data-field=\"" + std::string{name} + "\"");
  if (mark == html.npos) return {};
  auto tag_begin = html.rfind('<', mark), tag_end = html.find('>', mark);
  if (tag_begin == html.npos || tag_end == html.npos) return {};
  auto value = attribute(html.substr(tag_begin, tag_end - tag_begin), "data-value");
  if (value.empty()) value = html.substr(tag_end + 1, html.find('<', tag_end) - tag_end - 1);
  return without_spaces(decode_entities(value));
}

} // namespace

std::string public_id_of(std::string_view link) {
  if (auto mark = link.rfind("/l/"); mark != link.npos) link.remove_prefix(mark + 3);
  link = link.substr(0, link.find_first_of("?#/"));
  return link.size() <= 64 && std::ranges::all_of(link, is_ascii_alphanumeric) ? std::string{link} : std::string{};
}

page_instructions read_payment_page(std::string_view html) {
  const auto page = html.find("<main");
  const auto end = page == html.npos ? html.npos : html.find('>', page);
  const auto status = end == html.npos ? std::string_view{} : attribute(html.substr(page, end - page), "data-status");
  return {std::string{status}, field(html, "bank"), field(html, "account"), field(html, "reference"),
          field(html, "amount")};
}

void complete_order(payment_order& order, const page_instructions& page) {
  if (order.bank.empty()) order.bank = page.bank;
  if (order.account_number.empty()) order.account_number = page.account;
  if (order.reference.empty()) order.reference = page.reference;
  if (order.amount) return;
  if (auto amount = parse_money(page.amount)) order.amount = amount->dong;
}

} // namespace paylink::sandbox
