#include "domain/deliveries/notice.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<notice_kind, notice_kinds.size()> notice_words{
    {{notice_kind::delivery_failed, "delivery_failed"},
     {notice_kind::delivery_recovered, "delivery_recovered"},
     {notice_kind::webhook_disabled, "webhook_disabled"}}};
static_assert(notice_words.is_in_order());

constexpr std::chrono::hours life{24};
constexpr std::chrono::minutes first_wait{1};
constexpr std::chrono::hours wait_max{1};

} // namespace

std::string_view to_text(notice_kind value) { return notice_words.word(value); }

std::optional<std::chrono::milliseconds> wait_after_try(int tries, std::chrono::milliseconds age) {
  std::chrono::milliseconds wait = first_wait;
  for (int number = 1; number < tries && wait < wait_max; ++number) wait *= 2;
  wait = std::min<std::chrono::milliseconds>(wait, wait_max);
  if (age + wait > life) return std::nullopt;
  return wait;
}

} // namespace paylink
