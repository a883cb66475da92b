#include "domain/plans/quota_notice.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<quota_notice, 2> quota_notices{
    {{quota_notice::at_80, "quota_80"}, {quota_notice::at_100, "quota_100"}}};
static_assert(quota_notices.is_in_order());

} // namespace

std::string_view to_text(quota_notice value) { return quota_notices.word(value); }

int percent_of(quota_notice value) { return value == quota_notice::at_80 ? 80 : 100; }

std::optional<quota_notice> notice_due(std::int64_t transactions, std::int64_t quota, int noticed) {
  for (const auto notice : {quota_notice::at_100, quota_notice::at_80})
    if (transactions * 100 >= quota * percent_of(notice))
      return noticed < percent_of(notice) ? std::optional{notice} : std::nullopt;
  return std::nullopt;
}

} // namespace paylink
