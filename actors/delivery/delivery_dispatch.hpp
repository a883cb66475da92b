#pragma once
#include "domain/deliveries/attempt_judgement.hpp"
#include "domain/deliveries/attempt_seal.hpp"
#include "http/outbound/outbound_client.hpp"

namespace paylink {

/// What the answers within one attempt have changed about how it is sent. An attempt is sent again only if its receiver
/// has said that nothing came of it.
struct attempt_course {
  bool is_plain_text = false;
  std::string chat_moved_to{}; ///< Empty: it has not moved.
};

/// What follows from an answer.
struct answer_result {
  bool is_sent_again = false;                ///< At once, as the course says now.
  std::optional<attempt_judgement> judged{}; ///< None: the specification's table judges.
};

/// How attempts of some kinds become requests, and what their answers mean.
struct delivery_dispatch {
  outbound_request (&request)(const delivery_job& job, const attempt_seal& seal, const attempt_course& course);
  /// Also takes out of the record what must not be kept.
  answer_result (&judge)(delivery_kind kind, attempt& made, attempt_course& course, timestamp now);
};

const delivery_dispatch& dispatch_of(delivery_kind kind);

} // namespace paylink
