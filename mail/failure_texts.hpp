#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/deliveries/delivery_kind.hpp"
#include "domain/values/money.hpp"

#include <string_view>

namespace paylink {

/// What a mail says about one class of failures, in both languages.
struct failure_text {
  failure_class failed_by;
  std::string_view reason_vi, advice_vi;
  std::string_view reason_en, advice_en;
  std::string_view reason(language lang) const { return lang == language::vi ? reason_vi : reason_en; }
  std::string_view advice(language lang) const { return lang == language::vi ? advice_vi : advice_en; }
};

/// The text of a class of failures of callbacks; `none` reads as `reset`.
const failure_text& text_of(failure_class failed_by);

/// What has failed, in the words of what was sent.
std::string_view reason_of(failure_class failed_by, language lang, delivery_kind sent);

/// What to do about this failure: by its status if there is advice for it, else by its class.
std::string_view advice_on(failure_class failed_by, int status, language lang,
                           delivery_kind sent = delivery_kind::link_callback);

} // namespace paylink
