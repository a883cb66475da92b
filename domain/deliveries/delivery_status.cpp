#include "domain/deliveries/delivery_status.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<delivery_status, 5> statuses{{{delivery_status::pending, "pending"},
                                                  {delivery_status::sending, "sending"},
                                                  {delivery_status::delivered, "delivered"},
                                                  {delivery_status::failed, "failed"},
                                                  {delivery_status::skipped, "skipped"}}};
static_assert(statuses.is_in_order());

} // namespace

std::string_view to_text(delivery_status value) { return statuses.word(value); }
std::optional<delivery_status> parse_delivery_status(std::string_view text) { return statuses.find(text); }

} // namespace paylink
