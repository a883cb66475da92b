#pragma once
#include "http/server/request_guard.hpp"
#include "http/server/request_parser.hpp"
#include "http/server/server_state.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <array>
#include <optional>

namespace paylink {

/// One client's connection, from the handshake to the close: reads, checks, hands over and answers one request at a
/// time, so pipelined requests wait unread in the socket. Everything runs on the network thread; only `answer_channel`
/// crosses threads.
class client_connection final : public event_listener, public std::enable_shared_from_this<client_connection> {
public:
  using tcp = boost::asio::ip::tcp;
  using clock = std::chrono::steady_clock;

  /// `address` has been admitted; the connection releases it when it ends. `tls` is null for plain HTTP.
  client_connection(std::shared_ptr<server_state> server, tcp::socket socket, std::string address,
                    boost::asio::ssl::context* tls);
  ~client_connection() override;
  client_connection(const client_connection&) = delete;
  client_connection& operator=(const client_connection&) = delete;

  void start();
  void check_deadline(steady_time now); ///< Called regularly: no timer per connection, no timer operation per request.
  void drain();                         ///< Ends after the current answer; at once if idle, or a stream.
  void abort();                         ///< Ends now.

  /// The answer to request `number`; ignored if that one has already been answered.
  void take_answer(std::uint64_t number, http_response response, std::shared_ptr<event_stream> events);
  void on_event() override; ///< Something has been published for the stream that it is.
  const boost::asio::io_context::executor_type& network_thread() const { return network_thread_; }

private:
  template <class T>
  using awaitable = boost::asio::awaitable<T>;

  enum class phase { handshake, idle, head, body, answer, portion, write, stream, closing };
  enum class outcome { ready, refused, gone };
  enum class next_step { proceed, linger, close, stream };
  struct pending_answer {
    http_response response;
    std::shared_ptr<event_stream> events;
  };

  // connection.cpp: the life of the connection.
  awaitable<void> run();
  awaitable<void> live();
  awaitable<bool> shake_hands();
  awaitable<next_step> serve_one();
  awaitable<outcome> read_head();
  awaitable<outcome> read_body();
  std::optional<refusal> take_head();
  outcome refuse(refusal why);
  awaitable<void> hand_over(http_request request);
  bool is_refused_at_head();
  bool has_room_for_body();
  awaitable<bool> ask_to_go_on();
  outcome leave_body();
  awaitable<next_step> answer_refusal();
  awaitable<next_step> write_answer();
  /// Anyone who has `end` may end the connection, as long as it exists.
  void obey(const std::shared_ptr<early_end>& end);
  void end_early();
  bool may_stay_open() const;
  bool may_stream(const pending_answer& answer) const;
  std::string trace_of(const http_request& request);

  // client_connection_portions.cpp: a body that is made while it is sent.
  awaitable<next_step> write_portions(http_response response);
  /// None: it cannot be made, or the connection ends.
  awaitable<std::optional<std::string>> next_portion(portioned_body& from);
  void take_portion(std::uint64_t number, std::optional<std::string> portion);

  // connection_wire.cpp: bytes, deadlines and the end.
  awaitable<bool> receive();
  /// Sends `out_`, then `tail`, which outlives the connection. False if the connection is lost.
  awaitable<bool> send(std::string_view tail = {});
  awaitable<void> linger();
  void arm(phase now_in, std::chrono::milliseconds time);
  void close();
  void drop();
  void stop_reading();
  static void release(std::string& text); ///< Frees the memory too, which assigning an empty string would keep.
  void leave_server();
  bool is_body_too_slow(steady_time now) const;
  /// Whether the client reads what is being sent more slowly than it may.
  bool is_reader_too_slow(steady_time now) const;
  void begin_sending();
  /// Whether the client has closed its end. Reading would not tell: what it sent before may be unread.
  bool has_client_left();

  // connection_stream.cpp: server-sent events, without a coroutine.
  void begin_stream(http_response response, std::shared_ptr<event_stream> events);
  void forget_request();
  void send_events();
  void on_sent(const boost::system::error_code& ec, std::size_t bytes);
  void append_events(std::string_view text);
  void watch_reader();

  const std::shared_ptr<server_state> server_;
  const boost::asio::io_context::executor_type network_thread_;
  tcp::socket socket_;
  std::optional<boost::asio::ssl::stream<tcp::socket&>> tls_;
  boost::asio::steady_timer wake_; ///< Never fires; cancelled to wake the coroutine that waits for an answer.
  const std::string address_;
  std::size_t place_ = 0; ///< Index in the server's list.

  phase phase_ = phase::handshake;
  steady_time deadline_ = steady_time::max(), body_began_, sending_began_;
  std::size_t sent_bytes_ = 0; ///< Since then.
  bool has_timed_out_ = false, is_aborted_ = false;

  boost::beast::flat_buffer in_;
  std::string out_;
  head_scanner scanner_;
  http_request request_;
  std::optional<request_parser> parser_;
  body_framing framing_;
  std::size_t body_bytes_max_ = 0, body_raw_bytes_ = 0;
  std::unique_ptr<body_share> body_share_; ///< Moves with the request when it is handed over.
  refusal refusal_;
  std::string trace_id_;
  bool is_for_head_ = false, wants_close_ = false;
  int served_ = 0;

  std::uint64_t number_ = 0;
  std::optional<pending_answer> answer_;

  // Of a body in portions.
  std::uint64_t portion_number_ = 0;
  std::optional<std::string> portion_;
  bool is_portion_here_ = false;

  // Of a stream.
  std::shared_ptr<event_stream> events_;
  std::shared_ptr<const void> kept_; ///< As the answer asked.
  bool is_streaming_ = false, is_chunked_ = false, is_heartbeat_due_ = false, is_farewell_said_ = false;
  std::array<char, 64> ignored_; ///< Input from the reader, ignored.
  std::size_t reader_bytes_ = 0;
};

} // namespace paylink
