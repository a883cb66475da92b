#pragma once
#include "http/server/client_connection.hpp"

namespace paylink {

/// Carries one request's answer back to its connection. Holds the connection weakly: an answer after the client has
/// left is dropped.
class answer_channel final : public responder::channel {
public:
  answer_channel(const std::shared_ptr<client_connection>& to, std::shared_ptr<server_state> server,
                 std::uint64_t number, std::string trace_id, std::unique_ptr<body_share> body);
  ~answer_channel() override;

  void answer(http_response response) override;
  void subscribe(std::string topic) override;

private:
  const std::weak_ptr<client_connection> to_;
  const std::shared_ptr<server_state> server_;
  const std::uint64_t number_;
  const std::string trace_id_;
  std::unique_ptr<body_share> body_; ///< Of the request, which is there until it is answered.
  std::shared_ptr<event_stream> events_;
  bool is_answered_ = false;
};

} // namespace paylink
