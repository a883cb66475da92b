// A body that is made while it is sent. If a portion cannot be made, the connection is closed without the end of the
// body, so that the client knows that it has not got everything.
#include "http/server/client_connection.hpp"
#include "http/server/response_writer.hpp"
#include "logging/log.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace paylink {

namespace asio = boost::asio;
using boost::system::error_code;

asio::awaitable<client_connection::next_step> client_connection::write_portions(http_response response) {
  const auto portions = std::move(response.portions);
  const auto end = std::move(response.may_end);
  obey(end);
  const bool is_chunked = parser_->version() >= 11;
  const bool stays_open = is_chunked && may_stay_open() && !response.close;
  out_.clear();
  append_response(out_, response,
                  {.trace_id = trace_id_,
                   .date = server_->date,
                   .is_keep_alive = stays_open,
                   .is_chunked = is_chunked,
                   .is_over_tls = server_->is_public_over_tls,
                   .is_until_close = !is_chunked});
  for (bool is_end = false; !is_end;) {
    const auto portion = co_await next_portion(*portions);
    if (!portion) {
      log::info("http.answer_cut_off", {{"trace_id", trace_id_}});
      co_return next_step::close;
    }
    is_end = portion->empty();
    // A chunk without a byte is the end of the body.
    if (is_chunked)
      append_chunk(out_, *portion);
    else
      out_ += *portion;
    const bool is_sent = co_await send();
    if (!is_sent) co_return next_step::close;
    out_.clear();
  }
  if (stays_open && server_->is_draining) co_return next_step::close;
  co_return stays_open ? next_step::proceed : next_step::linger;
}

asio::awaitable<std::optional<std::string>> client_connection::next_portion(portioned_body& from) {
  is_portion_here_ = false;
  const auto number = ++portion_number_;
  arm(phase::portion, server_->limits.answer_time);
  from.next([weak = weak_from_this(), thread = network_thread_, number](std::optional<std::string> portion) {
    asio::post(thread, [weak, number, made = std::move(portion)]() mutable {
      if (const auto self = weak.lock()) self->take_portion(number, std::move(made));
    });
  });
  while (!is_portion_here_ && !is_aborted_) {
    error_code woken;
    co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
  if (!is_portion_here_ || is_aborted_) co_return std::nullopt;
  co_return std::exchange(portion_, std::nullopt);
}

void client_connection::take_portion(std::uint64_t number, std::optional<std::string> portion) {
  if (number != portion_number_ || is_aborted_) return;
  portion_ = std::move(portion);
  is_portion_here_ = true;
  wake_.cancel();
}

} // namespace paylink
