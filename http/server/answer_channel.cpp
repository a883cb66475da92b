#include "http/server/answer_channel.hpp"
#include "http/wire/envelope.hpp"

#include <boost/asio/post.hpp>

namespace paylink {

answer_channel::answer_channel(const std::shared_ptr<client_connection>& to, std::shared_ptr<server_state> server,
                               std::uint64_t number, std::string trace_id, std::unique_ptr<body_share> body)
    : to_{to}, server_{std::move(server)}, number_{number}, trace_id_{std::move(trace_id)}, body_{std::move(body)} {
  ++server_->in_flight;
}

answer_channel::~answer_channel() {
  if (!is_answered_) answer(failure(errc::internal_error, trace_id_, wall_time()));
}

void answer_channel::answer(http_response response) {
  is_answered_ = true;
  body_.reset();
  --server_->in_flight;
  auto to = to_.lock();
  if (!to) return;
  if (to->network_thread().running_in_this_thread())
    return to->take_answer(number_, std::move(response), std::move(events_));
  const auto thread = to->network_thread();
  boost::asio::post(thread, [to = std::move(to), number = number_, response = std::move(response),
                             events = std::move(events_)]() mutable {
    to->take_answer(number, std::move(response), std::move(events));
  });
}

void answer_channel::subscribe(std::string topic) {
  if (!events_) events_ = server_->streams->make_stream();
  events_->subscribe(std::move(topic));
}

} // namespace paylink
